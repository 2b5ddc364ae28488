//! Moving a cart from one status to the next.

use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::time::Timestamp;

/// Every change raises the revision, so that an edit based on what was read before it conflicts.
pub(crate) fn with_status(cart: Cart, status: CartStatus, now: Timestamp) -> Cart {
    Cart {
        status,
        revision: cart.revision + 1,
        updated_at: now,
        ..cart
    }
}
