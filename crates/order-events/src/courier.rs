//! Delivers order events to their receivers. Any number of servers may do this with one store.

use crate::receiver::{Delivery, Receiver};
use crate::schedule;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_store::clock::Clock;
use zkratka_store::{
    ClaimEvents, ClaimedEvent, EVENTS_PER_BATCH, EventOutcome, SettleEvent, Store, StoreError,
    Subscriber,
};

/// Greatest number of deliveries to one receiver at the same time. It protects slow receivers and this server.
const AT_ONCE: usize = 8;
/// How long reading the order and storing the outcome may take together.
const STORE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long to wait for more events after the first, so that they are read together.
const GATHERING: Duration = Duration::from_millis(50);
/// How long running deliveries may take when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

pub struct CourierParts {
    /// The store with the outbox.
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    /// The source of the random spread of retries.
    pub ids: Arc<Ids>,
    /// Notified when this server has stored an order event.
    pub news: Arc<Notify>,
    /// How often to poll for order events left by other servers or due for retry.
    pub every: Duration,
}

/// Delivers order events to receivers.
pub struct Courier {
    parts: CourierParts,
    receivers: Vec<ReceiverSlot>,
}

/// A receiver, and the permits for its deliveries.
struct ReceiverSlot {
    receiver: Arc<dyn Receiver>,
    room: Arc<Semaphore>,
}

/// Which events to read.
enum Look {
    /// All events that are due, at every receiver.
    Around,
    /// Events that are due at these receivers.
    At(BTreeSet<usize>),
}

impl Courier {
    /// Returns `None` if there are no receivers.
    #[must_use]
    pub fn new(parts: CourierParts, receivers: Vec<Arc<dyn Receiver>>) -> Option<Arc<Self>> {
        let slot = |receiver| ReceiverSlot {
            receiver,
            room: Arc::new(Semaphore::new(AT_ONCE)),
        };
        let receivers: Vec<ReceiverSlot> = receivers.into_iter().map(slot).collect();
        (!receivers.is_empty()).then(|| Arc::new(Self { parts, receivers }))
    }

    /// Delivers events until the server stops. Running deliveries may then end within a short time; the others release
    /// their events.
    pub async fn run(self: Arc<Self>, stop: watch::Receiver<bool>) {
        let stopped = stopped(stop.clone());
        tokio::pin!(stopped);
        let mut running = JoinSet::new();
        // No other server works on an embedded database, so every lease taken before this moment belongs to a server that
        // has ended.
        let mut of_dead = !self.parts.store.is_shared();
        let mut look = Look::Around;
        loop {
            let of_dead = std::mem::take(&mut of_dead);
            if let Err(error) = self.send_out(look, of_dead, &mut running, &stop).await {
                tracing::warn!(%error, "order events could not be read");
            }
            look = tokio::select! {
                () = &mut stopped => break,
                () = self.parts.news.notified() => {
                    // Wait briefly, so that simultaneous events are read together.
                    tokio::time::sleep(GATHERING).await;
                    Look::Around
                }
                () = tokio::time::sleep(self.parts.every) => Look::Around,
                Some(ended) = running.join_next() => Look::At(ended_with(ended, &mut running)),
            };
        }
        while running.join_next().await.is_some() {}
    }

    /// Starts the delivery of due events, as far as there are permits.
    async fn send_out(
        self: &Arc<Self>,
        look: Look,
        of_dead: bool,
        running: &mut JoinSet<usize>,
        stop: &watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        let at = match look {
            Look::At(places) => places,
            Look::Around => {
                self.distribute().await?;
                (0..self.receivers.len()).collect()
            }
        };
        for index in at {
            for (event, room) in self.claim(index, of_dead).await? {
                let courier = Arc::clone(self);
                let stop = stop.clone();
                running.spawn(async move {
                    courier.deliver(index, event, stop).await;
                    drop(room);
                    index
                });
            }
        }
        Ok(())
    }

    async fn distribute(&self) -> Result<(), StoreError> {
        loop {
            let now = self.parts.clock.now();
            let receivers = self.receivers.iter().map(|slot| &*slot.receiver);
            let to: Vec<Subscriber> = receivers.map(|one| subscribed(one, now)).collect();
            let distributed = self.parts.store.distribute_events(to, now).await?;
            if distributed < EVENTS_PER_BATCH {
                return Ok(());
            }
        }
    }

