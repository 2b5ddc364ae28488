//! Zones: the states, provinces and emirates that are part of a country's addresses.

use super::data::{self, Country};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

pub use super::data::Zone;

/// The zones of a country; empty if its addresses name none or our data lists none.
#[must_use]
pub fn zones(country: &str) -> &'static [Zone] {
    data::country(country).map_or(&[], |country| country.zones.as_slice())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// Area (Hong Kong).
    Area,
    /// County (Ireland, Taiwan).
    County,
    /// Department (Colombia, Nicaragua).
    Department,
    /// District (Nauru).
    District,
    Emirate,
    Island,
    /// Oblast (Russia, Ukraine).
    Oblast,
    /// Parish (Jamaica).
    Parish,
    /// Prefecture (Japan).
    Prefecture,
    /// Province; also the fallback for any other word.
    Province,
    State,
}

impl ZoneKind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "area" => Self::Area,
            "county" => Self::County,
            "department" => Self::Department,
            "district" => Self::District,
            "emirate" => Self::Emirate,
            "island" => Self::Island,
            "oblast" => Self::Oblast,
            "parish" => Self::Parish,
            "prefecture" => Self::Prefecture,
            // In South Korea these are provinces and cities of the same rank.
            "province" | "do_si" => Self::Province,
            "state" => Self::State,
            _ => return None,
        })
    }
}

/// `None` if our data has no zones for the country.
#[must_use]
pub fn zone_kind(country: &str) -> Option<ZoneKind> {
    let country = data::country(country).filter(|country| !country.zones.is_empty())?;
    ZoneKind::named(country.zone_kind)
}

/// Finds a zone by code or name, ignoring case and diacritics.
#[must_use]
pub fn zone(country: &str, text: &str) -> Option<&'static Zone> {
    data::country(country).and_then(|country| zone_of(country, text))
}

/// Codes take precedence over names: in Somalia `SO` is the code of one zone, even if it is a name of another.
pub(super) fn zone_of(country: &'static Country, text: &str) -> Option<&'static Zone> {
    let text = text.trim();
    // `US-CA` is a full ISO 3166-2 code.
    let full = text.split_once('-');
    let short = full
        .filter(|(prefix, _)| prefix.eq_ignore_ascii_case(country.code))
        .map_or(text, |(_, code)| code);
    let of = |fits: &dyn Fn(&Zone) -> bool| country.zones.iter().find(|zone| fits(zone));
    of(&|zone| zone.code.eq_ignore_ascii_case(short))
        .or_else(|| of(&|zone| is_same_name(zone.key, text)))
        .or_else(|| of(&|zone| zone.names().any(|name| is_same_name(name, text))))
}

/// Whether two spellings are the same name. Only letters and digits count, without case and diacritics: `S.L.P.` equals
/// `slp`, `QUEBEC` equals `Québec`. Text without letters and digits equals nothing.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    folded(one).next().is_some() && folded(one).eq(folded(other))
}

fn folded(text: &str) -> impl Iterator<Item = char> {
    let plain = text.nfkd().filter(|&c| !is_combining_mark(c));
    let small = plain.flat_map(char::to_lowercase);
    let bare = small.filter(|c| c.is_alphanumeric() && !is_combining_mark(*c));
    bare.map(simpler)
}

