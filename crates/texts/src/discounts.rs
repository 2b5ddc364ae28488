//! What a discount is called, and why a code lowers nothing.

use std::time::Duration;
use zkratka_commerce::pricing::discounts::Refusal;

/// The label of what a discount takes off, by its code or title: `Sleva (LETO10)`. Worded as in the checkout.
#[must_use]
pub fn discount_label(name: &str) -> String {
    format!("Sleva ({name})")
}

/// What is said to whoever has entered many codes that there are not: `... Další zkuste za 30 sekund.`
#[must_use]
pub fn too_many_codes(wait: Duration) -> String {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let wait = if seconds <= 90 {
        counted(seconds, ["sekundu", "sekundy", "sekund"])
    } else {
        counted(seconds.div_ceil(60), ["minutu", "minuty", "minut"])
    };
    format!("Zadali jste hodně kódů, které neplatí. Další prosím zkuste za {wait}.")
}

fn counted(count: u64, [one, few, many]: [&str; 3]) -> String {
    let noun = match count {
        1 => one,
        2..=4 => few,
        _ => many,
    };
    format!("{count}\u{a0}{noun}")
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

    /// What a code asks of the cart is said as a condition.
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
