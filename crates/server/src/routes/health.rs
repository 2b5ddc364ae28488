//! The health check.

use crate::app::SharedApp;
use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// The deadline for the store's answer. A slower store counts as unhealthy.
const DEADLINE: Duration = Duration::from_secs(2);

/// `GET /healthz`: 200 if the shop can work, otherwise 503. Anybody may ask, so it says no more: the log names the
/// reason, mode and version.
pub(super) async fn healthz(
    State(app): State<SharedApp>,
) -> (StatusCode, [(HeaderName, HeaderValue); 1], Json<Value>) {
    let is_healthy = match tokio::time::timeout(DEADLINE, app.store.health()).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::error!(%error, "the store is not healthy");
            false
        }
        Err(_elapsed) => {
            tracing::error!("the store does not answer");
            false
        }
    };
    let (status, word) = if is_healthy {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "failing")
    };
    let uncached = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (status, [uncached], Json(json!({ "status": word })))
}
