//! The outbox: what has happened to orders, kept until everybody who is to hear of it has.
//!
//! Events are written in the transaction that they tell of. Who is to hear of them is known to servers only: one of them
//! distributes new events, which makes one delivery for each endpoint; any of them takes deliveries under a lease, and says
//! what became of them. To one endpoint the events of one order go one after the other.

use crate::{OrderRecord, StoreError, document};
use async_trait::async_trait;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::order_event::{OrderEventKind, events_of_step};
use zkratka_commerce::time::Timestamp;

/// Keeps events of orders and their deliveries. Every write answered `Ok` is durable.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Makes deliveries of the events that nobody has distributed yet, due at once; answers how many events there were,
    /// [`EVENTS_PER_BATCH`] when there may be more. Events that no subscriber wants are distributed to nobody.
    async fn distribute_events(
        &self,
        subscribers: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u32, StoreError>;
    /// Takes deliveries that are due, oldest first. One that an earlier event of its order has not left behind is not due.
    async fn claim_events(&self, claim: ClaimEvents) -> Result<Vec<ClaimedEvent>, StoreError>;
    /// The order as it stood when this happened to it.
    async fn event_record(&self, key: EventKey) -> Result<Option<OrderRecord>, StoreError>;
    /// Says what became of a delivery; false when its lease has gone to somebody else meanwhile, or it is to be sent again.
    async fn settle_event(&self, settled: SettleEvent) -> Result<bool, StoreError>;
    /// Deliveries, oldest first.
    async fn event_deliveries(
        &self,
        wanted: DeliveryFilter,
    ) -> Result<Vec<EventDelivery>, StoreError>;
    /// Has events delivered from the beginning, whatever became of them, to those of the subscribers who want them; answers
    /// how many deliveries there will be.
    async fn send_events_again(
        &self,
        which: SendAgain,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError>;
    /// Has what these subscribers missed delivered, as far as they want it; answers how many deliveries there will be.
    async fn send_missed_events(
        &self,
        missed: Missed,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError>;
    /// Deletes events from before this moment with their deliveries; answers how many. What is on its way to one of these
    /// endpoints stays, and so does what is not distributed, unless there is no endpoint at all.
    async fn forget_events(
        &self,
        before: Timestamp,
        endpoints: Vec<String>,
    ) -> Result<u64, StoreError>;
}

/// Most events distributed, and most deleted, at once.
pub const EVENTS_PER_BATCH: u32 = 100;

/// Who hears of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscriber {
    /// Its lasting name.
    pub endpoint: String,
    /// What it wants to hear of.
    pub kinds: Vec<OrderEventKind>,
}

impl Subscriber {
    /// Whether it wants to hear of this.
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

/// What to claim.
#[derive(Clone, Debug)]
pub struct ClaimEvents {
    pub endpoint: String,
    pub now: Timestamp,
    /// Leases that end by then count as ended: now, or later where whoever had them is known to be dead.
    pub leases_ended: Timestamp,
    /// Until when nobody else is given them.
    pub lease_until: Timestamp,
    /// At most this many.
    pub limit: u32,
}

/// A delivery that the caller holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedEvent {
    pub key: EventKey,
    /// To whom.
    pub endpoint: String,
    /// Its unique name.
    pub id: String,
    /// What has happened, by its name.
    pub kind: String,
    /// When.
    pub at: Timestamp,
    /// Fences the lease.
    pub version: u64,
    /// How often it has been tried, this time included. A server that died trying does not count: its death says nothing of
    /// the endpoint.
    pub tries: u32,
}

/// What became of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettleEvent {
    pub key: EventKey,
    /// To whom.
    pub endpoint: String,
    /// The lease.
    pub version: u64,
    /// What came of it.
    pub outcome: EventOutcome,
    pub now: Timestamp,
}

/// What came of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventOutcome {
    /// The endpoint has it.
    Delivered {
        /// What it said, without personal data.
        answer: String,
    },
    /// It is to be tried again.
    Again {
        /// When.
        at: Timestamp,
        /// Why it failed.
        answer: String,
    },
    /// It is tried no more.
    GivenUp {
        /// Why it failed.
        answer: String,
    },
    /// It was not tried after all: at once somebody else may.
    Released,
}

/// How a delivery stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    /// It will be tried, or is being tried.
    Pending,
    /// The endpoint has it.
    Delivered,
    /// It is tried no more.
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
    /// Of this order only.
    pub order: Option<OrderNumber>,
    /// To this endpoint only.
    pub endpoint: Option<String>,
    /// Those that are delivered too.
    pub delivered: bool,
    /// At most this many.
    pub limit: u32,
}

/// A delivery as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventDelivery {
    pub key: EventKey,
    /// Its unique name.
    pub id: String,
    /// What has happened, by its name.
    pub kind: String,
    /// When.
    pub at: Timestamp,
    /// To whom.
    pub endpoint: String,
    /// How it stands.
    pub state: DeliveryState,
    /// How often it has been tried.
    pub tries: u32,
    /// When it is tried next, if it is.
    pub due_at: Timestamp,
    /// When it was tried last.
    pub tried_at: Option<Timestamp>,
    /// What came of that.
    pub answer: Option<String>,
}

/// What is to be sent again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendAgain {
    /// The event of this name.
    Event(String),
    /// Every event of an order.
    Order(OrderNumber),
    /// Whatever was given up.
    GivenUp,
}

/// What was never told or was given up, of all that has happened to orders since a moment. What waits already goes on
/// waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The first moment that counts.
    pub since: Timestamp,
    /// Also what was delivered, to an endpoint that has lost it.
    pub delivered: bool,
}

/// A batch of what was missed: how many deliveries there will be, and after which event the next batch begins, if there is
/// one.
pub(crate) struct MissedBatch {
    pub(crate) deliveries: u64,
    pub(crate) next: Option<(i64, i64)>,
}

impl MissedBatch {
    /// `events` are those of the batch, in order.
    pub(crate) fn new(deliveries: u64, events: &[(i64, i64)]) -> Self {
        let is_full = events.len() >= EVENTS_PER_BATCH as usize;
        Self {
            deliveries,
            next: events.last().copied().filter(|_| is_full),
        }
    }
}

/// Before the first event of the first order.
pub(crate) const BEFORE_FIRST_EVENT: (i64, i64) = (0, -1);

/// What a settled delivery's row says, whatever the database.
pub(crate) struct Settled {
    pub(crate) state: i16,
    /// When it is due next, and when the later events of its order are.
    pub(crate) due_at: i64,
    /// How many tries it counts for.
    pub(crate) tries: i64,
    /// When it was tried, if it was.
    pub(crate) tried_at: Option<i64>,
    pub(crate) answer: Option<String>,
}

impl Settled {
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

/// The events of a step, ready to be written in its transaction, column by column.
pub(crate) struct EventRows {
    pub(crate) order: i64,
    pub(crate) places: Vec<i64>,
    pub(crate) ids: Vec<String>,
    pub(crate) kinds: Vec<&'static str>,
    pub(crate) at: i64,
    /// Where the payment stands with them.
    pub(crate) payment: Vec<u8>,
}

impl EventRows {
    /// The events of these kinds; `attempt` is as it stands after the step.
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
