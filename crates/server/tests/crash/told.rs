//! A merchant's system that receives order events while servers die.

use crate::after_sale::news_of;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use zkratka_store::{DeliveryFilter, OrderRecord, Store};

/// All events must have arrived within this time after the last kill. A delivery that a death interrupts counts as a try, and after
/// six tries the pause is longer than three minutes.
const PATIENCE: Duration = Duration::from_mins(8);
/// The system refuses one of this many messages.
const REFUSES: usize = 7;

/// The messages that the system accepted, in order of arrival.
#[derive(Default)]
struct Taken {
    asked: usize,
    messages: Vec<(String, Bytes)>,
}

/// The system; dropping it stops it.
pub(crate) struct System {
    url: String,
    taken: Arc<Mutex<Taken>>,
    serving: JoinHandle<()>,
    folder: TempDir,
}

impl Drop for System {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl System {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let taken = Arc::<Mutex<Taken>>::default();
        let routes = Router::new()
            .route("/", post(hear))
            .with_state(Arc::clone(&taken));
        let serving = tokio::spawn(async move {
            axum::serve(listener, routes).await.expect("it serves");
        });
        let folder = tempfile::tempdir().expect("a folder");
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        std::fs::write(folder.path().join("secret"), secret).expect("written");
        Self {
            url,
            taken,
            serving,
            folder,
        }
    }

    /// The configuration section for this system.
    pub(crate) fn section(&self) -> String {
        let secret = self.folder.path().join("secret");
        format!(
            "[[order_webhooks]]\nname = \"erp\"\nurl = \"{}\"\nsecret_file = \"{}\"\n",
            self.url,
            secret.display()
        )
    }

    /// Waits until all events are delivered and compares them with the orders. Orders from `first` on must have every
    /// event; for earlier orders only the newest events are required.
    pub(crate) async fn has_heard(&self, store: &dyn Store, orders: &[OrderRecord], first: u64) {
        let number = |record: &OrderRecord| record.order.number.0;
        let all: Vec<&OrderRecord> = orders.iter().filter(|it| number(it) >= first).collect();
        self.nothing_is_left(store, &all).await;
        let mut heard = self.heard();
        for order in orders {
            let news = heard.remove(&number(order)).unwrap_or_default();
            let expected = news_of(order);
            let agrees = if number(order) >= first {
                news == expected
            } else {
                expected.ends_with(&news)
            };
            let number = number(order);
            assert!(
                agrees,
                "received of order {number}: {news:?}, not {expected:?}"
            );
        }
        assert!(
            heard.is_empty(),
            "received events of orders that do not exist: {heard:?}"
        );
    }

    /// Waits until every event of these orders has arrived and no delivery is pending. Both checks are needed, because
    /// an event that is not distributed yet has no pending delivery.
    async fn nothing_is_left(&self, store: &dyn Store, orders: &[&OrderRecord]) {
        let until = Instant::now() + PATIENCE;
        let left = DeliveryFilter {
            order: None,
            endpoint: None,
            delivered: false,
            limit: 10,
        };
        loop {
            let left = store
                .event_deliveries(left.clone())
                .await
                .expect("readable");
            let heard = self.heard();
            let heard_of = |it: &OrderRecord| heard.get(&it.order.number.0).map_or(0, Vec::len);
            let mut waiting = orders.iter();
            let waiting = waiting.find(|order| heard_of(order) < news_of(order).len());
            let waiting = waiting.map(|record| (record.order.number, news_of(record)));
            if left.is_empty() && waiting.is_none() {
                return;
            }
            assert!(
                Instant::now() < until,
                "heard {heard:#?}, not all of {waiting:?}, and this is not told: {left:#?}"
            );
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// The events received for each order, in order of their first arrival.
    fn heard(&self) -> BTreeMap<u64, Vec<String>> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known: HashMap<&str, &Bytes> = HashMap::new();
        let mut heard: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for (id, body) in &taken.messages {
            if let Some(before) = known.insert(id, body) {
                assert_eq!(before, body, "{id} came again with another message");
                continue;
            }
            let message: Value = serde_json::from_slice(body).expect("JSON");
            let order = message["data"]["order"]["number"].as_u64();
            let kind = message["type"].as_str().expect("a kind").to_owned();
            heard
                .entry(order.expect("a number"))
                .or_default()
                .push(kind);
        }
        heard
    }
}

async fn hear(
    State(taken): State<Arc<Mutex<Taken>>>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
    taken.asked += 1;
    if taken.asked.is_multiple_of(REFUSES) {
        return StatusCode::INTERNAL_SERVER_ERROR;
    }
    let id = headers["webhook-id"].to_str().expect("text").to_owned();
    taken.messages.push((id, body));
    StatusCode::NO_CONTENT
}
