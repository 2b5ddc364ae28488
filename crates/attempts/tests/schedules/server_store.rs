//! The store as one process uses it: each call waits at a gate. A driver uses only some of the trait.

use crate::world::{Life, State, To, World};
use async_trait::async_trait;
use std::sync::Arc;
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

pub(crate) struct ServerStore {
    pub(crate) world: Arc<World>,
    pub(crate) life: Life,
}

impl ServerStore {
    async fn call<T: Send>(
        &self,
        what: &'static str,
        effect: impl Fn(&mut State) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let lost = Err(StoreError::Busy);
        self.world
            .call(self.life, To::Store, what, effect, lost)
            .await
    }
}

fn unused<T>() -> T {
    panic!("a driver has no use for this part of the store")
}

#[async_trait]
impl Store for ServerStore {
    fn is_shared(&self) -> bool {
        true
    }
    fn accounts(&self) -> Accounts<'_> {
        unused()
    }
    async fn claim_mode(&self, _mode: Mode) -> Result<(), StoreError> {
        unused()
    }
    async fn now(&self) -> Result<Timestamp, StoreError> {
        unused()
    }
    async fn catalogue_version(&self) -> Result<u64, StoreError> {
        unused()
    }
    async fn catalogue(&self) -> Result<Catalogue, StoreError> {
        unused()
    }
    async fn restock(&self, _known: Arc<Catalogue>) -> Result<Catalogue, StoreError> {
        unused()
    }
    async fn import(&self, _products: Vec<Product>) -> Result<ImportCounts, StoreError> {
        unused()
    }
    async fn insert_cart(&self, _cart: &Cart) -> Result<(), StoreError> {
        unused()
    }
    async fn keyed_cart(&self, _request: &KeyedRequest) -> Result<Option<KeyedCart>, StoreError> {
        unused()
    }
    async fn insert_keyed_cart(
        &self,
        _cart: &Cart,
        _request: KeyedRequest,
    ) -> Result<Option<KeyedCart>, StoreError> {
        unused()
    }
    async fn cart(&self, _key: CartKey) -> Result<Option<Cart>, StoreError> {
        unused()
    }
    async fn replace_cart(&self, _cart: &Cart) -> Result<ReplaceOutcome, StoreError> {
        unused()
    }
    async fn replace_cart_claiming(
        &self,
        _cart: &Cart,
        _message: WalletMessage,
        _now: Timestamp,
    ) -> Result<ClaimOutcome, StoreError> {
        unused()
    }
    async fn expire_carts(&self, _before: Timestamp) -> Result<u64, StoreError> {
        unused()
    }
    async fn begin_attempt(
        &self,
        begin: BeginAttempt,
        _rules: Arc<ShopRules>,
    ) -> Result<BeginOutcome, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.begin(&begin));
        self.call("begins an attempt", effect).await
    }
    async fn attempt(&self, key: AttemptKey) -> Result<Option<Attempt>, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.attempt(key));
        self.call("reads the attempt", effect).await
    }
    async fn timeline(&self, key: AttemptKey) -> Result<Vec<TimelineEntry>, StoreError> {
        let effect = move |state: &mut State| {
            let row = state.shop.row(key);
            Ok(row.map_or_else(Vec::new, |row| row.timeline.clone()))
        };
        self.call("reads the timeline", effect).await
    }
    async fn advance(&self, step: AttemptStep) -> Result<StepOutcome, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.advance(step.clone()));
        self.call("stores a step", effect).await
    }
    async fn claim_due(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.claim_due(now, lease_until, limit));
        self.call("claims attempts", effect).await
    }
    async fn attempts_in_review(&self, _limit: u32) -> Result<Vec<Attempt>, StoreError> {
        unused()
    }
    async fn remember_notification(&self, id: String, _now: Timestamp) -> Result<bool, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.remember(&id));
        self.call("remembers a notification", effect).await
    }
    async fn wallet_message_is_spent(&self, _id: &str, _cart: CartKey) -> Result<bool, StoreError> {
        unused()
    }
    async fn facts(&self, _question: Question, _now: Timestamp) -> Result<Facts, StoreError> {
        unused()
    }
    async fn issue_gift_card(&self, _card: NewGiftCard) -> Result<bool, StoreError> {
        unused()
    }
    async fn gift_card(&self, _digests: &[String]) -> Result<Option<GiftCard>, StoreError> {
        unused()
    }
    async fn gift_cards_of(&self, _order: OrderNumber) -> Result<Vec<GiftCard>, StoreError> {
        unused()
    }
    async fn code_key_uses(&self, _now: Timestamp) -> Result<Vec<CodeKeyUse>, StoreError> {
        unused()
    }
    async fn attempts_selling_gift_cards(&self) -> Result<u64, StoreError> {
        unused()
    }
    async fn claim_code_key(&self, _key: &CodeKeyId, _proof: &str) -> Result<String, StoreError> {
        unused()
    }
    async fn recorded_code_key(&self, _key: &CodeKeyId) -> Result<Option<String>, StoreError> {
        unused()
    }
    async fn confirm_gift_card(&self, _id: GiftCardId) -> Result<Option<GiftCard>, StoreError> {
        unused()
    }
    async fn unconfirmed_gift_cards(&self) -> Result<u64, StoreError> {
        unused()
    }
    async fn order_time(&self, _number: OrderNumber) -> Result<Option<Timestamp>, StoreError> {
        unused()
    }
    async fn disable_gift_card(
        &self,
        _id: GiftCardId,
        _now: Timestamp,
    ) -> Result<Option<GiftCard>, StoreError> {
        unused()
    }
    async fn gift_cards(&self, _limit: u32) -> Result<Vec<GiftCard>, StoreError> {
        unused()
    }
    async fn orders(&self, _page: OrderPage) -> Result<Vec<OrderRecord>, StoreError> {
        unused()
    }
    async fn order(&self, number: OrderNumber) -> Result<Option<OrderRecord>, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.record(number));
        self.call("reads the order", effect).await
    }
    async fn health(&self) -> Result<(), StoreError> {
        unused()
    }
}

