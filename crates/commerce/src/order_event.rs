//! What the merchant's own systems hear of an order: each thing that happened to it, once, under a name by which they
//! know it again.

use crate::attempt::Attempt;
use crate::ids::{AttemptKey, Secret};
use crate::order::OrderPayment;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// What has happened to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderEventKind {
    /// It was made.
    Created,
    /// Its money has been taken.
    Captured,
    /// A person must look into its payment.
    NeedsReview,
}

/// Room for the events of one step; a step has at most two.
pub const PLACES_OF_A_STEP: u64 = 8;
/// What keeps the names of events apart from everything else that is derived from an attempt's secret.
const DOMAIN: &str = "zkratka order event";

impl OrderEventKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Created, Self::Captured, Self::NeedsReview];

    /// Its name, as it is sent, stored and configured.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "order.created",
            Self::Captured => "order.captured",
            Self::NeedsReview => "order.needs_review",
        }
    }

    /// Reads the name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What is heard of a new order: of money that was taken before the order existed too, so that whoever waits for
    /// money hears of it always.
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

    /// What is heard of an order whose payment has moved on. To the other states it is only ever made.
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

/// An event, ready to be stored with the step that it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderEvent {
    /// What whoever hears of it knows it by: unique, and it tells nothing.
    pub id: String,
    /// Grows with each event of an order.
    pub place: u64,
    /// What has happened.
    pub kind: OrderEventKind,
}

/// The events of a step, the same ones whenever they are asked for; `attempt` is as it stands after the step.
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

/// Random enough that a shop that begins anew, with the same order numbers, names nothing as it was named before.
fn id(secret: &Secret, attempt: AttemptKey, place: u64) -> String {
    let digest = Sha256::new()
        .chain_update(DOMAIN)
        .chain_update([0])
        .chain_update(secret.0)
        .chain_update(attempt.0.to_be_bytes())
        .chain_update(place.to_be_bytes())
        .finalize();
    let mut id = String::from("evt_");
    for byte in &digest[..16] {
        // Writing to a text does not fail.
        let _ = write!(id, "{byte:02x}");
    }
    id
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
        }
    }

    #[test]
    fn names_are_read_back() {
        for kind in OrderEventKind::ALL {
            assert_eq!(OrderEventKind::parse(kind.name()), Some(kind));
        }
        assert_eq!(OrderEventKind::parse("order.refunded"), None);
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
