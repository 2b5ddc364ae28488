//! Zones: the areas in which a delivery method is available.

use serde::{Deserialize, Serialize};

/// A named set of countries or parts of countries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// The stable handle, e.g. `praha`.
    pub handle: String,
    pub countries: Vec<ZoneCountry>,
}

/// A country in a zone, whole or in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneCountry {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Prefixes of the part's postal codes, in the form of [`zip_prefix`]; empty: the whole country.
    pub zips: Vec<String>,
}

/// A delivery destination, as far as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination<'a> {
    /// ISO 3166-1 alpha-2.
    pub country: &'a str,
    /// The postal code as entered.
    pub zip: Option<&'a str>,
}

/// Normalises a postal code or prefix: upper case, without spaces and dashes.
#[must_use]
pub fn zip_prefix(text: &str) -> String {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_uppercase).collect()
}

impl Zone {
    /// Whether the zone contains the place. A place without a postal code is only in zones that contain its whole
    /// country.
    #[must_use]
    pub fn holds(&self, place: Destination<'_>) -> bool {
        self.countries.iter().any(|part| part.holds(place))
    }

    /// Whether the zone contains everything in `other`.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        let covered = |part: &ZoneCountry| self.countries.iter().any(|own| own.covers(part));
        other.countries.iter().all(covered)
    }
}

impl ZoneCountry {
    pub(crate) fn holds(&self, place: Destination<'_>) -> bool {
        if self.country != place.country {
            return false;
        }
        let zip = place.zip.map(zip_prefix).unwrap_or_default();
        self.zips.is_empty() || self.zips.iter().any(|prefix| zip.starts_with(prefix))
    }

    fn covers(&self, other: &Self) -> bool {
        let covered = |zip: &String| self.zips.iter().any(|own| zip.starts_with(own));
        let whole = self.zips.is_empty();
        self.country == other.country
            && (whole || (!other.zips.is_empty() && other.zips.iter().all(covered)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(country: &str, zips: &[&str]) -> Zone {
        let zips = zips.iter().map(|zip| zip_prefix(zip)).collect();
        let country = country.to_owned();
        Zone {
            handle: "zone".to_owned(),
            countries: vec![ZoneCountry { country, zips }],
        }
    }

    #[test]
    fn a_zone_holds_what_its_postal_codes_begin_with() {
        let praha = part("CZ", &["1"]);
        for (country, zip, holds) in [
            ("CZ", Some("110 00"), true),
            ("CZ", Some(" 1 9900"), true),
            ("CZ", Some("602 00"), false),
            ("CZ", Some(""), false),
            ("CZ", None, false),
            ("SK", Some("110 00"), false),
        ] {
            assert_eq!(praha.holds(Destination { country, zip }), holds, "{zip:?}");
        }
        let (country, zip) = ("CZ", None);
        assert!(part("CZ", &[]).holds(Destination { country, zip }));
        let london = part("GB", &["sw1", "EC-1"]);
        for (zip, holds) in [("SW1A 1AA", true), ("ec1a 1bb", true), ("W1", false)] {
            let (country, zip) = ("GB", Some(zip));
            assert_eq!(london.holds(Destination { country, zip }), holds);
        }
    }

    #[test]
    fn a_zone_covers_parts_of_itself() {
        for (own, other, covers) in [
            (part("CZ", &[]), part("CZ", &["1"]), true),
            (part("CZ", &["1"]), part("CZ", &["11", "12"]), true),
            (part("CZ", &["1"]), part("CZ", &["1", "2"]), false),
            (part("CZ", &["1"]), part("CZ", &[]), false),
            (part("CZ", &[]), part("SK", &[]), false),
        ] {
            assert_eq!(own.covers(&other), covers, "{own:?} {other:?}");
        }
    }
}
