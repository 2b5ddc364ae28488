//! The trait.

use crate::StoreError;
use crate::model::{
    Advanced, AttemptStep, BeginAttempt, Begun, GiftCard, ImportCounts, NewGiftCard, OrderPage,
    OrderRecord, Replaced, WalletMessage,
};
use crate::outbox::Outbox;
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Product};
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber};
use zkratka_commerce::order::TimelineEntry;
use zkratka_commerce::pricing::{Facts, Question};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;

/// Keeps carts, attempts, orders and the catalogue. Every write that this trait answers `Ok` to is durable (fsync).
#[async_trait]
pub trait Store: Outbox {
    /// Whether other servers may be at work on what it keeps. If not, whatever is unfinished when a server starts was
    /// left behind by one that has died.
    fn is_shared(&self) -> bool;
    /// The time that all servers at work on it agree on, whatever their own clocks say.
    async fn now(&self) -> Result<Timestamp, StoreError>;

    /// Grows with every change of products, prices or stock made by an import.
    async fn catalogue_version(&self) -> Result<u64, StoreError>;
    /// The whole catalogue, with stock as of now.
    async fn catalogue(&self) -> Result<Catalogue, StoreError>;
    /// `known` with stock as of now, for a fraction of the cost: what to call after attempts, as long as
    /// [`Store::catalogue_version`] is still the one that `known` was read at.
    async fn restock(&self, known: Arc<Catalogue>) -> Result<Catalogue, StoreError>;
    /// Upserts products by handle and variants by option values; ids in the argument are ignored, stored ones are kept
    /// or given out. Products that the feed does not name stay as they are; a variant that the feed's product no
    /// longer has can no longer be bought, and gets its number back if it returns.
    ///
    /// Stock: a quantity is applied only when it differs from the one that the feed gave last time, so that the same
    /// feed again does not bring sold units back. A changed quantity is a fresh count: it replaces what was counted,
    /// less the units that live attempts hold (their orders are not known to whoever counted).
    async fn import(&self, products: Vec<Product>) -> Result<ImportCounts, StoreError>;

    /// Stores a new cart.
    async fn insert_cart(&self, cart: &Cart) -> Result<(), StoreError>;
    /// Reads a cart.
    async fn cart(&self, key: CartKey) -> Result<Option<Cart>, StoreError>;
    /// Stores `cart` (with its revision already raised) if the stored revision is `cart.revision - 1`.
    /// Its status must be the stored one: only attempts move it.
    async fn replace_cart(&self, cart: &Cart) -> Result<Replaced, StoreError>;
    /// Deletes open carts not changed since `before`, with attempts for which the gateway was never asked; answers how
    /// many. A cart with an attempt that reached the gateway stays, and so do the attempt and its timeline: they are
    /// the record of money that was, or may be, held.
    /// Works in small batches; when the store is busy it stops early and the next call goes on.
    async fn expire_carts(&self, before: Timestamp) -> Result<u64, StoreError>;

    /// Step 1, one transaction: looks the token up, re-reads the cart, price and stock, validates with
    /// [`zkratka_commerce::completion::complete`], reserves stock, uses of discounts and money of gift cards by guarded
    /// decrements, closes the cart, stores the attempt.
    async fn begin_attempt(
        &self,
        begin: BeginAttempt,
        rules: Arc<ShopRules>,
    ) -> Result<Begun, StoreError>;
    /// Reads an attempt.
    async fn attempt(&self, key: AttemptKey) -> Result<Option<Attempt>, StoreError>;
    /// The timeline of an attempt, oldest first.
    async fn timeline(&self, key: AttemptKey) -> Result<Vec<TimelineEntry>, StoreError>;
    /// Steps 2 and 3: stores a step if the stored version is `step.attempt.version - 1`.
    /// The snapshot, token and order number of the stored attempt are kept whatever the step says.
    async fn advance(&self, step: AttemptStep) -> Result<Advanced, StoreError>;
    /// Claims at most `limit` attempts that are due at `now`: each one's `due_at` is moved to `lease_until` and its
    /// version raised, so that no other server claims it too.
    async fn claim_due(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError>;
    /// At most `limit` attempts that need a person, oldest first.
    async fn attempts_in_review(&self, limit: u32) -> Result<Vec<Attempt>, StoreError>;
    /// Remembers a gateway notification's id; false when it was already known.
    async fn remember_notification(&self, id: String, now: Timestamp) -> Result<bool, StoreError>;
    /// Remembers that a wallet's message is to pay for a cart, until the message expires. The same cart may show it
    /// again; false when it has expired, when it belongs to another cart, or when an attempt was begun for its cart since.
    async fn claim_wallet_message(
        &self,
        message: WalletMessage,
        now: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Whether a wallet's message can pay for this cart no more: it belongs to another one, or an attempt was begun since
    /// it was claimed. What was never claimed, or has expired, is not spent.
    async fn wallet_message_is_spent(&self, id: &str, cart: CartKey) -> Result<bool, StoreError>;

    /// What is known now of the codes and gift cards of a cart.
    async fn facts(&self, question: Question, now: Timestamp) -> Result<Facts, StoreError>;
    /// Issues a gift card; false when there is one of this code already, which keeps its balance.
    async fn issue_gift_card(&self, card: NewGiftCard) -> Result<bool, StoreError>;
    /// The gift card whose code has this digest.
    async fn gift_card(&self, digest: String) -> Result<Option<GiftCard>, StoreError>;
    /// Makes a gift card pay no more; what live attempts hold of it stays theirs. Answers the card as it then stands; none
    /// where there is no such card. Disabled once, it keeps that moment.
    async fn disable_gift_card(
        &self,
        id: GiftCardId,
        now: Timestamp,
    ) -> Result<Option<GiftCard>, StoreError>;
    /// At most `limit` gift cards, newest first.
    async fn gift_cards(&self, limit: u32) -> Result<Vec<GiftCard>, StoreError>;

    /// Lists orders.
    async fn orders(&self, page: OrderPage) -> Result<Vec<OrderRecord>, StoreError>;
    async fn order(&self, number: OrderNumber) -> Result<Option<OrderRecord>, StoreError>;

    /// Whether it can read and write now.
    async fn health(&self) -> Result<(), StoreError>;
}
