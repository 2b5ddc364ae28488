//! Unknown names, and suggestions for them.

use super::schema::{SECTIONS, Section};

/// Returns the message for an unknown key.
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

/// Returns the known name that most resembles a mistyped one; `None` if no name resembles it.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    known
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|&(distance, known)| distance <= known.len().max(name.len()).div_ceil(3))
        .min()
        .map(|(_, known)| known)
}
