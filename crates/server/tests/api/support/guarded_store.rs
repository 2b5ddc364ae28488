//! A store whose calls a test can refuse or hold.

use async_trait::async_trait;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Product};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::gift_card::{CodeKeyId, GiftCardId};
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber, VariantId};
use zkratka_commerce::order::{Mode, TimelineEntry};
use zkratka_commerce::pricing::{Facts, Question};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    Accounts, AlertId, AlertOutcome, AttemptStep, BeginAttempt, BeginOutcome, ClaimEvents,
    ClaimOutcome, ClaimedEvent, CodeKeyUse, CountDownload, DeliveryFilter, DiscountUse,
    DownloadRecord, Downloads, EventDelivery, EventKey, GiftCard, ImportCounts, KeyedCart,
    KeyedRequest, MissedFilter, MovedOrders, Movements, NewGiftCard, NewStockAlert, OrderLife,
    OrderLifeStore, OrderPage, OrderPosition, OrderRecord, OrderStep, OrderStepOutcome, Outbox,
    PendingRefund, Privacy, RedactOrder, RedactOutcome, ReplaceOutcome, ResendSelection,
    SettleEvent, StepOutcome, StockAlert, StockAlerts, Store, StoreError, Subscriber, UnpaidOrder,
    WalletMessage,
};

/// The kinds of calls that a guard sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guarded {
    /// Inserts a cart.
    Insert,
    /// Stores a changed cart.
    Replace,
    /// Reads a cart.
    Read,
    /// Begins an attempt.
    Begin,
    /// Stores a step of an attempt.
    Advance,
    /// Stores a step of an order's life.
    AdvanceOrder,
    /// Stores a feed.
    Import,
}

/// Runs before a call; an error replaces the call.
#[async_trait]
pub(crate) trait Guard: Send + Sync {
    async fn before(&self, call: Guarded) -> Result<(), StoreError>;
}

/// Refuses every call as busy, except steps of attempts.
pub(super) struct Busy;

#[async_trait]
impl Guard for Busy {
    async fn before(&self, call: Guarded) -> Result<(), StoreError> {
        match call {
            Guarded::Advance => Ok(()),
            _ => Err(StoreError::Busy),
        }
    }
}

/// Holds calls of one kind until a test releases them.
pub(crate) struct Hold {
    what: Guarded,
    open: watch::Sender<bool>,
    waiting: AtomicUsize,
}

impl Hold {
    /// Holds these calls from the beginning.
    pub(crate) fn of(what: Guarded) -> Arc<Self> {
        Arc::new(Self {
            what,
            open: watch::channel(false).0,
            waiting: AtomicUsize::new(0),
        })
    }

    /// Releases the calls, or holds them again.
    pub(crate) fn open(&self, open: bool) {
        self.open.send_replace(open);
    }

    /// How many calls are held.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// Waits until `count` calls are held.
    pub(crate) async fn holds(&self, count: usize) {
        let what = format!("{count} calls are held up");
        until(&what, || self.waiting() >= count).await;
    }
}

/// Waits until something is so, for a minute at most.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_mins(1), waiting).await;
    assert!(waited.is_ok(), "never: {what}");
}

#[async_trait]
impl Guard for Hold {
    async fn before(&self, call: Guarded) -> Result<(), StoreError> {
        if call != self.what {
            return Ok(());
        }
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut open = self.open.subscribe();
        // An error means that the sender is gone, and nobody can release the call any more.
        drop(open.wait_for(|open| *open).await);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        Ok(())
    }
}

/// Asks the guard before each guarded call, and passes all calls to the store within.
pub(super) struct GuardedStore {
    pub(super) within: Arc<dyn Store>,
    pub(super) guard: Arc<dyn Guard>,
}

#[async_trait]
impl Store for GuardedStore {
    fn is_shared(&self) -> bool {
        self.within.is_shared()
    }

