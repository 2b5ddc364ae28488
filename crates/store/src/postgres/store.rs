//! Implements [`Store`]: chooses which connection each call uses, and which calls are transactions.

use super::benefits::{self, QuestionParameters};
use super::carts::{Expire, Progress};
use super::keys::shard_prefixed;
use super::session::Parameters;
use super::work::{Work, transact};
use super::writer::Change;
use super::{
    PostgresStore, attempts, carts, catalogue, gift_cards, idempotency_keys, import, messages,
    mode, orders, timeline,
};
use crate::rows::{CartRow, new_row};
use crate::{
    Accounts, AttemptStep, BeginAttempt, BeginOutcome, ClaimOutcome, CodeKeyUse, GiftCard,
    ImportCounts, KeyedCart, KeyedRequest, NewGiftCard, OrderPage, OrderRecord, ReplaceOutcome,
    StepOutcome, Store, StoreError, WalletMessage, feed,
};
use async_trait::async_trait;
use std::sync::Arc;
use tokio_postgres::Row;
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
const EXPIRED_PER_BATCH: i64 = 100;

const CLOCK: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
const BEAT: &str =
    "UPDATE heartbeat SET at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

impl PostgresStore {
    pub(super) async fn transact<W: Work>(&self, work: W) -> Result<W::Answer, StoreError> {
        transact(&self.pool, self.options.write_deadline, work).await
    }

    async fn transact_long<W: Work>(&self, work: W) -> Result<W::Answer, StoreError> {
        transact(&self.pool, self.options.long_deadline, work).await
    }

