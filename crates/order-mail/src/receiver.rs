//! Buyers as receivers of order events.

use crate::buyers::{Buyers, Unwritten};
use crate::codes::NoCards;
use crate::post::{Handed, Post};
use async_trait::async_trait;
use std::time::Duration;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::time::Timestamp;
use zkratka_config::BUYERS;
use zkratka_order_events::{Delivery, Receiver};
use zkratka_store::{
    ClaimedEvent, DeliveryFilter, EventDelivery, OrderRecord, StoreError, Subscriber,
};
use zkratka_texts::{LetterKind, OrderNow};

/// How long a message may take, from reading the order to the last answer of the SMTP server.
const DEADLINE: Duration = Duration::from_mins(4);
/// After a day without `[mail]` an e-mail would tell old news.
const LONGEST_AGE: Duration = Duration::from_hours(24);

/// What the outbox keeps of an e-mail that the SMTP server has taken.
const TAKEN: &str = "taken by the SMTP server";
/// More events than an order has.
const MOST_EVENTS: u32 = 1_000;

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
        OrderEventKind::DownloadConsented => Some(LetterKind::Consent),
        // Withheld gift cards pay again once a dispute is won.
        OrderEventKind::Captured | OrderEventKind::DisputeWon => Some(LetterKind::GiftCard),
        // The merchant's matters, or told by another e-mail.
        OrderEventKind::NeedsReview
        | OrderEventKind::PaymentOverdue
        | OrderEventKind::PaymentLate
        | OrderEventKind::RefundFailed
        | OrderEventKind::Reversed
        | OrderEventKind::Disputed
        | OrderEventKind::DisputeLost
        | OrderEventKind::CaptureFailed
        | OrderEventKind::Redacted => None,
    }
}

/// Buyers, as the store subscribes them to events.
#[must_use]
pub(crate) fn subscriber() -> Subscriber {
    let kinds = OrderEventKind::ALL.into_iter();
    Subscriber {
        endpoint: BUYERS.to_owned(),
        kinds: kinds.filter(|kind| kind_of(*kind).is_some()).collect(),
        since: None,
    }
}

/// Sends e-mails to buyers.
pub(crate) struct MailReceiver {
    pub buyers: Buyers,
    pub post: Post,
}

impl From<Unwritten> for Delivery {
    fn from(unwritten: Unwritten) -> Self {
        let reason = unwritten.to_string();
        match unwritten {
            Unwritten::Cards(NoCards::NonePays) | Unwritten::NoConsent => {
                Self::Done { answer: reason }
            }
            Unwritten::Store(_) | Unwritten::Cards(_) => Self::Failed { reason },
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
        if kind == LetterKind::GiftCard && !record.order.snapshot.sells_gift_cards() {
            return done("no e-mail");
        }
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
            if kind == LetterKind::GiftCard && self.has_sent_cards(event).await? {
                return Ok(Handed::Unneeded("the codes were sent before"));
            }
            let written = self.buyers.message(kind, &event.id, &record, now).await?;
            Ok::<_, Unwritten>(self.post.send(&written).await)
        };
        match tokio::time::timeout(DEADLINE, sending).await {
            Ok(Ok(Handed::Unneeded(why))) => done(why),
            Ok(Ok(Handed::Taken)) => done(TAKEN),
            Ok(Ok(Handed::Later { reason, .. })) => Delivery::Failed { reason },
            Ok(Ok(Handed::Never(reason))) => Delivery::Refused { reason },
            Ok(Err(unwritten)) => unwritten.into(),
            Err(_) => Delivery::Failed {
                reason: "no answer in time".to_owned(),
            },
        }
    }
}

impl MailReceiver {
    /// Whether an earlier event of the order has brought the buyer the codes of its gift cards.
    async fn has_sent_cards(&self, event: &ClaimedEvent) -> Result<bool, StoreError> {
        let wanted = DeliveryFilter {
            order: Some(event.key.order),
            endpoint: Some(event.endpoint.clone()),
            delivered: true,
            limit: MOST_EVENTS,
        };
        let all = self.buyers.store.event_deliveries(wanted).await?;
        let is_about_cards = |one: &EventDelivery| {
            OrderEventKind::parse(&one.kind).and_then(kind_of) == Some(LetterKind::GiftCard)
        };
        Ok(all.iter().any(|one| {
            one.key < event.key && is_about_cards(one) && one.answer.as_deref() == Some(TAKEN)
        }))
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