    fn accounts(&self) -> Accounts<'_> {
        self.within.accounts()
    }

    async fn now(&self) -> Result<Timestamp, StoreError> {
        self.within.now().await
    }

    async fn insert_cart(&self, cart: &Cart) -> Result<(), StoreError> {
        self.guard.before(Guarded::Insert).await?;
        self.within.insert_cart(cart).await
    }

    async fn keyed_cart(&self, request: &KeyedRequest) -> Result<Option<KeyedCart>, StoreError> {
        self.within.keyed_cart(request).await
    }

    async fn insert_keyed_cart(
        &self,
        cart: &Cart,
        request: KeyedRequest,
    ) -> Result<Option<KeyedCart>, StoreError> {
        self.guard.before(Guarded::Insert).await?;
        self.within.insert_keyed_cart(cart, request).await
    }

    async fn replace_cart(&self, cart: &Cart) -> Result<ReplaceOutcome, StoreError> {
        self.guard.before(Guarded::Replace).await?;
        self.within.replace_cart(cart).await
    }

    async fn replace_cart_claiming(
        &self,
        cart: &Cart,
        message: WalletMessage,
        now: Timestamp,
    ) -> Result<ClaimOutcome, StoreError> {
        self.guard.before(Guarded::Replace).await?;
        self.within.replace_cart_claiming(cart, message, now).await
    }

    async fn begin_attempt(
        &self,
        begin: BeginAttempt,
        rules: Arc<ShopRules>,
    ) -> Result<BeginOutcome, StoreError> {
        self.guard.before(Guarded::Begin).await?;
        self.within.begin_attempt(begin, rules).await
    }

    async fn catalogue_version(&self) -> Result<u64, StoreError> {
        self.within.catalogue_version().await
    }

    async fn catalogue(&self) -> Result<Catalogue, StoreError> {
        self.within.catalogue().await
    }

    async fn restock(&self, known: Arc<Catalogue>) -> Result<Catalogue, StoreError> {
        self.within.restock(known).await
    }

    async fn import(&self, products: Vec<Product>) -> Result<ImportCounts, StoreError> {
        self.guard.before(Guarded::Import).await?;
        self.within.import(products).await
    }

    async fn cart(&self, key: CartKey) -> Result<Option<Cart>, StoreError> {
        self.guard.before(Guarded::Read).await?;
        self.within.cart(key).await
    }

    async fn expire_carts(&self, before: Timestamp) -> Result<u64, StoreError> {
        self.within.expire_carts(before).await
    }

    async fn attempt(&self, key: AttemptKey) -> Result<Option<Attempt>, StoreError> {
        self.within.attempt(key).await
    }

    async fn timeline(&self, key: AttemptKey) -> Result<Vec<TimelineEntry>, StoreError> {
        self.within.timeline(key).await
    }

    async fn advance(&self, step: AttemptStep) -> Result<StepOutcome, StoreError> {
        self.guard.before(Guarded::Advance).await?;
        self.within.advance(step).await
    }

    async fn claim_due(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        self.within.claim_due(now, lease_until, limit).await
    }

    async fn attempts_in_review(&self, limit: u32) -> Result<Vec<Attempt>, StoreError> {
        self.within.attempts_in_review(limit).await
    }

    async fn remember_notification(&self, id: String, now: Timestamp) -> Result<bool, StoreError> {
        self.within.remember_notification(id, now).await
    }

    async fn wallet_message_is_spent(&self, id: &str, cart: CartKey) -> Result<bool, StoreError> {
        self.within.wallet_message_is_spent(id, cart).await
    }

    async fn facts(&self, question: Question, now: Timestamp) -> Result<Facts, StoreError> {
        self.within.facts(question, now).await
    }

    async fn claim_mode(&self, mode: Mode) -> Result<(), StoreError> {
        self.within.claim_mode(mode).await
    }

    async fn issue_gift_card(&self, card: NewGiftCard) -> Result<bool, StoreError> {
        self.within.issue_gift_card(card).await
    }

    async fn gift_card(&self, digests: &[String]) -> Result<Option<GiftCard>, StoreError> {
        self.within.gift_card(digests).await
    }

    async fn gift_cards_of(&self, order: OrderNumber) -> Result<Vec<GiftCard>, StoreError> {
        self.within.gift_cards_of(order).await
    }

    async fn code_key_uses(&self, now: Timestamp) -> Result<Vec<CodeKeyUse>, StoreError> {
        self.within.code_key_uses(now).await
    }

    async fn attempts_selling_gift_cards(&self) -> Result<u64, StoreError> {
        self.within.attempts_selling_gift_cards().await
    }

    async fn claim_code_key(&self, key: &CodeKeyId, proof: &str) -> Result<String, StoreError> {
        self.within.claim_code_key(key, proof).await
    }

    async fn recorded_code_key(&self, key: &CodeKeyId) -> Result<Option<String>, StoreError> {
        self.within.recorded_code_key(key).await
    }

    async fn disable_gift_card(
        &self,
        id: GiftCardId,
        now: Timestamp,
    ) -> Result<Option<GiftCard>, StoreError> {
        self.within.disable_gift_card(id, now).await
    }

    async fn confirm_gift_card(&self, id: GiftCardId) -> Result<Option<GiftCard>, StoreError> {
        self.within.confirm_gift_card(id).await
    }

    async fn unconfirmed_gift_cards(&self) -> Result<u64, StoreError> {
        self.within.unconfirmed_gift_cards().await
    }

    async fn gift_cards(&self, limit: u32) -> Result<Vec<GiftCard>, StoreError> {
        self.within.gift_cards(limit).await
    }

    async fn orders(&self, page: OrderPage) -> Result<Vec<OrderRecord>, StoreError> {
        self.within.orders(page).await
    }

    async fn order(&self, number: OrderNumber) -> Result<Option<OrderRecord>, StoreError> {
        self.within.order(number).await
    }

    async fn order_time(&self, number: OrderNumber) -> Result<Option<Timestamp>, StoreError> {
        self.within.order_time(number).await
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.within.health().await
    }
}

