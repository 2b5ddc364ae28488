//! The page of an order that does not show the buyer's data.

use super::discounts::waiting_time;
use std::time::Duration;
use zkratka_commerce::order::OrderPayment;

/// The state of an order, in a sentence.
#[must_use]
pub const fn order_state(payment: &OrderPayment) -> &'static str {
    match payment {
        OrderPayment::Authorised { .. } => "Platba je schválená.",
        OrderPayment::Captured { .. } => "Objednávka je zaplacená.",
        OrderPayment::DueOnDelivery => "Objednávku zaplatíte při převzetí.",
        OrderPayment::AwaitingTransfer => "Čekáme na platbu převodem.",
        OrderPayment::Free => "Není co platit.",
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
    format!("Zadali jste hodně údajů, které u objednávky nemáme. Další prosím zkuste za {wait}.")
}
