//! Binds a payment to the amount shown to the buyer.

use crate::cart::{Attribute, BoundPayment, Cart};
use crate::error::{Fault, FaultCode};
use crate::money::{MinorUnits, Money};
use crate::payment::PaymentMethod;
use crate::pricing::PricedCart;
use crate::rules::ShopRules;
use crate::subject::Subject;

/// Binds a payment to the priced contents. The amount shown must be the current total, and the payment method must be
/// offered and applicable. The buyer thereby agrees to the priced quantities, so quantities that pricing lowered are
/// lowered in the cart too (to 0 if the goods are no longer sold). A later shortage can then be told apart from this
/// one.
#[must_use]
pub fn bind_payment(
    cart: &mut Cart,
    amount: Money,
    method: PaymentMethod,
    priced: &PricedCart,
    rules: &ShopRules,
) -> Vec<Fault> {
    if priced.total_quantity == 0 {
        return vec![Fault::of(
            FaultCode::InvalidPaymentEmptyCart,
            Subject::PaymentMethod,
        )];
    }
    let amount_fault =
        wrong_amount(amount, &method, priced).map(|code| Fault::of(code, Subject::PaymentAmount));
    let method_fault = method
        .fault(priced, rules)
        .map(|code| Fault::of(code, Subject::PaymentMethod));
    let faults: Vec<_> = amount_fault.into_iter().chain(method_fault).collect();
    if faults.is_empty() {
        agree(cart, priced);
        // It belongs to the payment before.
        cart.save_for = None;
        cart.payment = Some(BoundPayment {
            amount,
            on_top: priced.on_top(),
            method,
            // The caller stores this change under the next revision.
            revision: cart.revision.saturating_add(1),
        });
    }
    faults
}

/// The fault of an amount that is not the amount due. There is a separate code for the case that the amount only lacks
/// duty or tax added on top.
fn wrong_amount(amount: Money, method: &PaymentMethod, priced: &PricedCart) -> Option<FaultCode> {
    let due = |left_out: MinorUnits| {
        let exact = Money::new(priced.total - left_out, priced.currency);
        Money::new(exact.minor + method.rounding(exact), priced.currency)
    };
    if amount == due(MinorUnits::ZERO) {
        return None;
    }
    let (duty, tax) = (priced.duty, priced.added_tax());
    let lacks = |left_out: MinorUnits| left_out.is_positive() && amount == due(left_out);
    Some(if [duty, tax, duty + tax].into_iter().any(lacks) {
        FaultCode::PaymentsNewTaxMustBeAccepted
    } else {
        FaultCode::InvalidPayment
    })
}

/// Drops a payment bound before the change from `before`, if the change touches what the buyer agreed to pay for.
/// Another shirt, address or delivery is not what was shown, even at the same total. Other discount codes or gift cards
/// drop it too, even if the total is the same. A payment bound by the change itself stays. A new note or new attributes
/// keep it, except one by a saved card: its owner has confirmed the cart as it was, and anybody may have the cart's link.
pub fn drop_outdated_payment(before: &Cart, after: &mut Cart) {
    let bound_before = |payment: &BoundPayment| payment.revision <= before.revision;
    let is_other = agreed(before) != agreed(after)
        || (is_confirmed(after) && remarks(before) != remarks(after));
    if after.payment.as_ref().is_some_and(bound_before) && is_other {
        after.payment = None;
    }
    // Whoever pays later decides again.
    if after.payment.is_none() {
        after.save_for = None;
    }
}

fn is_confirmed(cart: &Cart) -> bool {
    let payment = cart.payment.as_ref();
    payment.is_some_and(|payment| payment.method.confirmation().is_some())
}

const fn remarks(cart: &Cart) -> (&Option<String>, &Vec<Attribute>) {
    (&cart.note, &cart.attributes)
}

/// The contents that the buyer agreed to pay for. The pattern lists every field of the cart, so that a new field cannot
/// be forgotten.
fn agreed(cart: &Cart) -> impl PartialEq + '_ {
    let Cart {
        lines,
        buyer,
        delivery_address,
        selected_delivery,
        chosen_details,
        billing_address,
        discount_codes,
        gift_cards,
        save_for,
        key: _,
        token_secret: _,
        secret: _,
        revision: _,
        created_at: _,
        updated_at: _,
        next_line: _,
        note: _,
        attributes: _,
        metafields: _,
        preferences: _,
        visitor_consent: _,
        payment: _,
        // Pays for nothing until it is bound.
        remote_order: _,
        returned_at: _,
        // They change only the price, and the price is compared with the bound amount.
        carrier_quotes: _,
        carrier_unserved: _,
        status: _,
    } = cart;
    let place = |id| lines.iter().position(|line| line.id == id);
    // A line removed and added again is the same to the buyer, as long as it has the same parent.
    let contents: Vec<_> = lines
        .iter()
        .map(|line| {
            (
                line.variant,
                line.quantity,
                &line.attributes,
                line.selling_plan,
                line.parent.map(place),
            )
        })
        .collect();
    (
        contents,
        buyer,
        delivery_address,
        selected_delivery,
        chosen_details,
        billing_address,
        discount_codes,
        gift_cards,
        save_for,
    )
}

