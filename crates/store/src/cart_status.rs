//! Moves a cart from one status to another.

use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::time::Timestamp;

/// Raises the revision, so that an edit based on an earlier revision conflicts.
pub(crate) fn with_status(cart: Cart, status: CartStatus, now: Timestamp) -> Cart {
    Cart {
        status,
        revision: cart.revision + 1,
        updated_at: now,
        ..cart
    }
}