    /// Claims as many events as there are free permits for the receiver.
    async fn claim(
        &self,
        index: usize,
        of_dead: bool,
    ) -> Result<Vec<(ClaimedEvent, OwnedSemaphorePermit)>, StoreError> {
        let slot = &self.receivers[index];
        let free = || Arc::clone(&slot.room).try_acquire_owned().ok();
        let room: Vec<_> = (0..AT_ONCE).map_while(|_| free()).collect();
        if room.is_empty() {
            return Ok(Vec::new());
        }
        let now = self.parts.clock.now();
        let lease_until = later(now, slot.receiver.deadline() + STORE_TIMEOUT);
        let claim = ClaimEvents {
            endpoint: slot.receiver.subscriber().endpoint,
            now,
            leases_ended: if of_dead { lease_until } else { now },
            lease_until,
            limit: u32::try_from(room.len()).unwrap_or(0),
        };
        let claimed = self.parts.store.claim_events(claim).await?;
        Ok(claimed.into_iter().zip(room).collect())
    }

    /// Delivers one event to one receiver and stores the outcome.
    async fn deliver(&self, index: usize, event: ClaimedEvent, stop: watch::Receiver<bool>) {
        let receiver = &*self.receivers[index].receiver;
        let cut_off = async {
            stopped(stop).await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        let outcome = tokio::select! {
            outcome = self.tell(receiver, &event) => outcome,
            () = cut_off => Some(EventOutcome::Released),
        };
        // Without an outcome the store did not respond. A server retries after the lease has ended.
        let Some(outcome) = outcome else { return };
        log(&event, &outcome);
        let settled = SettleEvent {
            key: event.key,
            endpoint: event.endpoint.clone(),
            version: event.version,
            outcome,
            now: self.parts.clock.now(),
        };
        if let Err(error) = self.parts.store.settle_event(settled).await {
            tracing::warn!(event = event.id, endpoint = event.endpoint, %error, "the result of a delivery could not be stored");
        }
    }

    /// Returns the outcome of a delivery; `None` if the order cannot be read now.
    async fn tell(&self, receiver: &dyn Receiver, event: &ClaimedEvent) -> Option<EventOutcome> {
        let record = match self.parts.store.event_record(event.key).await {
            Ok(Some(record)) => record,
            Ok(None) => return Some(self.failed(event, "the event no longer exists".to_owned())),
            Err(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(event = event.id, %error, "an order cannot be read");
                return Some(self.failed(event, "the order cannot be read".to_owned()));
            }
            Err(error) => {
                tracing::warn!(event = event.id, %error, "an event was left for a later try");
                return None;
            }
        };
        let now = self.parts.clock.now();
        Some(match receiver.deliver(event, &record, now).await {
            Delivery::Done { answer } => EventOutcome::Delivered { answer },
            Delivery::Failed { reason } => self.failed(event, reason),
            Delivery::Refused { reason } => EventOutcome::GivenUp { answer: reason },
        })
    }

    fn failed(&self, event: &ClaimedEvent, answer: String) -> EventOutcome {
        let [chance, ..] = self.parts.ids.secret().0;
        match schedule::pause(event.tries, chance) {
            Some(pause) => EventOutcome::Again {
                at: later(self.parts.clock.now(), pause),
                answer,
            },
            None => EventOutcome::GivenUp { answer },
        }
    }
}

fn subscribed(receiver: &dyn Receiver, now: Timestamp) -> Subscriber {
    let age = receiver.longest_age().map(|age| age.as_millis());
    Subscriber {
        since: age.map(|age| now.plus(-i64::try_from(age).unwrap_or(i64::MAX))),
        ..receiver.subscriber()
    }
}

fn later(now: Timestamp, pause: Duration) -> Timestamp {
    now.plus(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX))
}

/// Resolves when the courier is to stop.
async fn stopped(mut stop: watch::Receiver<bool>) {
    // An error means that the sender is gone, so nothing could stop the courier later.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Returns the receivers of deliveries that have ended. They have free permits, and the next event of an order may follow.
fn ended_with(
    first: Result<usize, tokio::task::JoinError>,
    running: &mut JoinSet<usize>,
) -> BTreeSet<usize> {
    let mut at: BTreeSet<usize> = first.into_iter().collect();
    while let Some(ended) = running.try_join_next() {
        at.extend(ended);
    }
    at
}

/// Logs the event's id and the receiver's name, and nothing about the order.
fn log(event: &ClaimedEvent, outcome: &EventOutcome) {
    let (id, endpoint, tries) = (&event.id, &event.endpoint, event.tries);
    match outcome {
        EventOutcome::Delivered { answer } => {
            tracing::info!(
                event = id,
                endpoint,
                tries,
                answer,
                "an event was delivered"
            );
        }
        EventOutcome::Again { answer, .. } => {
            tracing::warn!(
                event = id,
                endpoint,
                tries,
                answer,
                "an event was not accepted"
            );
        }
        EventOutcome::GivenUp { answer } => {
            tracing::error!(event = id, endpoint, tries, answer, "an event was given up");
        }
        EventOutcome::Released => tracing::info!(
            event = id,
            endpoint,
            "an event was released for a later delivery"
        ),
    }
}
