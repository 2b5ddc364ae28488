//! What a discount is called, and why a code lowers nothing.

use zkratka_commerce::discount::Refusal;

/// The label of what a discount takes off, by its code or title: `Sleva (LETO10)`. Worded as in the checkout.
#[must_use]
pub fn discount_label(name: &str) -> String {
    format!("Sleva ({name})")
}

/// The refusal, said to the buyer.
#[must_use]
pub fn refusal_text(code: &str, refusal: Refusal) -> String {
    match refusal {
        Refusal::NotFound => format!("Slevový kód {code} neznáme."),
        Refusal::CurrentlyInactive => format!("Slevový kód {code} teď neplatí."),
        Refusal::UsageLimitReached => format!("Slevový kód {code} už byl vyčerpán."),
        Refusal::BuyerUsageLimitReached => {
            format!("Slevový kód {code} jste už jednou využili.")
        }
        Refusal::EligibleBuyerMissing => {
            format!("Slevový kód {code} je jen pro některé zákazníky. Vyplňte prosím svůj e-mail.")
        }
        Refusal::BuyerNotEligible => {
            format!("Slevový kód {code} je určen jiným zákazníkům.")
        }
        Refusal::IncompatiblePurchaseType => {
            format!("Slevový kód {code} pro tento způsob nákupu neplatí.")
        }
        Refusal::NoEntitledLines => {
            format!("Slevový kód {code} pro zboží v košíku neplatí.")
        }
        Refusal::NoEntitledDelivery => {
            format!("Slevový kód {code} pro tuto dopravu neplatí.")
        }
        Refusal::SubtotalNotInRange => {
            format!("Zboží v košíku na slevový kód {code} zatím cenou nestačí.")
        }
        Refusal::QuantityNotInRange => {
            format!("Na slevový kód {code} je v košíku málo kusů.")
        }
        Refusal::NotHonoured => {
            format!("Slevový kód {code} nelze spojit s výhodnější slevou, kterou už máte.")
        }
    }
}
