//! The emulated wallets, in `mode = "test"` only.

use super::files::built_asset;
use super::headers::OPENER_POLICY;
use crate::app::SharedApp;
use crate::assets::SandboxScripts;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};
use std::sync::Arc;
use zkratka_config::AppleIssuer;
use zkratka_sandbox::apple_pay::{ApplePaySettings, Merchant, routes as apple_pay_routes};
use zkratka_sandbox::google_pay::{GooglePaySettings, routes};

/// Where the emulated Google Pay stands.
pub(crate) const GOOGLE_PAY_PREFIX: &str = "/sandbox/google-pay";

/// `pay.js`, and what it talks to.
pub(super) fn google_pay(app: &SharedApp) -> Router<SharedApp> {
    let clock = Arc::clone(&app.clock);
    let settings = GooglePaySettings::new(Arc::new(move || clock.now()));
    Router::new()
        .route("/pay.js", classic(|scripts| scripts.google_pay.as_ref()))
        .merge(routes(settings).with_state(()))
}

/// `apple-pay-sdk.js`, and what its sheet asks for tokens at; nothing where Apple issues them.
pub(super) fn apple_pay(app: &SharedApp) -> Router<SharedApp> {
    let settings = app.config.wallets.apple_pay.as_ref();
    let emulated = settings.filter(|settings| settings.issuer == AppleIssuer::Emulation);
    let certificate = emulated.and_then(|settings| {
        let certificate = settings.certificates.first()?;
        Some((settings.merchant_id.clone(), certificate))
    });
    let Some((id, certificate)) = certificate else {
        return Router::new();
    };
    let clock = Arc::clone(&app.clock);
    let settings = ApplePaySettings {
        clock: Arc::new(move || clock.now()),
        merchant: Merchant {
            id,
            public_key_info: certificate.public_key_info().to_vec(),
        },
    };
    Router::new()
        .route(
            "/apple-pay-sdk.js",
            classic(|scripts| scripts.apple_pay.as_ref()),
        )
        .merge(apple_pay_routes(settings).with_state(()))
}

/// PayPal's script, and the page that its window shows; the rest of the emulated PayPal answers on its own.
pub(super) fn paypal() -> Router<SharedApp> {
    Router::new()
        .route(
            "/web-sdk/v6/core",
            classic(|scripts| scripts.paypal.as_ref()),
        )
        .route("/approve", get(async || approval_page()))
        .route(
            "/approve.js",
            classic(|scripts| scripts.paypal_approval.as_ref()),
        )
}

/// A page of nobody's in particular: it may be opened by storefronts on other origins, and talks to them.
fn approval_page() -> Response<Body> {
    let policy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; \
                  form-action 'none'; frame-ancestors 'none'";
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, policy),
        (OPENER_POLICY, "unsafe-none"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    (headers, include_str!("sandbox/approve.html")).into_response()
}

/// Answers with one of the sandbox's built scripts.
fn classic(choose: fn(&SandboxScripts) -> Option<&String>) -> MethodRouter<SharedApp> {
    get(
        async move |State(app): State<SharedApp>, headers: HeaderMap| {
            let url = choose(&app.manifest.sandbox).cloned();
            script(app, url, headers).await
        },
    )
}

/// A built script itself and no module that imports it, because the real ones are classic scripts.
async fn script(app: SharedApp, url: Option<String>, headers: HeaderMap) -> Response<Body> {
    let name = url.as_deref().and_then(|url| url.strip_prefix("/assets/"));
    let Some(name) = name.map(str::to_owned) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = built_asset(State(app), Path(name), headers).await;
    // Its address, unlike the asset's, says nothing of its content.
    let shortly = HeaderValue::from_static("public, max-age=300");
    response.headers_mut().insert(CACHE_CONTROL, shortly);
    response
}
