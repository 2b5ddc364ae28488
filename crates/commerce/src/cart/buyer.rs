//! Who buys, where it goes and where the bill goes.

use super::{BuyerIdentity, Cart};
use crate::address::{Address, Strictness};
use crate::error::Fault;
use crate::rules::ShopRules;

/// Replaces the buyer identity. Fields: `email`, `phone`, `countryCode`.
#[must_use]
pub fn set_buyer(_cart: &mut Cart, _buyer: BuyerIdentity) -> Vec<Fault> {
    unimplemented!()
}

/// Replaces (or with `None` removes) the delivery address. The chosen delivery stays chosen; pricing drops it where it
/// is not offered.
#[must_use]
pub fn set_delivery_address(
    _cart: &mut Cart,
    _address: Option<Address>,
    _strictness: Strictness,
    _rules: &ShopRules,
) -> Vec<Fault> {
    unimplemented!()
}

/// Replaces (or with `None` removes) the billing address.
#[must_use]
pub fn set_billing_address(
    _cart: &mut Cart,
    _address: Option<Address>,
    _strictness: Strictness,
    _rules: &ShopRules,
) -> Vec<Fault> {
    unimplemented!()
}

/// Forgets who buys: contact, addresses and payment. Countries and contents stay.
pub fn remove_personal_data(_cart: &mut Cart) {
    unimplemented!()
}
