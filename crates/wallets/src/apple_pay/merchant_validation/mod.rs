//! Asks Apple for a merchant session, without which a sheet does not open.
//!
//! The browser says at which of Apple's addresses to ask, and a browser can say anything: it only chooses among the hosts
//! that are known here. Connections are made by hand, so that there are no redirects to follow and no proxy to obey.

mod hosts;
mod identity;

pub use hosts::{Environment, gateway_of};
pub use identity::{Identity, IdentityError};

use super::certificate::Certificate;
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

/// Bytes; Apple's sessions have about five thousand.
const LONGEST_ANSWER: usize = 64 * 1024;
const HTTPS: u16 = 443;
const PATH: &str = "/paymentservices/paymentSession";

/// Where connections go, whatever the host's name.
#[derive(Clone, Copy, Debug)]
pub enum Address {
    /// To the host itself.
    OfHost,
    /// To the emulation.
    Fixed(SocketAddr),
}

/// Whose word for the host is taken.
#[derive(Clone, Debug)]
pub enum Trust {
    /// The machine's certificate authorities.
    Machine,
    /// One authority only.
    Only(Certificate),
}

/// What a session is asked for.
#[derive(Clone, Copy, Debug)]
pub struct SessionRequest<'r> {
    /// The merchant's identifier.
    pub merchant_id: &'r str,
    /// The name that the sheet shows.
    pub display_name: &'r str,
    /// The domain on whose page the sheet opens, as registered.
    pub domain: &'r str,
}

/// Why there is no session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The host cannot be reached, or one side did not believe the other's certificate.
    #[error("no connection: Apple is unreachable, or one side rejected the other's certificate")]
    Connection,
    /// No answer in time.
    #[error("no answer in time")]
    Timeout,
    /// Apple refuses.
    #[error(
        "answered with status {0}: the merchant id, the certificate or the domain is not registered"
    )]
    Status(u16),
    /// The answer is no session.
    #[error("the answer is not a JSON object")]
    Answer,
}

/// Why nothing could ever be asked.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(String);

/// Asks for sessions.
pub struct MerchantValidation {
    address: Address,
    connector: TlsConnector,
    deadline: Duration,
}

impl MerchantValidation {
    /// Asks in the name of an identity; without one Apple gives nothing.
    pub fn new(
        address: Address,
        trust: &Trust,
        identity: Option<&Identity>,
        deadline: Duration,
    ) -> Result<Self, Unusable> {
        let failed = |error: rustls::Error| Unusable(error.to_string());
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

    /// A session, as Apple wrote it. `host` is what [`gateway_of`] chose.
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
        // The connection must be driven while the answer is waited for; it ends with it.
        tokio::pin!(answer, connection);
        tokio::select! {
            answer = &mut answer => answer,
            _ = &mut connection => answer.await,
        }
    }
}

/// The text of a session: an object, of which nothing is changed.
fn session_text(bytes: &[u8]) -> Result<String, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| Failure::Answer)?;
    match serde_json::from_str(text) {
        Ok(Value::Object(_)) => Ok(text.to_owned()),
        _ => Err(Failure::Answer),
    }
}
