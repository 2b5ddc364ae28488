//! Notifications from the emulated gateway.

use super::status;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use zkratka_payments::sandbox::SIGNATURE_HEADER;

/// `POST /webhooks/sandbox`. The gateway repeats a notification unless the response has a success status.
pub async fn sandbox(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Failure> {
    let signature = headers.get(SIGNATURE_HEADER);
    let signature = signature.and_then(|value| value.to_str().ok());
    let signature = signature.unwrap_or_default();
    Ok(status(app.attempts.notified(signature, &body).await?))
}
