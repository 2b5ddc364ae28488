//! The page of an order that does not show the buyer's data.

use super::discounts::waiting_time;
use std::time::Duration;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::order_life::{CancelReason, Life, MoneySource, MoneyState};

/// The state of an order, in a sentence.
#[must_use]
pub fn order_state(payment: &OrderPayment, life: &Life) -> &'static str {
    after_sale(life).unwrap_or_else(|| at_sale(payment))
}

/// What has happened to the order's money since the sale; `None` if the buyer need know nothing new.
#[must_use]
pub fn after_sale(life: &Life) -> Option<&'static str> {
    let state = life.money_state();
    if life.cancelled_at.is_some() {
        let sums = life.sums();
        return Some(match state {
            MoneyState::Refunded => "Objednávka je zrušená. Peníze jsme vám vrátili.",
            MoneyState::Held => "Objednávka je zrušená. Peníze vám vrátíme.",
            _ if sums.balance.is_positive() => "Objednávka je zrušená. Peníze vám vrátíme.",
            _ if life.cancelled_because == Some(CancelReason::Unpaid) => {
                "Objednávka je zrušená, protože platba včas nedorazila. Nic už prosím neplaťte."
            }
            _ => "Objednávka je zrušená, nic už neplaťte.",
        });
    }
    match state {
        MoneyState::Refunded => Some("Peníze jsme vám vrátili."),
        MoneyState::PartlyRefunded => Some("Část peněz jsme vám vrátili."),
        MoneyState::Failed => Some("Platbu ještě prověřujeme. Neplaťte prosím znovu."),
        MoneyState::Paid if life.source == MoneySource::ByHand => {
            Some("Platba dorazila, děkujeme.")
        }
        MoneyState::Paid
        | MoneyState::NothingDue
        | MoneyState::Awaited
        | MoneyState::Held
        | MoneyState::Disputed
        | MoneyState::NeedsReview => None,
    }
}

const fn at_sale(payment: &OrderPayment) -> &'static str {
    match payment {
        OrderPayment::Authorised { .. } => "Platba je schválená, nic dalšího dělat nemusíte.",
        OrderPayment::Captured { .. } => "Objednávka je zaplacená.",
        OrderPayment::DueOnDelivery => "Objednávku zaplatíte při převzetí.",
        OrderPayment::AwaitingTransfer => "Čekáme na platbu převodem.",
        OrderPayment::Free => "Objednávka je zdarma, nic neplatíte.",
        OrderPayment::NeedsReview => "Platbu ještě prověřujeme. Neplaťte prosím znovu.",
    }
}

/// What the visitor typed is no contact of the order.
#[must_use]
pub const fn unknown_contact() -> &'static str {
    "Takový e-mail ani telefon u objednávky nemáme. Zkontrolujte prosím, co jste zadali."
}

/// The visitor must wait before the next try.
#[must_use]
pub fn too_many_contacts(wait: Duration) -> String {
    let wait = waiting_time(wait);
    format!("Zadali jste příliš mnoho nesprávných údajů. Zkuste to prosím znovu za {wait}.")
}