/// Lowers the cart's quantities to the priced ones.
fn agree(cart: &mut Cart, priced: &PricedCart) {
    for line in &mut cart.lines {
        let agreed = priced.line(line.id).map_or(0, |line| line.quantity);
        line.quantity = line.quantity.min(agreed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::{CartLine, SelectedDelivery};
    use crate::fixtures::{
        BOOK, SHIRT_L, SHIRT_M, WEEKLY, cart_of, catalogue_with, empty_cart, jana, pieces, priced,
        shop, text,
    };
    use crate::gift_card::{CartGiftCard, GiftCardId};
    use crate::ids::LineId;
    use crate::money::Currency;
    use crate::pricing::{Facts, price};

    fn crowns(minor: MinorUnits) -> Money {
        Money::new(minor, Currency::CZK)
    }

    fn bind(cart: &mut Cart, amount: Money, method: PaymentMethod) -> Vec<Fault> {
        let now = priced(cart);
        bind_payment(cart, amount, method, &now, &shop())
    }

    fn going_by_ppl() -> Cart {
        let mut cart = cart_of(&[(SHIRT_M, 2), (BOOK, 1)]);
        cart.buyer.country = text("CZ");
        cart.selected_delivery = SelectedDelivery::whole("ppl");
        cart.revision = 6;
        cart
    }

    /// [3.12] A payment has an amount, which must be the current total, and a payment method.
    #[test]
    fn a_payment_is_bound_to_the_amount_due() {
        let mut cart = going_by_ppl();
        let due = 2 * 129_000 + 39_900 + 9_900;
        for amount in [
            crowns(MinorUnits::new(due - 1)),
            crowns(MinorUnits::new(due + 1)),
            crowns(MinorUnits::ZERO),
            crowns(MinorUnits::new(-due)),
        ] {
            let faults = bind(&mut cart, amount, PaymentMethod::BankTransfer);
            assert_eq!(
                faults,
                [Fault::of(FaultCode::InvalidPayment, Subject::PaymentAmount)]
            );
        }
        let euro = Money::new(MinorUnits::new(due), Currency::new("EUR").unwrap());
        assert_eq!(bind(&mut cart, euro, PaymentMethod::BankTransfer).len(), 1);
        assert_eq!(cart.payment, None);
        assert_eq!(
            bind(
                &mut cart,
                crowns(MinorUnits::new(due)),
                PaymentMethod::BankTransfer
            ),
            []
        );
        let expected = BoundPayment {
            amount: crowns(MinorUnits::new(due)),
            on_top: MinorUnits::ZERO,
            method: PaymentMethod::BankTransfer,
            revision: 7,
        };
        assert_eq!(cart.payment, Some(expected));
    }

    #[test]
    fn a_way_to_pay_that_does_not_apply_is_not_bound() {
        let mut cart = going_by_ppl();
        let faults = bind(
            &mut cart,
            crowns(MinorUnits::new(1)),
            PaymentMethod::CashOnDelivery,
        );
        assert_eq!(
            faults,
            [
                Fault::of(FaultCode::InvalidPayment, Subject::PaymentAmount),
                Fault::of(
                    FaultCode::PaymentMethodNotApplicable,
                    Subject::PaymentMethod
                ),
            ]
        );
        assert_eq!(cart.payment, None);
    }

    #[test]
    fn nothing_can_be_paid_for_an_empty_or_sold_out_cart() {
        for mut cart in [empty_cart(), cart_of(&[(SHIRT_L, 1)])] {
            let faults = bind(&mut cart, crowns(MinorUnits::ZERO), PaymentMethod::Free);
            assert_eq!(
                faults,
                [Fault::of(
                    FaultCode::InvalidPaymentEmptyCart,
                    Subject::PaymentMethod
                )]
            );
        }
    }

    #[test]
    fn paying_agrees_to_lowered_quantities() {
        let mut cart = going_by_ppl();
        let fewer = catalogue_with(SHIRT_M, |shirt| shirt.stock = pieces(1));
        let now = price(&cart, &fewer, &shop(), &Facts::default());
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
        assert_eq!(
            price(&cart, &fewer, &shop(), &Facts::default()).warnings,
            []
        );
    }

    fn dedication() -> Attribute {
        Attribute {
            key: "Věnování".to_owned(),
            value: "Pro Janu".to_owned(),
        }
    }

    /// [3.12] The buyer pays exactly for the agreed contents; the note may change.
    #[test]
    fn a_payment_does_not_outlive_what_it_was_bound_to() {
        type Change = fn(&mut Cart);
        let changes: &[(&str, bool, Change)] = &[
            ("nothing", true, |_| {}),
            ("note", true, |cart| {
                cart.note = text("Prosím zvonit");
            }),
            ("attributes", true, |cart| {
                cart.attributes.push(dedication());
            }),
            ("codes", false, |cart| {
                cart.discount_codes.push("JARO".to_owned());
            }),
            ("gift card", false, |cart| {
                cart.gift_cards.push(CartGiftCard {
                    id: GiftCardId(1),
                    last_characters: text("wxyz"),
                });
            }),
            ("line again", true, |cart| {
                cart.lines[0].id = LineId(9);
            }),
            ("variant", false, |cart| {
                cart.lines[0].variant = SHIRT_L;
            }),
            ("quantity", false, |cart| {
                cart.lines[0].quantity = 3;
            }),
            ("line gone", false, |cart| drop(cart.lines.pop())),
            ("property", false, |cart| {
                cart.lines[0].attributes.push(dedication());
            }),
            ("selling plan", false, |cart| {
                cart.lines[0].selling_plan = Some(WEEKLY);
            }),
            ("e-mail", false, |cart| {
                cart.buyer.email = text("eva@example.cz");
            }),
            ("phone", false, |cart| {
                cart.buyer.phone = text("+420601123456");
            }),
            ("country", false, |cart| {
                cart.buyer.country = text("SK");
            }),
            ("delivery address", false, |cart| {
                cart.delivery_address = Some(jana());
            }),
            ("billing address", false, |cart| {
                cart.billing_address = Some(jana());
            }),
            ("delivery", false, |cart| {
                cart.selected_delivery = SelectedDelivery::whole("odber");
            }),
        ];
        for (name, stays, change) in changes {
            let mut before = going_by_ppl();
            let due = crowns(priced(&before).total);
            assert_eq!(bind(&mut before, due, PaymentMethod::BankTransfer), []);
            before.revision += 1;
            let mut after = before.clone();
            change(&mut after);
            drop_outdated_payment(&before, &mut after);
            assert_eq!(after.payment.is_some(), *stays, "{name}");
        }
    }

    /// [3.12] The lines and their order are the same, but the buyer has paid for an engraving of the other ring.
    #[test]
    fn a_payment_does_not_outlive_where_a_line_stands() {
        let mut before = going_by_ppl();
        let other = CartLine {
            id: LineId(3),
            ..before.lines[0].clone()
        };
        before.lines.push(other);
        let ids: Vec<_> = before.lines.iter().map(|line| line.id).collect();
        before.lines[1].parent = Some(ids[2]);
        let due = crowns(priced(&before).total);
        assert_eq!(bind(&mut before, due, PaymentMethod::BankTransfer), []);
        before.revision += 1;
        for (parent, stays) in [(Some(ids[2]), true), (Some(ids[0]), false), (None, false)] {
            let mut after = before.clone();
            after.lines[1].parent = parent;
            drop_outdated_payment(&before, &mut after);
            assert_eq!(after.payment.is_some(), stays, "{parent:?}");
        }
        let mut again = before.clone();
        again.lines[2].id = LineId(9);
        again.lines[1].parent = Some(LineId(9));
        drop_outdated_payment(&before, &mut again);
        assert!(again.payment.is_some(), "put in again");
    }

    /// [3.12] Binding a payment may set the billing address in the same change, even if the same payment is bound
    /// again.
    #[test]
    fn a_payment_bound_by_the_change_itself_stays() {
        let mut before = going_by_ppl();
        let due = crowns(priced(&before).total);
        assert_eq!(bind(&mut before, due, PaymentMethod::BankTransfer), []);
        before.revision += 1;
        let mut after = before.clone();
        after.billing_address = Some(jana());
        assert_eq!(bind(&mut after, due, PaymentMethod::BankTransfer), []);
        drop_outdated_payment(&before, &mut after);
        assert!(after.payment.is_some());
    }

    /// [3.13] Whoever has the link of a cart that a saved card is to pay cannot add to it what its owner has not confirmed.
    #[test]
    fn remarks_drop_a_payment_by_a_saved_card() {
        let saved = PaymentMethod::SavedCard {
            mandate: "m".to_owned(),
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            confirmation: "c".to_owned(),
        };
        let typed = PaymentMethod::Card {
            session: "s".to_owned(),
        };
        for (method, stays) in [(saved, false), (typed, true)] {
            let mut before = going_by_ppl();
            let due = crowns(priced(&before).total);
            assert_eq!(bind(&mut before, due, method), []);
            before.revision += 1;
            let mut noted = before.clone();
            noted.note = text("Pošlete to jinam.");
            let mut attributed = before.clone();
            attributed.attributes.push(Attribute {
                key: "kam".to_owned(),
                value: "jinam".to_owned(),
            });
            for mut after in [noted, attributed] {
                drop_outdated_payment(&before, &mut after);
                assert_eq!(after.payment.is_some(), stays);
            }
        }
    }
}
