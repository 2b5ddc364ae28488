//! The order or billing agreement at a wallet's provider that the buyer approves on the provider's page.

use super::Cart;
use crate::payment::Wallet;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// An order created at a wallet's provider for a cart, or an agreement that allows charging an account. It is stored so
/// that the server can find what the buyer approved, even if the page that sent the buyer there is gone. It pays for
/// nothing by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteOrder {
    /// The wallet whose provider created it. A stored entry that names none is PayPal's.
    #[serde(default = "paypal", skip_serializing_if = "is_paypal")]
    pub wallet: Wallet,
    /// The provider's id.
    pub id: String,
    /// The cart revision that it was created for.
    pub revision: u64,
    /// `Some` for an agreement, which can pay for this cart only, until this time. The provider does not say which cart
    /// an agreement was created for. `None` for an order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement_until: Option<Timestamp>,
    /// True for an agreement created while the cart contained something that renews. The buyer agreed to exactly that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub renews: bool,
}

const fn paypal() -> Wallet {
    Wallet::PayPal
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_paypal(wallet: &Wallet) -> bool {
    *wallet == Wallet::PayPal
}

/// Stores what was created for a revision of the cart. It changes nothing that the buyer has agreed to.
pub fn keep_remote_order(cart: &mut Cart, made: RemoteOrder) {
    cart.remote_order = Some(made);
}

impl Cart {
    /// The cart revision to create a provider order for. Storing a provider order increases the revision without
    /// changing the contents, so the revision before it is returned and no second order is needed.
    #[must_use]
    pub fn remote_revision(&self) -> u64 {
        let kept = self.remote_order.as_ref().map(|order| order.revision);
        kept.filter(|revision| revision.saturating_add(1) == self.revision)
            .unwrap_or(self.revision)
    }

    /// The cart's latest remote order, if this wallet's provider created it. An id of another provider means nothing
    /// there.
    #[must_use]
    pub fn remote_order_at(&self, wallet: Wallet) -> Option<&RemoteOrder> {
        let kept = self.remote_order.as_ref();
        kept.filter(|kept| kept.wallet == wallet)
    }

    /// Whether the latest order that this shop created for the cart has this id at this wallet's provider.
    #[must_use]
    pub fn has_remote_order(&self, wallet: Wallet, id: &str) -> bool {
        let kept = self.remote_order_at(wallet);
        kept.is_some_and(|kept| kept.id == id && kept.agreement_until.is_none())
    }

    /// The end of this agreement, if it is the cart's latest remote order.
    #[must_use]
    pub fn agreement_until(&self, wallet: Wallet, id: &str) -> Option<Timestamp> {
        let kept = self.remote_order_at(wallet).filter(|kept| kept.id == id);
        kept.and_then(|kept| kept.agreement_until)
    }

    /// Whether this agreement was created for something that renews.
    #[must_use]
    pub fn agreement_renews(&self, wallet: Wallet, id: &str) -> bool {
        let kept = self.remote_order_at(wallet);
        kept.is_some_and(|kept| kept.id == id && kept.agreement_until.is_some() && kept.renews)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::remove_personal_data;
    use crate::fixtures::{SHIRT_M, cart_of};

    const ID: &str = "5O190127TN364715T";

    fn made(revision: u64, agreement_until: Option<Timestamp>) -> RemoteOrder {
        RemoteOrder {
            wallet: Wallet::PayPal,
            id: ID.to_owned(),
            revision,
            agreement_until,
            renews: false,
        }
    }

    /// [7.09] Asking again returns the same order; after a change of the cart, a new one.
    #[test]
    fn keeping_an_order_asks_for_no_other() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.revision = 4;
        assert_eq!(cart.remote_revision(), 4);
        keep_remote_order(&mut cart, made(4, None));
        cart.revision = 5;
        assert_eq!(cart.remote_revision(), 4);
        cart.revision = 6;
        assert_eq!(cart.remote_revision(), 6);
    }

    /// The provider can identify by it who approved it, so it is removed with the buyer's other data.
    #[test]
    fn it_is_personal() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        keep_remote_order(&mut cart, made(0, None));
        remove_personal_data(&mut cart);
        assert_eq!(cart.remote_order, None);
    }

    /// [7.09] Only the latest order that the shop created for the cart is the cart's.
    #[test]
    fn an_order_is_the_one_that_the_shop_created() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        assert!(
            !cart.has_remote_order(Wallet::PayPal, ID),
            "none was created"
        );
        keep_remote_order(&mut cart, made(0, None));
        assert!(cart.has_remote_order(Wallet::PayPal, ID));
        assert!(
            !cart.has_remote_order(Wallet::PayPal, "ANOTHER")
                && !cart.has_remote_order(Wallet::PayPal, "")
        );
        keep_remote_order(&mut cart, made(0, Some(Timestamp(7))));
        assert!(!cart.has_remote_order(Wallet::PayPal, ID), "an agreement");
    }

    /// [7.09] An id counts as this cart's agreement only if the cart has stored it as one.
    #[test]
    fn an_agreement_is_of_the_cart_that_keeps_it() {
        let until = Timestamp(7);
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        assert_eq!(cart.agreement_until(Wallet::PayPal, ID), None);
        keep_remote_order(&mut cart, made(0, None));
        assert_eq!(cart.agreement_until(Wallet::PayPal, ID), None, "an order");
        keep_remote_order(&mut cart, made(0, Some(until)));
        assert_eq!(cart.agreement_until(Wallet::PayPal, ID), Some(until));
        assert_eq!(cart.agreement_until(Wallet::PayPal, "ANOTHER"), None);
    }

    /// [5.15] The cart answers only for its own agreement whether it was created for something that renews.
    #[test]
    fn an_agreement_knows_whether_it_was_made_for_what_renews() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        assert!(!cart.agreement_renews(Wallet::PayPal, ID));
        let given = RemoteOrder {
            renews: true,
            ..made(0, Some(Timestamp(7)))
        };
        keep_remote_order(&mut cart, given.clone());
        assert!(cart.agreement_renews(Wallet::PayPal, ID));
        assert!(!cart.agreement_renews(Wallet::PayPal, "ANOTHER"));
        let written = serde_json::to_string(&given).expect("JSON");
        let read: RemoteOrder = serde_json::from_str(&written).expect("a remote order");
        assert_eq!(read, given);
    }

    /// [7.09] [B.02] The id of one provider is never asked of another.
    #[test]
    fn an_order_is_of_one_wallet() {
        let other = |order: RemoteOrder| RemoteOrder {
            wallet: Wallet::GooglePay,
            ..order
        };
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        keep_remote_order(&mut cart, other(made(0, None)));
        assert_eq!(cart.remote_order_at(Wallet::PayPal), None);
        assert!(cart.remote_order_at(Wallet::GooglePay).is_some());
        assert!(!cart.has_remote_order(Wallet::PayPal, ID));
        assert!(cart.has_remote_order(Wallet::GooglePay, ID));
        let agreement = RemoteOrder {
            renews: true,
            ..other(made(0, Some(Timestamp(7))))
        };
        let written = serde_json::to_string(&agreement).expect("JSON");
        let read: RemoteOrder = serde_json::from_str(&written).expect("a remote order");
        assert_eq!(read, agreement, "{written}");
        keep_remote_order(&mut cart, agreement);
        assert_eq!(cart.agreement_until(Wallet::PayPal, ID), None);
        assert!(!cart.agreement_renews(Wallet::PayPal, ID));
        assert!(cart.agreement_renews(Wallet::GooglePay, ID));
    }

    /// A stored entry from before agreements and other wallets existed is read as an order of PayPal's.
    #[test]
    fn an_order_is_read_as_it_was_written() {
        let read: RemoteOrder = serde_json::from_str(r#"{"id":"5O190127TN364715T","revision":3}"#)
            .expect("a remote order");
        assert_eq!(read, made(3, None));
        let written = serde_json::to_string(&read).expect("JSON");
        assert_eq!(written, r#"{"id":"5O190127TN364715T","revision":3}"#);
    }
}
