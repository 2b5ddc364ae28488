//! How many orders one buyer may have without paying. Each contact (e-mail address, telephone number) has as many places
//! as the shop allows. An order made by a manual payment, or for nothing, takes a place of each of its contacts.

use crate::contact_key::ContactKey;
use crate::error::{Fault, FaultCode};
use crate::order::OrderSnapshot;
use crate::payment::{CaptchaProof, Excess, ManualPaymentLimits, PaymentMethod, costs_nothing};
use crate::subject::Subject;

/// A place that a contact's unpaid order takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidPlace {
    pub contact: ContactKey,
    pub place: u32,
}

/// Whether the order takes goods for nothing: it is paid later, or costs nothing. An order that gift cards pay is paid, unless
/// it has goods that cost nothing besides: the cards may pay a crown.
#[must_use]
pub fn is_bounded(order: &OrderSnapshot) -> bool {
    let is_free = || !is_paid_by_cards(order) || has_free_goods(order);
    order.payment.is_manual() || (order.payment == PaymentMethod::Free && is_free())
}

fn has_free_goods(order: &OrderSnapshot) -> bool {
    let mut lines = order.lines.iter();
    lines.any(|line| {
        costs_nothing(
            line.total,
            order.off_line(line.id),
            line.selling_plan.is_some(),
        )
    })
}

fn is_paid_by_cards(order: &OrderSnapshot) -> bool {
    let mut cards = order.gift_cards.iter();
    cards.any(|card| card.amount.is_positive())
}

/// The contacts whose unpaid orders count against this order, in a fixed order; none if it is paid at once.
#[must_use]
pub fn contacts(order: &OrderSnapshot, limits: &ManualPaymentLimits) -> Vec<ContactKey> {
    if !is_bounded(order) || limits.orders_per_contact.plain == 0 {
        return Vec::new();
    }
    let phone = order.phone.as_deref().map(ContactKey::of_phone);
    let mut contacts = vec![ContactKey::of_email(&order.email)];
    contacts.extend(phone);
    contacts.sort();
    contacts
}

/// The places that the order takes. `taken` are the places of these contacts that other unpaid orders took within the
/// window.
///
/// # Errors
/// A contact has as many unpaid orders as the shop allows, or allows without a captcha.
pub fn places(
    contacts: Vec<ContactKey>,
    taken: &[(String, u32)],
    limits: &ManualPaymentLimits,
    proof: CaptchaProof,
) -> Result<Vec<UnpaidPlace>, Excess> {
    let mut excess = None;
    let mut places = Vec::with_capacity(contacts.len());
    for contact in contacts {
        let of_contact = taken.iter().filter(|(key, _)| *key == contact.as_str());
        let taken: Vec<u32> = of_contact.map(|&(_, place)| place).collect();
        // The count decides: places above a limit that was lowered since are taken, too.
        if let Err(reason) = limits.orders_per_contact.admit(taken.len(), proof) {
            // No captcha helps if another contact is refused anyway.
            excess = excess.max(Some(reason));
        }
        // Orders that come at once try the same place, so one of them waits for the other.
        places.extend(
            (0..=u32::MAX)
                .find(|place| !taken.contains(place))
                .map(|place| UnpaidPlace { contact, place }),
        );
    }
    match excess {
        None => Ok(places),
        Some(excess) => Err(excess),
    }
}

/// Too many such orders have been made. It names neither a contact nor the address that made them. But who comes from an
/// address without orders learns that one of the contacts has reached its bound: the bound cannot work without that.
#[must_use]
pub fn too_many(order: &OrderSnapshot) -> Fault {
    let code = match order.payment {
        PaymentMethod::Free => FaultCode::TooManyFreeOrders,
        _ => FaultCode::TooManyUnpaidOrders,
    };
    Fault::of(code, Subject::PaymentMethod)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::OrderBound;

    const BOUND: OrderBound = OrderBound {
        plain: 3,
        with_captcha: 5,
    };
    const LIMITS: ManualPaymentLimits = ManualPaymentLimits {
        orders_per_contact: BOUND,
        orders_per_address: BOUND,
        window_ms: 1_000,
        units_per_variant: 0,
        units_per_order: 0,
    };

    /// The places of a contact, among those of another one.
    fn taken(contact: &ContactKey, places: &[u32]) -> Vec<(String, u32)> {
        let others = (0..9).map(|place| ("another".to_owned(), place));
        let own = places
            .iter()
            .map(|&place| (contact.as_str().to_owned(), place));
        own.chain(others).collect()
    }

    #[test]
    fn a_contact_has_as_many_places_as_the_shop_allows() {
        use CaptchaProof::{Missing, Solved, Unavailable};
        let contact = ContactKey::of_email("jana@example.cz");
        for (before, proof, expected) in [
            (&[][..], Unavailable, Ok(0)),
            (&[0], Unavailable, Ok(1)),
            (&[1, 2], Unavailable, Ok(0)),
            (&[0, 1, 2], Unavailable, Err(Excess::Refused)),
            (&[0, 1, 2], Missing, Err(Excess::CaptchaRequired)),
            (&[0, 1, 2], Solved, Ok(3)),
            (&[0, 1, 3, 4], Solved, Ok(2)),
            (&[0, 1, 2, 3, 4], Solved, Err(Excess::Refused)),
            (&[0, 1, 2, 3, 4], Missing, Err(Excess::Refused)),
            // The limit was higher.
            (&[7, 8, 9], Missing, Err(Excess::CaptchaRequired)),
            (&[8, 9], Missing, Ok(0)),
        ] {
            let found = places(
                vec![contact.clone()],
                &taken(&contact, before),
                &LIMITS,
                proof,
            );
            let expected = expected.map(|place| {
                let contact = contact.clone();
                vec![UnpaidPlace { contact, place }]
            });
            assert_eq!(found, expected, "{before:?} {proof:?}");
        }
    }

    #[test]
    fn each_contact_needs_a_place() {
        let (email, phone) = (
            ContactKey::of_email("jana@example.cz"),
            ContactKey::of_phone("1"),
        );
        let found = |before: &[(String, u32)]| {
            let both = vec![email.clone(), phone.clone()];
            places(both, before, &LIMITS, CaptchaProof::Missing)
        };
        let mut before = taken(&email, &[0, 1, 2]);
        assert_eq!(found(&before), Err(Excess::CaptchaRequired));
        before.extend(taken(&phone, &[0, 1, 2, 3, 4]));
        assert_eq!(found(&before), Err(Excess::Refused));
    }
}
