//! The snippets, for pages of other servers.

use super::product::selected;
use crate::app::SharedApp;
use crate::http::same_site;
use crate::http::{AskingPage, OwnPage};
use crate::pages::failure::Failure;
use crate::pages::render::html_response;
use crate::pages::snippet::{SnippetPage, cart_snippet, product_snippet};
use crate::pages::visitor::{Visitor, home};
use axum::extract::{Query, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, REFERRER_POLICY, VARY};
use axum::response::Response;
use serde::Deserialize;
use zkratka_commerce::ids::VariantId;

/// The product of the snippet.
#[derive(Deserialize)]
pub struct SnippetFor {
    product: Option<String>,
    variant: Option<String>,
    /// The country whose prices the page shows. Any value that is not one of the shop's countries means the shop's own.
    country: Option<String>,
}

/// `GET /snippet/accelerated-checkout?product=HANDLE` or `?variant=ID`, with `&country=SK` if the page shows another
/// country's prices.
pub async fn snippet(
    State(app): State<SharedApp>,
    Query(wanted): Query<SnippetFor>,
    AskingPage(origin): AskingPage,
) -> Result<Response, Failure> {
    let catalogue = app.catalogue.current();
    let variant = wanted.variant.and_then(|text| text.parse().ok());
    let variant = variant.map(VariantId);
    let product = match (&wanted.product, variant) {
        (Some(handle), _) => catalogue.product(handle),
        (None, Some(id)) => catalogue.variant(id).map(|(product, _)| product),
        (None, None) => return Err(Failure::BadRequest),
    };
    let product = product.filter(|product| product.published);
    let product = product.ok_or(Failure::NotFound)?;
    let selected = selected(product, variant).ok_or(Failure::NotFound)?;
    let countries = &app.rules.countries;
    let country = wanted.country.filter(|code| countries.contains(code));
    let country = country.as_deref().unwrap_or_else(|| home(&app));
    // Caches may keep the snippet, and other origins read it: it is the same for every browser.
    let page = SnippetPage {
        origin: origin.as_deref(),
        country,
        is_recognised: false,
    };
    let snippet = product_snippet(&app, page, product, selected);
    let mut response = html_response(snippet);
    // Any page may fetch the snippet, which contains nothing that a product page does not show. It offers wallets only
    // to known pages.
    let headers = response.headers_mut();
    headers.append(VARY, HeaderValue::from_static(AskingPage::VARY));
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let anywhere = HeaderValue::from_static("cross-origin");
    headers.insert("cross-origin-resource-policy", anywhere);
    Ok(response)
}

/// `GET /snippet/accelerated-checkout-cart`: the snippet for the browser's own cart. It contains the cart's secret, so
/// only this shop's own pages may read it, and caches must not store it.
pub async fn cart_snippet_alone(
    State(app): State<SharedApp>,
    OwnPage(origin): OwnPage,
    request: Request,
) -> Result<Response, Failure> {
    if !same_site::is_allowed(&app, &request) {
        return Err(Failure::OtherSite);
    }
    let visitor = Visitor::of(&app, request.headers()).await?;
    let page = visitor.page(&app, &origin);
    let snippet = cart_snippet(&app, page, visitor.cart.as_deref());
    let mut response = html_response(snippet);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(response)
}
