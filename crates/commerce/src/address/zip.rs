//! Postal codes.

use super::data::{self, Country, Zone};
use super::pattern::{matches, matches_beginning};
use unicode_normalization::UnicodeNormalization;

/// What a country calls its postal codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZipKind {
    /// Eircode (Ireland).
    Eircode,
    /// PIN code (India).
    Pin,
    /// Postal code.
    Postal,
    /// ZIP code (the United States and its territories).
    Zip,
}

#[must_use]
pub fn zip_kind(country: &str) -> ZipKind {
    match data::country(country).map(|country| country.zip_kind) {
        Some("eircode") => ZipKind::Eircode,
        Some("pin") => ZipKind::Pin,
        Some("zip") => ZipKind::Zip,
        _ => ZipKind::Postal,
    }
}

/// Whether it is a postal code of the country. If the country has no pattern: letters, digits, spaces, hyphens.
pub(super) fn is_zip(zip: &str, country: &str) -> bool {
    match with_codes(country) {
        Some(country) => written_out(zip, country).is_some(),
        None => is_plausible(zip),
    }
}

/// Whether the postal code can lie in the zone. True if the zone's postal codes are not known.
pub(super) fn is_zip_of_zone(zip: &str, country: &str, zone: &Zone) -> bool {
    let written = with_codes(country).and_then(|country| written_out(zip, country));
    let outside = |zip: String| !matches_beginning(zone.zip_beginning, &zip);
    zone.zip_beginning.is_empty() || !written.is_some_and(outside)
}

/// The postal code in the country's format (`110 00`). Text that is not a valid code is only trimmed.
#[must_use]
pub fn display_zip(zip: &str, country: &str) -> String {
    let written = with_codes(country).and_then(|country| written_out(zip, country));
    written.unwrap_or_else(|| zip.trim().to_owned())
}

fn with_codes(country: &str) -> Option<&'static Country> {
    data::country(country).filter(|country| !country.zip_pattern.is_empty())
}

/// The code in the country's format, if its letters and digits form a valid code under any separators.
fn written_out(zip: &str, country: &Country) -> Option<String> {
    let given = plain(zip);
    let home = without_prefix(&given, country);
    let bare: String = home.chars().filter(|&c| !is_separator(c)).collect();
    let shaped: Vec<String> = country
        .zip_examples()
        .filter_map(|example| in_shape(&bare, example.trim()))
        .collect();
    // Try examples with separators first: they show where separators belong.
    let separated = shaped.iter().filter(|text| text.contains(is_separator));
    let as_given = [given.as_str(), home, bare.as_str()].into_iter();
    let mut written = separated.map(String::as_str).chain(as_given);
    let known = written.find(|text| matches(country.zip_pattern, text));
    known.map(ToOwned::to_owned)
}

/// Normalises to upper case, ASCII digits and single separators; drops Japan's postal mark.
fn plain(zip: &str) -> String {
    let usual = zip.nfkc().map(|c| if is_dash(c) { '-' } else { c });
    let usual: String = usual.filter(|&c| c != '〒').collect();
    let capital = usual.to_uppercase();
    capital.split_whitespace().collect::<Vec<_>>().join(" ")
}

const fn is_dash(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}' | '\u{2212}' | 'ー')
}

const fn is_separator(character: char) -> bool {
    character == ' ' || character == '-'
}

/// Removes the prefix written on letters from abroad.
fn without_prefix<'t>(zip: &'t str, country: &Country) -> &'t str {
    let letters = country.zip_prefix.trim_end_matches(is_separator);
    let rest = zip.strip_prefix(letters).filter(|_| !letters.is_empty());
    rest.map_or(zip, |rest| rest.trim_start_matches(is_separator))
}

/// Puts separators where the example has them.
fn in_shape(bare: &str, example: &str) -> Option<String> {
    let length = example.chars().filter(|&c| !is_separator(c)).count();
    let mut rest = bare.chars();
    let fill = |mark| {
        if is_separator(mark) {
            Some(mark)
        } else {
            rest.next()
        }
    };
    (bare.chars().count() == length).then(|| example.chars().filter_map(fill).collect())
}

