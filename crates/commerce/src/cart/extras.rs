//! Note, attributes and discount codes: kept for the storefront and the order, without effect on the price.

use super::{Attribute, Cart};
use crate::error::Fault;

/// Replaces the note.
#[must_use]
pub fn set_note(_cart: &mut Cart, _note: Option<String>) -> Vec<Fault> {
    unimplemented!()
}

/// Replaces the attributes; fields are relative to the list: `["0", "key"]`.
#[must_use]
pub fn set_attributes(_cart: &mut Cart, _attributes: Vec<Attribute>) -> Vec<Fault> {
    unimplemented!()
}

/// Replaces the discount codes; fields are relative to the list.
#[must_use]
pub fn set_discount_codes(_cart: &mut Cart, _codes: Vec<String>) -> Vec<Fault> {
    unimplemented!()
}
