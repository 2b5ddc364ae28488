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

/// `GET /healthz`: 200 if the shop can work, otherwise 503.
pub(super) async fn healthz(
    State(app): State<SharedApp>,
) -> (StatusCode, [(HeaderName, HeaderValue); 1], Json<Value>) {
    let store = match tokio::time::timeout(DEADLINE, app.store.health()).await {
        Ok(Ok(())) => "ok",
        Ok(Err(error)) => {
            tracing::error!(%error, "the store is not healthy");
            "failing"
        }
        Err(_elapsed) => {
            tracing::error!("the store does not answer");
            "not answering"
        }
    };
    let healthy = store == "ok";
    let status = if healthy {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let body = json!({
        "status": if healthy { "ok" } else { "failing" },
        "store": store,
        "products": app.catalogue.current().products().len(),
        "mode": app.config.server.mode,
        "version": env!("CARGO_PKG_VERSION"),
    });
    let uncached = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (status, [uncached], Json(body))
}
