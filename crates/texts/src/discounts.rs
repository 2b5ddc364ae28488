//! The labels of discounts, and the reasons why a code gives none.

use std::time::Duration;
use zkratka_commerce::pricing::discounts::Refusal;
use zkratka_commerce::selling_plan::PurchaseType;

/// The label of a discount, by its code or title: `Sleva (LETO10)`. The checkout uses the same words.
#[must_use]
pub fn discount_label(name: &str) -> String {
    format!("Sleva ({name})")
}

/// The label of what a gift card pays: `Dárková karta …2026`. The checkout uses the same words.
#[must_use]
pub fn gift_card_label(last_characters: &str) -> String {
    format!("Dárková karta …{last_characters}")
}

/// The label of a delivery's price. `None`: everything goes together. The checkout uses the same words.
#[must_use]
pub const fn delivery_label(group: Option<PurchaseType>) -> &'static str {
    match group {
        None => "Doprava",
        Some(PurchaseType::OneTimePurchase) => "Doprava jednorázového nákupu",
        Some(PurchaseType::Subscription) => "Doprava předplatného",
    }
}

/// The text for a buyer who has entered too many invalid codes: `... Další zkuste za 30 sekund.`
#[must_use]
pub fn too_many_codes(wait: Duration) -> String {
    let wait = waiting_time(wait);
    format!("Zadali jste hodně kódů, které neplatí. Další prosím zkuste za {wait}.")
}

/// A waiting time after "za", rounded up.
pub(crate) fn waiting_time(wait: Duration) -> String {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    if seconds <= 90 {
        counted(seconds, ["sekundu", "sekundy", "sekund"])
    } else {
        counted(seconds.div_ceil(60), ["minutu", "minuty", "minut"])
    }
}

fn counted(count: u64, [one, few, many]: [&str; 3]) -> String {
    let noun = match count {
        1 => one,
        2..=4 => few,
        _ => many,
    };
    format!("{count}\u{a0}{noun}")
}

/// Tells the buyer why a discount code is refused.
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
            format!("Slevový kód {code} platí až od vyšší ceny nákupu.")
        }
        Refusal::QuantityNotInRange => {
            format!("Na slevový kód {code} je v košíku málo kusů.")
        }
        Refusal::NotHonoured => {
            format!("Slevový kód {code} nelze spojit s výhodnější slevou, kterou už máte.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the cart does not meet a condition of the code, the text says what the condition is.
    #[test]
    fn too_small_a_purchase_is_told_what_is_missing() {
        assert_eq!(
            refusal_text("LETO10", Refusal::SubtotalNotInRange),
            "Slevový kód LETO10 platí až od vyšší ceny nákupu."
        );
    }

    #[test]
    fn patience_is_asked_for_as_long_as_it_takes() {
        for (milliseconds, wait) in [
            (1, "1 sekundu"),
            (2_500, "3 sekundy"),
            (30_000, "30 sekund"),
            (90_001, "2 minuty"),
            (900_000, "15 minut"),
        ] {
            let said = too_many_codes(Duration::from_millis(milliseconds)).replace('\u{a0}', " ");
            assert!(said.ends_with(&format!("zkuste za {wait}.")), "{said}");
        }
    }
}
