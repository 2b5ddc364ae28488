//! By what the buyer of an order can be recognised.

use super::OrderSnapshot;
use crate::contact_key::ContactKey;

/// The contacts of an order: its e-mail address, and its telephone numbers, also those of the addresses.
#[must_use]
pub fn contacts_of(order: &OrderSnapshot) -> Vec<ContactKey> {
    let addresses = [&order.delivery_address, &order.billing_address];
    let phones = addresses.into_iter().flatten();
    let phones = phones.filter_map(|address| address.phone.as_deref());
    let phones = order.phone.as_deref().into_iter().chain(phones);
    let email = Some(order.email.as_str()).filter(|email| !email.is_empty());
    let mut contacts: Vec<_> = email.into_iter().map(ContactKey::of_email).collect();
    contacts.extend(phones.map(ContactKey::of_phone));
    contacts.sort();
    contacts.dedup();
    contacts
}
