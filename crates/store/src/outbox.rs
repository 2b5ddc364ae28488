//! The outbox: stores the events of orders until every endpoint has received them.
//!
//! An event is written in the transaction that it reports. The store does not know the endpoints: only the servers do.
//! One server at a time distributes new events, which makes one delivery for each endpoint. Any server claims deliveries
//! under a lease and reports the result. An endpoint receives the events of one order in sequence.

use crate::{OrderRecord, StoreError, document};
use async_trait::async_trait;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::order_event::{OrderEventKind, events_of_step};
use zkratka_commerce::time::Timestamp;

/// Stores order events and their deliveries. A write that returns `Ok` is durable.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Makes deliveries, due at once, of the events that are not distributed yet. Returns the number of these events. If
    /// it is [`EVENTS_PER_BATCH`], there may be more. An event that no subscriber wants counts as distributed and gets no
    /// delivery.
    async fn distribute_events(
        &self,
        subscribers: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u32, StoreError>;
    /// Claims due deliveries, oldest first. A delivery is not due while an earlier event of its order is still pending at
    /// the same endpoint.
    async fn claim_events(&self, claim: ClaimEvents) -> Result<Vec<ClaimedEvent>, StoreError>;
    /// The order as it was when the event happened.
    async fn event_record(&self, key: EventKey) -> Result<Option<OrderRecord>, StoreError>;
    /// Stores the result of a delivery. Returns false if another server has the lease by now, or if the delivery has been
    /// reset to be sent again.
    async fn settle_event(&self, settled: SettleEvent) -> Result<bool, StoreError>;
    /// Lists deliveries, by order and then by event.
    async fn event_deliveries(
        &self,
        wanted: DeliveryFilter,
    ) -> Result<Vec<EventDelivery>, StoreError>;
    /// Resets the chosen events, whatever became of them, so that the subscribers that want them receive them again. The
    /// count of tries starts at zero. Returns the number of deliveries.
    async fn send_events_again(
        &self,
        which: ResendSelection,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError>;
    /// Makes deliveries of the events that these subscribers missed, for the kinds that each of them wants. Returns the
    /// number of deliveries.
    async fn send_missed_events(
        &self,
        missed: MissedFilter,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError>;
    /// Deletes events older than `before`, with their deliveries. Returns the number of deleted events. It keeps events
    /// that are still pending at one of these endpoints. It also keeps events that are not distributed yet, unless
    /// `endpoints` is empty.
    async fn delete_old_events(
        &self,
        before: Timestamp,
        endpoints: Vec<String>,
    ) -> Result<u64, StoreError>;
}

/// The most events that are distributed, or deleted, at once.
pub const EVENTS_PER_BATCH: u32 = 100;

/// An endpoint that receives events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscriber {
    /// The endpoint's permanent name.
    pub endpoint: String,
    /// The kinds of events that the endpoint wants.
    pub kinds: Vec<OrderEventKind>,
    /// Older events are delivered only if somebody asks for it. `None`: every event is delivered.
    pub since: Option<Timestamp>,
}

impl Subscriber {
    #[must_use]
    pub fn wants(&self, kind: &str) -> bool {
        self.kinds.iter().any(|wanted| wanted.name() == kind)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventKey {
    pub order: OrderNumber,
    /// Grows with each event of the order.
    pub place: u64,
}

/// Which deliveries to claim.
#[derive(Clone, Debug)]
pub struct ClaimEvents {
    pub endpoint: String,
    pub now: Timestamp,
    /// Leases that end by this time count as ended. This is the present time, or a later time if the server that held the
    /// leases is known to be dead.
    pub leases_ended: Timestamp,
    /// Until this time no other server can claim the deliveries.
    pub lease_until: Timestamp,
    pub limit: u32,
}

/// A delivery that the caller has leased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedEvent {
    pub key: EventKey,
    pub endpoint: String,
    /// The event's unique name.
    pub id: String,
    /// The name of the event's kind.
    pub kind: String,
    /// When the event happened.
    pub at: Timestamp,
    /// The version that the lease has. It fences [`Outbox::settle_event`].
    pub version: u64,
    /// The number of tries, this one included. A try that ended because the server died does not count, because it says
    /// nothing about the endpoint.
    pub tries: u32,
}

/// The result of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettleEvent {
    pub key: EventKey,
    pub endpoint: String,
    /// The version of the lease.
    pub version: u64,
    pub outcome: EventOutcome,
    pub now: Timestamp,
}

/// The result of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventOutcome {
    /// The endpoint has received the event.
    Delivered {
        /// The endpoint's response, without personal data.
        answer: String,
    },
    /// The try failed, and there will be another.
    Again {
        /// When to try again.
        at: Timestamp,
        /// Why the try failed.
        answer: String,
    },
    /// The try failed, and there will be no more.
    GivenUp {
        /// Why the try failed.
        answer: String,
    },
    /// There was no try. Any server may claim the delivery at once.
    Released,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    /// A try is going on, or will follow.
    Pending,
    /// The endpoint has received the event.
    Delivered,
    /// There will be no more tries.
    GivenUp,
}

