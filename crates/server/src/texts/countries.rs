//! Names of countries.

/// Countries that a shop can deliver to, by code.
const COUNTRIES: &[(&str, &str)] = &[
    ("AT", "Rakousko"),
    ("BE", "Belgie"),
    ("BG", "Bulharsko"),
    ("CH", "Švýcarsko"),
    ("CY", "Kypr"),
    ("CZ", "Česko"),
    ("DE", "Německo"),
    ("DK", "Dánsko"),
    ("EE", "Estonsko"),
    ("ES", "Španělsko"),
    ("FI", "Finsko"),
    ("FR", "Francie"),
    ("GB", "Spojené království"),
    ("GR", "Řecko"),
    ("HR", "Chorvatsko"),
    ("HU", "Maďarsko"),
    ("IE", "Irsko"),
    ("IS", "Island"),
    ("IT", "Itálie"),
    ("LI", "Lichtenštejnsko"),
    ("LT", "Litva"),
    ("LU", "Lucembursko"),
    ("LV", "Lotyšsko"),
    ("MT", "Malta"),
    ("NL", "Nizozemsko"),
    ("NO", "Norsko"),
    ("PL", "Polsko"),
    ("PT", "Portugalsko"),
    ("RO", "Rumunsko"),
    ("SE", "Švédsko"),
    ("SI", "Slovinsko"),
    ("SK", "Slovensko"),
    ("US", "Spojené státy"),
];

/// The Czech name of a country, by its upper-case ISO 3166-1 alpha-2 code.
#[must_use]
pub fn country_name(code: &str) -> Option<&'static str> {
    let position = COUNTRIES
        .binary_search_by_key(&code, |&(code, _)| code)
        .ok()?;
    Some(COUNTRIES[position].1)
}
