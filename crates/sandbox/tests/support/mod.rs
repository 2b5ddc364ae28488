//! A gateway on its own port, and a shop that receives its notifications.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::sandbox::{SIGNATURE_HEADER, SandboxGateway, SandboxSettings};
use zkratka_payments::{
    AuthoriseRequest, Notification, NotificationContent, PaymentGateway, PaymentOutcome,
};
use zkratka_sandbox::gateway::{Gateway, GatewaySettings, LedgerRow, RowKind, read_ledger};

pub(crate) const SECRET: &str = "mezi námi";

pub(crate) struct World {
    pub(crate) base: String,
    pub(crate) client: SandboxGateway,
    pub(crate) http: reqwest::Client,
    pub(crate) shop: Shop,
    pub(crate) ledger: PathBuf,
    end: Option<oneshot::Sender<()>>,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
    folder: Arc<TempDir>,
}

/// The notifications that the shop has received.
#[derive(Clone, Default)]
pub(crate) struct Shop {
    pub(crate) told: Arc<Mutex<Vec<Notification>>>,
    /// How many deliveries are refused before one is accepted.
    pub(crate) refuse: Arc<Mutex<u32>>,
    pub(crate) url: String,
    /// The name that the gateway shows to buyers.
    pub(crate) name: Option<String>,
}

pub(crate) fn czk(minor: i64) -> Money {
    Money {
        minor: MinorUnits::new(minor),
        currency: Currency::CZK,
    }
}

pub(crate) async fn world() -> World {
    let folder = Arc::new(TempDir::new().expect("a folder"));
    let shop = start_shop().await;
    start_gateway(folder, shop).await
}

/// A world whose shop has told the gateway its name.
pub(crate) async fn world_named(name: &str) -> World {
    let folder = Arc::new(TempDir::new().expect("a folder"));
    let mut shop = start_shop().await;
    shop.name = Some(name.to_owned());
    start_gateway(folder, shop).await
}

async fn start_gateway(folder: Arc<TempDir>, shop: Shop) -> World {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    let ledger = folder.path().join("ledger.sqlite");
    let mut settings = GatewaySettings::new(
        ledger.clone(),
        SECRET.to_owned(),
        shop.url.clone(),
        base.clone(),
        ["http://obchod.test", "http://ucet.obchod.test"]
            .map(str::to_owned)
            .to_vec(),
    );
    settings.shop_name.clone_from(&shop.name);
    settings.slow = Duration::from_millis(300);
    settings.late = Duration::from_millis(200);
    settings.first_retry = Duration::from_millis(20);
    let gateway = Gateway::open(settings).expect("a ledger");
    let (end, ended) = oneshot::channel();
    let served = tokio::spawn(gateway.serve(listener, async {
        let _ = ended.await;
    }));
    let client = SandboxGateway::new(SandboxSettings {
        base_url: base.clone(),
        secret: SECRET.to_owned(),
        deadline: Duration::from_secs(5),
    })
    .expect("a client");
    World {
        base,
        client,
        http: reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .expect("a client"),
        shop,
        ledger,
        end: Some(end),
        served,
        folder,
    }
}

async fn start_shop() -> Shop {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let shop = Shop {
        url: format!("http://{address}/webhooks/sandbox"),
        ..Shop::default()
    };
    let routes = Router::new()
        .route("/webhooks/sandbox", post(webhook))
        .with_state(shop.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    shop
}

async fn webhook(State(shop): State<Shop>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let signature = headers
        .get(SIGNATURE_HEADER)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let reader = SandboxGateway::new(SandboxSettings {
        base_url: "http://127.0.0.1:1".to_owned(),
        secret: SECRET.to_owned(),
        deadline: Duration::from_secs(1),
    })
    .expect("a client");
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .expect("after 1970");
    let now = Timestamp(i64::try_from(now.as_millis()).expect("not so late"));
    let Ok(notification) = reader.read_notification(signature, &body, now) else {
        return StatusCode::UNAUTHORIZED;
    };
    let mut refuse = shop.refuse.lock().expect("not poisoned");
    if *refuse > 0 {
        *refuse -= 1;
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    shop.told.lock().expect("not poisoned").push(notification);
    StatusCode::NO_CONTENT
}

impl Shop {
    /// Waits until the shop has received this many notifications.
    pub(crate) async fn told(&self, times: usize) -> Vec<Notification> {
        for _ in 0..6_000 {
            let told = self.told.lock().expect("not poisoned").clone();
            if told.len() >= times {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("told only {:?}", self.told.lock().expect("not poisoned"));
    }

    /// Waits until the shop has received this many notifications, and returns the keys and outcomes in them.
    pub(crate) async fn outcomes(&self, times: usize) -> Vec<(String, PaymentOutcome)> {
        let told = self.told(times).await.into_iter();
        told.filter_map(|notification| match notification.content {
            NotificationContent::Authorisation { key, outcome } => Some((key, outcome)),
            NotificationContent::Captured { .. } => None,
        })
        .collect()
    }
}

impl World {
    /// Stops the gateway and starts it again on the same ledger.
    pub(crate) async fn restart(mut self) -> Self {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        // Our clients' keep-alive connections must not delay the shutdown.
        let (folder, shop) = (Arc::clone(&self.folder), self.shop.clone());
        let served = self.served;
        drop((self.client, self.http));
        served.await.expect("joined").expect("served");
        start_gateway(folder, shop).await
    }

    pub(crate) async fn post_card(&self, fields: &[(&str, &str)]) -> reqwest::Response {
        self.http
            .post(format!("{}/sessions", self.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(encode(fields))
            .send()
            .await
            .expect("an answer")
    }

    /// A session for a card.
    pub(crate) async fn session(&self, number: &str) -> String {
        let fields = [
            ("number", number),
            ("expiry", "12/34"),
            ("cvc", "123"),
            ("name", "Jana Nová"),
        ];
        let answer: serde_json::Value = self
            .post_card(&fields)
            .await
            .json()
            .await
            .expect("a session");
        answer["session"].as_str().expect("a session").to_owned()
    }

    pub(crate) async fn request(&self, key: &str, number: &str) -> AuthoriseRequest {
        AuthoriseRequest {
            key: key.to_owned(),
            session: self.session(number).await,
            amount: czk(129_050),
            return_url: "http://obchod.test/attempts/A1/return".to_owned(),
            mandate: false,
            charged_mandate: None,
        }
    }

    pub(crate) fn rows(&self) -> Vec<LedgerRow> {
        read_ledger(&self.ledger).expect("a ledger")
    }

    pub(crate) fn kinds(&self) -> Vec<RowKind> {
        self.rows().into_iter().map(|row| row.kind).collect()
    }
}

/// `application/x-www-form-urlencoded`, with everything escaped.
pub(crate) fn encode(fields: &[(&str, &str)]) -> String {
    let escape = |text: &str| {
        text.bytes().fold(String::new(), |mut escaped, byte| {
            use std::fmt::Write;
            let _ = write!(escaped, "%{byte:02X}");
            escaped
        })
    };
    let pairs: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", escape(value)))
        .collect();
    pairs.join("&")
}