fn is_plausible(zip: &str) -> bool {
    let zip = zip.trim();
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-';
    (2..=12).contains(&zip.len()) && zip.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::super::zone;
    use super::*;

    #[test]
    fn czech_and_slovak_codes_are_told_apart_by_their_first_digit() {
        for (zip, country, expected) in [
            ("11000", "CZ", true),
            ("110 00", "CZ", true),
            (" 110\u{a0}00 ", "CZ", true),
            ("110-00", "CZ", true),
            ("81101", "CZ", false),
            ("1100", "CZ", false),
            ("110000", "CZ", false),
            ("11O00", "CZ", false),
            ("", "CZ", false),
            ("811 01", "SK", true),
            ("04001", "SK", true),
            ("11000", "SK", false),
            ("00-950", "PL", true),
            ("1010", "AT", true),
            ("01067", "DE", true),
            ("SW1A 1AA", "GB", true),
            ("sw1a1aa", "GB", true),
            ("SW1A 1A", "GB", false),
            ("ZZ1A 1AA", "GB", false),
            ("x", "GB", false),
            ("<b>", "GB", false),
            ("95014", "US", true),
            ("95014-1234", "US", true),
            ("950141234", "US", true),
            ("9501", "US", false),
            ("K1A 0B1", "CA", true),
            ("k1a0b1", "CA", true),
            ("K1A 0O1", "CA", false),
            ("〒154-0023", "JP", true),
            ("１５４−００２３", "JP", true),
            ("SE-114 55", "SE", true),
            ("FL-9490", "LI", true),
            ("LV-1010", "LV", true),
            ("00000", "AE", true),
            ("999077", "HK", true),
            ("x", "HK", false),
        ] {
            assert_eq!(is_zip(zip, country), expected, "{zip:?} in {country}");
        }
    }

    #[test]
    fn a_code_is_shown_as_its_country_writes_it() {
        for (zip, country, shown) in [
            ("11000", "CZ", "110 00"),
            ("110 00", "CZ", "110 00"),
            ("81101", "SK", "811 01"),
            ("00950", "PL", "00-950"),
            (" nesmysl ", "CZ", "nesmysl"),
            ("SW1A 1AA", "GB", "SW1A 1AA"),
            ("sw1a1aa", "GB", "SW1A 1AA"),
            ("k1a0b1", "CA", "K1A 0B1"),
            ("1540023", "JP", "154-0023"),
            ("114 55", "SE", "114 55"),
            ("SE-11455", "SE", "11455"),
            ("1234ab", "NL", "1234 AB"),
        ] {
            assert_eq!(display_zip(zip, country), shown, "{zip} in {country}");
        }
    }

    /// [5.09] A postal code that belongs to the country but to another zone.
    #[test]
    fn codes_belong_to_zones() {
        for (country, name, zip, expected) in [
            ("US", "CA", "95014", true),
            ("US", "CA", "10001", false),
            ("US", "NY", "10001-1234", true),
            ("CA", "ON", "K1A 0B1", true),
            ("CA", "QC", "K1A 0B1", true),
            ("CA", "BC", "K1A 0B1", false),
            ("JP", "Tokyo", "1540023", true),
            ("JP", "Osaka", "154-0023", false),
            ("MX", "CDMX", "06000", true),
            ("MX", "Jalisco", "06000", false),
            ("SV", "San Salvador", "1101", true),
            ("AE", "Dubai", "00000", true),
        ] {
            let zone = zone(country, name).expect("a zone");
            assert_eq!(
                is_zip_of_zone(zip, country, zone),
                expected,
                "{zip} in {country} {name}"
            );
        }
    }

    #[test]
    fn writing_out_twice_changes_nothing_more() {
        for country in data::countries() {
            for example in country.zip_examples() {
                let once = display_zip(example, country.code);
                assert_eq!(display_zip(&once, country.code), once, "{}", country.code);
            }
        }
    }
}
