//! The host of the shop's wallet, if it is another one than the shop's: it has the wallet's pages and the checkout. Pages of the storefront
//! lead to the shop's own host, because there is the browser's cart.

use super::policy::RoutePolicy;
use crate::app::App;
use axum::extract::Request;
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use zkratka_listener::Client;

/// Where a request to the wallet's host leads that belongs to the shop's.
pub(super) fn leads_to_shop(app: &App, policy: RoutePolicy, request: &Request) -> Option<Response> {
    let wallet = &app.shop_wallet.as_ref()?.settings.origin;
    let public = &app.config.server.public_origin;
    if wallet == public || !is_of_storefront(policy) || request.method() != Method::GET {
        return None;
    }
    let asked_at = Client::of(request, &app.config.server.trusted_proxies).own_origin();
    if asked_at.as_ref() != Some(wallet) {
        return None;
    }
    let path = request.uri().path_and_query()?;
    let location = HeaderValue::from_str(&format!("{public}{path}")).ok()?;
    Some((StatusCode::FOUND, [(LOCATION, location)]).into_response())
}

/// Pages that anybody may see, and the cart's.
fn is_of_storefront(policy: RoutePolicy) -> bool {
    policy == RoutePolicy::BROWSING
        || policy == RoutePolicy::SEARCH
        || policy == RoutePolicy::CART_PAGE
}
