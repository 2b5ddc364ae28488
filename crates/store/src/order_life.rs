//! An order's life after the sale, shared by both databases. The database module locks and reads what decides, calls
//! [`LifeFacts::decide`], and writes the rows.
//!
//! The attempt's row is the lock of its order, and its version the fence: each step raises it, like a step of the attempt.
//! So steps of an order's life and of its payment follow each other, and the events of both have places in one sequence.

use crate::outbox::EventRows;
use crate::{OrderRecord, StoreError, document};
use async_trait::async_trait;
use std::collections::BTreeMap;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::{
    CardCredit, Entry, Life, LifeEvent, Plan, Refusal, SoldCard, decide,
};
use zkratka_commerce::time::Timestamp;

/// Stores what happens to orders after the sale. A write that returns `Ok` is durable.
#[async_trait]
pub trait OrderLifeStore: Send + Sync {
    /// The order with the gift cards that it sold, read at one moment.
    async fn order_life(&self, number: OrderNumber) -> Result<Option<OrderLife>, StoreError>;
    /// The order on which an operation with this key was carried out.
    async fn order_of_operation(&self, key: &str) -> Result<Option<OrderNumber>, StoreError>;
    /// Decides with [`decide`] and stores everything that follows, in one transaction: entries, stock, gift cards,
    /// timeline, events, and the refunds for which the gateway is to be called.
    async fn advance_order(&self, step: OrderStep) -> Result<OrderStepOutcome, StoreError>;
    /// Claims orders whose reminder or expiry is due at `now`, oldest first. The claim lasts until `lease_until`, or until a
    /// step with [`LifeEvent::TransferTimeReached`].
    async fn claim_transfers(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<OrderNumber>, StoreError>;
    /// Claims refunds whose call to the gateway is due at `now`, oldest first. The claim lasts until `lease_until`.
    async fn claim_refunds(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<PendingRefund>, StoreError>;
    /// Ends the lease of a refund without a result: it is due again at `until`. Returns false if another server has the
    /// lease by now, or the refund is settled.
    async fn postpone_refund(
        &self,
        refund: PendingRefund,
        until: Timestamp,
    ) -> Result<bool, StoreError>;
}

/// An order with everything that decides about its life.
#[derive(Clone, Debug)]
pub struct OrderLife {
    pub record: OrderRecord,
    /// The gift cards that it sold.
    pub sold: Vec<SoldCard>,
}

impl OrderRecord {
    /// The state after the sale.
    #[must_use]
    pub fn life(&self) -> Life {
        Life::of(&self.order, &self.timeline, self.entries.clone())
    }
}

/// One step of an order's life.
#[derive(Clone, Debug)]
pub struct OrderStep {
    pub order: OrderNumber,
    pub event: LifeEvent,
    /// The refunds that the step begins are due at once.
    pub now: Timestamp,
}

#[derive(Clone, Debug)]
pub enum OrderStepOutcome {
    Stored(Box<Plan>),
    /// Nothing was changed.
    Refused(Refusal),
    NoOrder,
}

/// A refund for which the gateway is to be called, leased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingRefund {
    pub order: OrderNumber,
    /// The refund's number in the order's life.
    pub refund: u32,
    /// Fences the lease: each lease has the next version.
    pub version: u64,
    /// How often a server has looked after it without a final answer.
    pub tries: u32,
}

impl PendingRefund {
    /// Whether no server has had a lease before, so that the gateway cannot know the refund.
    #[must_use]
    pub const fn is_first_lease(&self) -> bool {
        self.version == UNLEASED + 1
    }
}

/// The version of a refund that no server has leased yet.
const UNLEASED: u64 = 0;
/// More leases than a refund ever has, as a power of two.
const LEASES: u32 = 32;

/// The version from which the leases of a refund count that this event begins, in the step with this version of the attempt.
/// An answer takes up again a refund that was given up: servers may still have leases from before, so none of the new ones may
/// have the version of one of those.
const fn unleased(event: &LifeEvent, version: u64) -> u64 {
    match event {
        LifeEvent::Answered { .. } => version << LEASES,
        LifeEvent::Operated(_)
        | LifeEvent::NotCaptured { .. }
        | LifeEvent::Reported(_)
        | LifeEvent::TransferTimeReached => UNLEASED,
    }
}

/// What a step reads, under the lock of the attempt.
pub(crate) struct LifeFacts {
    pub(crate) attempt: Attempt,
    pub(crate) record: OrderRecord,
    pub(crate) sold: Vec<SoldCard>,
    /// The order on which the operation's key was used.
    pub(crate) key_used_on: Option<OrderNumber>,
    /// The version of the lease of the refund that the step gives up, locked; `None` if the refund is settled.
    pub(crate) lease: Option<u64>,
}

impl LifeFacts {
    pub(crate) fn decide(self, step: &OrderStep) -> Result<Result<LifePlan, Refusal>, StoreError> {
        let OrderRecord { order, .. } = &self.record;
        if let (LifeEvent::Operated(operation), Some(other)) = (&step.event, self.key_used_on)
            && other != order.number
        {
            let key = operation.key(order.number);
            return Ok(Err(Refusal::KeyOfAnotherOrder(key, other)));
        }
        if step.event.is_overtaken(self.lease) {
            return Ok(Err(Refusal::NothingNew));
        }
        let life = self.record.life();
        match decide(order, &life, &self.sold, &step.event, step.now) {
            Ok(plan) => LifePlan::new(self.attempt, order, plan, step).map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }
}

/// The key of the step's operation, for the question who used it before.
pub(crate) fn operation_key(step: &OrderStep) -> Option<String> {
    match &step.event {
        LifeEvent::Operated(operation) => Some(operation.key(step.order).0),
        LifeEvent::Answered { .. }
        | LifeEvent::NotCaptured { .. }
        | LifeEvent::Reported(_)
        | LifeEvent::TransferTimeReached => None,
    }
}

/// The rows of a step.
pub(crate) struct LifePlan {
    /// The attempt after the step.
    pub(crate) attempt: Attempt,
    pub(crate) plan: Plan,
    pub(crate) entries: EntryRows,
    pub(crate) events: EventRows,
    /// The units that return to stock, by variant.
    pub(crate) units: BTreeMap<VariantId, i64>,
    /// The version of the refunds that the step begins or takes up again.
    pub(crate) unleased: i64,
}

impl LifePlan {
    fn new(
        attempt: Attempt,
        order: &Order,
        plan: Plan,
        step: &OrderStep,
    ) -> Result<Self, StoreError> {
        let attempt = Attempt {
            version: attempt.version + 1,
            ..attempt
        };
        let mut units = BTreeMap::new();
        for returned in &plan.restocked {
            let line = order.snapshot.lines.iter().find(|l| l.id == returned.line);
            let line = line.ok_or(StoreError::Inconsistent("there is no such line"))?;
            *units.entry(line.variant).or_insert(0) += i64::from(returned.units);
        }
        let (number, payment) = (order.number, &order.payment);
        Ok(Self {
            entries: EntryRows::new(&attempt, number, &plan.entries)?,
            events: EventRows::new(&attempt, number, &plan.events, payment, step.now)?,
            unleased: unleased(&step.event, attempt.version).cast_signed(),
            attempt,
            plan,
            units,
        })
    }

