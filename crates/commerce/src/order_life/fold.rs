//! Folds an order's entries into its state.

use super::charges::Charges;
use super::contest::Contest;
use super::decide::PAYMENT_DUE;
use super::entry::{Change, Entry, Refund, RefundFailure, RefundWay};
use super::life::{GatewayStage, Life, MoneySource, RefundState, RefundStatus};
use crate::attempt::AttemptState;
use crate::money::MinorUnits;
use crate::order::{Order, OrderPayment, TimelineEntry};
use crate::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

impl Life {
    /// The state after these entries, which are in sequence. The attempt writes the capture of its payment into the order
    /// and the timeline.
    #[must_use]
    pub fn of(order: &Order, timeline: &[TimelineEntry], entries: Vec<Entry>) -> Self {
        let reports = Reports::of(&entries);
        let source = source(order, timeline, &reports);
        let captured_at = captured_at(timeline);
        let Contest {
            reversals,
            disputes,
        } = Contest::of(&entries);
        let mut life = Self {
            currency: order.snapshot.currency,
            total: order.snapshot.total,
            paid: match &source {
                MoneySource::Gateway {
                    stage: GatewayStage::Captured,
                    ..
                } => order.snapshot.total,
                MoneySource::Gateway {
                    stage: GatewayStage::InReview,
                    ..
                } if captured_at.is_some() && !reports.capture_failed => order.snapshot.total,
                _ => MinorUnits::ZERO,
            },
            source,
            captured_at,
            refunds: Vec::new(),
            foreign_refunds: reports.foreign(),
            reversals,
            disputes,
            fulfilments: Vec::new(),
            cancelled_at: None,
            cancelled_because: None,
            is_reminded: timeline.iter().any(|entry| entry.event == PAYMENT_DUE),
            restocked_by_cancellation: Vec::new(),
            charges: Charges::of(&order.snapshot),
            entries: Vec::new(),
        };
        for entry in &entries {
            life.take(entry, &reports);
        }
        life.entries = entries;
        life
    }

    /// Whether somebody contests the payment once these further entries are stored.
    pub(super) fn is_contested_after(&self, entries: &[Entry]) -> bool {
        Contest::of(self.entries.iter().chain(entries)).is_contested()
    }

    /// Whether somebody refunded at the gateway without saying for which lines, once these further entries are stored.
    pub(super) fn has_refund_without_lines_after(&self, entries: &[Entry]) -> bool {
        let reports = Reports::of(self.entries.iter().chain(entries));
        !reports.foreign().is_empty()
    }

    fn take(&mut self, entry: &Entry, reports: &Reports) {
        match &entry.change {
            Change::Paid { amount } => self.paid += *amount,
            Change::Fulfilled(sent) => self.fulfilments.push((entry.at, sent.clone())),
            Change::Cancelled { restocked, because } => {
                self.cancelled_at = Some(entry.at);
                self.cancelled_because = *because;
                self.restocked_by_cancellation.clone_from(restocked);
            }
            Change::Refund(refund) => {
                let state = reports.state_of(entry, refund);
                self.refunds.push(state);
            }
            // In the reports, in the contest or in the source.
            Change::RefundAccepted { .. }
            | Change::RefundRefused { .. }
            | Change::Refunded { .. }
            | Change::RefundFailed { .. }
            | Change::Reversed { .. }
            | Change::DisputeOpened { .. }
            | Change::DisputeWon { .. }
            | Change::DisputeLost { .. }
            | Change::CaptureFailed => {}
        }
    }
}

/// What the gateway has said about refunds, whatever the order in which it did.
#[derive(Default)]
struct Reports {
    /// The gateway's ids of our refunds.
    references: BTreeMap<u32, String>,
    refused: BTreeMap<u32, RefundFailure>,
    done: BTreeMap<String, MinorUnits>,
    failed: BTreeSet<String>,
    capture_failed: bool,
}