#[async_trait]
impl Outbox for GuardedStore {
    async fn distribute_events(
        &self,
        subscribers: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u32, StoreError> {
        self.within.distribute_events(subscribers, now).await
    }

    async fn claim_events(&self, claim: ClaimEvents) -> Result<Vec<ClaimedEvent>, StoreError> {
        self.within.claim_events(claim).await
    }

    async fn event_record(&self, key: EventKey) -> Result<Option<OrderRecord>, StoreError> {
        self.within.event_record(key).await
    }

    async fn settle_event(&self, settled: SettleEvent) -> Result<bool, StoreError> {
        self.within.settle_event(settled).await
    }

    async fn event_deliveries(
        &self,
        wanted: DeliveryFilter,
    ) -> Result<Vec<EventDelivery>, StoreError> {
        self.within.event_deliveries(wanted).await
    }

    async fn send_events_again(
        &self,
        which: ResendSelection,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        self.within.send_events_again(which, to, now).await
    }

    async fn send_missed_events(
        &self,
        missed: MissedFilter,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        self.within.send_missed_events(missed, to, now).await
    }

    async fn delete_old_events(
        &self,
        before: Timestamp,
        endpoints: Vec<String>,
    ) -> Result<u64, StoreError> {
        self.within.delete_old_events(before, endpoints).await
    }
}

#[async_trait]
impl Privacy for GuardedStore {
    async fn redact_order(&self, request: RedactOrder) -> Result<RedactOutcome, StoreError> {
        self.within.redact_order(request).await
    }

    async fn redact_attempt(
        &self,
        key: AttemptKey,
        cart_before: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.within.redact_attempt(key, cart_before, now).await
    }

    async fn redact_cart(&self, key: CartKey, now: Timestamp) -> Result<bool, StoreError> {
        self.within.redact_cart(key, now).await
    }

    async fn orders_to_redact(
        &self,
        before: Timestamp,
        after: OrderPosition,
        limit: u32,
    ) -> Result<Vec<OrderPosition>, StoreError> {
        self.within.orders_to_redact(before, after, limit).await
    }

    async fn attempts_to_redact(
        &self,
        before: Timestamp,
        after: AttemptKey,
        limit: u32,
    ) -> Result<Vec<AttemptKey>, StoreError> {
        self.within.attempts_to_redact(before, after, limit).await
    }

    async fn forget_notifications(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.within.forget_notifications(before, limit).await
    }

    async fn digest_buyers(&self, limit: u32) -> Result<u64, StoreError> {
        self.within.digest_buyers(limit).await
    }

