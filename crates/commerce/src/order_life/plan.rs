//! What follows from an event of an order's life.

use super::entry::{CardCredit, Cause, Change, Entry, LineUnits};
use super::life::Life;
use crate::gift_card::GiftCardId;
use crate::money::Money;
use crate::order::{OrderSnapshot, TimelineEntry};
use crate::order_event::OrderEventKind;
use crate::time::Timestamp;

/// Everything to store, in one transaction. The calls to the gateway come after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Entries to append.
    pub entries: Vec<Entry>,
    /// Units of tracked lines that return to stock.
    pub restocked: Vec<LineUnits>,
    /// Gift cards that the order sold and that must not pay any more. Nothing was spent of them, unless the money for them
    /// never came.
    pub disabled_cards: Vec<GiftCardId>,
    /// Whether the gift cards that the order sold are withheld from now on. `None`: as before, or there are none.
    pub withhold_cards: Option<bool>,
    /// Gift cards that paid and get money back.
    pub credited_cards: Vec<CardCredit>,
    /// Whether the order no longer counts as one of its buyer's unpaid orders.
    pub frees_contact: bool,
    /// What becomes of the wait for the order's transfer; `None`: nothing changes.
    pub transfer: Option<TransferWait>,
    /// Whether the uses of discount codes are given back.
    pub returns_discount_uses: bool,
    /// Refunds for which the gateway is to be called.
    pub calls: Vec<RefundCall>,
    /// Refunds for which it need not be called any more.
    pub settled: Vec<u32>,
    /// Events for the merchant's systems.
    pub events: Vec<OrderEventKind>,
    /// Entries to append to the timeline.
    pub timeline: Vec<TimelineEntry>,
    /// Remarks for the operator: what the shop cannot do itself.
    pub notes: Vec<String>,
}

/// The wait for an order's transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferWait {
    /// Look at the order again at this time.
    Until(Timestamp),
    /// The order is paid or cancelled, or a person decides.
    Over,
}

/// A refund that the gateway is to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundCall {
    /// The refund's number.
    pub refund: u32,
    pub amount: Money,
}

/// Builds a plan.
pub(super) struct Planner<'p> {
    life: &'p Life,
    now: Timestamp,
    cause: Option<Cause>,
    pub(super) plan: Plan,
}

impl<'p> Planner<'p> {
    pub(super) fn new(life: &'p Life, now: Timestamp, cause: Option<Cause>) -> Self {
        Self {
            life,
            now,
            cause,
            plan: Plan::default(),
        }
    }

    /// Appends an entry and returns its sequence.
    pub(super) fn append(&mut self, change: Change) -> u32 {
        let stored = self.plan.entries.last().map(|last| last.sequence + 1);
        let sequence = stored.unwrap_or_else(|| self.life.next_sequence());
        self.plan.entries.push(Entry {
            sequence,
            at: self.now,
            cause: self.cause.clone(),
            change,
        });
        sequence
    }

    /// Writes to the timeline what happened, and who did it for which reason.
    pub(super) fn log(&mut self, event: &str, detail: &str) {
        let by = self.cause.as_ref().map(|cause| {
            if cause.reason.is_empty() {
                format!("by {}", cause.by)
            } else {
                format!("by {}: {}", cause.by, cause.reason)
            }
        });
        let parts = [Some(detail.to_owned()).filter(|text| !text.is_empty()), by];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        self.plan.timeline.push(TimelineEntry {
            at: self.now,
            event: event.to_owned(),
            detail: parts.join(", "),
        });
    }

    pub(super) fn tell(&mut self, event: OrderEventKind) {
        self.plan.events.push(event);
    }

    /// Returns units to the stock, as far as the stock of their lines is tracked.
    pub(super) fn restock(&mut self, order: &OrderSnapshot, units: &[LineUnits]) {
        let is_tracked = |units: &&LineUnits| {
            let mut lines = order.lines.iter();
            units.units > 0 && lines.any(|line| line.id == units.line && line.tracked)
        };
        self.plan
            .restocked
            .extend(units.iter().filter(is_tracked).copied());
    }

    pub(super) fn finish(self) -> Plan {
        self.plan
    }
}
