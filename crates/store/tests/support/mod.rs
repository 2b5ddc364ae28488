//! A small shop for tests of stores.

mod attempts;
pub(crate) mod modes;
mod shop;

pub(crate) use attempts::*;
pub(crate) use shop::*;

use std::any::Any;
use std::sync::Arc;
use zkratka_store::Store;

/// An empty store, and what must live as long as the store.
pub(crate) struct TestStore {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) _guard: Box<dyn Any + Send>,
}
