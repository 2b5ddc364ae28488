//! The address fields that a form shows for a country, and their order.

use super::data::{self, Country};

/// A field of the address that describes the place, by its name in argument paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceField {
    /// `address1`, `address2`, `city`, `province` or `zip`.
    pub name: &'static str,
    /// Whether the country requires it.
    pub required: bool,
}

/// The place fields of an address in the country's order. A form first asks for the names and the company, as
/// everywhere, then for these fields. An unknown country gets the common fields.
#[must_use]
pub fn place_fields(country: &str) -> Vec<PlaceField> {
    let known = data::country(country);
    known.map_or_else(
        || fields("%A%Z%C", |letter| "AC".contains(letter)),
        fields_of,
    )
}

fn fields_of(country: &Country) -> Vec<PlaceField> {
    fields(country.format(), |letter| country.requires(letter))
}

fn fields(format: &str, is_required: impl Fn(char) -> bool) -> Vec<PlaceField> {
    let letters = format.split('%').skip(1);
    let letters = letters.filter_map(|part| part.chars().next());
    let mut fields: Vec<PlaceField> = Vec::new();
    for letter in letters {
        let required = is_required(letter);
        let mut ask = |name, required| fields.push(PlaceField { name, required });
        match letter {
            'A' => {
                ask("address1", required);
                ask("address2", false);
            }
            'C' => ask("city", required),
            'S' => ask("province", required),
            'Z' => ask("zip", required),
            _ => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(country: &str) -> String {
        let word = |field: &PlaceField| {
            let mark = if field.required { "" } else { "?" };
            format!("{}{mark}", field.name)
        };
        let words: Vec<_> = place_fields(country).iter().map(word).collect();
        words.join(" ")
    }

    /// [5.09] A form asks for the fields that the country needs, in the country's order.
    #[test]
    fn each_country_is_asked_in_its_order() {
        for (country, expected) in [
            ("CZ", "address1 address2? zip city"),
            ("US", "address1 address2? city province zip"),
            ("AE", "address1 address2? province"),
            ("JP", "address1 address2? province zip"),
            ("IT", "address1 address2? zip city province"),
            ("IE", "address1 address2? city province? zip?"),
            ("HK", "address1 address2? city? province"),
            ("ZZ", "address1 address2? zip? city"),
        ] {
            assert_eq!(asked(country), expected, "{country}");
        }
        for country in data::countries() {
            let fields = fields_of(country);
            let named = |name: &str| fields.iter().filter(|field| field.name == name).count();
            assert_eq!(named("address1"), 1, "{}", country.code);
            let letters = [('C', "city"), ('S', "province"), ('Z', "zip")];
            for (letter, name) in letters {
                let is_needed = country.requires(letter);
                assert!(
                    named(name) <= 1 && (!is_needed || named(name) == 1),
                    "{}",
                    country.code
                );
            }
        }
    }
}
