//! Passkeys over HTTP: the routes that the account's scripts call.

use super::visit::visit;
use crate::app::{App, SharedApp};
use crate::http::{ClientAddress, same_site};
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use zkratka_account_pages::Visit;
use zkratka_account_pages::passkeys::{self, AssertionSent, OptionsWanted, RegistrationSent};

/// `POST /account/passkey/options`
pub async fn options(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    body: Result<Json<OptionsWanted>, JsonRejection>,
) -> Response {
    match own(&app, &headers) {
        Ok(visit) => passkeys::options(&visit, &app.passkey_rate_limiter, client, body).await,
        Err(status) => status.into_response(),
    }
}

/// `POST /account/passkey/sign-in`
pub async fn passkey_sign_in(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    body: Result<Json<AssertionSent>, JsonRejection>,
) -> Response {
    match own(&app, &headers) {
        Ok(visit) => passkeys::sign_in(&visit, body).await,
        Err(status) => status.into_response(),
    }
}

/// `POST /account/passkeys`
pub async fn create_passkey(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    body: Result<Json<RegistrationSent>, JsonRejection>,
) -> Response {
    match own(&app, &headers) {
        Ok(visit) => passkeys::create(&visit, body).await,
        Err(status) => status.into_response(),
    }
}

/// The request, if one of the wallet's own pages asks. A storefront's page may not, though it may change carts.
fn own<'a>(app: &'a App, headers: &'a HeaderMap) -> Result<Visit<'a>, StatusCode> {
    let visit = visit(app, headers).map_err(|_| StatusCode::NOT_FOUND)?;
    let is_own = same_site::is_from(&visit.wallet.settings.origin, headers);
    is_own.then_some(visit).ok_or(StatusCode::FORBIDDEN)
}
