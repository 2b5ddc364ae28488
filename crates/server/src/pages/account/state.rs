//! Whether a browser is recognised.

use super::visit::visit;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// `GET /account/session`: the state and nothing of the owner, because any script of the origin reads it.
pub async fn session_state(
    State(app): State<SharedApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visitor = visit(&app, &headers)?.recognised().await?;
    Ok(Json(json!({ "state": visitor.state() })).into_response())
}
