//! Whether a browser is recognised.

use super::posted::wallet;
use super::session::recognised;
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
    wallet(&app)?;
    let visitor = recognised(&app, &headers).await?;
    Ok(Json(json!({ "state": visitor.state() })).into_response())
}