    /// The credits of gift cards, by card: each card once.
    pub(crate) fn credits(&self) -> BTreeMap<i64, i64> {
        let mut credits = BTreeMap::new();
        for CardCredit { card, amount } in &self.plan.credited_cards {
            *credits.entry(card.0.cast_signed()).or_insert(0) += amount.get();
        }
        credits
    }

    pub(crate) fn disabled_cards(&self) -> Vec<i64> {
        let cards = self.plan.disabled_cards.iter();
        cards.map(|card| card.0.cast_signed()).collect()
    }
}

/// The entries of a step, column by column.
pub(crate) struct EntryRows {
    pub(crate) order: i64,
    /// The attempt's version after the step.
    pub(crate) version: i64,
    pub(crate) sequences: Vec<i64>,
    /// The operation's key, with the first of its entries: the schema refuses a key that is there already.
    pub(crate) operations: Vec<Option<String>>,
    pub(crate) at: Vec<i64>,
    pub(crate) docs: Vec<Vec<u8>>,
}

impl EntryRows {
    fn new(attempt: &Attempt, order: OrderNumber, entries: &[Entry]) -> Result<Self, StoreError> {
        let key = |entry: &Entry| entry.cause.as_ref().map(|cause| cause.key.0.clone());
        let docs = entries.iter().map(|entry| document::encode("entry", entry));
        Ok(Self {
            order: order.0.cast_signed(),
            version: attempt.version.cast_signed(),
            sequences: entries.iter().map(|e| i64::from(e.sequence)).collect(),
            operations: entries
                .iter()
                .enumerate()
                .map(|(place, entry)| key(entry).filter(|_| place == 0))
                .collect(),
            at: entries.iter().map(|entry| entry.at.0).collect(),
            docs: docs.collect::<Result<_, _>>()?,
        })
    }
}
