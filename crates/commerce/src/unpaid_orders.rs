//! How many unpaid orders one buyer may have. Each contact (e-mail address, telephone number) has as many places as the
//! shop allows, and an order made by a manual payment takes a place of each of its contacts.

use crate::error::{Fault, FaultCode};
use crate::order::OrderSnapshot;
use crate::payment::ManualPaymentLimits;
use crate::subject::Subject;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A digest of an e-mail address or a telephone number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ContactKey(String);

/// A place that a contact's unpaid order takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidPlace {
    pub contact: ContactKey,
    pub place: u32,
}

impl ContactKey {
    /// As it is stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key of all spellings that lead to one mailbox, as far as they can be told.
    fn of_email(email: &str) -> Self {
        let email = email.trim().to_lowercase();
        let (mailbox, domain) = email.rsplit_once('@').unwrap_or((&email, ""));
        let mailbox = mailbox.split('+').next().unwrap_or_default();
        match domain {
            "gmail.com" | "googlemail.com" => {
                Self::of("email", &format!("{}@gmail.com", mailbox.replace('.', "")))
            }
            domain => Self::of("email", &format!("{mailbox}@{domain}")),
        }
    }

    fn of_phone(phone: &str) -> Self {
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        Self::of("phone", &digits)
    }

    fn of(kind: &str, value: &str) -> Self {
        let digest = Sha256::digest(format!("zkratka-contact:{kind}:{value}"));
        let mut key = String::with_capacity(64);
        for byte in digest {
            let _ = write!(key, "{byte:02x}");
        }
        Self(key)
    }
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
        let of_contact = taken.iter().filter(|(key, _)| *key == contact.0);
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
    fn spellings_of_one_mailbox_are_one_contact() {
        let key = ContactKey::of_email;
        assert_eq!(key("jana@example.cz"), key(" Jana+obchod@Example.CZ "));
        assert_ne!(key("jana@example.cz"), key("ja.na@example.cz"));
        assert_eq!(key("ja.na@gmail.com"), key("jana+x@googlemail.com"));
        assert_ne!(key("jana@example.cz"), key("jana@example.com"));
        let phone = ContactKey::of_phone;
        assert_eq!(phone("+420777123456"), phone("+420 777 123 456"));
        assert_ne!(phone("1").0, key("1").0);
    }

    #[test]
    fn a_contact_has_as_many_places_as_the_shop_allows() {
        let contact = ContactKey::of_email("jana@example.cz");
        let taken = |places: &[u32]| {
            let others = [("another".to_owned(), 0), ("another".to_owned(), 1)];
            let own = places.iter().map(|&place| (contact.0.clone(), place));
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
