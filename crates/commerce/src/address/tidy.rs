//! Normalises an address before it is stored.

use super::{Address, country_code, display_zip, normalise_phone, zone};

impl Address {
    /// Normalises the address: white space collapsed, empty fields absent, country and zone as codes, postal code and
    /// telephone in the country's format. Values that cannot be parsed are kept, so that [`super::faults`] can report
    /// them.
    #[must_use]
    pub fn tidied(self) -> Self {
        let country = tidy_text(self.country).map(|text| country_code(&text).unwrap_or(text));
        let code = country.clone().unwrap_or_default();
        let tidy_zip = |zip: String| display_zip(&zip, &code);
        let tidy_zone = |text: String| match zone(&code, &text) {
            Some(zone) => zone.code.to_owned(),
            None => text,
        };
        let tidy_phone = |phone: String| normalise_phone(&phone, &code).unwrap_or(phone);
        Self {
            first_name: tidy_text(self.first_name),
            last_name: tidy_text(self.last_name),
            company: tidy_text(self.company),
            address1: tidy_text(self.address1),
            address2: tidy_text(self.address2),
            city: tidy_text(self.city),
            zip: tidy_text(self.zip).map(tidy_zip),
            province: tidy_text(self.province).map(tidy_zone),
            phone: tidy_text(self.phone).map(tidy_phone),
            country,
        }
    }

    /// Whether every field is missing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clone().tidied() == Self::default()
    }
}

/// Collapses white space to one space between words and trims; `None` if nothing is left.
pub(crate) fn tidy_text(text: Option<String>) -> Option<String> {
    let single_spaced = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.map(single_spaced).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{jana, text};

    #[test]
    fn an_address_is_written_properly() {
        let untidy = Address {
            first_name: text("  Jana "),
            last_name: text("Nováková\n"),
            company: text("   "),
            address1: text("Dlouhá   12"),
            zip: text("11000"),
            country: text("česko"),
            phone: text("777 123 456"),
            ..jana()
        };
        let expected = Address {
            phone: text("+420777123456"),
            ..jana()
        };
        assert_eq!(untidy.tidied(), expected);
    }

    #[test]
    fn a_zone_becomes_its_code() {
        for (country, given, kept) in [
            ("AE", "دبي", "DU"),
            ("Mexiko", "Ciudad de México", "CMX"),
            ("US", "puerto rico", "PR"),
            ("US", "Atlantida", "Atlantida"),
            ("CZ", "Praha", "Praha"),
        ] {
            let given = Address {
                country: text(country),
                province: text(given),
                ..Address::default()
            };
            assert_eq!(given.tidied().province.as_deref(), Some(kept));
        }
    }

    #[test]
    fn tidying_twice_changes_nothing_more() {
        let once = jana().tidied();
        assert_eq!(once.clone().tidied(), once);
    }

    #[test]
    fn what_is_not_understood_stays() {
        let odd = Address {
            zip: text("abc"),
            country: text("Atlantida"),
            phone: text("zavolejte"),
            ..Address::default()
        };
        assert_eq!(odd.clone().tidied(), odd);
    }

    #[test]
    fn an_address_of_blanks_is_empty() {
        let blank = Address {
            city: text(" \u{a0} "),
            ..Address::default()
        };
        assert!(blank.is_empty());
        assert!(!jana().is_empty());
    }
}