impl Reports {
    fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Self {
        let mut reports = Self::default();
        for entry in entries {
            match &entry.change {
                Change::RefundAccepted { refund, reference } => {
                    reports.references.insert(*refund, reference.clone());
                    reports.refused.remove(refund);
                }
                Change::RefundRefused { refund, reason } => {
                    reports.refused.insert(*refund, *reason);
                }
                Change::Refunded {
                    refund,
                    reference,
                    amount,
                } => {
                    if let Some(refund) = refund {
                        reports.references.insert(*refund, reference.clone());
                    }
                    reports.done.entry(reference.clone()).or_insert(*amount);
                }
                Change::RefundFailed { reference } => {
                    reports.failed.insert(reference.clone());
                }
                Change::CaptureFailed => reports.capture_failed = true,
                _ => {}
            }
        }
        reports
    }

    /// Refunds that are not ours and did not fail.
    fn foreign(&self) -> BTreeMap<String, MinorUnits> {
        let ours: BTreeSet<&String> = self.references.values().collect();
        let is_foreign =
            |(id, _): &(&String, &MinorUnits)| !ours.contains(id) && !self.failed.contains(*id);
        let foreign = self.done.iter().filter(is_foreign);
        foreign.map(|(id, amount)| (id.clone(), *amount)).collect()
    }

    /// What became of the money counts more than the answer to a call: a gateway may refuse what it has accepted.
    fn state_of(&self, entry: &Entry, refund: &Refund) -> RefundState {
        let reference = self.references.get(&entry.sequence);
        let done = reference.and_then(|id| self.done.get(id));
        // Lines that were named later stand and fall with the refund that they belong to.
        let bare = refund
            .lines_of
            .and_then(|number| self.references.get(&number));
        let has_failed = |id: &String| self.failed.contains(id);
        let status = if reference.or(bare).is_some_and(has_failed) {
            RefundStatus::Failed(RefundFailure::NotReached)
        } else if refund.way == RefundWay::ByHand || refund.amount.is_zero() || done.is_some() {
            RefundStatus::Done
        } else if let Some(reason) = self.refused.get(&entry.sequence) {
            RefundStatus::Failed(*reason)
        } else {
            RefundStatus::Pending
        };
        RefundState {
            number: entry.sequence,
            at: entry.at,
            refund: Refund {
                // What the gateway says that it refunded is what went back.
                amount: done.copied().unwrap_or(refund.amount),
                ..refund.clone()
            },
            status,
            reference: reference.cloned(),
        }
    }
}

fn source(order: &Order, timeline: &[TimelineEntry], reports: &Reports) -> MoneySource {
    let stage = match &order.payment {
        OrderPayment::Authorised { .. } => GatewayStage::Held,
        OrderPayment::Captured { .. } if reports.capture_failed => GatewayStage::CaptureFailed,
        OrderPayment::Captured { .. } => GatewayStage::Captured,
        OrderPayment::NeedsReview => GatewayStage::InReview,
        OrderPayment::DueOnDelivery | OrderPayment::AwaitingTransfer => return MoneySource::ByHand,
        OrderPayment::Free => return MoneySource::Nothing,
    };
    MoneySource::Gateway {
        reference: gateway_reference(timeline).map(str::to_owned),
        stage,
    }
}

fn captured_at(timeline: &[TimelineEntry]) -> Option<Timestamp> {
    let mut entries = timeline.iter();
    let capture = entries.find(|entry| entry.event == AttemptState::CAPTURED);
    capture.map(|entry| entry.at)
}

/// The gateway's reference of the payment, from the timeline entry of its authorisation or capture; `None` if no gateway
/// took part.
#[must_use]
pub fn gateway_reference(timeline: &[TimelineEntry]) -> Option<&str> {
    let mut entries = timeline.iter().rev();
    let names_it = |entry: &&TimelineEntry| {
        let names = [AttemptState::AUTHORISED, AttemptState::CAPTURED];
        names.contains(&entry.event.as_str()) && !entry.detail.is_empty()
    };
    entries.find(names_it).map(|entry| entry.detail.as_str())
}
