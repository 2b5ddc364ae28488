//! Countries: codes, names, and how each writes postal codes and telephone numbers.

/// What we know about how a country writes its addresses.
pub(super) struct AddressRules {
    /// Whether a recipient needs a given name beside the family name.
    pub(super) first_name_required: bool,
    /// How postal codes are written, `#` for a digit; such a country's addresses need one.
    pub(super) zip: Option<ZipRule>,
    /// How telephone numbers are written at home.
    pub(super) phone: Option<PhoneRule>,
}

/// How postal codes are written.
pub(super) struct ZipRule {
    /// `#` stands for a digit; everything else is a separator that may be left out.
    pub(super) pattern: &'static str,
    /// Digits that a code may begin with.
    pub(super) first_digits: &'static str,
}

/// How telephone numbers are written at home.
pub(super) struct PhoneRule {
    /// Calling code without `+`.
    pub(super) calling_code: &'static str,
    /// Written before the number at home and left out abroad; may be empty.
    pub(super) trunk: &'static str,
    /// Least and greatest number of digits after the calling code.
    pub(super) digits: (usize, usize),
    /// Digits that a number may begin with after the calling code.
    pub(super) first_digits: &'static str,
}

/// Any country not in [`RULES`]: what holds everywhere.
const ELSEWHERE: AddressRules = AddressRules {
    first_name_required: false,
    zip: None,
    phone: None,
};

/// The shop's neighbourhood. Both names are wanted where carriers hand parcels over against a name.
const RULES: &[(&str, AddressRules)] = &[
    (
        "CZ",
        AddressRules {
            first_name_required: true,
            zip: Some(ZipRule {
                pattern: "### ##",
                first_digits: "1234567",
            }),
            phone: Some(PhoneRule {
                calling_code: "420",
                trunk: "",
                digits: (9, 9),
                first_digits: "23456789",
            }),
        },
    ),
    (
        "SK",
        AddressRules {
            first_name_required: true,
            zip: Some(ZipRule {
                pattern: "### ##",
                first_digits: "089",
            }),
            phone: Some(PhoneRule {
                calling_code: "421",
                trunk: "0",
                digits: (9, 9),
                first_digits: "23456789",
            }),
        },
    ),
    (
        "DE",
        AddressRules {
            first_name_required: false,
            zip: Some(ZipRule {
                pattern: "#####",
                first_digits: "0123456789",
            }),
            phone: Some(PhoneRule {
                calling_code: "49",
                trunk: "0",
                digits: (6, 13),
                first_digits: "123456789",
            }),
        },
    ),
    (
        "AT",
        AddressRules {
            first_name_required: false,
            zip: Some(ZipRule {
                pattern: "####",
                first_digits: "123456789",
            }),
            phone: Some(PhoneRule {
                calling_code: "43",
                trunk: "0",
                digits: (5, 13),
                first_digits: "123456789",
            }),
        },
    ),
    (
        "PL",
        AddressRules {
            first_name_required: false,
            zip: Some(ZipRule {
                pattern: "##-###",
                first_digits: "0123456789",
            }),
            phone: Some(PhoneRule {
                calling_code: "48",
                trunk: "",
                digits: (9, 9),
                first_digits: "123456789",
            }),
        },
    ),
    (
        "HU",
        AddressRules {
            first_name_required: false,
            zip: Some(ZipRule {
                pattern: "####",
                first_digits: "123456789",
            }),
            phone: Some(PhoneRule {
                calling_code: "36",
                trunk: "06",
                digits: (8, 9),
                first_digits: "123456789",
            }),
        },
    ),
];

/// Every ISO 3166-1 alpha-2 code.
const CODES: &str = "\
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO \
    FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE \
    JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW \
    PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM \
    TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/// Code, Czech name, English names by which clients may call it.
