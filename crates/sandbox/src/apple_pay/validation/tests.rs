//! Tests the client of a merchant's server against gateways with a valid certificate that misbehave.

use super::tls;
use crate::apple_pay::{
    HOSTS, MERCHANT_ID, authority_pem, identity_certificate_pem, identity_private_key,
};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use zkratka_wallets::apple_pay::Certificate;
use zkratka_wallets::apple_pay::merchant_validation::{
    Address, Failure, Identity, MerchantValidation, SessionRequest, Trust,
};

/// A deadline that no test with a response reaches.
const PATIENCE: Duration = Duration::from_mins(1);
/// A deadline that tests without a response reach.
const SHORT: Duration = Duration::from_millis(100);

/// The head of a response whose body never completes.
const NO_BODY: &str = "HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n";

#[derive(Clone)]
enum Behaviour {
    /// Accepts the connection and sends nothing.
    Silent,
    /// Sends these bytes and keeps the connection open.
    Says(Vec<u8>),
    /// Sends an endless response, one byte at a time.
    Drips,
}

/// A gateway, with the number of its connections.
struct Gateway {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl Gateway {
    async fn start(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(behave(stream, behaviour.clone()));
            }
        });
        Self {
            address,
            connections,
        }
    }

    async fn session(&self, deadline: Duration) -> Result<String, Failure> {
        let authority = Certificate::from_bytes(authority_pem().as_bytes());
        let trust = Trust::Only(authority.expect("a certificate"));
        let identity = Identity::new(&identity_certificate_pem(), &identity_private_key());
        let identity = identity.expect("an identity");
        let at = Address::Fixed(self.address);
        let client = MerchantValidation::new(at, &trust, Some(&identity), deadline);
        let request = SessionRequest {
            merchant_id: MERCHANT_ID,
            display_name: "Krámek",
            domain: "kramek.example",
        };
        let client = client.expect("a client");
        client.session(HOSTS[0], &request).await
    }
}

async fn behave(stream: TcpStream, behaviour: Behaviour) -> Option<()> {
    let (answer, drips) = match behaviour {
        Behaviour::Silent => {
            let _held = stream;
            return std::future::pending().await;
        }
        Behaviour::Says(answer) => (answer, false),
        Behaviour::Drips => (NO_BODY.into(), true),
    };
    let acceptor = TlsAcceptor::from(Arc::new(tls().ok()?));
    let mut stream = acceptor.accept(stream).await.ok()?;
    // Reading the request's head is enough.
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    stream.write_all(&answer).await.ok()?;
    stream.flush().await.ok()?;
    if !drips {
        return std::future::pending().await;
    }
    loop {
        tokio::time::sleep(Duration::from_millis(10)).await;
        stream.write_all(b" ").await.ok()?;
        stream.flush().await.ok()?;
    }
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Behaviour {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{headers}\r\n");
    Behaviour::Says([head.as_bytes(), body].concat())
}

/// [7.08] A redirect is not a session: the client makes no second request, wherever the redirect points.
#[tokio::test]
async fn redirects_are_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        for host in [HOSTS[0], HOSTS[1], "cizi.example"] {
            let headers = format!("location: https://{host}/paymentservices/paymentSession\r\n");
            let gateway = Gateway::start(answer(&format!("{status} Moved"), &headers, b"{}")).await;
            let refused = gateway.session(PATIENCE).await;
            assert_eq!(refused, Err(Failure::Status(status)), "{host}");
            assert_eq!(gateway.connections.load(Ordering::SeqCst), 1, "{host}");
        }
    }
}

/// [7.08] The client gives up a slow gateway at the deadline, wherever the gateway stops.
#[tokio::test]
async fn a_slow_gateway_is_given_up_at_the_deadline() {
    for (what, behaviour) in [
        ("no handshake", Behaviour::Silent),
        ("no answer", Behaviour::Says(Vec::new())),
        ("no end", Behaviour::Says(NO_BODY.into())),
        ("a drop at a time", Behaviour::Drips),
    ] {
        let gateway = Gateway::start(behaviour).await;
        assert_eq!(
            gateway.session(SHORT).await,
            Err(Failure::Timeout),
            "{what}"
        );
    }
}

/// [7.08] The client returns a session byte for byte, and nothing that is not a session.
#[tokio::test]
async fn a_session_is_returned_unchanged_and_nothing_else_is_one() {
    let session = "{ \"nonce\":\"\\u00e9\", \"unknown\" : [1.0, 1e3],\n\"signature\":\"ab\" }";
    let gateway = Gateway::start(answer("200 OK", "", session.as_bytes())).await;
    assert_eq!(gateway.session(PATIENCE).await.as_deref(), Ok(session));
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(70_000));
    for body in [
        &b""[..],
        b"<html>",
        b"[]",
        b"\"text\"",
        b"{\"a\":\"\xff\"}",
        b"{} {}",
        long.as_bytes(),
    ] {
        let gateway = Gateway::start(answer("200 OK", "", body)).await;
        let refused = gateway.session(PATIENCE).await;
        let what = String::from_utf8_lossy(&body[..body.len().min(20)]).into_owned();
        assert_eq!(refused, Err(Failure::Answer), "{what}");
    }
}