#[async_trait]
impl OrderLifeStore for ServerStore {
    async fn order_life(&self, _number: OrderNumber) -> Result<Option<OrderLife>, StoreError> {
        unused()
    }
    async fn order_of_operation(&self, _key: &str) -> Result<Option<OrderNumber>, StoreError> {
        unused()
    }
    async fn advance_order(&self, step: OrderStep) -> Result<OrderStepOutcome, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.advance_order(&step));
        self.call("stores a step of the order", effect).await
    }
    async fn claim_refunds(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<PendingRefund>, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.claim_refunds(now, lease_until, limit));
        self.call("claims a refund", effect).await
    }
    async fn postpone_refund(
        &self,
        refund: PendingRefund,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let effect = move |state: &mut State| Ok(state.shop.postpone(refund, until));
        self.call("puts a refund off", effect).await
    }
    async fn claim_transfers(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<OrderNumber>, StoreError> {
        let effect =
            move |state: &mut State| Ok(state.shop.claim_transfers(now, lease_until, limit));
        self.call("claims transfers", effect).await
    }
}

#[async_trait]
impl Downloads for ServerStore {
    async fn download_record(&self, _order: OrderNumber) -> Result<DownloadRecord, StoreError> {
        unused()
    }
    async fn consent_to_downloads(
        &self,
        _order: OrderNumber,
        _version: &str,
        _now: Timestamp,
    ) -> Result<(), StoreError> {
        unused()
    }
    async fn count_download(&self, _download: CountDownload) -> Result<bool, StoreError> {
        unused()
    }
}

#[async_trait]
impl Movements for ServerStore {
    async fn moved_orders(&self, _page: MovedOrders) -> Result<Vec<OrderRecord>, StoreError> {
        unused()
    }
    async fn unsettled_orders(
        &self,
        _after: Option<OrderNumber>,
        _limit: u32,
    ) -> Result<Vec<OrderRecord>, StoreError> {
        unused()
    }
}

