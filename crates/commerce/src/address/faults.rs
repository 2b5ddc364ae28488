//! What is wrong with an address.

use super::Address;
use crate::error::Fault;
use crate::rules::ShopRules;

/// How closely an address is checked (public `DeliveryAddressValidationStrategy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Only that the country is one: wallets show the rest later.
    CountryOnly,
    /// Everything that a parcel or a bill needs.
    Strict,
}

/// Every fault of an address. Fields: `firstName`, `lastName`, `company`, `address1`, `address2`, `city`, `zip`,
/// `province`, `country`, `phone`. Whether the shop delivers there is not the address's fault: see `completion`.
#[must_use]
pub fn faults(
    _address: &Address,
    _strictness: Strictness,
    _for_delivery: bool,
    _rules: &ShopRules,
) -> Vec<Fault> {
    unimplemented!()
}
