//! Why a payment made no order.

use zkratka_commerce::attempt::{Attempt, FailureReason};
use zkratka_commerce::payment::{PaymentMethod, Wallet};

const DECLINED: &str = "Banka platbu zamítla. Zkuste jinou kartu nebo jiný způsob platby.";
const CHALLENGE_FAILED: &str =
    "Platbu se nepodařilo ověřit u banky. Zkuste to prosím znovu nebo zvolte jiný způsob platby.";
const CHALLENGE_EXPIRED: &str =
    "Ověření platby nebylo dokončeno. Nic jsme vám neúčtovali, zkuste to prosím znovu.";
const CARD_SESSION_INVALID: &str = "Údaje o kartě už neplatí. Zadejte prosím kartu znovu.";
const PAYMENT_FAILED: &str =
    "Platba se nezdařila. Nic jsme vám neúčtovali, zkuste to prosím znovu.";
const ADDRESS_CHANGED: &str = "Adresa doručení se u Amazonu změnila, a tak objednávka nevznikla. Nic jsme vám neúčtovali. Vyberte prosím adresu znovu tlačítkem Amazon Pay, nebo zvolte jiný způsob platby.";
const DECLINED_AT_AMAZON: &str = "Platba byla u Amazonu zamítnuta. Nic jsme vám neúčtovali. Vyberte prosím jinou kartu tlačítkem Amazon Pay, nebo zvolte jiný způsob platby.";
const NOT_CONFIRMED_AT_AMAZON: &str = "Platba u Amazonu je zrušená, protože jste ji nepotvrdili. Nic jsme vám neúčtovali. Zkuste to prosím znovu tlačítkem Amazon Pay, nebo zvolte jiný způsob platby.";
const CHOICE_AT_AMAZON_INVALID: &str = "Volba u Amazonu už neplatí. Nic jsme vám neúčtovali. Začněte prosím znovu tlačítkem Amazon Pay, nebo zvolte jiný způsob platby.";

/// Why this attempt made no order, and what the buyer can do.
#[must_use]
pub const fn failure_text(attempt: &Attempt, reason: FailureReason) -> &'static str {
    if is_at_amazon(attempt) {
        at_amazon(reason)
    } else {
        by_card(reason)
    }
}

const fn is_at_amazon(attempt: &Attempt) -> bool {
    matches!(
        attempt.snapshot.payment,
        PaymentMethod::Wallet {
            wallet: Wallet::AmazonPay,
            ..
        }
    )
}

/// The buyer confirms on Amazon's page and knows no bank there.
const fn at_amazon(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::Declined => DECLINED_AT_AMAZON,
        FailureReason::ChallengeFailed | FailureReason::ChallengeExpired => NOT_CONFIRMED_AT_AMAZON,
        FailureReason::SessionInvalid => CHOICE_AT_AMAZON_INVALID,
        other => by_card(other),
    }
}

const fn by_card(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::Declined => DECLINED,
        FailureReason::ChallengeFailed => CHALLENGE_FAILED,
        FailureReason::ChallengeExpired => CHALLENGE_EXPIRED,
        FailureReason::SessionInvalid => CARD_SESSION_INVALID,
        FailureReason::AddressChanged => ADDRESS_CHANGED,
        FailureReason::Refused
        | FailureReason::AnswerMismatch
        | FailureReason::TooLate
        | FailureReason::Cancelled => PAYMENT_FAILED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [4.21] Who declines a payment at Amazon is Amazon.
    #[test]
    fn amazon_is_no_bank() {
        for reason in [
            FailureReason::Declined,
            FailureReason::ChallengeFailed,
            FailureReason::ChallengeExpired,
            FailureReason::SessionInvalid,
            FailureReason::AddressChanged,
        ] {
            let text = at_amazon(reason);
            assert!(
                text.contains("u\u{a0}Amazonu") && !text.contains("ank"),
                "{text}"
            );
        }
        assert!(by_card(FailureReason::Declined).starts_with("Banka"));
    }
}
