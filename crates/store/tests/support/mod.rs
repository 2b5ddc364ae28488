//! A small shop to test stores with.

mod attempts;
mod shop;

pub(crate) use attempts::*;
pub(crate) use shop::*;

use std::any::Any;
use std::sync::Arc;
use zkratka_store::Store;

/// An empty store, and whatever must live as long as it does.
pub(crate) struct TestStore {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) _guard: Box<dyn Any + Send>,
}
