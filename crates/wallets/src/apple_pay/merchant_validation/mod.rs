//! Requests a merchant session from Apple. A payment sheet does not open without one.
//!
//! The browser names the host to call, and a browser can send anything, so its value only selects one of the hosts known
//! here. The client opens its connections itself: it follows no redirect and uses no proxy.

mod hosts;
mod identity;

pub use hosts::{Environment, gateway_of};
pub use identity::{Identity, IdentityError};

use crate::x509::Certificate;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST};
use hyper::{Request, StatusCode, client::conn::http1};
use hyper_util::rt::TokioIo;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// Longest accepted answer, in bytes; Apple's sessions have about five thousand.
const LONGEST_ANSWER: usize = 64 * 1024;
const HTTPS: u16 = 443;
const PATH: &str = "/paymentservices/paymentSession";

/// The address to which the client connects. It does not change the host name in the request or in TLS.
#[derive(Clone, Copy, Debug)]
pub enum Address {
    /// The address of the host.
    OfHost,
    /// The address of the emulation.
    Fixed(SocketAddr),
}

/// The certificate authorities that the client trusts.
#[derive(Clone, Debug)]
pub enum Trust {
    /// The machine's certificate authorities.
    Machine,
    /// Only this authority.
    Only(Certificate),
}

/// The content of a session request.
#[derive(Clone, Copy, Debug)]
pub struct SessionRequest<'r> {
    pub merchant_id: &'r str,
    /// The shop's name on the payment sheet.
    pub display_name: &'r str,
    /// The registered domain of the page on which the sheet opens.
    pub domain: &'r str,
}

/// Why there is no session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The host cannot be reached, or one side rejected the other's certificate.
    #[error("no connection: Apple is unreachable, or one side rejected the other's certificate")]
    Connection,
    /// No answer before the deadline.
    #[error("no answer in time")]
    Timeout,
    /// Apple refused the request.
    #[error(
        "answered with status {0}: the merchant id, the certificate or the domain is not registered"
    )]
    Status(u16),
    /// The answer is not a session.
    #[error("the answer is not a JSON object")]
    Answer,
}

/// Why no client can be created.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(String);

/// A client that requests sessions.
pub struct MerchantValidation {
    address: Address,
    connector: TlsConnector,
    deadline: Duration,
}

impl MerchantValidation {
    /// Creates a client with the merchant's identity. Apple refuses requests without one.
    pub fn new(
        address: Address,
        trust: &Trust,
        identity: Option<&Identity>,
        deadline: Duration,
    ) -> Result<Self, SetupError> {
        let failed = |error: rustls::Error| SetupError(error.to_string());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(failed)?;
        let builder = match trust {
            Trust::Machine => builder.with_platform_verifier().map_err(failed)?,
            Trust::Only(authority) => {
                let mut roots = RootCertStore::empty();
                let der = CertificateDer::from(authority.der().to_vec());
                roots.add(der).map_err(failed)?;
                builder.with_root_certificates(roots)
            }
        };
        let config = match identity {
            None => builder.with_no_client_auth(),
            Some(identity) => builder
                .with_client_auth_cert(identity.chain(), identity.key())
                .map_err(failed)?,
        };
        Ok(Self {
            address,
            connector: TlsConnector::from(Arc::new(config)),
            deadline,
        })
    }

    /// Requests a session and returns it exactly as Apple wrote it. [`gateway_of`] returns `host`.
    pub async fn session(
        &self,
        host: &'static str,
        request: &SessionRequest<'_>,
    ) -> Result<String, Failure> {
        let body = json!({
            "merchantIdentifier": request.merchant_id,
            "displayName": request.display_name,
            "initiative": "web",
            "initiativeContext": request.domain,
        });
        let asked = self.ask(host, body.to_string());
        tokio::time::timeout(self.deadline, asked)
            .await
            .unwrap_or(Err(Failure::Timeout))
    }

    async fn ask(&self, host: &'static str, body: String) -> Result<String, Failure> {
        let stream = match self.address {
            Address::OfHost => TcpStream::connect((host, HTTPS)).await,
            Address::Fixed(address) => TcpStream::connect(address).await,
        };
        let stream = stream.map_err(|_| Failure::Connection)?;
        let name = ServerName::try_from(host).map_err(|_| Failure::Connection)?;
        let stream = self.connector.connect(name, stream).await;
        let stream = stream.map_err(|_| Failure::Connection)?;
        let connected = http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = connected.map_err(|_| Failure::Connection)?;
        let request = Request::post(PATH)
            .header(HOST, host)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .body(Full::new(Bytes::from(body)))
            .map_err(|_| Failure::Connection)?;
        let answer = async {
            let response = sender.send_request(request).await;
            let response = response.map_err(|_| Failure::Connection)?;
            if response.status() != StatusCode::OK {
                return Err(Failure::Status(response.status().as_u16()));
            }
            let body = Limited::new(response.into_body(), LONGEST_ANSWER);
            let body = body.collect().await.map_err(|_| Failure::Answer)?;
            session_text(&body.to_bytes())
        };
        // The connection must be polled while the client waits for the answer; it ends with the answer.
        tokio::pin!(answer, connection);
        tokio::select! {
            answer = &mut answer => answer,
            _ = &mut connection => answer.await,
        }
    }
}

/// Checks that the answer is a JSON object, and returns its text unchanged.
fn session_text(bytes: &[u8]) -> Result<String, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| Failure::Answer)?;
    match serde_json::from_str(text) {
        Ok(Value::Object(_)) => Ok(text.to_owned()),
        _ => Err(Failure::Answer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [7.08] The payment sheet gets a session exactly as Apple wrote it.
    #[test]
    fn a_session_is_any_object_unchanged() {
        let session = "{\"nonce\": \"a\",\n  \"more\": 1.0}";
        assert_eq!(session_text(session.as_bytes()), Ok(session.to_owned()));
        for other in [&b"[]"[..], b"7", b"", b"{", b"{\"a\": \"\xff\"}"] {
            assert_eq!(session_text(other), Err(Failure::Answer), "{other:?}");
        }
    }
}
