//! The fields of an address in Czech: one whole sentence each for a missing, an invalid and a too long value.

use super::places::{Words, zip_words, zone_words};
use zkratka_commerce::subject::AddressField;

/// The texts about one field.
pub(super) struct FieldTexts {
    /// The label, as the subject of a sentence: `Jméno`.
    pub(super) label: &'static str,
    /// `Zadejte jméno.`
    pub(super) missing: String,
    /// `Zadejte platné jméno.`
    pub(super) invalid: String,
    /// `Jméno je příliš dlouhé.`
    pub(super) too_long: String,
}

/// The texts about a field. `country` is a country code, or empty if unknown. It decides the words for zones and postal
/// codes.
pub(super) fn field_texts(field: AddressField, country: &str) -> FieldTexts {
    match field {
        AddressField::FirstName => plain("Jméno", "jméno", "platné jméno", "je příliš dlouhé"),
        AddressField::LastName => plain(
            "Příjmení",
            "příjmení",
            "platné příjmení",
            "je příliš dlouhé",
        ),
        AddressField::Company => plain(
            "Firma",
            "firmu",
            "platný název firmy",
            "má příliš dlouhý název",
        ),
        AddressField::Address1 => plain(
            "Ulice a číslo popisné",
            "ulici a číslo popisné",
            "platnou ulici a číslo popisné",
            "jsou příliš dlouhé",
        ),
        AddressField::Address2 => plain(
            "Doplněk adresy",
            "doplněk adresy",
            "platný doplněk adresy",
            "je příliš dlouhý",
        ),
        AddressField::City => plain("Město", "město", "platné město", "má příliš dlouhý název"),
        AddressField::Zip => of_place(zip_words(country), "Zadejte", "má příliš mnoho znaků"),
        AddressField::Province => {
            of_place(zone_words(country), "Vyberte", "má příliš dlouhý název")
        }
        AddressField::Country => country_texts(),
        AddressField::Phone => plain(
            "Telefon",
            "telefon",
            "platné telefonní číslo",
            "má příliš mnoho číslic",
        ),
    }
}

/// The texts about the country of an address or of the buyer.
pub(super) fn country_texts() -> FieldTexts {
    FieldTexts {
        label: "Země",
        missing: "Vyberte zemi.".to_owned(),
        invalid: "Vyberte platnou zemi.".to_owned(),
        too_long: "Země má příliš dlouhý název.".to_owned(),
    }
}

/// The texts about a field without a Czech name here.
pub(super) fn nameless_texts() -> FieldTexts {
    FieldTexts {
        label: "Údaj",
        missing: "Doplňte prosím chybějící údaj.".to_owned(),
        invalid: "Tento údaj nevypadá správně. Zkontrolujte ho prosím.".to_owned(),
        too_long: "Údaj je příliš dlouhý. Zkraťte ho prosím.".to_owned(),
    }
}

fn plain(label: &'static str, wanted: &str, valid: &str, is_too_long: &str) -> FieldTexts {
    FieldTexts {
        label,
        missing: format!("Zadejte {wanted}."),
        invalid: format!("Zadejte {valid}."),
        too_long: format!("{label} {is_too_long}."),
    }
}

fn of_place(words: Words, give: &str, is_too_long: &str) -> FieldTexts {
    FieldTexts {
        label: words.label,
        missing: format!("{give} {}.", words.wanted),
        invalid: format!("{give} {}.", words.valid),
        too_long: format!("{} {is_too_long}.", words.label),
    }
}
