//! Choosing how it goes.

use super::Cart;
use crate::error::{Fault, FaultCode};
use crate::pricing::PricedCart;

/// Chooses one of the offered ways by its handle. Field: `deliveryOptionHandle`.
#[must_use]
pub fn select_delivery(cart: &mut Cart, handle: &str, priced: &PricedCart) -> Vec<Fault> {
    if priced
        .delivery_options
        .iter()
        .any(|option| option.handle == handle)
    {
        cart.selected_delivery = Some(handle.to_owned());
        return Vec::new();
    }
    vec![Fault::at(
        FaultCode::InvalidDeliveryOption,
        ["deliveryOptionHandle"],
    )]
}
