//! Where carts, attempts, orders and the catalogue are kept.
//!
//! One trait, [`Store`]; the embedded default is [`sqlite`].

mod model;
pub mod sqlite;
mod store;

pub use model::*;
pub use store::{Store, StoreError};
