//! The page of an order that does not show the buyer's data.

use super::discounts::waiting_time;
use std::time::Duration;

/// What the visitor typed is no contact of the order.
#[must_use]
pub const fn unknown_contact() -> &'static str {
    "Takový e-mail ani telefon u objednávky nemáme. Zkontrolujte prosím, co jste zadali."
}

/// The link to the carrier's page about a parcel: "Sledovat zásilku 123 (PPL)"
#[must_use]
pub fn tracking_text(carrier: &str, number: &str) -> String {
    format!("Sledovat zásilku {number} ({carrier})")
}

/// The visitor must wait before the next try.
#[must_use]
pub fn too_many_contacts(wait: Duration) -> String {
    let wait = waiting_time(wait);
    format!("Zadali jste příliš mnoho nesprávných údajů. Zkuste to prosím znovu za {wait}.")
}
