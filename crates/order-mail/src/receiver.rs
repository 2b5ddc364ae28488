//! Buyers as receivers of order events.

use crate::buyers::{Buyers, Unwritten};
use crate::post::{Handed, Post};
use async_trait::async_trait;
use std::time::Duration;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::time::Timestamp;
use zkratka_config::BUYERS;
use zkratka_order_events::{Delivery, Receiver};
use zkratka_store::{ClaimedEvent, OrderRecord, Subscriber};
use zkratka_texts::{LetterKind, OrderNow};

/// How long a message may take, from reading the order to the last answer of the SMTP server.
const DEADLINE: Duration = Duration::from_mins(4);
/// After a day without `[mail]` an e-mail would tell old news.
const LONGEST_AGE: Duration = Duration::from_hours(24);

/// The e-mail that an event causes, if any.
#[must_use]
pub(crate) const fn kind_of(event: OrderEventKind) -> Option<LetterKind> {
    match event {
        OrderEventKind::Created => Some(LetterKind::Confirmation),
        OrderEventKind::Paid => Some(LetterKind::Paid),
        OrderEventKind::PaymentDue => Some(LetterKind::Reminder),
        OrderEventKind::Fulfilled => Some(LetterKind::Sent),
        OrderEventKind::Cancelled => Some(LetterKind::Cancelled),
        OrderEventKind::Refunded => Some(LetterKind::Refunded),
        // The merchant's matters, or told by another e-mail.
        OrderEventKind::Captured
        | OrderEventKind::NeedsReview
        | OrderEventKind::PaymentOverdue
        | OrderEventKind::PaymentLate
        | OrderEventKind::RefundFailed
        | OrderEventKind::Reversed
        | OrderEventKind::Disputed
        | OrderEventKind::DisputeWon
        | OrderEventKind::DisputeLost
        | OrderEventKind::CaptureFailed
        | OrderEventKind::Redacted => None,
    }
}

/// Buyers, as the store subscribes them to events.
#[must_use]
pub fn subscriber() -> Subscriber {
    let kinds = OrderEventKind::ALL.into_iter();
    Subscriber {
        endpoint: BUYERS.to_owned(),
        kinds: kinds.filter(|kind| kind_of(*kind).is_some()).collect(),
        since: None,
    }
}

/// Sends e-mails to buyers.
pub struct MailReceiver {
    pub buyers: Buyers,
    pub post: Post,
}

impl From<Unwritten> for Delivery {
    fn from(unwritten: Unwritten) -> Self {
        let reason = unwritten.to_string();
        match unwritten {
            Unwritten::Store(_) => Self::Failed { reason },
            Unwritten::Message(_) | Unwritten::Template(_) => Self::Refused { reason },
        }
    }
}

#[async_trait]
impl Receiver for MailReceiver {
    fn subscriber(&self) -> Subscriber {
        subscriber()
    }

    fn longest_age(&self) -> Option<Duration> {
        Some(LONGEST_AGE)
    }

    fn deadline(&self) -> Duration {
        DEADLINE
    }

    async fn deliver(
        &self,
        event: &ClaimedEvent,
        record: &OrderRecord,
        now: Timestamp,
    ) -> Delivery {
        let done = |answer: &str| Delivery::Done {
            answer: answer.to_owned(),
        };
        let Some(kind) = OrderEventKind::parse(&event.kind).and_then(kind_of) else {
            return done("no e-mail");
        };
        let sending = async {
            // The order as it is now: after a pause the event's own state may be untrue, and ask for money that has come.
            let number = record.order.number;
            let Some(record) = self.buyers.store.order(number).await? else {
                return Ok(Handed::Unneeded("the order no longer exists"));
            };
            if record.order.snapshot.is_redacted() {
                return Ok(Handed::Unneeded("the buyer's data were erased"));
            }
            if kind == LetterKind::Reminder && !asks_for_transfer(&record, now) {
                return Ok(Handed::Unneeded("no payment is awaited"));
            }
            let written = self.buyers.message(kind, &event.id, &record, now).await?;
            Ok::<_, Unwritten>(self.post.send(&written).await)
        };
        match tokio::time::timeout(DEADLINE, sending).await {
            Ok(Ok(Handed::Unneeded(why))) => done(why),
            Ok(Ok(Handed::Taken)) => done("taken by the SMTP server"),
            Ok(Ok(Handed::Later(reason))) => Delivery::Failed { reason },
            Ok(Ok(Handed::Never(reason))) => Delivery::Refused { reason },
            Ok(Err(unwritten)) => unwritten.into(),
            Err(_) => Delivery::Failed {
                reason: "no answer in time".to_owned(),
            },
        }
    }
}

fn asks_for_transfer(record: &OrderRecord, now: Timestamp) -> bool {
    let shown = OrderNow {
        order: &record.order,
        life: &record.life(),
        now,
    };
    shown.asks_for_transfer()
}
