//! The order, or the agreement, at a wallet's provider that the buyer is to approve elsewhere.

use super::Cart;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What was made at a wallet's provider for a cart: an order, or an agreement that an account may be charged. It is kept so
/// that what the buyer has approved is found again, whatever became of the page that sent the buyer there. By itself it
/// pays for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteOrder {
    /// The provider's name of it.
    pub id: String,
    /// The revision of the cart that it was made for.
    pub revision: u64,
    /// It is no order but an agreement, which pays for this cart and no other, until then. The provider does not say
    /// which cart it was made for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement_until: Option<Timestamp>,
    /// It is an agreement that was asked for while the cart renewed: the buyer agreed to that, and to nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub renews: bool,
}

/// Keeps what was made for a revision of the cart. It touches nothing that the buyer has agreed to.
pub fn keep_remote_order(cart: &mut Cart, made: RemoteOrder) {
    cart.remote_order = Some(made);
}

impl Cart {
    /// The revision that an order at a provider is made for: keeping one makes a new revision of the same contents, for
    /// which there is no need of another order.
    #[must_use]
    pub fn remote_revision(&self) -> u64 {
        let kept = self.remote_order.as_ref().map(|order| order.revision);
        kept.filter(|revision| revision.saturating_add(1) == self.revision)
            .unwrap_or(self.revision)
    }

    /// When the agreement of this name ends, if it was made for this cart, and is the latest.
    #[must_use]
    pub fn agreement_until(&self, id: &str) -> Option<Timestamp> {
        let kept = self.remote_order.as_ref().filter(|kept| kept.id == id);
        kept.and_then(|kept| kept.agreement_until)
    }

    /// Whether the agreement of this name was made for what renews.
    #[must_use]
    pub fn agreement_renews(&self, id: &str) -> bool {
        let kept = self.remote_order.as_ref();
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
            id: ID.to_owned(),
            revision,
            agreement_until,
            renews: false,
        }
    }

    /// [7.09] Asked for again there is the same order, and another one once the cart has changed.
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

    /// The provider tells by it who has approved it: it goes with the rest of what is known of the buyer.
    #[test]
    fn it_is_personal() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        keep_remote_order(&mut cart, made(0, None));
        remove_personal_data(&mut cart);
        assert_eq!(cart.remote_order, None);
    }

    /// [7.09] An agreement is another cart's, or an order, unless this cart knows better.
    #[test]
    fn an_agreement_is_of_the_cart_that_keeps_it() {
        let until = Timestamp(7);
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        assert_eq!(cart.agreement_until(ID), None);
        keep_remote_order(&mut cart, made(0, None));
        assert_eq!(cart.agreement_until(ID), None, "an order");
        keep_remote_order(&mut cart, made(0, Some(until)));
        assert_eq!(cart.agreement_until(ID), Some(until));
        assert_eq!(cart.agreement_until("ANOTHER"), None);
    }

    /// [5.15] What an agreement was made for is told of that one only.
    #[test]
    fn an_agreement_knows_whether_it_was_made_for_what_renews() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        assert!(!cart.agreement_renews(ID));
        let given = RemoteOrder {
            renews: true,
            ..made(0, Some(Timestamp(7)))
        };
        keep_remote_order(&mut cart, given.clone());
        assert!(cart.agreement_renews(ID));
        assert!(!cart.agreement_renews("ANOTHER"));
        let written = serde_json::to_string(&given).expect("JSON");
        let read: RemoteOrder = serde_json::from_str(&written).expect("a remote order");
        assert_eq!(read, given);
    }

    /// What was written before there were agreements is an order.
    #[test]
    fn an_order_is_read_as_it_was_written() {
        let read: RemoteOrder = serde_json::from_str(r#"{"id":"5O190127TN364715T","revision":3}"#)
            .expect("a remote order");
        assert_eq!(read, made(3, None));
        let written = serde_json::to_string(&read).expect("JSON");
        assert_eq!(written, r#"{"id":"5O190127TN364715T","revision":3}"#);
    }
}
