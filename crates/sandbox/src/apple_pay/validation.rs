//! Merchant validation: a merchant's server requests sessions, over TLS with the merchant's certificate.

#[cfg(test)]
mod tests;

use super::authority::{merchant_id_hash, server_certificate, tls_authority_der};
use super::keys::{KeyUse, pkcs8};
use super::refusal::{Refusal, refused};
use super::session;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::apple_pay::Certificate;

/// For one exchange, including the handshake.
const DEADLINE: Duration = Duration::from_secs(10);
/// Concurrent connections.
const CONNECTIONS: usize = 64;
const MAX_BODY_BYTES: usize = 16 * 1_024;

#[derive(Clone)]
pub struct ValidationSettings {
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// The merchant's registered domains; `None` accepts any.
    pub domains: Option<Vec<String>>,
}

#[derive(Debug, thiserror::Error)]
#[error("the emulated merchant validation: {0}")]
pub struct ValidationError(String);

pub struct Validation {
    acceptor: TlsAcceptor,
    routes: Router,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionRequest {
    merchant_identifier: String,
    display_name: String,
    initiative: String,
    initiative_context: String,
}

/// The merchant whose certificate opened the connection.
#[derive(Clone)]
struct Merchant(String);

impl Validation {
    /// A validation that trusts the sandbox's own Merchant Identity certificates.
    pub fn new(settings: ValidationSettings) -> Result<Self, ValidationError> {
        let routes = Router::new()
            .route("/paymentservices/paymentSession", post(create_session))
            .with_state(settings)
            .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(tls()?)),
            routes,
        })
    }

    /// Serves until `stop` resolves.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let room = Arc::new(Semaphore::new(CONNECTIONS));
        tokio::pin!(stop);
        loop {
            let stream = tokio::select! {
                () = &mut stop => return,
                accepted = listener.accept() => accepted,
            };
            let (Ok((stream, _)), Ok(place)) = (stream, Arc::clone(&room).acquire_owned().await)
            else {
                continue;
            };
            let (acceptor, routes) = (self.acceptor.clone(), self.routes.clone());
            tokio::spawn(async move {
                let _place = place;
                // The handshake rejects clients without a certificate.
                let _ = tokio::time::timeout(DEADLINE, answer(stream, acceptor, routes)).await;
            });
        }
    }
}

async fn answer(stream: TcpStream, acceptor: TlsAcceptor, routes: Router) -> Option<()> {
    let stream = acceptor.accept(stream).await.ok()?;
    let merchant = {
        let (_, connection) = stream.get_ref();
        let certificate = connection.peer_certificates()?.first()?;
        Certificate::from_der(certificate.as_ref().to_vec())
            .ok()?
            .merchant_id()?
    };
    let routes = routes.layer(Extension(Merchant(merchant)));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes))
        .await
        .ok()
}

async fn create_session(
    State(settings): State<ValidationSettings>,
    Extension(Merchant(certified)): Extension<Merchant>,
    body: Result<Json<SessionRequest>, JsonRejection>,
) -> Response {
    let session = body
        .map_err(|_rejection| Refusal::Developer("Payment Services Exception merchantId"))
        .and_then(|Json(request)| settings.session(&request, &certified));
    session.map_or_else(refused, |session| Json(session).into_response())
}

impl ValidationSettings {
    fn session(&self, request: &SessionRequest, certified: &str) -> Result<Value, Refusal> {
        let named = &request.merchant_identifier;
        if named != certified && *named != merchant_id_hash(certified) {
            return Err(Refusal::Merchant(
                "merchantIdentifier is another merchant's",
            ));
        }
        if request.initiative != "web" || request.display_name.trim().is_empty() {
            return Err(Refusal::Developer(
                "initiative is not web, or displayName is empty",
            ));
        }
        let domain = &request.initiative_context;
        let strange =
            |character: char| !character.is_ascii_alphanumeric() && !"-.[:]".contains(character);
        if domain.is_empty() || domain.contains(strange) {
            return Err(Refusal::Developer(
                "initiativeContext is no fully qualified domain name",
            ));
        }
        let registered = self.domains.as_ref();
        if registered.is_some_and(|domains| !domains.contains(domain)) {
            return Err(Refusal::Merchant("initiativeContext is not registered"));
        }
        session::issue(certified, domain, &request.display_name, (self.clock)())
    }
}

fn tls() -> Result<ServerConfig, ValidationError> {
    let failed = |error: &dyn std::error::Error| ValidationError(error.to_string());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut merchants = RootCertStore::empty();
    merchants
        .add(CertificateDer::from(tls_authority_der()))
        .map_err(|error| failed(&error))?;
    let verifier =
        WebPkiClientVerifier::builder_with_provider(Arc::new(merchants), Arc::clone(&provider))
            .build()
            .map_err(|error| failed(&error))?;
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(pkcs8(KeyUse::Server)));
    ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(&error))?
        .with_client_cert_verifier(verifier)
        .with_single_cert(vec![CertificateDer::from(server_certificate())], key)
        .map_err(|error| failed(&error))
}
