//! Implements [`Store`]: chooses which calls read and which write, and prepares data before it calls the writer.

use super::carts::{self, ByAge, Expired};
use super::writer::Writes;
use super::{
    SqliteStore, advance, attempts, begin, benefits, catalogue, gift_cards, idempotency_keys,
    import, mode, notifications, orders, timeline, wallet_messages,
};
use crate::feed;
use crate::rows::{CartRow, new_row};
use crate::{
    Accounts, AttemptStep, BeginAttempt, BeginOutcome, ClaimOutcome, CodeKeyUse, GiftCard,
    ImportCounts, KeyedCart, KeyedRequest, NewGiftCard, OrderPage, OrderRecord, ReplaceOutcome,
    StepOutcome, Store, StoreError, WalletMessage,
};
use async_trait::async_trait;
use rusqlite::Connection;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Product};
use zkratka_commerce::gift_card::{CodeKeyId, GiftCardId};
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber};
use zkratka_commerce::order::{Mode, TimelineEntry};
use zkratka_commerce::pricing::{Facts, Question};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;

/// How many carts one batch of the expiry checks. Few enough that no request waits noticeably.
const EXPIRED_PER_BATCH: u32 = 100;

/// An import gets this many times the usual deadline, because it is one transaction however large the feed is.
const IMPORT_PATIENCE: u32 = 10;