    async fn carts_after(
        &self,
        after: Option<CartKey>,
        limit: u32,
    ) -> Result<Vec<Cart>, StoreError> {
        self.within.carts_after(after, limit).await
    }

    async fn attempts_after(
        &self,
        after: Option<AttemptKey>,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        self.within.attempts_after(after, limit).await
    }

    async fn discount_uses(&self, buyers: Vec<String>) -> Result<Vec<DiscountUse>, StoreError> {
        self.within.discount_uses(buyers).await
    }

    async fn unpaid_orders(
        &self,
        contacts: Vec<ContactKey>,
    ) -> Result<Vec<UnpaidOrder>, StoreError> {
        self.within.unpaid_orders(contacts).await
    }
}

#[async_trait]
impl Downloads for GuardedStore {
    async fn download_record(&self, order: OrderNumber) -> Result<DownloadRecord, StoreError> {
        self.within.download_record(order).await
    }

    async fn consent_to_downloads(
        &self,
        order: OrderNumber,
        version: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.within.consent_to_downloads(order, version, now).await
    }

    async fn count_download(&self, download: CountDownload) -> Result<bool, StoreError> {
        self.within.count_download(download).await
    }
}

#[async_trait]
impl Movements for GuardedStore {
    async fn moved_orders(&self, page: MovedOrders) -> Result<Vec<OrderRecord>, StoreError> {
        self.within.moved_orders(page).await
    }

    async fn unsettled_orders(
        &self,
        after: Option<OrderNumber>,
        limit: u32,
    ) -> Result<Vec<OrderRecord>, StoreError> {
        self.within.unsettled_orders(after, limit).await
    }
}

#[async_trait]
impl OrderLifeStore for GuardedStore {
    async fn order_life(&self, number: OrderNumber) -> Result<Option<OrderLife>, StoreError> {
        self.within.order_life(number).await
    }

    async fn order_of_operation(&self, key: &str) -> Result<Option<OrderNumber>, StoreError> {
        self.within.order_of_operation(key).await
    }

    async fn advance_order(&self, step: OrderStep) -> Result<OrderStepOutcome, StoreError> {
        self.guard.before(Guarded::AdvanceOrder).await?;
        self.within.advance_order(step).await
    }

    async fn claim_transfers(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<OrderNumber>, StoreError> {
        self.within.claim_transfers(now, lease_until, limit).await
    }

    async fn claim_refunds(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<PendingRefund>, StoreError> {
        self.within.claim_refunds(now, lease_until, limit).await
    }

    async fn postpone_refund(
        &self,
        refund: PendingRefund,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        self.within.postpone_refund(refund, until).await
    }
}

#[async_trait]
impl StockAlerts for GuardedStore {
    async fn add_stock_alert(&self, alert: NewStockAlert) -> Result<AlertOutcome, StoreError> {
        self.within.add_stock_alert(alert).await
    }

    async fn variants_with_alerts(&self, now: Timestamp) -> Result<Vec<VariantId>, StoreError> {
        self.within.variants_with_alerts(now).await
    }

    async fn claim_stock_alerts(
        &self,
        variants: Vec<VariantId>,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<StockAlert>, StoreError> {
        self.within
            .claim_stock_alerts(variants, now, lease_until, limit)
            .await
    }

    async fn settle_stock_alert(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError> {
        self.within.settle_stock_alert(id, now).await
    }

    async fn delete_stock_alerts(&self, ids: Vec<AlertId>) -> Result<(), StoreError> {
        self.within.delete_stock_alerts(ids).await
    }

    async fn stock_alert(&self, id: AlertId) -> Result<Option<StockAlert>, StoreError> {
        self.within.stock_alert(id).await
    }

    async fn end_stock_alerts(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError> {
        self.within.end_stock_alerts(id, now).await
    }

    async fn delete_old_stock_alerts(
        &self,
        before: Timestamp,
        sent_before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        self.within
            .delete_old_stock_alerts(before, sent_before, limit)
            .await
    }

    async fn stock_alerts_of(&self, contact: ContactKey) -> Result<Vec<StockAlert>, StoreError> {
        self.within.stock_alerts_of(contact).await
    }
}
