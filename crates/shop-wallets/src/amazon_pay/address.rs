//! Addresses at Amazon, as the shop writes them.

use zkratka_commerce::address::{Address, is_country, normalise_phone};
use zkratka_payments::amazon_pay::AmazonAddress;

/// Countries in whose addresses at Amazon the street may stand in any line.
const STREET_IN_ANY_LINE: [&str; 2] = ["AT", "DE"];

/// Converts an address from Amazon, and normalises zones, postal codes and telephone numbers as for an address that a buyer
/// types. A country that the API does not know, and a telephone number that cannot be interpreted, are left out.
pub(super) fn mailing(given: &AmazonAddress) -> Address {
    let country = given.country.clone().filter(|code| is_country(code));
    let (first_name, last_name) = given.name.as_deref().map_or((None, None), names);
    let lines = Lines::of(&given.lines, country.as_deref().unwrap_or_default());
    let phone = given.phone.as_deref();
    let phone =
        phone.and_then(|phone| normalise_phone(phone, country.as_deref().unwrap_or_default()));
    let address = Address {
        first_name,
        last_name,
        company: lines.company,
        address1: lines.street,
        address2: lines.rest,
        city: given.city.clone(),
        zip: given.postal_code.clone(),
        province: given.region.clone(),
        country,
        phone,
    };
    address.tidied()
}

/// Amazon has one text for a name. Its last word is the family name.
fn names(name: &str) -> (Option<String>, Option<String>) {
    match name.trim().rsplit_once(char::is_whitespace) {
        Some((first, last)) => (Some(first.trim().to_owned()), Some(last.to_owned())),
        None => (None, Some(name.trim().to_owned())),
    }
}

/// An address's lines, by their meaning.
#[derive(Debug, Default, PartialEq, Eq)]
struct Lines {
    company: Option<String>,
    street: Option<String>,
    rest: Option<String>,
}

impl Lines {
    /// In a country whose streets may stand anywhere, the street is the first line with a number, and what stands above it
    /// is a company. Elsewhere it is the first line.
    fn of(lines: &[String], country: &str) -> Self {
        let has_number = |line: &String| line.contains(|letter: char| letter.is_ascii_digit());
        let at = if STREET_IN_ANY_LINE.contains(&country) {
            lines.iter().position(has_number).unwrap_or_default()
        } else {
            0
        };
        let (above, street) = lines.split_at(at.min(lines.len()));
        let joined = |lines: &[String]| Some(lines.join(", ")).filter(|text| !text.is_empty());
        Self {
            company: joined(above),
            street: street.first().cloned(),
            rest: joined(street.get(1..).unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str], country: &str) -> [Option<String>; 3] {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let Lines {
            company,
            street,
            rest,
        } = Lines::of(&lines, country);
        [company, street, rest]
    }

    /// [B.02] The street of a German address is found below a company; elsewhere it is the first line.
    #[test]
    fn a_street_is_found() {
        let some = |text: &str| Some(text.to_owned());
        for (given, country, expected) in [
            (
                vec!["Lindenstraße 12"],
                "DE",
                [None, some("Lindenstraße 12"), None],
            ),
            (
                vec!["Beispiel GmbH", "Hauptstraße 5", "2. OG"],
                "DE",
                [some("Beispiel GmbH"), some("Hauptstraße 5"), some("2. OG")],
            ),
            (vec!["Am Markt"], "AT", [None, some("Am Markt"), None]),
            (
                vec!["Flat A", "10 Bedford Street", "Side"],
                "GB",
                [None, some("Flat A"), some("10 Bedford Street, Side")],
            ),
            (vec![], "DE", [None, None, None]),
        ] {
            assert_eq!(lines(&given, country), expected, "{given:?}");
        }
    }

    /// [B.02] A name's last word is the family name; what the shop cannot read is left out.
    #[test]
    fn an_address_becomes_the_shops() {
        let given = AmazonAddress {
            name: Some("Anna Maria Schmidt".to_owned()),
            lines: vec!["Lindenstraße 12".to_owned()],
            city: Some("Berlin".to_owned()),
            postal_code: Some("10969".to_owned()),
            country: Some("DE".to_owned()),
            phone: Some("030 1234567".to_owned()),
            ..AmazonAddress::default()
        };
        let address = mailing(&given);
        assert_eq!(address.first_name.as_deref(), Some("Anna Maria"));
        assert_eq!(address.last_name.as_deref(), Some("Schmidt"));
        assert_eq!(address.phone.as_deref(), Some("+49301234567"));
        let unknown = AmazonAddress {
            name: Some("Cher".to_owned()),
            country: Some("QX".to_owned()),
            phone: Some("x".to_owned()),
            ..given
        };
        let address = mailing(&unknown);
        assert_eq!((address.first_name, address.country), (None, None));
        assert_eq!(address.last_name.as_deref(), Some("Cher"));
        assert_eq!(address.phone, None);
    }
}
