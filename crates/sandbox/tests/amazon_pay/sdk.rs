//! Amazon's own Node SDK as the shop's client, over TLS, because it knows nothing else.

use super::world::{V1, V2, World, world};
use crate::node;
use axum::serve::Listener;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use zkratka_sandbox::amazon_pay::{MERCHANT_ID, PRIVATE_KEY, PUBLIC_KEY_ID, STORE_ID};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/amazon_pay/sdk.mjs");
const SDK: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../node_modules/@amazonpay/amazon-pay-api-sdk-nodejs"
);

/// Accepts connections over TLS, with a certificate for this machine.
struct Tls {
    listener: TcpListener,
    acceptor: TlsAcceptor,
}

impl Listener for Tls {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        loop {
            let (stream, address) = self.listener.accept().await.expect("a connection");
            if let Ok(stream) = self.acceptor.accept(stream).await {
                return (stream, address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

fn acceptor() -> TlsAcceptor {
    let certificate = include_bytes!("tls_certificate.pem");
    let certificate = CertificateDer::from_pem_slice(certificate).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls_key.pem")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let settings = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("they fit");
    TlsAcceptor::from(Arc::new(settings))
}

/// Serves the emulation's REST API over TLS. Returns its host and port.
async fn serve(world: &World) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let routes = world.sandbox.api_routes();
    let acceptor = acceptor();
    tokio::spawn(async move { axum::serve(Tls { listener, acceptor }, routes).await });
    format!("localhost:{port}")
}

/// What the SDK is answered; none if it is not installed.
async fn asked(world: &World, algorithm: &str) -> Option<Value> {
    if !Path::new(SDK).exists() {
        eprintln!("SKIPPED: Amazon's Node SDK is not installed (npm ci)");
        return None;
    }
    // The SDK signs for the present moment.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = i64::try_from(now.expect("after 1970").as_millis()).expect("not so late");
    world.wait(now - world.now().0);
    let input = json!({
        "api": serve(world).await,
        "pages": world.pages,
        "publicKeyId": PUBLIC_KEY_ID,
        "privateKey": PRIVATE_KEY,
        "merchantId": MERCHANT_ID,
        "storeId": STORE_ID,
        "algorithm": algorithm,
    });
    let run = tokio::task::spawn_blocking(move || node::run(SCRIPT, &input));
    Some(run.await.expect("joined").expect("the SDK runs"))
}

fn assert_bought(said: &Value) {
    let first = &said["first"];
    let url = |path: &str| {
        format!(
            "https://obchod.example/{path}?amazonCheckoutSessionId={}",
            first["id"].as_str().expect("an id")
        )
    };
    assert_eq!(first["review"]["url"], url("review"));
    assert_eq!(first["result"]["url"], url("result"));
    assert_eq!(first["shown"]["shippingAddress"]["countryCode"], "DE");
    assert_eq!(
        first["shown"]["constraints"].as_array().map(Vec::len),
        Some(3)
    );
    assert_eq!(first["changed"]["constraints"], json!([]));
    assert_eq!(first["completed"]["statusDetails"]["state"], "Completed");
    let state = |name: &str| {
        (
            said[name]["status"].clone(),
            said[name]["data"]["statusDetails"]["state"].clone(),
        )
    };
    for (name, status, expected) in [
        ("captured", 200, "Captured"),
        ("refunded", 201, "RefundInitiated"),
        ("refund", 200, "Refunded"),
        ("permission", 200, "Closed"),
        ("canceled", 200, "Canceled"),
        ("closed", 200, "Closed"),
        ("created", 201, "Open"),
        ("prefixed", 201, "Open"),
    ] {
        assert_eq!(
            state(name),
            (json!(status), json!(expected)),
            "{name}: {}",
            said[name]
        );
    }
    assert_eq!(said["refund"]["data"]["refundAmount"]["amount"], "5.00");
    assert_eq!(said["late"]["status"], 422);
    assert_eq!(
        said["late"]["data"]["reasonCode"],
        "ChargePermissionNotModifiable"
    );
    let forged = said["forged"].as_array().expect("a list");
    assert_eq!(forged.len(), 5);
    for refused in forged {
        assert_eq!(refused["status"], 403, "{refused}");
        assert_eq!(refused["data"]["reasonCode"], "InvalidRequestSignature");
    }
}

/// [B.02] Amazon's own SDK, unchanged, creates, reads, changes and completes sessions, captures, refunds and
/// cancels; with another key all of its requests are refused.
#[tokio::test(flavor = "multi_thread")]
async fn the_vendors_sdk_buys() {
    for algorithm in [V2, V1] {
        let world = world().await;
        let Some(said) = asked(&world, algorithm).await else {
            return;
        };
        assert_bought(&said);
        assert_eq!(world.happened(), [Authorised, Captured, Authorised, Voided]);
        assert!(world.rows().iter().all(|row| row.key == "sdk-order"));
    }
}
