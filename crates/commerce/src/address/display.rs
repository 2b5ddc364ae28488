//! Formats an address as printed on a parcel.

use super::data::{self, Country};
use super::zone::{Zone, zone_of};
use super::{Address, display_zip};

/// Format for an unknown country. It is the most common one, and the shop's own.
const USUAL: &str = "%N%n%O%n%A%n%Z %C";

/// Address lines in the country's order, in Latin letters if the country has a Latin format. The last line is the
/// country's Czech name. No line is empty.
#[must_use]
pub fn display_lines(address: &Address) -> Vec<String> {
    let code = address.country.as_deref().unwrap_or_default();
    let country = data::country(code);
    let format = country.map_or(USUAL, Country::format);
    let mut lines: Vec<String> = format
        .split("%n")
        .flat_map(|line| filled(line, address, country))
        .collect();
    lines.push(country.map_or(code, |country| country.name).to_owned());
    lines.retain(|line| !line.is_empty());
    lines
}

/// Fills one line of a format. Separator text between two fields is written only if both fields have a value.
fn filled(line: &str, address: &Address, country: Option<&'static Country>) -> Vec<String> {
    if line == "%A" {
        return streets(address, country)
            .map(|street| joined(&[street]))
            .into();
    }
    let mut parts = line.split('%');
    let mut between = parts.next().unwrap_or_default();
    let mut text = String::new();
    for (index, part) in parts.enumerate() {
        let mut rest = part.chars();
        let value = rest.next().map(|letter| value(letter, address, country));
        let value = value.unwrap_or_default();
        if !value.is_empty() {
            // A prefix at the start of the line belongs to the first field.
            if index == 0 || !text.is_empty() {
                text.push_str(between);
            }
            text.push_str(&value);
        }
        between = rest.as_str();
    }
    vec![text]
}

/// The street lines, followed by the city if the country's format has no field for it.
fn streets<'a>(address: &'a Address, country: Option<&Country>) -> [Option<&'a str>; 3] {
    let has_place = country.is_none_or(|country| country.writes('C'));
    let city = address.city.as_deref().filter(|_| !has_place);
    [
        address.address1.as_deref(),
        address.address2.as_deref(),
        city,
    ]
}

/// Value of a format letter.
fn value(letter: char, address: &Address, country: Option<&'static Country>) -> String {
    match letter {
        'N' => joined(&[address.first_name.as_deref(), address.last_name.as_deref()]),
        'O' => joined(&[address.company.as_deref()]),
        'A' => {
            let streets = streets(address, country).map(|street| joined(&[street]));
            let streets: Vec<_> = streets.into_iter().filter(|s| !s.is_empty()).collect();
            streets.join(", ")
        }
        'C' => joined(&[address.city.as_deref()]),
        'S' => zone_on_envelope(address, country),
        'Z' => {
            let code = country.map_or("", |country| country.code);
            let zip = address.zip.as_deref().map(|zip| display_zip(zip, code));
            joined(&[zip.as_deref()])
        }
        _ => String::new(),
    }
}

/// The zone in Latin letters, readable for foreign postal services.
fn zone_on_envelope(address: &Address, country: Option<&'static Country>) -> String {
    let given = address.province.as_deref();
    let known = country
        .zip(given)
        .and_then(|(country, text)| zone_of(country, text));
    known.map_or_else(|| joined(&[given]), |zone| latin_name(zone).to_owned())
}

/// The zone's first name in Latin letters.
fn latin_name(zone: &Zone) -> &str {
    let is_latin = |name: &str| name.chars().all(|c| c < '\u{250}');
    zone.names()
        .find(|name| is_latin(name))
        .unwrap_or(zone.name)
}

fn joined(parts: &[Option<&str>]) -> String {
    let words = parts
        .iter()
        .flatten()
        .flat_map(|part| part.split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{jana, text};

    #[test]
    fn a_czech_address_has_its_postal_code_before_the_city() {
        let address = Address {
            company: text("Lněná dílna s.r.o."),
            address2: text("3. patro"),
            zip: text("11000"),
            ..jana()
        };
        assert_eq!(
            display_lines(&address),
            [
                "Jana Nováková",
                "Lněná dílna s.r.o.",
                "Dlouhá 12",
                "3. patro",
                "110 00 Praha 1",
                "Česko"
            ]
        );
    }

    #[test]
    fn missing_parts_leave_no_empty_line() {
        let address = Address {
            last_name: text("Novák"),
            city: text(" "),
            country: text("JP"),
            ..Address::default()
        };
        assert_eq!(display_lines(&address), ["Novák", "Japonsko"]);
        assert!(display_lines(&Address::default()).is_empty());
    }

    /// [5.09] Each country has its own order of lines.
    #[test]
    fn each_country_has_its_order() {
        let of = |country: &str, province: &str, city: &str, zip: &str| {
            let address = Address {
                country: text(country),
                province: text(province),
                city: text(city),
                zip: text(zip),
                ..jana()
            };
            display_lines(&address)[1..].join("; ")
        };
        for (country, province, city, zip, expected) in [
            (
                "US",
                "CA",
                "Cupertino",
                "95014",
                "Dlouhá 12; Cupertino, CA 95014; Spojené státy",
            ),
            (
                "US",
                "",
                "Cupertino",
                "95014",
                "Dlouhá 12; Cupertino 95014; Spojené státy",
            ),
            ("US", "CA", "", "", "Dlouhá 12; CA; Spojené státy"),
            (
                "AE",
                "DU",
                "Deira",
                "",
                "Dlouhá 12; Deira; Dubai; Spojené arabské emiráty",
            ),
            (
                "JP",
                "13",
                "Chiyoda",
                "1000001",
                "Dlouhá 12, Chiyoda, Tokyo; 100-0001; Japonsko",
            ),
            (
                "ES",
                "M",
                "Getafe",
                "28901",
                "Dlouhá 12; 28901 Getafe Madrid; Španělsko",
            ),
            (
                "IT",
                "RM",
                "Roma",
                "00144",
                "Dlouhá 12; 00144 Roma RM; Itálie",
            ),
            (
                "CZ",
                "Praha",
                "Praha",
                "11000",
                "Dlouhá 12; 110 00 Praha; Česko",
            ),
            ("ZZ", "x", "Praha", "11000", "Dlouhá 12; 11000 Praha; ZZ"),
        ] {
            assert_eq!(of(country, province, city, zip), expected);
        }
    }
}
