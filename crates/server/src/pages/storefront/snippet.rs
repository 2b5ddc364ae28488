//! The snippet, for pages of others.

use super::product::selected;
use crate::app::SharedApp;
use crate::http::same_site;
use crate::http::{AskingPage, OwnPage};
use crate::pages::failure::Failure;
use crate::pages::render::html_response;
use crate::pages::snippet::{cart_snippet, product_snippet};
use crate::pages::visitor::{Visitor, home};
use axum::extract::{Query, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, REFERRER_POLICY, VARY};
use axum::response::Response;
use serde::Deserialize;
use zkratka_commerce::ids::VariantId;

/// For which product the snippet is.
#[derive(Deserialize)]
pub struct SnippetFor {
    product: Option<String>,
    variant: Option<String>,
    /// The country whose prices the page shows; the shop's own unless it is one of its countries.
    country: Option<String>,
}

/// `GET /snippet/accelerated-checkout?product=HANDLE` or `?variant=ID`, with `&country=SK` where the page shows another country's
/// prices.
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
    let snippet = product_snippet(&app, origin.as_deref(), country, product, selected);
    let mut response = html_response(snippet);
    // Any page may fetch it: it holds nothing that a product page does not show. Only known ones get a wallet.
    let headers = response.headers_mut();
    headers.append(VARY, HeaderValue::from_static(AskingPage::VARY));
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let anywhere = HeaderValue::from_static("cross-origin");
    headers.insert("cross-origin-resource-policy", anywhere);
    Ok(response)
}

/// `GET /snippet/accelerated-checkout-cart`: for the browser's own cart. It carries the cart's secret, so that only this
/// shop's own pages may read it, and nobody keeps it.
pub async fn cart_snippet_alone(
    State(app): State<SharedApp>,
    OwnPage(origin): OwnPage,
    request: Request,
) -> Result<Response, Failure> {
    if !same_site::is_allowed(&app, &request) {
        return Err(Failure::OtherSite);
    }
    let visitor = Visitor::of(&app, request.headers()).await?;
    let country = visitor.country(&app);
    let snippet = cart_snippet(&app, Some(&origin), country, visitor.cart.as_deref());
    let mut response = html_response(snippet);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(response)
}
