//! Idempotency keys: a client that repeats a request under the same key gets the first answer and creates nothing more.
//!
//! The header and the statuses are those of the IETF draft "The Idempotency-Key HTTP Header Field". Neither the key nor the
//! request is kept, only their digests: a key leads to the cart that it has created.

mod in_use;
mod key_error;
mod keyed;

pub use in_use::{KeyTurn, KeysInUse};
pub use key_error::KeyError;
pub use keyed::{KeyEnd, Keyed};

/// The request's header.
pub const HEADER: &str = "idempotency-key";
/// The header of an answer that repeats an earlier one.
pub const REPLAYED_HEADER: &str = "idempotent-replayed";
