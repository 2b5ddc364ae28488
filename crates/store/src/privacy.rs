//! Personal data: finds them, erases them, and deletes what is old. Every write is small, and no data of a live attempt are
//! touched.

use crate::StoreError;
use crate::outbox::EventRows;
use async_trait::async_trait;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber};
use zkratka_commerce::order::{Order, TimelineEntry};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::order_life::{Entry, Life};
use zkratka_commerce::redaction::{
    self, NotRedactable, UnpaidOrders, is_spent, redact_cart, redact_snapshot,
};
use zkratka_commerce::time::Timestamp;

/// Finds and erases personal data. A write that returns `Ok` is durable.
#[async_trait]
pub trait Privacy: Send + Sync {
    /// Erases the buyer's data from an order, its cart and all attempts of the cart, in one transaction with a timeline
    /// entry and an `order.redacted` event. Repeating it changes nothing.
    async fn redact_order(&self, request: RedactOrder) -> Result<RedactOutcome, StoreError>;
    /// Erases the buyer's data from an attempt that has ended without an order. Its cart is redacted with it if it is
    /// open and unchanged since `cart_before`. Returns false if the attempt is live or was redacted before.
    async fn redact_attempt(
        &self,
        key: AttemptKey,
        cart_before: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Erases the buyer's data from an open cart. Returns false if it is not open, or there is none.
    async fn redact_cart(&self, key: CartKey, now: Timestamp) -> Result<bool, StoreError>;
    /// Orders made before `before` that have not been redacted, oldest first, after the given one.
    async fn orders_to_redact(
        &self,
        before: Timestamp,
        after: OrderPosition,
        limit: u32,
    ) -> Result<Vec<OrderPosition>, StoreError>;
    /// Attempts that were begun before `before`, released their cart and have not been redacted, oldest first, after the
    /// given one.
    async fn attempts_to_redact(
        &self,
        before: Timestamp,
        after: AttemptKey,
        limit: u32,
    ) -> Result<Vec<AttemptKey>, StoreError>;
    /// Deletes at most `limit` ids of gateway notifications that came before `before`. Returns their number.
    async fn forget_notifications(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;
    /// Replaces the addresses in at most `limit` uses of discounts by digests. Returns their number.
    async fn digest_buyers(&self, limit: u32) -> Result<u64, StoreError>;

    /// The next carts after this one, in the order of the store.
    async fn carts_after(
        &self,
        after: Option<CartKey>,
        limit: u32,
    ) -> Result<Vec<Cart>, StoreError>;
    /// The next attempts after this one, in the order of the store.
    async fn attempts_after(
        &self,
        after: Option<AttemptKey>,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError>;
    /// The uses of discounts that are stored under these names of a buyer.
    async fn discount_uses(&self, buyers: Vec<String>) -> Result<Vec<DiscountUse>, StoreError>;
    /// The places that unpaid orders of these contacts take.
    async fn unpaid_orders(
        &self,
        contacts: Vec<ContactKey>,
    ) -> Result<Vec<UnpaidOrder>, StoreError>;
}

/// A request to redact an order.
#[derive(Clone, Debug)]
pub struct RedactOrder {
    pub number: OrderNumber,
    pub unpaid: UnpaidOrders,
    /// Who asked for it and why, for the timeline.
    pub detail: String,
    pub now: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RedactOutcome {
    Redacted,
    /// Nothing was changed.
    RedactedBefore,
    /// There is no such order.
    Missing,
    /// Nothing was changed.
    Refused(NotRedactable),
}

/// A position among the orders by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderPosition {
    pub created_at: Timestamp,
    pub number: OrderNumber,
}

impl OrderPosition {
    /// A position before every order.
    pub const START: Self = Self {
        created_at: Timestamp(i64::MIN),
        number: OrderNumber(0),
    };
}

/// A use of a discount by a buyer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountUse {
    pub attempt: AttemptKey,
    /// The code, in lower case.
    pub code: String,
}

/// A place of an unpaid order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidOrder {
    /// The digest of the contact.
    pub contact: String,
    pub attempt: AttemptKey,
    pub at: Timestamp,
}

/// The name of the timeline's entry.
const REDACTED: &str = "redacted";

/// The rows that change when an order is redacted.
pub(crate) struct RedactionPlan {
    pub(crate) order: Order,
    /// All attempts of the cart; the order's own among them.
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) cart: Cart,
    pub(crate) timeline: Vec<TimelineEntry>,
    pub(crate) events: EventRows,
}

/// Decides from the stored rows, which the caller has locked.
pub(crate) fn plan(
    request: &RedactOrder,
    order: Order,
    entries: Vec<Entry>,
    attempts: Vec<Attempt>,
    cart: Cart,
) -> Result<Result<RedactionPlan, RedactOutcome>, StoreError> {
    if order.snapshot.is_redacted() {
        return Ok(Err(RedactOutcome::RedactedBefore));
    }
    let own = attempts
        .iter()
        .find(|attempt| attempt.key == order.attempt)
        .ok_or(StoreError::Inconsistent("an order has no attempt"))?;
    // The timeline would only add the gateway's reference.
    let life = Life::of(&order, &[], entries);
    if let Err(reason) = redaction::check(&order, &life, own, request.unpaid) {
        return Ok(Err(RedactOutcome::Refused(reason)));
    }
    // An earlier attempt may still have to release what the gateway holds. It keeps its data until then.
    let is_redactable = |attempt: &Attempt| attempt.key == order.attempt || is_spent(attempt);
    let attempts = attempts.into_iter().filter(is_redactable).map(redacted);
    let attempts: Vec<_> = attempts.collect();
    let mut order = order;
    redact_snapshot(&mut order.snapshot);
    let own = attempts.iter().find(|attempt| attempt.key == order.attempt);
    let own = own.ok_or(StoreError::Inconsistent("an order has no attempt"))?;
    let kinds = [OrderEventKind::Redacted];
    let events = EventRows::new(own, order.number, &kinds, &order.payment, request.now)?;
    Ok(Ok(RedactionPlan {
        events,
        order,
        attempts,
        cart: redacted_cart(cart, request.now),
        timeline: vec![TimelineEntry {
            at: request.now,
            event: REDACTED.to_owned(),
            detail: request.detail.clone(),
        }],
    }))
}

/// The attempt without the buyer's data. The new version fences steps that were computed before.
pub(crate) fn redacted(mut attempt: Attempt) -> Attempt {
    redact_snapshot(&mut attempt.snapshot);
    // A digest of the contents could confirm a guess at them.
    attempt.contents = None;
    attempt.version += 1;
    attempt
}

/// The cart without the buyer's data. The new revision makes an edit that was under way read it again.
pub(crate) fn redacted_cart(mut cart: Cart, now: Timestamp) -> Cart {
    redact_cart(&mut cart);
    cart.revision += 1;
    cart.updated_at = now;
    cart
}

/// Whether to redact the cart with its attempt: nobody has touched it since.
pub(crate) fn is_left(cart: &Cart, before: Timestamp) -> bool {
    cart.status == CartStatus::Open && cart.updated_at < before
}

/// The position in a row.
pub(crate) const fn position(created_at: i64, number: i64) -> OrderPosition {
    OrderPosition {
        created_at: Timestamp(created_at),
        number: OrderNumber(number.cast_unsigned()),
    }
}
