//! The order at a wallet's provider that the buyer is to approve elsewhere.

use super::Cart;
use serde::{Deserialize, Serialize};

/// An order that was made at a wallet's provider for a cart. It is kept so that what the buyer has approved is found
/// again, whatever became of the page that sent the buyer there. By itself it pays for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteOrder {
    /// The provider's name of it.
    pub id: String,
    /// The revision of the cart that it was made for.
    pub revision: u64,
}

/// Keeps an order that was made for a revision of the cart. It touches nothing that the buyer has agreed to.
pub fn keep_remote_order(cart: &mut Cart, id: String, revision: u64) {
    cart.remote_order = Some(RemoteOrder { id, revision });
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::remove_personal_data;
    use crate::fixtures::{SHIRT_M, cart_of};

    /// [7.09] Asked for again there is the same order, and another one once the cart has changed.
    #[test]
    fn keeping_an_order_asks_for_no_other() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.revision = 4;
        assert_eq!(cart.remote_revision(), 4);
        keep_remote_order(&mut cart, "5O190127TN364715T".to_owned(), 4);
        cart.revision = 5;
        assert_eq!(cart.remote_revision(), 4);
        cart.revision = 6;
        assert_eq!(cart.remote_revision(), 6);
    }

    /// The provider tells by it who has approved it: it goes with the rest of what is known of the buyer.
    #[test]
    fn it_is_personal() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        keep_remote_order(&mut cart, "5O190127TN364715T".to_owned(), 0);
        remove_personal_data(&mut cart);
        assert_eq!(cart.remote_order, None);
    }
}
