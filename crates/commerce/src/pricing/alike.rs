//! Which parts of a cart its prices do not depend on.

use crate::cart::Cart;

/// Whether two carts differ in nothing that [`super::price`] reads, so that the prices of one are the prices of the
/// other. Billing address, payment, consent and revision cost nothing.
#[must_use]
pub fn are_priced_alike(one: &Cart, other: &Cart) -> bool {
    // Without `..`, so that a new field does not compile until somebody decides whether prices depend on it.
    let Cart {
        key,
        token_secret,
        secret,
        revision: _,
        created_at,
        updated_at: _,
        next_line,
        lines,
        note,
        attributes,
        discount_codes,
        gift_cards,
        metafields,
        buyer,
        preferences,
        visitor_consent: _,
        delivery_address,
        selected_delivery,
        chosen_details,
        carrier_quotes,
        carrier_unserved,
        billing_address: _,
        payment: _,
        remote_order,
        returned_at: _,
        save_for: _,
        status,
    } = one;
    *key == other.key
        && *token_secret == other.token_secret
        && *secret == other.secret
        && *created_at == other.created_at
        && *next_line == other.next_line
        && *lines == other.lines
        && *note == other.note
        && *attributes == other.attributes
        && *discount_codes == other.discount_codes
        && *gift_cards == other.gift_cards
        && *metafields == other.metafields
        && *buyer == other.buyer
        && *preferences == other.preferences
        && *delivery_address == other.delivery_address
        && *selected_delivery == other.selected_delivery
        && *chosen_details == other.chosen_details
        && *carrier_quotes == other.carrier_quotes
        && *carrier_unserved == other.carrier_unserved
        && *remote_order == other.remote_order
        && *status == other.status
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::cart::BoundPayment;
    use crate::consent::VisitorConsent;
    use crate::fixtures::{BOOK, SHIRT_M, cart_of, priced};
    use crate::money::{Currency, MinorUnits, Money};
    use crate::payment::PaymentMethod;
    use crate::time::Timestamp;

    fn shirts_and_a_book() -> Cart {
        cart_of(&[(SHIRT_M, 2), (BOOK, 1)])
    }

    /// [B.03] What may differ between two carts that are priced alike changes no price.
    #[test]
    fn carts_that_are_priced_alike_cost_the_same() {
        let cart = shirts_and_a_book();
        let mut other = cart.clone();
        other.revision += 7;
        other.updated_at = Timestamp(cart.updated_at.0 + 1_000);
        other.visitor_consent = VisitorConsent {
            marketing: Some(true),
            ..VisitorConsent::default()
        };
        other.billing_address = Some(Address {
            country: Some("SK".to_owned()),
            city: Some("Bratislava".to_owned()),
            ..Address::default()
        });
        other.payment = Some(BoundPayment {
            amount: Money::new(MinorUnits::new(1), Currency::CZK),
            on_top: MinorUnits::ZERO,
            method: PaymentMethod::CashOnDelivery,
            revision: 8,
        });
        assert!(are_priced_alike(&cart, &other));
        assert_eq!(
            format!("{:?}", priced(&cart)),
            format!("{:?}", priced(&other))
        );
    }

    #[test]
    fn carts_with_other_contents_are_not_priced_alike() {
        let cart = shirts_and_a_book();
        let changes: [fn(&mut Cart); 4] = [
            |cart| cart.lines[0].quantity = 3,
            |cart| cart.discount_codes.push("HELLO".to_owned()),
            |cart| cart.buyer.country = Some("SK".to_owned()),
            |cart| cart.delivery_address = Some(Address::default()),
        ];
        for change in changes {
            let mut other = cart.clone();
            change(&mut other);
            assert!(!are_priced_alike(&cart, &other));
        }
    }
}
