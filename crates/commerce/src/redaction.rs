//! Erases personal data and keeps what a merchant must keep: the order itself, its sums, its taxes and its payment.
//!
//! Erased: e-mail address, telephone number, names, company, street, city, postal code, note, attributes of the cart and of
//! its lines (also company and VAT numbers), metafields and preferences. Kept: the country, and the zone if it is one of
//! the country's known ones (taxes depend on both), goods, prices, deliveries, discounts, consents, and the payment with
//! its references.

use crate::address::{Address, zone};
use crate::attempt::{Attempt, AttemptState, Reservation};
use crate::cart::{Attribute, Cart, remove_personal_data};
use crate::order::{Order, OrderPayment, OrderSnapshot};
use crate::order_life::{Life, MoneyState};

/// Why an order cannot be redacted now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRedactable {
    /// A step of its payment is still to come.
    #[error("its payment is still under way ({0}): wait until it has ended")]
    InProgress(&'static str),
    /// The person may need the buyer's contact.
    #[error(
        "its payment needs a person, who may need the buyer's contact: see zkratka attempts, and decide that first"
    )]
    InReview,
    #[error("a refund or a dispute of it is under way: wait until the gateway has decided")]
    MoneyMoves,
    #[error(
        "it is still to be paid, and without an address it cannot be delivered: record its payment (zkratka orders mark-paid), cancel it, or add --unpaid"
    )]
    Unpaid,
}

/// Whether to redact orders that are still to be paid, by transfer or on delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpaidOrders {
    Refuse,
    Redact,
}

impl OrderSnapshot {
    /// Whether the personal data were erased. Every order is made with an e-mail address.
    #[must_use]
    pub const fn is_redacted(&self) -> bool {
        self.email.is_empty()
    }
}

/// Checks that nobody needs the buyer's data to settle the order's payment.
pub fn check(
    order: &Order,
    life: &Life,
    attempt: &Attempt,
    unpaid: UnpaidOrders,
) -> Result<(), NotRedactable> {
    let in_review = order.payment == OrderPayment::NeedsReview
        || matches!(attempt.state, AttemptState::NeedsReview { .. });
    if in_review {
        return Err(NotRedactable::InReview);
    }
    if !has_ended(attempt) {
        return Err(NotRedactable::InProgress(attempt.state.name()));
    }
    let sums = life.sums();
    if sums.pending.is_positive() || sums.withheld.is_positive() {
        return Err(NotRedactable::MoneyMoves);
    }
    let is_unpaid = life.money_state() == MoneyState::Awaited && life.cancelled_at.is_none();
    match (is_unpaid, unpaid) {
        (true, UnpaidOrders::Refuse) => Err(NotRedactable::Unpaid),
        _ => Ok(()),
    }
}

/// Whether an attempt has ended without an order, so that its data can be erased.
#[must_use]
pub fn is_spent(attempt: &Attempt) -> bool {
    let is_released = attempt.reservation == Reservation::Released && attempt.order.is_none();
    is_released && has_ended(attempt) && !matches!(attempt.state, AttemptState::NeedsReview { .. })
}

/// No step is due, and the gateway holds nothing that is still to be released.
fn has_ended(attempt: &Attempt) -> bool {
    attempt.state.is_finished() && attempt.due_at.is_none() && attempt.strays.is_empty()
}

/// Erases the buyer's data.
pub fn redact_snapshot(snapshot: &mut OrderSnapshot) {
    snapshot.email.clear();
    snapshot.phone = None;
    snapshot.note = None;
    snapshot.save_for = None;
    snapshot.attributes.clear();
    for address in [
        &mut snapshot.delivery_address,
        &mut snapshot.billing_address,
    ] {
        *address = address.as_ref().map(without_person);
    }
    for line in &mut snapshot.lines {
        line.attributes.clear();
    }
}

/// Erases the buyer's data, also what apps and the buyer wrote. Contents, codes and the selected delivery stay.
pub fn redact_cart(cart: &mut Cart) {
    remove_personal_data(cart);
    cart.note = None;
    cart.metafields.clear();
    for attributes in lists_of(cart) {
        attributes.clear();
    }
}

fn lists_of(cart: &mut Cart) -> impl Iterator<Item = &mut Vec<Attribute>> {
    let lines = cart.lines.iter_mut().map(|line| &mut line.attributes);
    std::iter::once(&mut cart.attributes).chain(lines)
}

fn without_person(address: &Address) -> Address {
    let country = address.country.as_deref().unwrap_or_default();
    // An unknown zone is a text that the buyer typed.
    let province = address.province.as_deref();
    let known = province.filter(|province| zone(country, province).is_some());
    Address {
        country: address.country.clone(),
        province: known.map(str::to_owned),
        ..Address::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Strictness;
    use crate::cart::{set_attributes, set_delivery_address, set_note};
    use crate::fixtures::{SHIRT_M, cart_of, jana, priced, text};

    fn attribute(value: &str) -> Attribute {
        Attribute {
            key: "Vzkaz".to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn a_cart_keeps_its_price_and_no_words_of_the_buyer() {
        let mut cart = cart_of(&[(SHIRT_M, 2)]);
        cart.buyer.email = text("jana@example.cz");
        let _ = set_delivery_address(&mut cart, Some(jana()), Strictness::Strict);
        let _ = set_note(&mut cart, text("Zvoňte na Nováky"));
        let _ = set_attributes(&mut cart, vec![attribute("Pro Janu")]);
        cart.lines[0].attributes = vec![attribute("Jana N.")];
        let total = priced(&cart).total;
        redact_cart(&mut cart);
        assert_eq!(priced(&cart).total, total);
        let stored = serde_json::to_string(&cart).unwrap();
        for personal in ["jana@", "Nov", "Dlouhá", "Jan", "Zvoňte", "110 00"] {
            assert!(!stored.contains(personal), "{personal} in {stored}");
        }
        assert_eq!(cart.destination_country(), Some("CZ"));
    }

    #[test]
    fn an_address_keeps_what_taxes_depend_on() {
        let american = |province: &str| Address {
            country: text("US"),
            province: text(province),
            ..jana()
        };
        let kept = without_person(&american("CA"));
        assert_eq!(kept.province.as_deref(), Some("CA"));
        assert_eq!(kept.country.as_deref(), Some("US"));
        assert_eq!((kept.zip, kept.city, kept.last_name), (None, None, None));
        assert_eq!(without_person(&american("U babičky")).province, None);
    }
}