const NAMES: &[(&str, &str, &[&str])] = &[
    ("AT", "Rakousko", &["Austria"]),
    ("BE", "Belgie", &["Belgium"]),
    ("BG", "Bulharsko", &["Bulgaria"]),
    ("CH", "Švýcarsko", &["Switzerland"]),
    ("CY", "Kypr", &["Cyprus"]),
    (
        "CZ",
        "Česko",
        &["Czechia", "Czech Republic", "Česká republika"],
    ),
    ("DE", "Německo", &["Germany"]),
    ("DK", "Dánsko", &["Denmark"]),
    ("EE", "Estonsko", &["Estonia"]),
    ("ES", "Španělsko", &["Spain"]),
    ("FI", "Finsko", &["Finland"]),
    ("FR", "Francie", &["France"]),
    ("GB", "Spojené království", &["United Kingdom"]),
    ("GR", "Řecko", &["Greece"]),
    ("HR", "Chorvatsko", &["Croatia"]),
    ("HU", "Maďarsko", &["Hungary"]),
    ("IE", "Irsko", &["Ireland"]),
    ("IS", "Island", &["Iceland"]),
    ("IT", "Itálie", &["Italy"]),
    ("LI", "Lichtenštejnsko", &["Liechtenstein"]),
    ("LT", "Litva", &["Lithuania"]),
    ("LU", "Lucembursko", &["Luxembourg"]),
    ("LV", "Lotyšsko", &["Latvia"]),
    ("MT", "Malta", &[]),
    ("NL", "Nizozemsko", &["Netherlands"]),
    ("NO", "Norsko", &["Norway"]),
    ("PL", "Polsko", &["Poland"]),
    ("PT", "Portugalsko", &["Portugal"]),
    ("RO", "Rumunsko", &["Romania"]),
    ("SE", "Švédsko", &["Sweden"]),
    ("SI", "Slovinsko", &["Slovenia"]),
    (
        "SK",
        "Slovensko",
        &["Slovakia", "Slovak Republic", "Slovenská republika"],
    ),
    ("UA", "Ukrajina", &["Ukraine"]),
    ("US", "Spojené státy", &["United States", "USA"]),
];

/// How addresses are written in a country.
pub(super) fn rules(code: &str) -> &'static AddressRules {
    let known = RULES.iter().find(|(country, _)| *country == code);
    known.map_or(&ELSEWHERE, |(_, rules)| rules)
}

/// Whether this is an ISO 3166-1 alpha-2 code in upper case.
#[must_use]
pub fn is_country(code: &str) -> bool {
    code.len() == 2 && CODES.split(' ').any(|known| known == code)
}

/// The country's Czech name, where we know it.
#[must_use]
pub fn country_name(code: &str) -> Option<&'static str> {
    let known = NAMES.iter().find(|(country, ..)| *country == code);
    known.map(|&(_, name, _)| name)
}

/// The code of a country given by code (in either case) or by name: public addresses carry both.
#[must_use]
pub fn country_code(text: &str) -> Option<String> {
    let text = text.trim();
    let upper = text.to_ascii_uppercase();
    if is_country(&upper) {
        return Some(upper);
    }
    let lower = text.to_lowercase();
    let same = |name: &str| name.to_lowercase() == lower;
    let known = NAMES
        .iter()
        .find(|(_, czech, others)| same(czech) || others.iter().any(|name| same(name)));
    known.map(|&(code, ..)| code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_249_codes_and_every_named_or_ruled_country_is_one() {
        assert_eq!(CODES.split(' ').count(), 249);
        let named = NAMES.iter().map(|(code, ..)| *code);
        let ruled = RULES.iter().map(|(code, _)| *code);
        for code in named.chain(ruled) {
            assert!(is_country(code), "{code}");
        }
    }

    #[test]
    fn a_country_is_known_by_code_or_name() {
        for (text, code) in [
            ("CZ", Some("CZ")),
            (" cz ", Some("CZ")),
            ("Česko", Some("CZ")),
            ("czech republic", Some("CZ")),
            ("SLOVENSKO", Some("SK")),
            ("JP", Some("JP")),
            ("ZZ", None),
            ("UK", None),
            ("C", None),
            ("Z A", None),
            ("", None),
            ("Atlantida", None),
        ] {
            assert_eq!(country_code(text).as_deref(), code, "{text:?}");
        }
        assert_eq!(country_name("CZ"), Some("Česko"));
        assert_eq!(country_name("JP"), None);
    }
}
