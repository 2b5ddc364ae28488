//! Names that are not known, and those they were perhaps meant to be.

use super::schema::{SECTIONS, Section};

/// What to say about a key that nothing knows.
pub(super) fn unknown_key(name: &str, section: &Section, nested: &[&str]) -> String {
    let here = section.keys.iter().map(|key| key.name);
    if let Some(near) = nearest(name, here.chain(nested.iter().copied())) {
        return format!("unknown key: did you mean {near}?");
    }
    let elsewhere = SECTIONS
        .iter()
        .find(|other| other.keys.iter().any(|key| key.name == name));
    if let Some(other) = elsewhere {
        return format!("unknown key here: {name} belongs in [{}]", other.name);
    }
    let names: Vec<_> = section.keys.iter().map(|key| key.name).collect();
    format!("unknown key: [{}] knows {}", section.name, names.join(", "))
}

/// The known name that a mistyped one most resembles, if it resembles any.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    known
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|&(distance, known)| distance <= known.len().max(name.len()).div_ceil(3))
        .min()
        .map(|(_, known)| known)
}