    async fn number(&self, sql: &'static str) -> Result<i64, StoreError> {
        let row = self.readers.row(sql, &[]).await?;
        let row = row.ok_or(StoreError::Inconsistent("a row of the shop is missing"))?;
        Ok(row.get(0))
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn claim_mode(&self, mode: Mode) -> Result<(), StoreError> {
        self.transact_long(mode::Claim(mode)).await
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn accounts(&self) -> Accounts<'_> {
        Accounts::new(self)
    }

    async fn now(&self) -> Result<Timestamp, StoreError> {
        self.number(CLOCK).await.map(Timestamp)
    }

    async fn catalogue_version(&self) -> Result<u64, StoreError> {
        Ok(self.number(catalogue::VERSION).await?.cast_unsigned())
    }

    async fn catalogue(&self) -> Result<Catalogue, StoreError> {
        let (products, variants) = self.transact_long(catalogue::All).await?;
        catalogue::aside(move || catalogue::all(&products, &variants)).await
    }

    async fn restock(&self, known: Arc<Catalogue>) -> Result<Catalogue, StoreError> {
        let rows = self.transact_long(catalogue::AllStock).await?;
        catalogue::restock_aside(known, rows).await
    }

    async fn import(&self, products: Vec<Product>) -> Result<ImportCounts, StoreError> {
        let feed = catalogue::aside(move || feed::prepare(products)).await?;
        self.transact_long(import::Import(Arc::new(feed))).await
    }

    async fn insert_cart(&self, cart: &Cart) -> Result<(), StoreError> {
        let row = new_row(cart)?;
        self.carts.write(Change::Insert, row).await.map(|_| ())
    }

    async fn keyed_cart(&self, request: &KeyedRequest) -> Result<Option<KeyedCart>, StoreError> {
        let asked: Parameters<'_> = &[&request.key, &request.since.0];
        let row = self.readers.row(idempotency_keys::FIND, asked).await?;
        Ok(row.as_ref().map(idempotency_keys::decode))
    }

    async fn insert_keyed_cart(
        &self,
        cart: &Cart,
        request: KeyedRequest,
    ) -> Result<Option<KeyedCart>, StoreError> {
        let row = new_row(cart)?;
        let cart = cart.key;
        self.transact(idempotency_keys::Insert { cart, row, request })
            .await
    }

    async fn cart(&self, key: CartKey) -> Result<Option<Cart>, StoreError> {
        let row = self
            .readers
            .row(carts::READ, &[&shard_prefixed(key.0)])
            .await?;
        row.as_ref().map(carts::decode).transpose()
    }

    async fn replace_cart(&self, cart: &Cart) -> Result<ReplaceOutcome, StoreError> {
        let row = CartRow::new(cart)?;
        self.carts.write(Change::Replace, row).await
    }

    async fn replace_cart_claiming(
        &self,
        cart: &Cart,
        message: WalletMessage,
        now: Timestamp,
    ) -> Result<ClaimOutcome, StoreError> {
        let row = CartRow::new(cart)?;
        self.transact(messages::ReplaceClaiming { row, message, now })
            .await
    }

    async fn expire_carts(&self, before: Timestamp) -> Result<u64, StoreError> {
        let (mut total, mut from) = (0, Progress::START);
        loop {
            let batch = Expire {
                before,
                from,
                limit: EXPIRED_PER_BATCH,
            };
            match self.transact(batch).await {
                Ok(expired) => {
                    total += expired.deleted;
                    let Some(next) = expired.next else {
                        return Ok(total);
                    };
                    from = next;
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
        self.steps.begin(begin, rules).await
    }

    async fn attempt(&self, key: AttemptKey) -> Result<Option<Attempt>, StoreError> {
        let row = self
            .readers
            .row(attempts::READ, &[&shard_prefixed(key.0)])
            .await?;
        row.as_ref().map(attempts::decode).transpose()
    }

    async fn timeline(&self, key: AttemptKey) -> Result<Vec<TimelineEntry>, StoreError> {
        let rows = self
            .readers
            .rows(timeline::READ, &[&shard_prefixed(key.0)])
            .await?;
        Ok(timeline::decode(&rows))
    }

    async fn advance(&self, step: AttemptStep) -> Result<StepOutcome, StoreError> {
        self.steps.advance(step).await
    }

    async fn claim_due(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        self.transact(attempts::ClaimDue {
            now,
            lease_until,
            limit: i64::from(limit),
        })
        .await
    }

    async fn attempts_in_review(&self, limit: u32) -> Result<Vec<Attempt>, StoreError> {
        let rows: Vec<Row> = self.readers.rows(attempts::IN_REVIEW, &[]).await?;
        Ok(attempts::in_review(&rows, limit))
    }

    async fn remember_notification(&self, id: String, now: Timestamp) -> Result<bool, StoreError> {
        self.transact(messages::Remember { id, now }).await
    }

    async fn wallet_message_is_spent(&self, id: &str, cart: CartKey) -> Result<bool, StoreError> {
        let known = self.readers.row(messages::KNOWN, &[&id]).await?;
        Ok(known.is_some_and(|known| messages::is_spent(&known, cart)))
    }

    async fn facts(&self, question: Question, now: Timestamp) -> Result<Facts, StoreError> {
        let asked = QuestionParameters::new(&question);
        let (of_uses, of_cards): (Parameters<'_>, Parameters<'_>) = (
            &[&asked.codes, &asked.buyers],
            &[&asked.cards, &asked.attempt, &now.0],
        );
        let uses = self.readers.rows(benefits::USES, of_uses).await?;
        let cards = self.readers.rows(benefits::BALANCES, of_cards).await?;
        Ok(benefits::facts_of(&uses, &cards, now))
    }

    async fn issue_gift_card(&self, card: NewGiftCard) -> Result<bool, StoreError> {
        self.transact(gift_cards::Issue(card)).await
    }

    async fn gift_card(&self, digests: &[String]) -> Result<Option<GiftCard>, StoreError> {
        let row = self
            .readers
            .row(gift_cards::BY_DIGESTS, &[&digests])
            .await?;
        row.as_ref().map(gift_cards::decode).transpose()
    }

    async fn gift_cards_of(&self, order: OrderNumber) -> Result<Vec<GiftCard>, StoreError> {
        let order = order.0.cast_signed();
        let rows = self.readers.rows(gift_cards::OF_ORDER, &[&order]).await?;
        rows.iter().map(gift_cards::decode).collect()
    }

    async fn code_key_uses(&self, now: Timestamp) -> Result<Vec<CodeKeyUse>, StoreError> {
        let rows = self.readers.rows(gift_cards::KEY_USES, &[&now.0]).await?;
        rows.iter().map(gift_cards::decode_use).collect()
    }

    async fn attempts_selling_gift_cards(&self) -> Result<u64, StoreError> {
        let rows = self.readers.rows(attempts::WITHOUT_ORDER, &[]).await?;
        Ok(attempts::selling_gift_cards(&rows))
    }

    async fn claim_code_key(&self, key: &CodeKeyId, proof: &str) -> Result<String, StoreError> {
        self.transact(gift_cards::ClaimKey {
            key: key.clone(),
            proof: proof.to_owned(),
        })
        .await
    }

    async fn recorded_code_key(&self, key: &CodeKeyId) -> Result<Option<String>, StoreError> {
        let key = key.as_str();
        let rows = self.readers.rows(gift_cards::RECORDED_KEY, &[&key]).await?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    async fn disable_gift_card(
        &self,
        id: GiftCardId,
        now: Timestamp,
    ) -> Result<Option<GiftCard>, StoreError> {
        self.transact(gift_cards::Disable { id, now }).await
    }

    async fn confirm_gift_card(&self, id: GiftCardId) -> Result<Option<GiftCard>, StoreError> {
        self.transact(gift_cards::Confirm(id)).await
    }

    async fn unconfirmed_gift_cards(&self) -> Result<u64, StoreError> {
        let row = self.readers.row(gift_cards::UNCONFIRMED, &[]).await?;
        Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
    }

    async fn gift_cards(&self, limit: u32) -> Result<Vec<GiftCard>, StoreError> {
        let limit = i64::from(limit);
        let rows = self.readers.rows(gift_cards::LIST, &[&limit]).await?;
        rows.iter().map(gift_cards::decode).collect()
    }

    async fn orders(&self, page: OrderPage) -> Result<Vec<OrderRecord>, StoreError> {
        let before = page
            .before
            .map_or(i64::MAX, |number| number.0.cast_signed());
        let limit = i64::from(page.limit);
        let rows = self.readers.rows(orders::LIST, &[&before, &limit]).await?;
        rows.iter().map(orders::record).collect()
    }

    async fn order(&self, number: OrderNumber) -> Result<Option<OrderRecord>, StoreError> {
        let number = number.0.cast_signed();
        let row = self.readers.row(orders::READ, &[&number]).await?;
        row.as_ref().map(orders::record).transpose()
    }

    async fn order_time(&self, number: OrderNumber) -> Result<Option<Timestamp>, StoreError> {
        let number = number.0.cast_signed();
        let row = self.readers.row(orders::READ_TIME, &[&number]).await?;
        Ok(row.map(|row| Timestamp(row.get(0))))
    }

    async fn health(&self) -> Result<(), StoreError> {
        // A full or read-only database fails here.
        self.transact(HealthCheck).await
    }
}

/// A write that changes nothing, for the health check.
struct HealthCheck;

#[async_trait]
impl Work for HealthCheck {
    type Answer = ();

    async fn run(&self, session: &super::session::Session) -> Result<(), super::error::Failure> {
        session.begin("BEGIN").await?;
        session.execute(BEAT, &[]).await?;
        Ok(())
    }
}