impl SqliteStore {
    /// Runs `work` in a transaction. It may run twice, so it changes nothing but the database.
    pub(super) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.writer
            .run(self.write_deadline, Writes::Anything, work)
            .await
    }

    /// Like [`Self::write`], for work that adds one row.
    async fn add_row<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.writer
            .run(self.write_deadline, Writes::NewRow, work)
            .await
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn claim_mode(&self, mode: Mode) -> Result<(), StoreError> {
        self.write(move |connection| mode::claim(connection, mode))
            .await
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn accounts(&self) -> Accounts<'_> {
        Accounts::new(self)
    }

    async fn now(&self) -> Result<Timestamp, StoreError> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let milliseconds = since.unwrap_or_default().as_millis();
        Ok(Timestamp(i64::try_from(milliseconds).unwrap_or(i64::MAX)))
    }

    async fn catalogue_version(&self) -> Result<u64, StoreError> {
        self.readers.point(catalogue::version)
    }

    async fn catalogue(&self) -> Result<Catalogue, StoreError> {
        self.readers.long(catalogue::all).await
    }

    async fn restock(&self, known: Arc<Catalogue>) -> Result<Catalogue, StoreError> {
        self.readers
            .long(move |connection| catalogue::restock(connection, &known))
            .await
    }

    async fn import(&self, products: Vec<Product>) -> Result<ImportCounts, StoreError> {
        let feed = tokio::task::spawn_blocking(move || feed::prepare(products))
            .await
            .map_err(|error| {
                StoreError::Database(format!("the feed was not prepared: {error}"))
            })??;
        self.writer
            .run(
                self.write_deadline.saturating_mul(IMPORT_PATIENCE),
                Writes::Anything,
                move |connection| import::apply(connection, &feed),
            )
            .await
    }

    async fn insert_cart(&self, cart: &Cart) -> Result<(), StoreError> {
        let row = new_row(cart)?;
        self.add_row(move |connection| carts::insert(connection, &row))
            .await
    }

    async fn keyed_cart(&self, request: &KeyedRequest) -> Result<Option<KeyedCart>, StoreError> {
        self.readers
            .point(|connection| idempotency_keys::find(connection, request))
    }

    async fn insert_keyed_cart(
        &self,
        cart: &Cart,
        request: KeyedRequest,
    ) -> Result<Option<KeyedCart>, StoreError> {
        let row = new_row(cart)?;
        self.write(move |connection| idempotency_keys::insert(connection, &row, &request))
            .await
    }

    async fn cart(&self, key: CartKey) -> Result<Option<Cart>, StoreError> {
        self.readers
            .point(|connection| carts::read(connection, key))
    }

    async fn replace_cart(&self, cart: &Cart) -> Result<ReplaceOutcome, StoreError> {
        let row = CartRow::new(cart)?;
        self.write(move |connection| carts::replace(connection, &row))
            .await
    }

    async fn replace_cart_claiming(
        &self,
        cart: &Cart,
        message: WalletMessage,
        now: Timestamp,
    ) -> Result<ClaimOutcome, StoreError> {
        let row = CartRow::new(cart)?;
        self.write(move |connection| {
            wallet_messages::replace_claiming(connection, &row, &message, now)
        })
        .await
    }

    async fn expire_carts(&self, before: Timestamp) -> Result<u64, StoreError> {
        let (mut total, mut after) = (0, ByAge::FIRST);
        loop {
            let batch = self
                .write(move |connection| {
                    carts::expire(connection, before, after, EXPIRED_PER_BATCH)
                })
                .await;
            match batch {
                Ok(Expired { deleted, last }) => {
                    total += deleted;
                    let Some(last) = last else {
                        return Ok(total);
                    };
                    after = last;
                }
                Err(StoreError::Busy) => return Ok(total),
                Err(error) => return Err(error),
            }
        }
    }

    async fn begin_attempt(
        &self,
        begin: BeginAttempt,
        rules: Arc<ShopRules>,
    ) -> Result<BeginOutcome, StoreError> {
        self.write(move |connection| begin::begin(connection, &begin, &rules))
            .await
    }

    async fn attempt(&self, key: AttemptKey) -> Result<Option<Attempt>, StoreError> {
        self.readers
            .point(|connection| attempts::read(connection, key))
    }

    async fn timeline(&self, key: AttemptKey) -> Result<Vec<TimelineEntry>, StoreError> {
        self.readers
            .point(|connection| timeline::read(connection, key))
    }

    async fn advance(&self, step: AttemptStep) -> Result<StepOutcome, StoreError> {
        self.write(move |connection| advance::advance(connection, &step))
            .await
    }

    async fn claim_due(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        self.write(move |connection| attempts::claim_due(connection, now, lease_until, limit))
            .await
    }

    async fn attempts_in_review(&self, limit: u32) -> Result<Vec<Attempt>, StoreError> {
        self.readers
            .long(move |connection| attempts::in_review(connection, limit))
            .await
    }

    async fn remember_notification(&self, id: String, now: Timestamp) -> Result<bool, StoreError> {
        self.add_row(move |connection| notifications::remember(connection, &id, now))
            .await
    }

    async fn wallet_message_is_spent(&self, id: &str, cart: CartKey) -> Result<bool, StoreError> {
        self.readers
            .point(|connection| wallet_messages::is_spent(connection, id, cart))
    }

    async fn facts(&self, question: Question, now: Timestamp) -> Result<Facts, StoreError> {
        self.readers
            .point(|connection| benefits::facts(connection, &question, now))
    }

    async fn issue_gift_card(&self, card: NewGiftCard) -> Result<bool, StoreError> {
        self.write(move |connection| gift_cards::issue(connection, &card))
            .await
    }

    async fn gift_card(&self, digests: &[String]) -> Result<Option<GiftCard>, StoreError> {
        self.readers
            .point(|connection| gift_cards::by_digests(connection, digests))
    }

    async fn gift_cards_of(&self, order: OrderNumber) -> Result<Vec<GiftCard>, StoreError> {
        self.readers
            .point(|connection| gift_cards::of_order(connection, order))
    }

    async fn code_key_uses(&self, now: Timestamp) -> Result<Vec<CodeKeyUse>, StoreError> {
        self.readers
            .long(move |connection| gift_cards::key_uses(connection, now))
            .await
    }

    async fn attempts_selling_gift_cards(&self) -> Result<u64, StoreError> {
        self.readers.long(attempts::selling_gift_cards).await
    }

    async fn claim_code_key(&self, key: &CodeKeyId, proof: &str) -> Result<String, StoreError> {
        let (key, proof) = (key.clone(), proof.to_owned());
        self.write(move |connection| gift_cards::claim_key(connection, &key, &proof))
            .await
    }

    async fn recorded_code_key(&self, key: &CodeKeyId) -> Result<Option<String>, StoreError> {
        self.readers
            .point(|connection| gift_cards::recorded_key(connection, key))
    }

    async fn disable_gift_card(
        &self,
        id: GiftCardId,
        now: Timestamp,
    ) -> Result<Option<GiftCard>, StoreError> {
        self.write(move |connection| gift_cards::disable(connection, id, now))
            .await
    }

    async fn confirm_gift_card(&self, id: GiftCardId) -> Result<Option<GiftCard>, StoreError> {
        self.write(move |connection| gift_cards::confirm(connection, id))
            .await
    }

    async fn unconfirmed_gift_cards(&self) -> Result<u64, StoreError> {
        self.readers.long(gift_cards::unconfirmed).await
    }

    async fn gift_cards(&self, limit: u32) -> Result<Vec<GiftCard>, StoreError> {
        self.readers
            .long(move |connection| gift_cards::list(connection, limit))
            .await
    }

    async fn orders(&self, page: OrderPage) -> Result<Vec<OrderRecord>, StoreError> {
        self.readers
            .long(move |connection| orders::list(connection, page))
            .await
    }

    async fn order(&self, number: OrderNumber) -> Result<Option<OrderRecord>, StoreError> {
        self.readers
            .point(|connection| orders::record(connection, number))
    }

    async fn order_time(&self, number: OrderNumber) -> Result<Option<Timestamp>, StoreError> {
        self.readers
            .point(|connection| orders::time(connection, number))
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.readers.point(catalogue::version)?;
        // A write that changes nothing still reaches the disk, so a full or read-only disk fails here.
        self.write(|connection| {
            connection
                .prepare_cached("UPDATE shop_state SET catalogue_version = catalogue_version")?
                .execute([])?;
            Ok(())
        })
        .await
    }
}
