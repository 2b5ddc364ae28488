//! The [`Store`] trait.

use crate::StoreError;
use crate::accounts::Accounts;
use crate::downloads::Downloads;
use crate::gift_card::{CodeKeyUse, GiftCard, NewGiftCard};
use crate::model::{
    AttemptStep, BeginAttempt, BeginOutcome, ClaimOutcome, ImportCounts, KeyedCart, KeyedRequest,
    OrderPage, OrderRecord, ReplaceOutcome, StepOutcome, WalletMessage,
};
use crate::movements::Movements;
use crate::order_life::OrderLifeStore;
use crate::outbox::Outbox;
use crate::privacy::Privacy;
use crate::stock_alerts::StockAlerts;
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Product};
use zkratka_commerce::gift_card::{CodeKeyId, GiftCardId};
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber};
use zkratka_commerce::order::{Mode, TimelineEntry};
use zkratka_commerce::pricing::{Facts, Question};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;

/// Stores carts, attempts, orders and the catalogue. A write that returns `Ok` is durable (fsync).
#[async_trait]
pub trait Store: Downloads + Movements + Outbox + OrderLifeStore + Privacy + StockAlerts {
    /// Whether several servers may use this store at once. If not, any unfinished work that a server finds when it starts
    /// was left by a server that has died.
    fn is_shared(&self) -> bool;
    /// The accounts of the shop's wallet.
    fn accounts(&self) -> Accounts<'_>;
    /// Records the mode of a new store. Refuses the other mode, and one that the contents of an older store contradict.
    async fn claim_mode(&self, mode: Mode) -> Result<(), StoreError>;
    /// The time on which all servers of this store agree, whatever their own clocks say.
    async fn now(&self) -> Result<Timestamp, StoreError>;

    /// Grows with every import that changes products, prices or stock.
    async fn catalogue_version(&self) -> Result<u64, StoreError>;
    /// The whole catalogue, with the present stock.
    async fn catalogue(&self) -> Result<Catalogue, StoreError>;
    /// Returns `known` with the present stock. It costs much less than [`Store::catalogue`], so call it after attempts,
    /// as long as [`Store::catalogue_version`] is the version at which `known` was read.
    async fn restock(&self, known: Arc<Catalogue>) -> Result<Catalogue, StoreError>;
    /// Upserts products by handle and variants by option values. Ids in the argument are ignored: the store keeps the ids
    /// that it has and gives new products and variants new ones. A product that the feed does not name stays as it is. A
    /// variant that is missing from the feed's product can no longer be bought. It gets its old id back if a later feed
    /// has it again.
    ///
    /// Stock: the import applies a quantity only if it differs from the quantity in the last feed. So importing the same
    /// feed again does not bring sold units back. A changed quantity is a fresh count. It replaces the stored count, less
    /// the units that live attempts hold, because the person who counted cannot know their orders yet.
    async fn import(&self, products: Vec<Product>) -> Result<ImportCounts, StoreError>;

    async fn insert_cart(&self, cart: &Cart) -> Result<(), StoreError>;
    /// The cart that this idempotency key has created, if the key is not forgotten.
    async fn keyed_cart(&self, request: &KeyedRequest) -> Result<Option<KeyedCart>, StoreError>;
    /// Stores a new cart under an idempotency key, in one transaction. If the key has a cart already, stores nothing and
    /// returns that one. Of several calls at once, also on several servers, one stores its cart.
    async fn insert_keyed_cart(
        &self,
        cart: &Cart,
        request: KeyedRequest,
    ) -> Result<Option<KeyedCart>, StoreError>;
    async fn cart(&self, key: CartKey) -> Result<Option<Cart>, StoreError>;
    /// Stores `cart`, whose revision is already raised, if the stored revision is `cart.revision - 1`. The status must
    /// equal the stored one, because only attempts change it.
    async fn replace_cart(&self, cart: &Cart) -> Result<ReplaceOutcome, StoreError>;
    /// Like [`Store::replace_cart`], and in the same transaction records that a wallet's message is to pay for this cart,
    /// until the message expires. The same cart may present the message again. If the message is spent or the cart is not
    /// replaced, stores nothing of either. Of several carts that claim one message at once, one is stored.
    async fn replace_cart_claiming(
        &self,
        cart: &Cart,
        message: WalletMessage,
        now: Timestamp,
    ) -> Result<ClaimOutcome, StoreError>;
    /// Deletes open carts that have not changed since `before`, together with their attempts and timelines. Returns the
    /// number of deleted carts. If the gateway was called for an attempt, the cart, the attempt and its timeline stay,
    /// because they record money that was, or may be, held. It works in small batches. If the store is busy it stops
    /// early, and the next call continues.
    async fn expire_carts(&self, before: Timestamp) -> Result<u64, StoreError>;

