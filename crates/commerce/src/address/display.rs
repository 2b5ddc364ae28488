//! An address as it is written on a parcel.

use super::{Address, country_name, display_zip};

/// The address as lines in Czech order: names, company, street, rest, postal code and city, country. Never an empty line.
#[must_use]
pub fn display_lines(address: &Address) -> Vec<String> {
    let country = address.country.as_deref().unwrap_or_default();
    let zip = address.zip.as_deref().map(|zip| display_zip(zip, country));
    let lines = [
        joined(&[address.first_name.as_deref(), address.last_name.as_deref()]),
        joined(&[address.company.as_deref()]),
        joined(&[address.address1.as_deref()]),
        joined(&[address.address2.as_deref()]),
        joined(&[zip.as_deref(), address.city.as_deref()]),
        country_name(country).unwrap_or(country).to_owned(),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
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
        assert_eq!(display_lines(&address), ["Novák", "JP"]);
        assert!(display_lines(&Address::default()).is_empty());
    }
}
