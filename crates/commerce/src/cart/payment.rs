//! Binding a payment to what the buyer was shown.

use super::{BoundPayment, Cart};
use crate::error::{Fault, FaultCode};
use crate::money::Money;
use crate::payment::PaymentMethod;
use crate::pricing::PricedCart;
use crate::rules::ShopRules;

/// Binds a payment to the priced content: the amount shown must be the total now, the way to pay offered and applicable.
/// The buyer thereby agrees to what was priced, so quantities that pricing had lowered are lowered in the cart too (to 0
/// for what is sold no longer); a later shortage is then told from this one. Fields: `amount`, or empty for the method.
#[must_use]
pub fn bind_payment(
    cart: &mut Cart,
    amount: Money,
    method: PaymentMethod,
    priced: &PricedCart,
    rules: &ShopRules,
) -> Vec<Fault> {
    if priced.total_quantity == 0 {
        return vec![Fault::at(FaultCode::InvalidPaymentEmptyCart, [])];
    }
    let wrong_amount = amount != Money::new(priced.total, rules.currency);
    let amount_fault = wrong_amount.then(|| Fault::at(FaultCode::InvalidPayment, ["amount"]));
    let method_fault = method.fault(priced, rules).map(|code| Fault::at(code, []));
    let faults: Vec<_> = amount_fault.into_iter().chain(method_fault).collect();
    if faults.is_empty() {
        agree(cart, priced);
        cart.payment = Some(BoundPayment {
            amount,
            method,
            // The caller stores this change under the next revision.
            revision: cart.revision.saturating_add(1),
        });
    }
    faults
}

/// Lowers the cart's quantities to those priced.
fn agree(cart: &mut Cart, priced: &PricedCart) {
    for line in &mut cart.lines {
        let agreed = priced.line(line.id).map_or(0, |line| line.quantity);
        line.quantity = line.quantity.min(agreed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{
        BOOK, SHIRT_L, SHIRT_M, cart_of, catalogue_with, empty_cart, pieces, priced, shop, text,
    };
    use crate::money::Currency;
    use crate::pricing::price;

    fn crowns(minor: i64) -> Money {
        Money::new(minor, Currency::CZK)
    }

    fn bind(cart: &mut Cart, amount: Money, method: PaymentMethod) -> Vec<Fault> {
        let now = priced(cart);
        bind_payment(cart, amount, method, &now, &shop())
    }

    fn going_by_ppl() -> Cart {
        let mut cart = cart_of(&[(SHIRT_M, 2), (BOOK, 1)]);
        cart.buyer.country = text("CZ");
        cart.selected_delivery = text("ppl");
        cart.revision = 6;
        cart
    }

    /// [3.12] A payment carries its amount, which must be the total now, and the way to pay.
    #[test]
    fn a_payment_is_bound_to_the_amount_due() {
        let mut cart = going_by_ppl();
        let due = 2 * 129_000 + 39_900 + 9_900;
        for amount in [crowns(due - 1), crowns(due + 1), crowns(0), crowns(-due)] {
            let faults = bind(&mut cart, amount, PaymentMethod::BankTransfer);
            assert_eq!(faults, [Fault::at(FaultCode::InvalidPayment, ["amount"])]);
        }
        let euro = Money::new(due, Currency::new("EUR").unwrap());
        assert_eq!(bind(&mut cart, euro, PaymentMethod::BankTransfer).len(), 1);
        assert_eq!(cart.payment, None);
        assert_eq!(
            bind(&mut cart, crowns(due), PaymentMethod::BankTransfer),
            []
        );
        let expected = BoundPayment {
            amount: crowns(due),
            method: PaymentMethod::BankTransfer,
            revision: 7,
        };
        assert_eq!(cart.payment, Some(expected));
    }

    #[test]
    fn a_way_to_pay_that_does_not_apply_is_not_bound() {
        let mut cart = going_by_ppl();
        let faults = bind(&mut cart, crowns(1), PaymentMethod::CashOnDelivery);
        assert_eq!(
            faults,
            [
                Fault::at(FaultCode::InvalidPayment, ["amount"]),
                Fault::at(FaultCode::PaymentMethodNotApplicable, []),
            ]
        );
        assert_eq!(cart.payment, None);
    }

    #[test]
    fn nothing_can_be_paid_for_an_empty_or_sold_out_cart() {
        for mut cart in [empty_cart(), cart_of(&[(SHIRT_L, 1)])] {
            let faults = bind(&mut cart, crowns(0), PaymentMethod::Free);
            assert_eq!(faults, [Fault::at(FaultCode::InvalidPaymentEmptyCart, [])]);
        }
    }

    #[test]
    fn paying_agrees_to_lowered_quantities() {
        let mut cart = going_by_ppl();
        let fewer = catalogue_with(SHIRT_M, |shirt| shirt.stock = pieces(1));
        let now = price(&cart, &fewer, &shop());
        let stale = crowns(priced(&cart).total);
        let transfer = PaymentMethod::BankTransfer;
        assert_eq!(
            bind_payment(&mut cart, stale, transfer.clone(), &now, &shop()).len(),
            1
        );
        assert_eq!(cart.lines[0].quantity, 2);
        let shown = crowns(now.total);
        assert_eq!(bind_payment(&mut cart, shown, transfer, &now, &shop()), []);
        assert_eq!(cart.lines[0].quantity, 1);
        assert_eq!(price(&cart, &fewer, &shop()).warnings, []);
    }
}
