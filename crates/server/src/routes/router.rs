//! Which address is answered by what.

use super::bodies::Bodies;
use super::compression::compression;
use super::edge::{Edge, edge};
use super::files::{built_asset, theme_asset};
use super::headers::SecurityHeaders;
use super::health::healthz;
use super::sandbox::{GOOGLE_PAY_PREFIX, apple_pay, google_pay, paypal};
use crate::app::SharedApp;
use crate::gateway::SANDBOX_PREFIX;
use crate::wallets::apple_pay::EMULATION_PREFIX;
use crate::wallets::paypal::PAYPAL_PREFIX;
use crate::{graphql, pages};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use zkratka_commerce::order::Mode;

/// Where Apple looks whether a domain is the merchant's.
const DOMAIN_ASSOCIATION: &str = "/.well-known/apple-developer-merchantid-domain-association";

/// What browsers talk to of the outside world that runs inside.
#[derive(Default)]
pub(crate) struct Sandboxes {
    /// The gateway's fields and challenges.
    pub gateway: Option<Router>,
    /// PayPal's own pages.
    pub paypal: Option<Router>,
}

/// The whole server.
pub(crate) fn router(app: &SharedApp, headers: SecurityHeaders, sandboxes: Sandboxes) -> Router {
    let edge_state = Edge {
        app: Arc::clone(app),
        headers: Arc::new(headers),
        bodies: Arc::new(Bodies::new(&app.config.limits)),
    };
    let routes = storefront().merge(checkout()).merge(graphql::routes());
    let routes = match app.config.server.mode {
        Mode::Test => routes
            .nest(EMULATION_PREFIX, apple_pay(app))
            .nest(GOOGLE_PAY_PREFIX, google_pay(app))
            .route("/webhooks/sandbox", post(pages::sandbox_webhook)),
        Mode::Live => routes,
    };
    let routes = match sandboxes.paypal {
        Some(_) => routes.nest(PAYPAL_PREFIX, paypal()),
        None => routes,
    };
    let routes = routes.route("/webhooks/paypal", post(pages::paypal_webhook));
    let routes = routes
        .fallback(async || StatusCode::NOT_FOUND)
        .with_state(Arc::clone(app));
    let inside = [
        (SANDBOX_PREFIX, sandboxes.gateway),
        (PAYPAL_PREFIX, sandboxes.paypal),
    ];
    let routes = inside
        .into_iter()
        .fold(routes, |routes, (prefix, inside)| match inside {
            Some(inside) => routes.nest(prefix, inside),
            None => routes,
        });
    routes
        .layer(from_fn_with_state(edge_state, edge))
        .layer(DefaultBodyLimit::max(app.config.limits.body_bytes))
        .layer(compression())
}

fn storefront() -> Router<SharedApp> {
    Router::new()
        .route("/", get(pages::home))
        .route("/products/{handle}", get(pages::product))
        .route("/policies/{handle}", get(pages::policy))
        .route("/cart", get(pages::cart).post(pages::submit_cart))
        .route("/cart/checkout", post(pages::checkout_cart))
        .route("/localization", post(pages::localization))
        .merge(cart(""))
        .merge(cart("/{locale}"))
        .route("/snippet/accelerated-checkout", get(pages::snippet))
        .route(
            "/snippet/accelerated-checkout-cart",
            get(pages::cart_snippet_alone),
        )
        .route("/accelerated-checkout.js", get(pages::entry_script))
        .route("/assets/{*name}", get(built_asset))
        .route("/theme/{*name}", get(theme_asset))
        .route(DOMAIN_ASSOCIATION, get(domain_association))
        .route("/robots.txt", get(robots))
        .route("/healthz", get(healthz))
}

/// The addresses that themes' scripts change the cart at, also below a locale.
fn cart(prefix: &str) -> Router<SharedApp> {
    let mut routes = Router::new();
    for ending in [".js", ".json"] {
        routes = routes.route(&format!("{prefix}/cart{ending}"), get(pages::cart_json));
    }
    for ending in ["", ".js", ".json"] {
        let path = |change: &str| format!("{prefix}/cart/{change}{ending}");
        routes = routes
            .route(&path("add"), post(pages::add))
            .route(&path("change"), post(pages::change))
            .route(&path("update"), post(pages::update))
            .route(&path("clear"), post(pages::clear));
    }
    routes
}

/// Search engines have no business in carts; what they could find there is nobody else's either.
async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /api/\nDisallow: /attempts/\nDisallow: /cart\nDisallow: /checkout/\n"
}

/// What proves a domain to Apple, as it was configured.
async fn domain_association(State(app): State<SharedApp>) -> Response {
    let apple_pay = app.wallets.apple_pay.as_ref();
    match apple_pay.and_then(|apple_pay| apple_pay.domain_association()) {
        Some(text) => text.to_owned().into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn checkout() -> Router<SharedApp> {
    Router::new()
        .route("/checkout/buy-it-now", post(pages::buy_it_now))
        .route("/checkout/{token}", get(pages::checkout))
        .route("/checkout/{token}/confirmation", get(pages::confirmation))
        .route("/attempts/{id}/return", get(pages::challenge_return))
}
