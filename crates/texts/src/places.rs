//! The Czech names for the zones and postal codes of each country.

use zkratka_commerce::address::{ZipKind, ZoneKind, zip_kind, zone_kind};

/// A noun in the forms that sentences need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// `Stát`: the label, as the subject of a sentence.
    pub label: &'static str,
    /// `stát`: as the object that the buyer chooses or enters.
    pub wanted: &'static str,
    /// `platný stát`
    pub valid: &'static str,
    /// `zvolenému státu`: in the dative.
    pub chosen: &'static str,
}

const KRAJ: Words = words("Kraj", "kraj", "platný kraj", "zvolenému kraji");

const fn words(
    label: &'static str,
    wanted: &'static str,
    valid: &'static str,
    chosen: &'static str,
) -> Words {
    Words {
        label,
        wanted,
        valid,
        chosen,
    }
}

/// The word for the zones of a country. If the country has no zones or is unknown, the word for Czech ones.
#[must_use]
pub fn zone_words(country: &str) -> Words {
    match zone_kind(country) {
        None => KRAJ,
        Some(ZoneKind::Area | ZoneKind::Oblast) => {
            words("Oblast", "oblast", "platnou oblast", "zvolené oblasti")
        }
        Some(ZoneKind::County) => words(
            "Hrabství",
            "hrabství",
            "platné hrabství",
            "zvolenému hrabství",
        ),
        Some(ZoneKind::Department) => words(
            "Departement",
            "departement",
            "platný departement",
            "zvolenému departementu",
        ),
        Some(ZoneKind::District) => words(
            "Distrikt",
            "distrikt",
            "platný distrikt",
            "zvolenému distriktu",
        ),
        Some(ZoneKind::Emirate) => words("Emirát", "emirát", "platný emirát", "zvolenému emirátu"),
        Some(ZoneKind::Island) => words("Ostrov", "ostrov", "platný ostrov", "zvolenému ostrovu"),
        Some(ZoneKind::Parish) => {
            words("Farnost", "farnost", "platnou farnost", "zvolené farnosti")
        }
        Some(ZoneKind::Prefecture) => words(
            "Prefektura",
            "prefekturu",
            "platnou prefekturu",
            "zvolené prefektuře",
        ),
        Some(ZoneKind::Province) => words(
            "Provincie",
            "provincii",
            "platnou provincii",
            "zvolené provincii",
        ),
        Some(ZoneKind::State) => words("Stát", "stát", "platný stát", "zvolenému státu"),
    }
}

/// The word for the postal codes of a country.
#[must_use]
pub fn zip_words(country: &str) -> Words {
    match zip_kind(country) {
        ZipKind::Eircode => words("Eircode", "Eircode", "platný Eircode", "zvolenému Eircodu"),
        ZipKind::Pin => words("PIN kód", "PIN kód", "platný PIN kód", "zvolenému PIN kódu"),
        ZipKind::Postal => words("PSČ", "PSČ", "platné PSČ", "zvolenému PSČ"),
        ZipKind::Zip => words("ZIP kód", "ZIP kód", "platný ZIP kód", "zvolenému ZIP kódu"),
    }
}
