//! Stores carts, attempts, orders and the catalogue.
//!
//! The trait is [`Store`]. [`sqlite`] is the embedded default, and [`postgres`] is for several servers that share a
//! store.

mod accounts;
mod begin;
mod cart_status;
pub mod clock;
mod document;
mod downloads;
mod error;
mod feed;
mod gift_card;
mod mode;
mod model;
mod movements;
mod order_life;
mod order_plan;
mod outbox;
mod place;
pub mod postgres;
mod privacy;
mod rows;
pub mod sqlite;
mod steps;
mod stock_alerts;
mod store;

pub use accounts::*;
pub use downloads::{CountDownload, DownloadRecord, Downloads};
pub use error::StoreError;
pub use gift_card::{CodeKeyUse, GiftCard, GiftCardState, NewGiftCard, SoldUnit};
pub use model::*;
pub use movements::{MovedOrders, Movements};
pub use order_life::{OrderLife, OrderLifeStore, OrderStep, OrderStepOutcome, PendingRefund};
pub use outbox::*;
pub use place::{OpenError, StorePlace, is_there, make_folder_of, open};
pub use privacy::{DiscountUse, OrderPosition, Privacy, RedactOrder, RedactOutcome, UnpaidOrder};
pub use stock_alerts::*;
pub use store::Store;
/// What a store is opened in.
pub use zkratka_commerce::order::Mode;

/// How long to wait before looking again at an attempt that cannot be read. Somebody may have repaired it by then.
const DAMAGED_PUT_OFF_MS: i64 = 24 * 60 * 60 * 1000;

/// The first order gets the number after this one.
const BEFORE_FIRST_ORDER: i64 = 1000;