    /// Step 1, in one transaction: finds the token's attempt, reads the cart, prices and stock again, and validates with
    /// [`zkratka_commerce::completion::complete`]. Then it reserves stock, uses of discounts and money of gift cards by
    /// guarded decrements, closes the cart and stores the attempt.
    async fn begin_attempt(
        &self,
        begin: BeginAttempt,
        rules: Arc<ShopRules>,
    ) -> Result<BeginOutcome, StoreError>;
    async fn attempt(&self, key: AttemptKey) -> Result<Option<Attempt>, StoreError>;
    /// The timeline of an attempt, oldest first.
    async fn timeline(&self, key: AttemptKey) -> Result<Vec<TimelineEntry>, StoreError>;
    /// Steps 2 and 3: stores a step if the stored version is `step.attempt.version - 1`. The stored attempt keeps its
    /// snapshot, token, cart and order number, whatever the step says.
    async fn advance(&self, step: AttemptStep) -> Result<StepOutcome, StoreError>;
    /// Claims at most `limit` attempts that are due at `now`. Sets the `due_at` of each to `lease_until` and raises its
    /// version, so that no other server claims it too.
    async fn claim_due(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError>;
    /// At most `limit` attempts that need review by a person, oldest first.
    async fn attempts_in_review(&self, limit: u32) -> Result<Vec<Attempt>, StoreError>;
    /// Stores the id of a gateway notification. Returns false if the id was stored before.
    async fn remember_notification(&self, id: String, now: Timestamp) -> Result<bool, StoreError>;
    /// Whether a wallet's message can no longer pay for this cart: it belongs to another cart, or an attempt has begun
    /// since the message was claimed. A message that was never claimed is not spent. An expired claim counts until the
    /// store deletes it.
    async fn wallet_message_is_spent(&self, id: &str, cart: CartKey) -> Result<bool, StoreError>;

    /// The present uses of a cart's discount codes and the present balances of its gift cards.
    async fn facts(&self, question: Question, now: Timestamp) -> Result<Facts, StoreError>;
    /// Issues a gift card. Returns false if a card with this code exists already. That card keeps its balance.
    async fn issue_gift_card(&self, card: NewGiftCard) -> Result<bool, StoreError>;
    /// The gift card whose code has one of these digests; the first of several.
    async fn gift_card(&self, digests: &[String]) -> Result<Option<GiftCard>, StoreError>;
    /// The gift cards that an order has sold, in the order of its lines and their units.
    async fn gift_cards_of(&self, order: OrderNumber) -> Result<Vec<GiftCard>, StoreError>;
    /// How many gift cards depend on each key, in the order of the keys' names.
    async fn code_key_uses(&self, now: Timestamp) -> Result<Vec<CodeKeyUse>, StoreError>;
    /// How many attempts sell gift cards and may still make an order, which needs a key for their codes.
    async fn attempts_selling_gift_cards(&self) -> Result<u64, StoreError>;
    /// Records the proof of a key, unless the key has one already. Returns the recorded proof, which differs if the
    /// configured key is another one than before.
    async fn claim_code_key(&self, key: &CodeKeyId, proof: &str) -> Result<String, StoreError>;
    /// The recorded proof of a key; `None` if no server has used the key yet.
    async fn recorded_code_key(&self, key: &CodeKeyId) -> Result<Option<String>, StoreError>;
    /// Disables a gift card and returns it. Live attempts keep the amounts that they hold of it. Returns `None` if there
    /// is no such card. A card that is disabled already keeps its first `disabled_at`.
    async fn disable_gift_card(
        &self,
        id: GiftCardId,
        now: Timestamp,
    ) -> Result<Option<GiftCard>, StoreError>;
    /// Lets a gift card pay that is from before modes were recorded and that no order sold, and returns it. Changes no
    /// other card. Returns `None` if there is no such card.
    async fn confirm_gift_card(&self, id: GiftCardId) -> Result<Option<GiftCard>, StoreError>;
    /// How many such cards with money a person has yet to confirm or to disable.
    async fn unconfirmed_gift_cards(&self) -> Result<u64, StoreError>;
    /// At most `limit` gift cards, newest first.
    async fn gift_cards(&self, limit: u32) -> Result<Vec<GiftCard>, StoreError>;

    async fn orders(&self, page: OrderPage) -> Result<Vec<OrderRecord>, StoreError>;
    async fn order(&self, number: OrderNumber) -> Result<Option<OrderRecord>, StoreError>;
    /// When an order was made, without reading the rest of it.
    async fn order_time(&self, number: OrderNumber) -> Result<Option<Timestamp>, StoreError>;

    /// Checks that the store can read and write now.
    async fn health(&self) -> Result<(), StoreError>;
}
