//! What a browser may show of its owner.

use super::posted::wallet;
use super::session::recognised;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use zkratka_sign_in::WalletState;

/// `GET /account/session`
pub async fn session_state(
    State(app): State<SharedApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    wallet(&app)?;
    let visitor = recognised(&app, &headers).await?;
    let state = WalletState::of(app.store.accounts(), &visitor).await?;
    Ok(Json(state).into_response())
}
