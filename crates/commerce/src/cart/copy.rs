//! Copies the contents of a cart for another buyer.

use super::{BuyerIdentity, Cart};

/// Copies the contents of a cart into a new one: lines, note, attributes, discount codes and app data. Buyer, addresses
/// and payment are not copied. The country is copied because it identifies nobody, so prices and delivery options stay
/// the same.
pub fn copy_contents(from: &Cart, to: &mut Cart) {
    to.next_line = from.next_line;
    to.lines.clone_from(&from.lines);
    to.note.clone_from(&from.note);
    to.attributes.clone_from(&from.attributes);
    to.discount_codes.clone_from(&from.discount_codes);
    to.metafields.clone_from(&from.metafields);
    to.selected_delivery.clone_from(&from.selected_delivery);
    to.chosen_details.clone_from(&from.chosen_details);
    to.buyer = BuyerIdentity {
        email: None,
        phone: None,
        country: from.destination_country().map(ToOwned::to_owned),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Strictness;
    use crate::cart::{SelectedDelivery, set_buyer, set_delivery_address, set_note};
    use crate::fixtures::{SHIRT_M, cart_of, empty_cart, jana, priced, text};

    /// The copy costs the same and reveals nothing about the buyer.
    #[test]
    fn a_copy_has_the_contents_and_not_the_buyer() {
        let mut cart = cart_of(&[(SHIRT_M, 2)]);
        let _ = set_note(&mut cart, text("Zvoňte dvakrát"));
        let buyer = BuyerIdentity {
            email: text("jana@example.cz"),
            ..BuyerIdentity::default()
        };
        let _ = set_buyer(&mut cart, buyer);
        let _ = set_delivery_address(&mut cart, Some(jana()), Strictness::Strict);
        cart.selected_delivery = SelectedDelivery::whole("ppl");
        let mut copy = empty_cart();
        copy_contents(&cart, &mut copy);
        assert_eq!((&copy.lines, &copy.note), (&cart.lines, &cart.note));
        assert_eq!(priced(&copy).total, priced(&cart).total);
        let stored = serde_json::to_string(&copy).unwrap();
        for personal in ["jana@", "Nováková", "Dlouhá"] {
            assert!(!stored.contains(personal), "{personal}");
        }
    }
}
