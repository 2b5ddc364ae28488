//! The present state of an order after the sale.

use super::charges::Charges;
use super::contest;
use super::entry::{
    CancelReason, CardCredit, Cause, Change, Entry, Fulfilment, LineUnits, Refund, RefundFailure,
};
use crate::gift_card::GiftCardId;
use crate::ids::LineId;
use crate::money::{Currency, MinorUnits};
use crate::order::{OrderLine, OrderSnapshot};
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// The folded entries of one order. Amounts are minor units of `currency`.
#[derive(Clone, Debug)]
pub struct Life {
    pub currency: Currency,
    /// The amount to pay.
    pub total: MinorUnits,
    pub source: MoneySource,
    /// When the gateway's capture was recorded first, whatever became of it; `None`: never, or on an order of which only the
    /// payment says that it is captured.
    pub captured_at: Option<Timestamp>,
    /// What the gateway captured, or what arrived otherwise.
    pub paid: MinorUnits,
    pub refunds: Vec<RefundState>,
    /// Refunds that somebody made at the gateway, by the gateway's ids.
    pub foreign_refunds: BTreeMap<String, MinorUnits>,
    /// By the gateway's ids, without those that are the end of a dispute.
    pub reversals: BTreeMap<String, MinorUnits>,
    /// By the gateway's ids. An open one that a reversal with its id ended is not among them.
    pub disputes: BTreeMap<String, Dispute>,
    pub fulfilments: Vec<(Timestamp, Fulfilment)>,
    pub cancelled_at: Option<Timestamp>,
    /// Why the shop cancelled by itself.
    pub cancelled_because: Option<CancelReason>,
    /// Whether the buyer was to be reminded that the transfer is due.
    pub is_reminded: bool,
    pub(super) restocked_by_cancellation: Vec<LineUnits>,
    pub(super) charges: Charges,
    pub(super) entries: Vec<Entry>,
}

/// Where the order's money comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoneySource {
    /// A gateway captured, or is about to capture.
    Gateway {
        /// The gateway's reference of the payment.
        reference: Option<String>,
        stage: GatewayStage,
    },
    /// A transfer, or cash on delivery.
    ByHand,
    /// Nothing is due.
    Nothing,
}

/// How far a gateway's payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayStage {
    /// The capture is under way.
    Held,
    Captured,
    /// A person must find out what the gateway holds.
    InReview,
    /// The capture failed after the gateway had accepted it.
    CaptureFailed,
}

/// A refund that the shop asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundState {
    /// Its number: the sequence of its entry.
    pub number: u32,
    pub at: Timestamp,
    pub refund: Refund,
    pub status: RefundStatus,
    /// The gateway's own id, once it is known.
    pub reference: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundStatus {
    /// The gateway has not decided.
    Pending,
    Done,
    Failed(RefundFailure),
}

/// A dispute. Reports may arrive in any order, so the end may be known before the amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dispute {
    /// What it withholds while it is open.
    pub amount: Option<MinorUnits>,
    pub won: bool,
    /// What the buyer got.
    pub lost: Option<MinorUnits>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisputeState {
    Open,
    Won,
    Lost,
}

impl Dispute {
    /// Lost is final: money that has gone is not counted as withheld.
    #[must_use]
    pub const fn state(&self) -> DisputeState {
        match (self.lost.is_some(), self.won) {
            (true, _) => DisputeState::Lost,
            (false, true) => DisputeState::Won,
            (false, false) => DisputeState::Open,
        }
    }

    fn withheld(&self) -> MinorUnits {
        match self.state() {
            DisputeState::Open => self.amount.unwrap_or(MinorUnits::ZERO),
            DisputeState::Won | DisputeState::Lost => MinorUnits::ZERO,
        }
    }
}

/// The sums of an order's money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    pub paid: MinorUnits,
    /// What has gone back: refunds, reversals, lost disputes.
    pub returned: MinorUnits,
    /// Paid less returned. Negative only if a provider returned more than the buyer had paid.
    pub balance: MinorUnits,
    /// Refunds under way.
    pub pending: MinorUnits,
    /// What open disputes withhold.
    pub withheld: MinorUnits,
    /// What can still be refunded.
    pub refundable: MinorUnits,
}

/// The state of an order's money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyState {
    NothingDue,
    /// Still to be paid.
    Awaited,
    /// Held, but not captured yet.
    Held,
    Paid,
    PartlyRefunded,
    Refunded,
    /// A dispute withholds money.
    Disputed,
    /// The capture failed.
    Failed,
    NeedsReview,
}