impl DeliveryState {
    pub(crate) const fn stored(self) -> i16 {
        match self {
            Self::Pending => 0,
            Self::Delivered => 1,
            Self::GivenUp => 2,
        }
    }

    pub(crate) const fn read(stored: i16) -> Self {
        match stored {
            0 => Self::Pending,
            1 => Self::Delivered,
            _ => Self::GivenUp,
        }
    }
}

/// Which deliveries to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryFilter {
    /// Only deliveries of this order.
    pub order: Option<OrderNumber>,
    /// Only deliveries to this endpoint.
    pub endpoint: Option<String>,
    /// Whether to list also deliveries that the endpoint has received.
    pub delivered: bool,
    pub limit: u32,
}

/// A delivery as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventDelivery {
    pub key: EventKey,
    /// The event's unique name.
    pub id: String,
    /// The name of the event's kind.
    pub kind: String,
    /// When the event happened.
    pub at: Timestamp,
    pub endpoint: String,
    pub state: DeliveryState,
    /// The number of tries so far.
    pub tries: u32,
    /// When the next try is due, if one will follow.
    pub due_at: Timestamp,
    /// When the last try was.
    pub tried_at: Option<Timestamp>,
    /// The result of the last try.
    pub answer: Option<String>,
}

/// Which events to send again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResendSelection {
    /// The event with this unique name.
    Event(String),
    /// Every event of an order.
    Order(OrderNumber),
    /// Every delivery that was given up.
    GivenUp,
}

/// Chooses events that a subscriber missed: it has no delivery of them, or the delivery was given up. Pending deliveries
/// are not touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissedFilter {
    /// Only events from this moment on.
    pub since: Timestamp,
    /// Also events that the endpoint had received, for an endpoint that has lost them.
    pub delivered: bool,
}

/// The result of one batch of missed events: the number of deliveries, and the event after which the next batch begins.
/// `next` is `None` after the last batch.
pub(crate) struct MissedBatch {
    pub(crate) deliveries: u64,
    pub(crate) next: Option<(i64, i64)>,
}

impl MissedBatch {
    /// `events` are the events of the batch, in order.
    pub(crate) fn new(deliveries: u64, events: &[(i64, i64)]) -> Self {
        let is_full = events.len() >= EVENTS_PER_BATCH as usize;
        Self {
            deliveries,
            next: events.last().copied().filter(|_| is_full),
        }
    }
}

/// A position before the first event of the first order.
pub(crate) const BEFORE_FIRST_EVENT: (i64, i64) = (0, -1);

/// The columns of a delivery after a try, shared by both databases.
pub(crate) struct DeliveryUpdate {
    pub(crate) state: i16,
    /// When the next try is due. The later events of the order get the same due time.
    pub(crate) due_at: i64,
    /// How many tries to add: 1 or 0.
    pub(crate) tries: i64,
    /// When the try was, if there was one.
    pub(crate) tried_at: Option<i64>,
    pub(crate) answer: Option<String>,
}

impl DeliveryUpdate {
    pub(crate) fn new(outcome: &EventOutcome, now: Timestamp) -> Self {
        let tried = |state: DeliveryState, due: Timestamp, answer: &String| Self {
            state: state.stored(),
            due_at: due.0,
            tries: 1,
            tried_at: Some(now.0),
            answer: Some(answer.clone()),
        };
        match outcome {
            EventOutcome::Delivered { answer } => tried(DeliveryState::Delivered, now, answer),
            EventOutcome::Again { at, answer } => tried(DeliveryState::Pending, *at, answer),
            EventOutcome::GivenUp { answer } => tried(DeliveryState::GivenUp, now, answer),
            EventOutcome::Released => Self {
                state: DeliveryState::Pending.stored(),
                due_at: now.0,
                tries: 0,
                tried_at: None,
                answer: None,
            },
        }
    }
}

/// The events of a step, column by column, ready to be written in the step's transaction.
pub(crate) struct EventRows {
    pub(crate) order: i64,
    pub(crate) places: Vec<i64>,
    pub(crate) ids: Vec<String>,
    pub(crate) kinds: Vec<&'static str>,
    pub(crate) at: i64,
    /// The state of the payment at these events.
    pub(crate) payment: Vec<u8>,
}

impl EventRows {
    /// Makes one row for each kind. `attempt` is the attempt after the step.
    pub(crate) fn new(
        attempt: &Attempt,
        order: OrderNumber,
        kinds: &[OrderEventKind],
        payment: &OrderPayment,
        at: Timestamp,
    ) -> Result<Self, StoreError> {
        let mut rows = Self {
            order: order.0.cast_signed(),
            places: Vec::new(),
            ids: Vec::new(),
            kinds: Vec::new(),
            at: at.0,
            payment: document::encode("payment", payment)?,
        };
        for event in events_of_step(attempt, kinds) {
            rows.places.push(event.place.cast_signed());
            rows.ids.push(event.id);
            rows.kinds.push(event.kind.name());
        }
        Ok(rows)
    }
}
