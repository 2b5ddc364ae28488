//! A store that is too busy for carts.

use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Product};
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber};
use zkratka_commerce::order::TimelineEntry;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    Advanced, AttemptStep, BeginAttempt, Begun, ImportCounts, OrderPage, OrderRecord, Replaced,
    Store, StoreError, WalletMessage,
};

/// Neither gives nor takes carts and attempts; the rest is as the store within.
pub(super) struct BusyStore(pub(super) Arc<dyn Store>);

#[async_trait]
impl Store for BusyStore {
    fn is_shared(&self) -> bool {
        self.0.is_shared()
    }

    async fn now(&self) -> Result<Timestamp, StoreError> {
        self.0.now().await
    }

    async fn insert_cart(&self, _cart: Cart) -> Result<(), StoreError> {
        Err(StoreError::Busy)
    }

    async fn replace_cart(&self, _cart: Cart) -> Result<Replaced, StoreError> {
        Err(StoreError::Busy)
    }

    async fn begin_attempt(
        &self,
        _begin: BeginAttempt,
        _rules: Arc<ShopRules>,
    ) -> Result<Begun, StoreError> {
        Err(StoreError::Busy)
    }

    async fn catalogue_version(&self) -> Result<u64, StoreError> {
        self.0.catalogue_version().await
    }

    async fn catalogue(&self) -> Result<Catalogue, StoreError> {
        self.0.catalogue().await
    }

    async fn restock(&self, known: Arc<Catalogue>) -> Result<Catalogue, StoreError> {
        self.0.restock(known).await
    }

    async fn import(&self, products: Vec<Product>) -> Result<ImportCounts, StoreError> {
        self.0.import(products).await
    }

    async fn cart(&self, _key: CartKey) -> Result<Option<Cart>, StoreError> {
        Err(StoreError::Busy)
    }

    async fn expire_carts(&self, before: Timestamp) -> Result<u64, StoreError> {
        self.0.expire_carts(before).await
    }

    async fn attempt(&self, key: AttemptKey) -> Result<Option<Attempt>, StoreError> {
        self.0.attempt(key).await
    }

    async fn timeline(&self, key: AttemptKey) -> Result<Vec<TimelineEntry>, StoreError> {
        self.0.timeline(key).await
    }

    async fn advance(&self, step: AttemptStep) -> Result<Advanced, StoreError> {
        self.0.advance(step).await
    }

    async fn claim_due(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        self.0.claim_due(now, lease_until, limit).await
    }

    async fn attempts_in_review(&self, limit: u32) -> Result<Vec<Attempt>, StoreError> {
        self.0.attempts_in_review(limit).await
    }

    async fn remember_notification(&self, id: String, now: Timestamp) -> Result<bool, StoreError> {
        self.0.remember_notification(id, now).await
    }

    async fn claim_wallet_message(
        &self,
        message: WalletMessage,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.0.claim_wallet_message(message, now).await
    }

    async fn orders(&self, page: OrderPage) -> Result<Vec<OrderRecord>, StoreError> {
        self.0.orders(page).await
    }

    async fn order(&self, number: OrderNumber) -> Result<Option<OrderRecord>, StoreError> {
        self.0.order(number).await
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.0.health().await
    }
}