impl MoneyState {
    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NothingDue => "nothing_due",
            Self::Awaited => "awaited",
            Self::Held => "held",
            Self::Paid => "paid",
            Self::PartlyRefunded => "partly_refunded",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
            Self::Failed => "failed",
            Self::NeedsReview => "needs_review",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FulfilmentState {
    /// Nothing is shipped.
    NotNeeded,
    Unfulfilled,
    Partly,
    Fulfilled,
    /// Cancelled before anything was sent.
    Cancelled,
}

impl FulfilmentState {
    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotNeeded => "not_needed",
            Self::Unfulfilled => "unfulfilled",
            Self::Partly => "partly_fulfilled",
            Self::Fulfilled => "fulfilled",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Life {
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entries of the operation with this key.
    pub fn of_operation<'l>(&'l self, key: &'l str) -> impl Iterator<Item = &'l Entry> {
        let has_key = move |entry: &&Entry| entry.cause.as_ref().is_some_and(|c| c.key.0 == key);
        self.entries.iter().filter(has_key)
    }

    /// The operation with this key.
    #[must_use]
    pub fn cause(&self, key: &str) -> Option<&Cause> {
        let causes = self.entries.iter().filter_map(|entry| entry.cause.as_ref());
        causes.into_iter().find(|cause| cause.key.0 == key)
    }

    #[must_use]
    pub fn refund(&self, number: u32) -> Option<&RefundState> {
        self.refunds.iter().find(|refund| refund.number == number)
    }

    #[must_use]
    pub fn sums(&self) -> Sums {
        let ours = |wanted: RefundStatus| {
            let having = self.refunds.iter().filter(move |r| r.status == wanted);
            having.map(|r| r.refund.amount).sum::<MinorUnits>()
        };
        let lost: MinorUnits = self.disputes.values().filter_map(|d| d.lost).sum();
        let foreign: MinorUnits = self.foreign_refunds.values().sum();
        let reversed: MinorUnits = self.reversals.values().sum();
        let returned = ours(RefundStatus::Done) + foreign + reversed + lost;
        let balance = self.paid - returned;
        let pending = ours(RefundStatus::Pending);
        let withheld = self.disputes.values().map(Dispute::withheld).sum();
        Sums {
            paid: self.paid,
            returned,
            balance,
            pending,
            withheld,
            refundable: (balance - pending - withheld).max(MinorUnits::ZERO),
        }
    }

    #[must_use]
    pub fn money_state(&self) -> MoneyState {
        let sums = self.sums();
        match &self.source {
            MoneySource::Gateway { stage, .. } => match stage {
                GatewayStage::InReview => return MoneyState::NeedsReview,
                GatewayStage::CaptureFailed => return MoneyState::Failed,
                GatewayStage::Held => return MoneyState::Held,
                GatewayStage::Captured => {}
            },
            MoneySource::ByHand if sums.paid.is_zero() => return MoneyState::Awaited,
            MoneySource::ByHand => {}
            MoneySource::Nothing => return MoneyState::NothingDue,
        }
        if sums.withheld.is_positive() {
            MoneyState::Disputed
        } else if sums.returned.is_zero() {
            MoneyState::Paid
        } else if sums.balance.is_positive() {
            MoneyState::PartlyRefunded
        } else {
            MoneyState::Refunded
        }
    }

    #[must_use]
    pub fn fulfilment_state(&self, order: &OrderSnapshot) -> FulfilmentState {
        let shipped = || order.lines.iter().filter(|line| line.requires_shipping);
        if shipped().next().is_none() {
            FulfilmentState::NotNeeded
        } else if self.cancelled_at.is_some() {
            FulfilmentState::Cancelled
        } else if shipped().any(|line| self.to_send(line) > 0) {
            if self.has_sent() {
                FulfilmentState::Partly
            } else {
                FulfilmentState::Unfulfilled
            }
        } else {
            FulfilmentState::Fulfilled
        }
    }

    /// Units of a line that are still to be sent. A refunded unit counts as one that was not sent, while there are any.
    #[must_use]
    pub fn to_send(&self, line: &OrderLine) -> u32 {
        if !line.requires_shipping || self.cancelled_at.is_some() {
            return 0;
        }
        let gone = self.sent(line.id).saturating_add(self.refunded(line.id));
        line.quantity.saturating_sub(gone)
    }

    /// Whether the gateway reported that the capture failed, and the shop heard of a capture only afterwards. The capture may be
    /// an older one whose answer came late, or a second one that somebody made at the gateway, so only a person can find out
    /// whether the money is there. Money that went back since was there.
    #[must_use]
    pub fn is_capture_unclear(&self) -> bool {
        let mut entries = self.entries.iter();
        let failed = entries.find(|entry| matches!(entry.change, Change::CaptureFailed));
        let is_later = failed
            .zip(self.captured_at)
            .is_some_and(|(failed, captured_at)| failed.at < captured_at);
        is_later && self.sums().returned.is_zero()
    }

    /// Whether any goods were sent or handed over. The shop does not cancel such an order.
    #[must_use]
    pub fn has_sent(&self) -> bool {
        let mut lines = self.fulfilments.iter().flat_map(|(_, sent)| &sent.lines);
        lines.any(|line| line.units > 0)
    }

    /// Units of a line that were sent.
    #[must_use]
    pub fn sent(&self, line: LineId) -> u32 {
        let parcels = self.fulfilments.iter().flat_map(|(_, sent)| &sent.lines);
        units_of(parcels, line)
    }

    /// Units of a line that were refunded, or are being refunded.
    #[must_use]
    pub fn refunded(&self, line: LineId) -> u32 {
        let lines = self.standing_refunds().flat_map(|r| &r.refund.lines);
        lines
            .filter(|refunded| refunded.line == line)
            .map(|refunded| refunded.units)
            .sum()
    }

    /// Units of a line that came back to the stock.
    #[must_use]
    pub fn restocked(&self, line: LineId) -> u32 {
        let refunds = self.refunds.iter().flat_map(|r| &r.refund.lines);
        let by_refunds: u32 = refunds
            .filter(|refunded| refunded.line == line)
            .map(|refunded| refunded.restocked)
            .sum();
        by_refunds + units_of(self.restocked_by_cancellation.iter(), line)
    }

    /// Units of a line on the stock that no standing refund accounts for: a refund that failed brought them there, or the
    /// cancellation.
    pub(super) fn unclaimed(&self, line: LineId) -> u32 {
        let lines = self.standing_refunds().flat_map(|r| &r.refund.lines);
        let claimed: u32 = lines
            .filter(|refunded| refunded.line == line)
            .map(|refunded| refunded.returned)
            .sum();
        self.restocked(line).saturating_sub(claimed)
    }

    /// What the cards that paid a part of the order have not got back yet, in the order in which they paid.
    #[must_use]
    pub fn cards_left(&self, order: &OrderSnapshot) -> Vec<CardCredit> {
        let left = order.gift_cards.iter().map(|paid| CardCredit {
            card: paid.id,
            amount: paid.amount - self.credited(paid.id),
        });
        left.filter(|left| left.amount.is_positive()).collect()
    }

    /// A credit of a gift card stands whatever becomes of the money beside it.
    fn credited(&self, card: GiftCardId) -> MinorUnits {
        let credits = self.refunds.iter().flat_map(|r| &r.refund.cards);
        credits
            .filter(|credit| credit.card == card)
            .map(|credit| credit.amount)
            .sum()
    }

    /// What the buyer paid for these units, of a line of which some may have been refunded already.
    #[must_use]
    pub fn worth(&self, units: LineUnits) -> MinorUnits {
        self.charges.of_units(self.refunded(units.line), units)
    }

    /// Whether the buyer paid nothing for this line.
    #[must_use]
    pub fn is_free(&self, line: LineId) -> bool {
        let units = u32::MAX;
        let whole = self.charges.of_units(0, LineUnits { line, units });
        !whole.is_positive()
    }

    /// Whether somebody contests the payment: a dispute that is open or lost, or money that the bank took back. Goods of
    /// such an order are withheld.
    #[must_use]
    pub fn is_contested(&self) -> bool {
        contest::is_contested(&self.reversals, &self.disputes)
    }

    /// Whether the gift cards that the order sold pay nothing now: the payment is contested, or somebody refunded at the
    /// gateway without saying for which lines.
    #[must_use]
    pub fn withholds_cards(&self) -> bool {
        self.is_contested() || !self.foreign_refunds.is_empty()
    }

    /// The gateway's reference of the captured payment.
    #[must_use]
    pub fn captured_reference(&self) -> Option<&str> {
        match &self.source {
            MoneySource::Gateway {
                reference,
                stage: GatewayStage::Captured,
            } => reference.as_deref(),
            _ => None,
        }
    }

    pub(super) fn next_sequence(&self) -> u32 {
        u32::try_from(self.entries.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }

    fn standing_refunds(&self) -> impl Iterator<Item = &RefundState> {
        let stands = |r: &&RefundState| !matches!(r.status, RefundStatus::Failed(_));
        self.refunds.iter().filter(stands)
    }
}

fn units_of<'u>(lines: impl Iterator<Item = &'u LineUnits>, line: LineId) -> u32 {
    let units = lines.filter(|one| one.line == line).map(|one| one.units);
    units.sum()
}
