//! How many unpaid orders one buyer may have. Each contact (e-mail address, telephone number) has as many places as the
//! shop allows, and an order made by a manual payment takes a place of each of its contacts.

use crate::contact_key::ContactKey;
use crate::error::{Fault, FaultCode};
use crate::order::OrderSnapshot;
use crate::payment::ManualPaymentLimits;
use crate::subject::Subject;

/// A place that a contact's unpaid order takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidPlace {
    pub contact: ContactKey,
    pub place: u32,
}

/// The contacts whose unpaid orders count against this order, in a fixed order; none if it is paid online.
#[must_use]
pub fn contacts(order: &OrderSnapshot, limits: &ManualPaymentLimits) -> Vec<ContactKey> {
    if !order.payment.is_manual() || limits.orders_per_contact == 0 {
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
/// A contact has as many unpaid orders as the shop allows.
pub fn places(
    contacts: Vec<ContactKey>,
    taken: &[(String, u32)],
    limits: &ManualPaymentLimits,
) -> Result<Vec<UnpaidPlace>, Fault> {
    let place_of = |contact: ContactKey| {
        let of_contact = taken.iter().filter(|(key, _)| *key == contact.as_str());
        let taken: Vec<u32> = of_contact.map(|&(_, place)| place).collect();
        // The count decides: places above a limit that was lowered since are taken, too.
        let has_room = taken.len() < limits.orders_per_contact as usize;
        let mut free = (0..limits.orders_per_contact).filter(|place| !taken.contains(place));
        let place = free.next().filter(|_| has_room);
        place.map(|place| UnpaidPlace { contact, place })
    };
    let places: Option<Vec<_>> = contacts.into_iter().map(place_of).collect();
    places.ok_or(too_many())
}

/// Too many orders have been made that nobody has paid. It does not say whether the contact or the address made them, so
/// that nobody learns from it what another buyer has ordered.
#[must_use]
pub const fn too_many() -> Fault {
    Fault::of(FaultCode::TooManyUnpaidOrders, Subject::PaymentMethod)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ManualPaymentLimits = ManualPaymentLimits {
        orders_per_contact: 3,
        orders_per_address: 0,
        window_ms: 1_000,
        units_per_variant: 0,
        units_per_order: 0,
    };

    #[test]
    fn a_contact_has_as_many_places_as_the_shop_allows() {
        let contact = ContactKey::of_email("jana@example.cz");
        let taken = |places: &[u32]| {
            let others = [("another".to_owned(), 0), ("another".to_owned(), 1)];
            let own = places
                .iter()
                .map(|&place| (contact.as_str().to_owned(), place));
            own.chain(others).collect::<Vec<_>>()
        };
        for (before, expected) in [
            (&[][..], Some(0)),
            (&[0], Some(1)),
            (&[1, 2], Some(0)),
            (&[0, 1, 2], None),
            // The limit was five.
            (&[2, 3, 4], None),
            (&[3, 4], Some(0)),
        ] {
            let found = places(vec![contact.clone()], &taken(before), &LIMITS);
            let expected = expected.map(|place| {
                let contact = contact.clone();
                vec![UnpaidPlace { contact, place }]
            });
            assert_eq!(found.ok(), expected, "{before:?}");
        }
        let both = vec![contact.clone(), ContactKey::of_phone("1")];
        assert_eq!(
            places(both, &taken(&[0, 1, 2]), &LIMITS),
            Err(too_many()),
            "each contact needs a place"
        );
    }
}
