//! Whether the card that a buyer types is saved in the buyer's account.

use crate::account::AccountId;
use crate::cart::{BoundPayment, Cart};
use crate::payment::PaymentMethod;

/// Sets the account in which the card and the address are saved with the order. Only the browser in which the card was typed
/// knows the gateway's session of the card, so nobody else decides: anybody may have the cart's link. Returns false, and
/// changes nothing, unless the cart is to be paid by the card of this session.
#[must_use]
pub fn save_typed_card(cart: &mut Cart, session: &str, account: Option<AccountId>) -> bool {
    let revision = cart.revision.saturating_add(1);
    let Some(payment) = cart
        .payment
        .as_mut()
        .filter(|bound| pays_by(bound, session))
    else {
        return false;
    };
    if cart.save_for != account {
        cart.save_for = account;
        // The buyer agrees to the wish together with the payment. The caller stores this change under the next revision.
        payment.revision = revision;
    }
    true
}

fn pays_by(bound: &BoundPayment, session: &str) -> bool {
    matches!(&bound.method, PaymentMethod::Card { session: typed } if typed == session)
}

#[cfg(test)]
mod tests {
    use super::save_typed_card;
    use crate::account::AccountId;
    use crate::cart::Cart;
    use crate::cart_changes::{bind_payment, drop_outdated_payment};
    use crate::fixtures::{SHIRT_M, cart_of, priced, shop, text};
    use crate::money::Money;
    use crate::payment::PaymentMethod;

    const JANA: Option<AccountId> = Some(AccountId([7; 32]));

    fn typed(session: &str) -> PaymentMethod {
        PaymentMethod::Card {
            session: session.to_owned(),
        }
    }

    fn bind(cart: &mut Cart, method: PaymentMethod) {
        let before = cart.clone();
        let now = priced(cart);
        let due = Money::new(now.due(&method), now.currency);
        assert_eq!(bind_payment(cart, due, method, &now, &shop()), []);
        store(&before, cart);
    }

    fn store(before: &Cart, after: &mut Cart) {
        drop_outdated_payment(before, after);
        after.revision = before.revision + 1;
    }

    fn wish(cart: &mut Cart, session: &str, account: Option<AccountId>) -> bool {
        let before = cart.clone();
        let accepted = save_typed_card(cart, session, account);
        store(&before, cart);
        accepted
    }

    fn paid() -> Cart {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.buyer.country = text("CZ");
        cart.selected_delivery = crate::cart::SelectedDelivery::whole("ppl");
        bind(&mut cart, typed("session-of-jana"));
        cart
    }

    /// [3.13] [B.02] Only who knows the session of the typed card has it saved.
    #[test]
    fn the_session_of_the_card_is_wanted() {
        let mut cart = paid();
        for wrong in ["", "session-of-mallory"] {
            assert!(!wish(&mut cart, wrong, JANA));
            assert_eq!(cart.save_for, None);
        }
        assert!(wish(&mut cart, "session-of-jana", JANA));
        assert_eq!(cart.save_for, JANA);
        assert!(cart.payment.is_some());
        assert!(wish(&mut cart, "session-of-jana", None));
        assert_eq!(cart.save_for, None);
        let mut unpaid = cart_of(&[(SHIRT_M, 1)]);
        assert!(!wish(&mut unpaid, "session-of-jana", JANA));
    }

    /// [3.13] The wish is over with the payment: with another card, another method, and a change of what was agreed.
    #[test]
    fn the_wish_ends_with_the_payment() {
        for method in [
            typed("session-of-jana"),
            typed("another-session"),
            PaymentMethod::BankTransfer,
        ] {
            let mut cart = paid();
            assert!(wish(&mut cart, "session-of-jana", JANA));
            bind(&mut cart, method);
            assert_eq!(cart.save_for, None);
        }
        let mut cart = paid();
        assert!(wish(&mut cart, "session-of-jana", JANA));
        let before = cart.clone();
        cart.buyer.email = text("mallory@example.cz");
        store(&before, &mut cart);
        assert_eq!((cart.payment, cart.save_for), (None, None));
    }

    /// [3.13] A wish that does not come with the session drops the payment, so the cart cannot be submitted.
    #[test]
    fn another_change_of_the_wish_drops_the_payment() {
        let mut cart = paid();
        let before = cart.clone();
        cart.save_for = JANA;
        store(&before, &mut cart);
        assert_eq!((cart.payment, cart.save_for), (None, None));
    }
}
