//! Files to download: the consent to their immediate delivery, and what the order's page says about them.

use crate::date::long_date;
use crate::typographic;
use serde::Serialize;
use zkratka_commerce::delivery::Date;
use zkratka_commerce::download::{CONSENT_ATTRIBUTE, CONSENT_VERSION, ConsentPlace};

/// What the buyer agrees to in the checkout. A change needs a new [`zkratka_commerce::download::CONSENT_VERSION`], here and
/// in the two texts below.
const CONSENT_AT_CHECKOUT: &str = "Chci obsah stáhnout hned po zaplacení. Beru na vědomí, že tím ztrácím právo odstoupit od smlouvy.";
/// What the buyer agrees to on the order's page.
pub const CONSENT_ON_PAGE: &str =
    "Chci obsah stáhnout hned. Beru na vědomí, že tím ztrácím právo odstoupit od smlouvy.";
/// The button with which the buyer agrees there.
pub const CONSENT_BUTTON: &str = "Souhlasím a\u{a0}chci stahovat";

/// The link shows its time only in the address.
pub const LINK_EXPIRED: &str =
    "Odkaz ke stažení platí jen den. Otevřete znovu stránku objednávky, najdete na ní nový.";
pub const CONSENT_MISSING: &str =
    "Než začnete stahovat, potřebujeme na stránce objednávky váš souhlas.";
/// The heading above a file that cannot be downloaded.
pub const NO_DOWNLOAD: &str = "Soubor teď stáhnout nejde";
/// The order's page was opened by a link that does not show who opened it.
pub const FILES_ELSEWHERE: &str =
    "Soubory ke stažení najdete na stránce objednávky, na kterou vede odkaz v\u{a0}e-mailu.";
/// In an e-mail.
pub const FILES_ON_PAGE: &str = "Soubory ke stažení najdete na stránce objednávky.";
/// In an e-mail: the confirmation of the consent that the buyer gave in the checkout.
pub const CONSENT_CONFIRMED: &str = "V\u{a0}pokladně jste souhlasili, že vám obsah ke stažení zpřístupníme hned po zaplacení, a\u{a0}vzali jste na vědomí, že tím ztrácíte právo odstoupit od smlouvy.";

/// What the checkout asks above the order button.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ConsentQuestion {
    text: &'static str,
    /// The cart's attribute that carries the answer, and its value if the buyer consents.
    key: &'static str,
    value: &'static str,
}

impl ConsentQuestion {
    pub const NOW: Self = Self {
        text: CONSENT_AT_CHECKOUT,
        key: CONSENT_ATTRIBUTE,
        value: CONSENT_VERSION,
    };
}

/// What a file's buyer should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DownloadNote {
    /// So many times it can still be downloaded; 0: it cannot.
    Left(u32),
    Unpaid,
    Held,
    Withheld,
    Ended,
}

impl DownloadNote {
    /// The sentence beside the file. `email`: where buyers write to; may be empty.
    #[must_use]
    pub fn text(self, email: &str) -> String {
        let write = if email.is_empty() {
            "Napište nám".to_owned()
        } else {
            format!("Napište nám na {email}")
        };
        match self {
            Self::Left(0) => {
                format!("Počet stažení je vyčerpaný. {write} a\u{a0}soubor vám pošleme.")
            }
            Self::Left(left @ 2..=4) => format!("Zbývají {left}\u{a0}stažení."),
            Self::Left(left) => format!("Zbývá {left}\u{a0}stažení."),
            Self::Unpaid => "Soubor stáhnete, jakmile nám dorazí platba.".to_owned(),
            Self::Held => {
                "Platbu právě dokončujeme. Načtěte prosím stránku za chvíli znovu.".to_owned()
            }
            Self::Withheld => {
                format!(
                    "Stahování je pozastavené, protože platbu za objednávku prověřujeme. {write}."
                )
            }
            Self::Ended => {
                "Soubor už stáhnout nejde: objednávka je zrušená, nebo jsme za něj vrátili peníze."
                    .to_owned()
            }
        }
    }
}

/// Why the page asks for consent. `opens`: the day on which the files open without it, if it is in the calendar.
#[must_use]
pub fn consent_reason(opens: Option<Date>) -> String {
    let day = opens.map_or_else(String::new, |day| format!(" {}", long_date(day)));
    format!(
        "Soubory zpřístupníme{day}, až uplyne lhůta pro odstoupení od smlouvy. Pokud je chcete hned, potřebujeme váš souhlas."
    )
}

/// Confirms the consent on the order's page. `day`: when the buyer gave it.
#[must_use]
pub fn consent_confirmed(day: Option<Date>, place: ConsentPlace) -> String {
    let day = day.map_or_else(|| "Při objednávce".to_owned(), long_date);
    let place = match place {
        ConsentPlace::Checkout => "v\u{a0}pokladně",
        ConsentPlace::OrderPage => "na této stránce",
    };
    format!(
        "{day} jste {place} souhlasili, že vám obsah zpřístupníme hned, a\u{a0}vzali jste na vědomí, že tím ztrácíte právo odstoupit od smlouvy."
    )
}

/// The e-mail that confirms a consent that the buyer gave on the order's page. `day`: when; `files`: what it is about.
#[must_use]
pub fn consent_sentences(day: Option<Date>, files: &[&str]) -> Vec<String> {
    let day = day.map_or_else(|| "Po objednávce".to_owned(), long_date);
    let files: Vec<_> = files.iter().map(|one| typographic(one)).collect();
    vec![
        format!(
            "{day} jste na stránce objednávky souhlasili, že vám obsah ke stažení zpřístupníme hned, a\u{a0}vzali jste na vědomí, že tím ztrácíte právo odstoupit od smlouvy."
        ),
        format!("Souhlas platí pro: {}.", files.join(", ")),
        "Zprávu si prosím uschovejte jako doklad.".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] The page says how many downloads are left, in Czech, and whom to write to when there are none.
    #[test]
    fn a_file_says_how_often_it_can_be_downloaded() {
        for (left, expected) in [
            (1, "Zbývá 1\u{a0}stažení."),
            (2, "Zbývají 2\u{a0}stažení."),
            (4, "Zbývají 4\u{a0}stažení."),
            (5, "Zbývá 5\u{a0}stažení."),
        ] {
            assert_eq!(DownloadNote::Left(left).text("x@y.cz"), expected);
        }
        let none = DownloadNote::Left(0).text("x@y.cz");
        assert!(
            none.contains("Napište nám na x@y.cz a\u{a0}soubor"),
            "{none}"
        );
        let none = DownloadNote::Left(0).text("");
        assert!(none.contains("Napište nám a\u{a0}soubor"), "{none}");
    }
}