#[async_trait]
impl Outbox for ServerStore {
    async fn distribute_events(
        &self,
        _subscribers: Vec<Subscriber>,
        _now: Timestamp,
    ) -> Result<u32, StoreError> {
        unused()
    }
    async fn claim_events(&self, _claim: ClaimEvents) -> Result<Vec<ClaimedEvent>, StoreError> {
        unused()
    }
    async fn event_record(&self, _key: EventKey) -> Result<Option<OrderRecord>, StoreError> {
        unused()
    }
    async fn settle_event(&self, _settled: SettleEvent) -> Result<bool, StoreError> {
        unused()
    }
    async fn event_deliveries(
        &self,
        _wanted: DeliveryFilter,
    ) -> Result<Vec<EventDelivery>, StoreError> {
        unused()
    }
    async fn send_events_again(
        &self,
        _which: ResendSelection,
        _to: Vec<Subscriber>,
        _now: Timestamp,
    ) -> Result<u64, StoreError> {
        unused()
    }
    async fn send_missed_events(
        &self,
        _missed: MissedFilter,
        _to: Vec<Subscriber>,
        _now: Timestamp,
    ) -> Result<u64, StoreError> {
        unused()
    }
    async fn delete_old_events(
        &self,
        _before: Timestamp,
        _endpoints: Vec<String>,
    ) -> Result<u64, StoreError> {
        unused()
    }
}

#[async_trait]
impl Privacy for ServerStore {
    async fn redact_order(&self, _request: RedactOrder) -> Result<RedactOutcome, StoreError> {
        unused()
    }
    async fn redact_attempt(
        &self,
        _key: AttemptKey,
        _cart_before: Timestamp,
        _now: Timestamp,
    ) -> Result<bool, StoreError> {
        unused()
    }
    async fn redact_cart(&self, _key: CartKey, _now: Timestamp) -> Result<bool, StoreError> {
        unused()
    }
    async fn orders_to_redact(
        &self,
        _before: Timestamp,
        _after: OrderPosition,
        _limit: u32,
    ) -> Result<Vec<OrderPosition>, StoreError> {
        unused()
    }
    async fn attempts_to_redact(
        &self,
        _before: Timestamp,
        _after: AttemptKey,
        _limit: u32,
    ) -> Result<Vec<AttemptKey>, StoreError> {
        unused()
    }
    async fn forget_notifications(
        &self,
        _before: Timestamp,
        _limit: u32,
    ) -> Result<u64, StoreError> {
        unused()
    }
    async fn digest_buyers(&self, _limit: u32) -> Result<u64, StoreError> {
        unused()
    }
    async fn carts_after(
        &self,
        _after: Option<CartKey>,
        _limit: u32,
    ) -> Result<Vec<Cart>, StoreError> {
        unused()
    }
    async fn attempts_after(
        &self,
        _after: Option<AttemptKey>,
        _limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        unused()
    }
    async fn discount_uses(&self, _buyers: Vec<String>) -> Result<Vec<DiscountUse>, StoreError> {
        unused()
    }
    async fn unpaid_orders(
        &self,
        _contacts: Vec<ContactKey>,
    ) -> Result<Vec<UnpaidOrder>, StoreError> {
        unused()
    }
}

#[async_trait]
impl StockAlerts for ServerStore {
    async fn add_stock_alert(&self, _alert: NewStockAlert) -> Result<AlertOutcome, StoreError> {
        unused()
    }
    async fn variants_with_alerts(&self, _now: Timestamp) -> Result<Vec<VariantId>, StoreError> {
        unused()
    }
    async fn claim_stock_alerts(
        &self,
        _variants: Vec<VariantId>,
        _now: Timestamp,
        _lease_until: Timestamp,
        _limit: u32,
    ) -> Result<Vec<StockAlert>, StoreError> {
        unused()
    }
    async fn settle_stock_alert(&self, _id: AlertId, _now: Timestamp) -> Result<(), StoreError> {
        unused()
    }
    async fn delete_stock_alerts(&self, _ids: Vec<AlertId>) -> Result<(), StoreError> {
        unused()
    }
    async fn stock_alert(&self, _id: AlertId) -> Result<Option<StockAlert>, StoreError> {
        unused()
    }
    async fn end_stock_alerts(&self, _id: AlertId, _now: Timestamp) -> Result<(), StoreError> {
        unused()
    }
    async fn delete_old_stock_alerts(
        &self,
        _before: Timestamp,
        _sent_before: Timestamp,
        _limit: u32,
    ) -> Result<u64, StoreError> {
        unused()
    }
    async fn stock_alerts_of(&self, _contact: ContactKey) -> Result<Vec<StockAlert>, StoreError> {
        unused()
    }
}
