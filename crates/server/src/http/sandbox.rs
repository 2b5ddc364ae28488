//! The emulated wallets, in `mode = "test"` only.

use crate::app::SharedApp;
use crate::assets::built_asset;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::Arc;
use zkratka_sandbox::google_pay::{GooglePaySettings, routes};

/// Where the emulated Google Pay stands.
pub(crate) const GOOGLE_PAY_PREFIX: &str = "/sandbox/google-pay";

/// `pay.js`, and what it talks to.
pub(super) fn google_pay(app: &SharedApp) -> Router<SharedApp> {
    let clock = Arc::clone(&app.clock);
    let settings = GooglePaySettings::new(Arc::new(move || clock.now()));
    Router::new()
        .route("/pay.js", get(pay_script))
        .merge(routes(settings).with_state(()))
}

/// `GET pay.js`: the script itself and no module that imports it, because the real one is a classic script.
async fn pay_script(State(app): State<SharedApp>, headers: HeaderMap) -> Response<Body> {
    let url = app.manifest.sandbox.google_pay.as_deref();
    let Some(name) = url.and_then(|url| url.strip_prefix("/assets/")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = built_asset(State(Arc::clone(&app)), Path(name.to_owned()), headers).await;
    // Its address, unlike the asset's, says nothing of its content.
    let shortly = HeaderValue::from_static("public, max-age=300");
    response.headers_mut().insert(CACHE_CONTROL, shortly);
    response
}
