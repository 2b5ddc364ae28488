//! Who receives order events: an endpoint of the merchant's, or the buyer by e-mail.

use async_trait::async_trait;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{ClaimedEvent, OrderRecord, Subscriber};

/// Receives order events. The courier calls it at least once for each event, and for each order in sequence.
#[async_trait]
pub trait Receiver: Send + Sync {
    /// The receiver's permanent name and the kinds of events that it wants.
    fn subscriber(&self) -> Subscriber;

    /// How old an event may be that was stored while nobody received events; older ones are sent only on request. `None`: any
    /// age.
    fn longest_age(&self) -> Option<Duration> {
        None
    }

    /// How long `deliver` takes at most. No other server delivers the event meanwhile.
    fn deadline(&self) -> Duration;

    /// Delivers one event. `record` is the order in its state at the time of the event.
    async fn deliver(&self, event: &ClaimedEvent, record: &OrderRecord, now: Timestamp)
    -> Delivery;
}

/// How a delivery ended. `zkratka events` shows the texts, which contain nothing of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    Done {
        answer: String,
    },
    /// The delivery failed, and is repeated later.
    Failed {
        reason: String,
    },
    /// The delivery failed, and would fail again.
    Refused {
        reason: String,
    },
}
