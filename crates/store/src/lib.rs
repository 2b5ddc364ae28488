//! Where carts, attempts, orders and the catalogue are kept.
//!
//! One trait, [`Store`]; the embedded default is [`sqlite`], and [`postgres`] serves several servers at once.

mod begin;
mod cart_status;
pub mod clock;
mod document;
mod error;
mod feed;
mod model;
mod order_plan;
mod outbox;
mod place;
pub mod postgres;
mod rows;
pub mod sqlite;
mod steps;
mod store;

pub use error::StoreError;
pub use model::*;
pub use outbox::*;
pub use place::{OpenError, StorePlace, is_there, make_folder_of, open};
pub use store::Store;

/// When an attempt that cannot be read is looked at again: somebody may have mended it.
const DAMAGED_PUT_OFF_MS: i64 = 24 * 60 * 60 * 1000;

/// The number before the first order's.
const BEFORE_FIRST_ORDER: i64 = 1000;
