//! Decides what a link shows.

use zkratka_commerce::contact_key::typed_contact;
use zkratka_commerce::order::{Order, OrderSnapshot, contacts_of};
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_ids::same_text;

/// The link with which somebody opened the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderLink {
    /// It contains the order's own secret.
    Own,
    /// It contains the cart's key.
    Cart,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Everything, with the codes of the gift cards that the order sold.
    Whole,
    /// Everything but those codes. They are worth money, and a contact is no secret.
    WithoutCodes,
    /// The number and the state. The page asks for a contact of the order.
    Question,
    /// The number and the state. The buyer's data were erased.
    Erased,
}

/// What a link shows now. `days`: for how many days the order's own link shows everything; `None`: for ever. `is_proved`:
/// the visitor has named a contact of the order.
#[must_use]
pub fn view(
    order: &Order,
    link: OrderLink,
    is_proved: bool,
    days: Option<u32>,
    now: Timestamp,
) -> View {
    if order.snapshot.is_redacted() {
        return View::Erased;
    }
    let end = days.map(|days| order.created_at.plus(i64::from(days) * DAY_MS));
    let is_young = end.is_none_or(|end| now < end);
    match (link, is_proved) {
        (OrderLink::Own, true) => View::Whole,
        (OrderLink::Own, false) if is_young => View::Whole,
        (OrderLink::Cart, true) => View::WithoutCodes,
        (OrderLink::Own | OrderLink::Cart, false) => View::Question,
    }
}

/// Whether what a visitor typed is the order's e-mail address or one of its telephone numbers. Compares with every contact
/// in constant time. `home` is the country whose telephone numbers need no calling code.
#[must_use]
pub fn is_contact_of(order: &OrderSnapshot, typed: &str, home: &str) -> bool {
    let addresses = [&order.delivery_address, &order.billing_address];
    let mut countries = addresses.into_iter().flatten();
    let country = countries.find_map(|address| address.country.as_deref());
    let typed = typed_contact(typed, country.unwrap_or(home));
    let known = contacts_of(order);
    let same = known
        .iter()
        .map(|key| same_text(key.as_str(), typed.as_str()));
    // Without a short cut, so that the time does not tell which contact it was.
    same.fold(false, |any, one| any | one)
}
