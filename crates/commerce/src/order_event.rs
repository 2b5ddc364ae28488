//! Events of an order for the merchant's own systems. Each event is sent under a unique id, so that receivers recognise
//! duplicates.

use crate::attempt::Attempt;
use crate::hex;
use crate::ids::{AttemptKey, Secret};
use crate::order::OrderPayment;
use sha2::{Digest, Sha256};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderEventKind {
    /// The order was created.
    Created,
    /// The order's money was captured.
    Captured,
    /// A person must review the order's payment.
    NeedsReview,
    /// A transfer arrived, or the cash that was due on delivery.
    Paid,
    /// A transfer is due soon and has not arrived.
    PaymentDue,
    /// A transfer did not arrive in time, and the order was not cancelled, because goods were sent. A person must ask for the
    /// money.
    PaymentOverdue,
    /// A transfer, or cash, arrived for an order that is cancelled.
    PaymentLate,
    /// Goods were sent.
    Fulfilled,
    /// The order was cancelled.
    Cancelled,
    /// Money went back to the buyer.
    Refunded,
    /// A refund did not reach the buyer.
    RefundFailed,
    /// The gateway or the bank took money back.
    Reversed,
    /// The buyer disputes the payment.
    Disputed,
    DisputeWon,
    DisputeLost,
    /// The capture of the order's money did not succeed after all.
    CaptureFailed,
    /// The buyer consented to immediate delivery of downloads on the order's page.
    DownloadConsented,
    /// The buyer's data were erased, here and in later messages about the order.
    Redacted,
}

/// Number of event places reserved for each step; a step has at most two events.
pub const PLACES_OF_A_STEP: u64 = 8;
/// Domain separator between event ids and everything else derived from an attempt's secret.
const DOMAIN: &str = "zkratka order event";

impl OrderEventKind {
    pub const ALL: [Self; 18] = [
        Self::Created,
        Self::Captured,
        Self::NeedsReview,
        Self::Paid,
        Self::PaymentDue,
        Self::PaymentOverdue,
        Self::PaymentLate,
        Self::Fulfilled,
        Self::Cancelled,
        Self::Refunded,
        Self::RefundFailed,
        Self::Reversed,
        Self::Disputed,
        Self::DisputeWon,
        Self::DisputeLost,
        Self::CaptureFailed,
        Self::DownloadConsented,
        Self::Redacted,
    ];

    /// The name in payloads, in the store and in the configuration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "order.created",
            Self::Captured => "order.captured",
            Self::NeedsReview => "order.needs_review",
            Self::Paid => "order.paid",
            Self::PaymentDue => "order.payment_due",
            Self::PaymentOverdue => "order.payment_overdue",
            Self::PaymentLate => "order.payment_late",
            Self::Fulfilled => "order.fulfilled",
            Self::Cancelled => "order.cancelled",
            Self::Refunded => "order.refunded",
            Self::RefundFailed => "order.refund_failed",
            Self::Reversed => "order.reversed",
            Self::Disputed => "order.disputed",
            Self::DisputeWon => "order.dispute_won",
            Self::DisputeLost => "order.dispute_lost",
            Self::CaptureFailed => "order.capture_failed",
            Self::DownloadConsented => "order.download_consented",
            Self::Redacted => "order.redacted",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Events of a new order. If the money was captured before the order existed, `Captured` is among them.
    #[must_use]
    pub const fn of_new(payment: &OrderPayment) -> &'static [Self] {
        match payment {
            OrderPayment::Captured { .. } => &[Self::Created, Self::Captured],
            OrderPayment::NeedsReview => &[Self::Created, Self::NeedsReview],
            OrderPayment::Authorised { .. }
            | OrderPayment::DueOnDelivery
            | OrderPayment::AwaitingTransfer
            | OrderPayment::Free => &[Self::Created],
        }
    }

    /// Events of an order whose payment has changed. An order can only be created in the other states, never change to
    /// them.
    #[must_use]
    pub const fn of_payment(payment: &OrderPayment) -> &'static [Self] {
        match payment {
            OrderPayment::Captured { .. } => &[Self::Captured],
            OrderPayment::NeedsReview => &[Self::NeedsReview],
            OrderPayment::Authorised { .. }
            | OrderPayment::DueOnDelivery
            | OrderPayment::AwaitingTransfer
            | OrderPayment::Free => &[],
        }
    }
}

/// An event, ready to be stored with its step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderEvent {
    /// The unique id for receivers; it reveals nothing.
    pub id: String,
    /// Grows with each event of an order.
    pub place: u64,
    pub kind: OrderEventKind,
}

/// The events of a step. Every call returns the same ones. `attempt` is the attempt after the step.
#[must_use]
pub fn events_of_step(attempt: &Attempt, kinds: &[OrderEventKind]) -> Vec<OrderEvent> {
    let secret = attempt.secret.as_ref().unwrap_or(&attempt.token_secret);
    let first = attempt.version.saturating_mul(PLACES_OF_A_STEP);
    (first..)
        .zip(kinds)
        .map(|(place, &kind)| OrderEvent {
            id: id(secret, attempt.key, place),
            place,
            kind,
        })
        .collect()
}

/// Derived from a secret, so that a shop that starts over with the same order numbers never repeats an id.
fn id(secret: &Secret, attempt: AttemptKey, place: u64) -> String {
    let digest = Sha256::new()
        .chain_update(DOMAIN)
        .chain_update([0])
        .chain_update(secret.0)
        .chain_update(attempt.0.to_be_bytes())
        .chain_update(place.to_be_bytes())
        .finalize();
    format!("evt_{}", hex::encode(&digest[..16]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::CardSummary;

    fn card() -> CardSummary {
        CardSummary {
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            mandate: None,
            expires: None,
        }
    }

    #[test]
    fn names_are_read_back() {
        for kind in OrderEventKind::ALL {
            assert_eq!(OrderEventKind::parse(kind.name()), Some(kind));
        }
        assert_eq!(OrderEventKind::parse("order.lost"), None);
    }

    #[test]
    fn whoever_waits_for_money_hears_of_it_always() {
        use OrderEventKind::{Captured, Created, NeedsReview};
        let captured = OrderPayment::Captured { card: card() };
        let held = OrderPayment::Authorised { card: card() };
        for (payment, new, later) in [
            (captured, &[Created, Captured][..], &[Captured][..]),
            (held, &[Created], &[]),
            (OrderPayment::DueOnDelivery, &[Created], &[]),
            (OrderPayment::AwaitingTransfer, &[Created], &[]),
            (OrderPayment::Free, &[Created], &[]),
            (
                OrderPayment::NeedsReview,
                &[Created, NeedsReview],
                &[NeedsReview],
            ),
        ] {
            assert_eq!(OrderEventKind::of_new(&payment), new);
            assert_eq!(OrderEventKind::of_payment(&payment), later);
        }
    }

    #[test]
    fn every_event_has_a_name_of_its_own_and_keeps_it() {
        let name = |secret, attempt, place| id(&Secret([secret; 16]), AttemptKey(attempt), place);
        let one = name(1, 1, 8);
        assert_eq!(one, name(1, 1, 8));
        assert_eq!((one.len(), one.starts_with("evt_")), (36, true), "{one}");
        for other in [name(2, 1, 8), name(1, 2, 8), name(1, 1, 9)] {
            assert_ne!(one, other);
        }
    }
}
