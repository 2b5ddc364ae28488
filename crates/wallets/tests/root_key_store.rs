//! Tests the root keys over HTTP, with a small server and a clock that the tests control.

use crate::support::{Minted, NOW, mint, wish};
use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{
    Opener, Protocol, Refusal, RootKeyStore, RootKeysError, RootKeysUnavailable,
};

#[derive(Clone)]
struct Answer {
    status: StatusCode,
    headers: Vec<(&'static str, &'static str)>,
    body: String,
    delay: Duration,
    /// If present, each response waits for a permit.
    gate: Option<Arc<Semaphore>>,
}

/// A server of keys, a clock, and a store that uses both.
struct World {
    answer: Arc<Mutex<Answer>>,
    asked: Arc<AtomicUsize>,
    clock: Arc<AtomicI64>,
    store: RootKeyStore,
}

impl World {
    async fn new(body: String) -> Self {
        Self::with_deadline(body, Duration::from_secs(20)).await
    }

    async fn with_deadline(body: String, deadline: Duration) -> Self {
        let answer = Arc::new(Mutex::new(Answer {
            status: StatusCode::OK,
            headers: vec![("cache-control", "public, max-age=100"), ("age", "10")],
            body,
            delay: Duration::ZERO,
            gate: None,
        }));
        let asked = Arc::new(AtomicUsize::new(0));
        let url = serve(Arc::clone(&answer), Arc::clone(&asked)).await;
        let clock = Arc::new(AtomicI64::new(NOW.0));
        let hand = Arc::clone(&clock);
        let now = Arc::new(move || Timestamp(hand.load(Ordering::SeqCst)));
        let store = RootKeyStore::new(&url, deadline, now).expect("a store");
        Self {
            answer,
            asked,
            clock,
            store,
        }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    /// Sets the clock to this many milliseconds after the beginning.
    fn at(&self, milliseconds: i64) {
        self.clock.store(NOW.0 + milliseconds, Ordering::SeqCst);
    }

    fn answers(&self, change: impl FnOnce(&mut Answer)) {
        change(&mut self.answer.lock().expect("no panic"));
    }

    async fn until_asked(&self, times: usize) {
        for _ in 0..500 {
            if self.asked() >= times {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the server was asked {} times, not {times}", self.asked());
    }
}

async fn serve(answer: Arc<Mutex<Answer>>, asked: Arc<AtomicUsize>) -> String {
    let handler = move || {
        asked.fetch_add(1, Ordering::SeqCst);
        let answer = answer.lock().expect("no panic").clone();
        async move {
            if let Some(gate) = &answer.gate {
                gate.acquire().await.expect("never closed").forget();
            }
            tokio::time::sleep(answer.delay).await;
            let headers: HeaderMap = answer
                .headers
                .iter()
                .map(|(name, value)| {
                    (
                        name.parse().expect("a name"),
                        value.parse().expect("a value"),
                    )
                })
                .collect();
            (answer.status, headers, answer.body)
        }
    };
    let app = Router::new().route("/keys.json", get(handler));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}/keys.json")
}

fn minted(protocol: Protocol) -> Minted {
    let message = json!({ "message": "{}", "rootExpiration": (NOW.0 + 150_000).to_string() });
    mint(&[wish(protocol, &message)]).remove(0)
}

/// The store fetches keys once, keeps them for max-age minus Age, renews them in the background during the last tenth,
/// and fetches them again when they are stale.
#[tokio::test]
async fn keys_are_kept_as_the_headers_say() {
    let minted = minted(Protocol::EcV2);
    let world = World::new(minted.roots.clone()).await;
    let roots = world.store.keys().await.expect("keys");
    let opener = Opener {
        roots: (*roots).clone(),
        ..minted.opener(Protocol::EcV2)
    };
    assert!(opener.open(&minted.token, NOW).is_ok());
    world.at(80_999);
    assert!(world.store.keys().await.is_ok());
    assert_eq!(world.asked(), 1);

    // The store renews the keys in the background, with one request; callers get the old keys until the new ones
    // arrive.
    world.at(81_000);
    let mut renewed = world.store.keys().await.expect("keys");
    while Arc::ptr_eq(&roots, &renewed) {
        tokio::time::sleep(Duration::from_millis(5)).await;
        renewed = world.store.keys().await.expect("keys");
    }
    assert_eq!(world.asked(), 2);
    world.at(161_999);
    assert!(world.store.keys().await.is_ok());
    assert_eq!(world.asked(), 2);

    world.at(999_000);
    assert!(world.store.keys().await.is_ok());
    assert_eq!(world.asked(), 3);
}

/// However many callers there are, the store sends one request, and all callers get its result: keys or failure.
#[tokio::test]
async fn callers_share_one_fetch() {
    let world = World::new(minted(Protocol::EcV2).roots).await;
    for (status, max_age, asked) in [
        (StatusCode::BAD_GATEWAY, "max-age=100", 1),
        (StatusCode::OK, "no-store", 2),
    ] {
        world.answers(|answer| {
            answer.status = status;
            answer.headers = vec![("cache-control", max_age)];
            answer.delay = Duration::from_millis(50);
        });
        let calls: Vec<_> = (0..20)
            .map(|_| {
                let store = world.store.clone();
                tokio::spawn(async move { store.keys().await.is_ok() })
            })
            .collect();
        for call in calls {
            assert_eq!(call.await.expect("no panic"), status == StatusCode::OK);
        }
        assert_eq!(world.asked(), asked);
        // After the pause that follows a failure.
        world.at(30_000);
    }
}

/// If the first caller leaves, the request continues, and the other callers get its result.
#[tokio::test]
async fn a_caller_who_leaves_takes_no_keys_away() {
    let world = World::new(minted(Protocol::EcV2).roots).await;
    let gate = Arc::new(Semaphore::new(0));
    world.answers(|answer| answer.gate = Some(Arc::clone(&gate)));
    let store = world.store.clone();
    let first = tokio::spawn(async move { store.keys().await.is_ok() });
    world.until_asked(1).await;
    first.abort();
    assert!(first.await.expect_err("given up").is_cancelled());
    let store = world.store.clone();
    let second = tokio::spawn(async move { store.keys().await.is_ok() });
    // Permits for every request that any caller might cause.
    gate.add_permits(9);
    assert!(second.await.expect("no panic"));
    assert_eq!(world.asked(), 1);
}

/// A clock that is set back does not lengthen the pause after a failure.
#[tokio::test]
async fn a_clock_set_back_does_not_lengthen_the_pause() {
    let world = World::new(minted(Protocol::EcV2).roots).await;
    world.answers(|answer| answer.status = StatusCode::SERVICE_UNAVAILABLE);
    world.at(100_000);
    assert!(world.store.keys().await.is_err());
    assert!(world.store.keys().await.is_err());
    assert_eq!(world.asked(), 1, "it pauses");
    world.answers(|answer| answer.status = StatusCode::OK);
    world.at(99_999);
    assert!(world.store.keys().await.is_ok());
}

/// Keys with a lifetime of decades serve for at most a week while their server is unreachable, because Google may have
/// withdrawn them.
#[tokio::test]
async fn stale_keys_serve_for_a_week_at_most() {
    const WEEK: i64 = 7 * 24 * 60 * 60 * 1_000;
    let message = json!({ "message": "{}" });
    let minted = mint(&[wish(Protocol::EcV2, &message)]).remove(0);
    let world = World::new(minted.roots).await;
    assert!(world.store.keys().await.is_ok());
    world.answers(|answer| answer.status = StatusCode::SERVICE_UNAVAILABLE);
    for (milliseconds, usable) in [
        (90_000, true),
        (90_000 + WEEK - 1, true),
        (90_000 + WEEK, false),
    ] {
        world.at(milliseconds);
        assert_eq!(world.store.keys().await.is_ok(), usable, "{milliseconds}");
    }
}

/// While the server fails, stale keys serve until they expire, and the store pauses between requests.
#[tokio::test]
async fn stale_keys_serve_until_they_expire() {
    let world = World::new(minted(Protocol::EcV2).roots).await;
    assert!(world.store.keys().await.is_ok());
    world.answers(|answer| answer.status = StatusCode::SERVICE_UNAVAILABLE);
    for (milliseconds, asked, usable) in [
        (100_000, 2, true),
        (129_999, 2, true),
        (130_000, 3, true),
        (149_999, 3, true),
        (150_000, 3, false),
        (160_000, 4, false),
    ] {
        world.at(milliseconds);
        assert_eq!(world.store.keys().await.is_ok(), usable, "{milliseconds}");
        assert_eq!(world.asked(), asked, "{milliseconds}");
    }
    world.answers(|answer| answer.status = StatusCode::OK);
    world.at(190_000);
    assert!(world.store.keys().await.is_ok());
}

/// Keys without an expiration are not used once they are stale.
#[tokio::test]
async fn stale_keys_without_an_expiration_do_not_serve() {
    let message = json!({ "message": "{}", "rootExpiration": null });
    let minted = mint(&[wish(Protocol::EcV1, &message)]).remove(0);
    let world = World::new(minted.roots).await;
    assert!(world.store.keys().await.is_ok());
    world.answers(|answer| answer.status = StatusCode::NOT_FOUND);
    world.at(100_000);
    assert_eq!(
        world.store.keys().await.err(),
        Some(RootKeysUnavailable::Status(404))
    );
}

/// Every kind of server failure has its own error.
#[tokio::test]
async fn failures_are_told_apart() {
    let good = minted(Protocol::EcV2).roots;
    let ok = StatusCode::OK;
    for (status, body, delay, expected) in [
        (
            StatusCode::FOUND,
            good.clone(),
            0,
            RootKeysUnavailable::Status(302),
        ),
        (
            ok,
            " ".repeat(256 * 1024 + 1),
            0,
            RootKeysUnavailable::TooLong,
        ),
        (ok, "<html>".to_owned(), 0, RootKeysError::Malformed.into()),
        (
            ok,
            "{\"keys\":[]}".to_owned(),
            0,
            RootKeysError::Empty.into(),
        ),
        (ok, good, 5000, RootKeysUnavailable::Timeout),
    ] {
        let deadline = Duration::from_millis(if delay > 0 { 500 } else { 20_000 });
        let world = World::with_deadline(body, deadline).await;
        world.answers(|answer| {
            answer.status = status;
            answer.delay = Duration::from_millis(delay);
        });
        assert_eq!(world.store.keys().await.err(), Some(expected));
    }
    let nobody = "http://127.0.0.1:1/keys.json";
    let store =
        RootKeyStore::new(nobody, Duration::from_secs(5), Arc::new(|| NOW)).expect("a store");
    assert_eq!(
        store.keys().await.err(),
        Some(RootKeysUnavailable::Connection)
    );
    for address in ["", "ftp://example.com/", "keys.json"] {
        let store = RootKeyStore::new(address, Duration::ZERO, Arc::new(|| NOW));
        assert!(
            matches!(store, Err(RootKeysUnavailable::Address(_))),
            "{address}"
        );
    }
}

/// Expired keys open no token, even if the cache still has them.
#[tokio::test]
async fn cached_keys_expire() {
    let minted = minted(Protocol::EcV2);
    let world = World::new(minted.roots.clone()).await;
    world.answers(|answer| answer.headers = vec![("cache-control", "max-age=9999")]);
    let roots = world.store.keys().await.expect("keys");
    let opener = Opener {
        roots: (*roots).clone(),
        ..minted.opener(Protocol::EcV2)
    };
    let late = NOW.plus(150_000);
    assert_eq!(
        opener.open(&minted.token, late).err(),
        Some(Refusal::RootKeyExpired(Protocol::EcV2))
    );
}

/// TLS can be set up on any machine with trusted certificate authorities, and needs no download.
#[test]
fn https_is_possible() {
    let named = ["SSL_CERT_FILE", "SSL_CERT_DIR"];
    let usual = [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
    ];
    let trusts = named.iter().any(|name| std::env::var_os(name).is_some())
        || usual.iter().any(|path| Path::new(path).exists());
    for url in [RootKeyStore::PRODUCTION_URL, RootKeyStore::TEST_URL] {
        let store = RootKeyStore::new(url, Duration::ZERO, Arc::new(|| NOW));
        match store {
            Ok(_) => {}
            Err(error) => assert!(!trusts, "{url}: {error}"),
        }
    }
}