/// Letters that do not decompose into a base letter and a mark, but are often typed as one.
const fn simpler(letter: char) -> char {
    match letter {
        'ı' => 'i',
        'đ' => 'd',
        'ł' => 'l',
        'ø' => 'o',
        'ة' => 'ه',
        'ى' => 'ي',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn code(country: &str, text: &str) -> Option<&'static str> {
        zone(country, text).map(|zone| zone.code)
    }

    /// [5.07] [5.09] Emirates in Arabic, English and Czech; Mexican states; US territories; Canadian provinces;
    /// Japanese prefectures: found by code and by name, in either case.
    #[test]
    fn zones_are_known_by_code_and_by_all_names() {
        for (country, text, expected) in [
            ("AE", "DU", Some("DU")),
            ("AE", "du", Some("DU")),
            ("AE", "AE-DU", Some("DU")),
            ("AE", "دبي", Some("DU")),
            ("AE", "إمارة دبيّ", Some("DU")),
            ("AE", "أبوظبي", Some("AZ")),
            ("AE", "أبو ظبي", Some("AZ")),
            ("AE", "ابو ظبي", Some("AZ")),
            ("AE", "أم القيوين", Some("UQ")),
            ("AE", "الشارقة", Some("SH")),
            ("AE", "رأس الخيمة", Some("RK")),
            ("AE", "عجمان", Some("AJ")),
            ("AE", "الفجيرة", Some("FU")),
            ("AE", "ABU DHABI", Some("AZ")),
            ("AE", "Abú Zabí", Some("AZ")),
            ("AE", "Umm al-Quwain", Some("UQ")),
            ("AE", "Šardžá", Some("SH")),
            ("MX", "CMX", Some("CMX")),
            ("MX", "CDMX", Some("CMX")),
            ("MX", "D.F.", Some("CMX")),
            ("MX", "Ciudad de Mexico", Some("CMX")),
            ("MX", "S.L.P.", Some("SLP")),
            ("MX", "q roo", Some("ROO")),
            ("MX", "Nuevo León", Some("NLE")),
            ("MX", "NL", Some("NLE")),
            ("MX", "Yucatan", Some("YUC")),
            ("US", "ca", Some("CA")),
            ("US", "California", Some("CA")),
            ("US", "Kalifornie", Some("CA")),
            ("US", "PR", Some("PR")),
            ("US", "Puerto Rico", Some("PR")),
            ("US", "Portoriko", Some("PR")),
            ("US", "GU", Some("GU")),
            ("CA", "Québec", Some("QC")),
            ("CA", "QUEBEC", Some("QC")),
            ("CA", "Colombie-Britannique", Some("BC")),
            ("JP", "東京都", Some("13")),
            ("JP", "Tokyo", Some("13")),
            ("JP", "Tokio", Some("13")),
            ("IE", "Cork", Some("CO")),
            ("IE", "county cork", Some("CO")),
            ("TR", "DIYARBAKIR", Some("21")),
            ("AE", "Praha", None),
            ("AE", "", None),
            ("AE", " - ", None),
            ("CZ", "Praha", None),
            ("ZZ", "x", None),
        ] {
            assert_eq!(code(country, text), expected, "{country} {text}");
        }
    }

    #[test]
    fn every_country_with_zones_has_a_word_for_them() {
        for country in data::countries() {
            assert_eq!(
                zone_kind(country.code).is_some(),
                !country.zones.is_empty(),
                "{}",
                country.code
            );
        }
        assert_eq!(zone_kind("AE"), Some(ZoneKind::Emirate));
        assert_eq!(zone_kind("CZ"), None);
    }

    /// [5.09] In every country each zone is found by its code and by each of its names, unless the name is another
    /// zone's code. No two zones share a code.
    #[test]
    fn no_name_leads_astray() {
        for country in data::countries() {
            let mut codes = BTreeMap::new();
            for zone in &country.zones {
                let before = codes.insert(zone.code.to_lowercase(), zone.name);
                assert_eq!(before, None, "{} {}", country.code, zone.code);
            }
            for zone in &country.zones {
                for text in [zone.code, zone.name].into_iter().chain(zone.names()) {
                    let found = zone_of(country, text).expect("a zone");
                    let is_anothers_code = codes.contains_key(&text.to_lowercase());
                    assert!(
                        found.code == zone.code || is_anothers_code,
                        "{} {text}: {} instead of {}",
                        country.code,
                        found.code,
                        zone.code
                    );
                }
            }
        }
    }
}
