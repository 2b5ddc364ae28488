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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{SHIRT_M, VOUCHER, cart_of, priced, text};

    /// [4.33] A handle chooses an offered option; any other is refused and changes nothing.
    #[test]
    fn only_what_is_offered_can_be_chosen() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.buyer.country = text("CZ");
        let offered = priced(&cart);
        assert_eq!(select_delivery(&mut cart, "ppl", &offered), []);
        for handle in ["zasilkovna", "PPL", "", "dron"] {
            let faults = select_delivery(&mut cart, handle, &offered);
            assert_eq!(
                faults[0].code,
                FaultCode::InvalidDeliveryOption,
                "{handle:?}"
            );
        }
        assert_eq!(cart.selected_delivery.as_deref(), Some("ppl"));
        assert_eq!(priced(&cart).total, 129_000 + 9_900);
    }

    #[test]
    fn nothing_can_be_chosen_for_what_is_not_shipped() {
        let mut cart = cart_of(&[(VOUCHER, 1)]);
        cart.buyer.country = text("CZ");
        let offered = priced(&cart);
        assert_eq!(select_delivery(&mut cart, "ppl", &offered).len(), 1);
    }
}
