//! The cart's page.

use crate::app::{App, SharedApp};
use crate::carts::{CartView, Carts, Found};
use crate::http::OwnPage;
use crate::pages::cart_answer::{self, json};
use crate::pages::cart_request::has_known_place;
use crate::pages::cookie;
use crate::pages::failure::Failure;
use crate::pages::preload::{self, Offer};
use crate::pages::render::page;
use crate::pages::snippet::cart_snippet;
use crate::pages::view::{AjaxCart, CartPage, PageView};
use crate::pages::visitor::Visitor;
use axum::extract::{Query, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use zkratka_storefront::CartNotice;
use zkratka_texts::warning_text;

/// The notice that a redirect to the cart requests, e.g. `?notice=not_enough_stock`.
#[derive(Deserialize)]
pub struct Notice {
    notice: Option<String>,
}

/// `GET /cart`
pub async fn cart(
    State(app): State<SharedApp>,
    Query(notice): Query<Notice>,
    OwnPage(origin): OwnPage,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visitor = Visitor::of(&app, &headers).await?;
    let names = notice.notice.as_deref().unwrap_or_default();
    let (of_codes, others): (Vec<_>, Vec<_>) =
        CartNotice::named(names).partition(|notice| notice.is_of_codes());
    let messages = others.iter().map(|notice| notice.text().to_owned());
    let entry = CodeEntry {
        done: of_codes.first().map_or("", |notice| notice.text()),
        ..CodeEntry::default()
    };
    cart_page_with(&app, &origin, &visitor, messages.collect(), entry)
}

/// `GET /cart.js`: the cart in the format of themes' scripts. Other origins cannot read it: either the request carries
/// no cookie, or CORS forbids it.
pub async fn cart_json(State(app): State<SharedApp>, uri: Uri, headers: HeaderMap) -> Response {
    if !has_known_place(uri.path()) {
        return Failure::NotFound.into_response();
    }
    match open_cart(&app, &headers).await {
        Ok(view) => json(StatusCode::OK, AjaxCart::new(&app, view.as_deref())),
        Err(failure) => cart_answer::failure(failure),
    }
}

/// Renders the cart's page with messages.
pub(in crate::pages) fn cart_page(
    app: &App,
    origin: &str,
    visitor: &Visitor,
    messages: Vec<String>,
) -> Result<Response, Failure> {
    cart_page_with(app, origin, visitor, messages, CodeEntry::default())
}

/// What stands at the field for discount codes.
#[derive(Clone, Copy, Default, Serialize)]
pub(in crate::pages) struct CodeEntry<'a> {
    pub(in crate::pages) typed: &'a str,
    /// That a code was applied; empty if none was.
    pub(in crate::pages) done: &'a str,
    /// Why the code was refused; empty if none was.
    pub(in crate::pages) error: &'a str,
}

/// Renders the cart's page with messages and a discount code that was refused.
pub(in crate::pages) fn cart_page_with(
    app: &App,
    origin: &str,
    visitor: &Visitor,
    mut messages: Vec<String>,
    code_entry: CodeEntry<'_>,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Content<'a> {
        cart: CartPage<'a>,
        messages: Vec<String>,
        code_entry: CodeEntry<'a>,
    }
    let view = visitor.cart.as_deref();
    for warning in view.into_iter().flat_map(|view| &view.warnings) {
        let text = warning_text(warning.code).to_owned();
        if !messages.contains(&text) {
            messages.push(text);
        }
    }
    let page_view = PageView {
        title: "Košík",
        kind: "cart",
        description: "",
        path: "/cart",
    };
    let snippet = cart_snippet(app, visitor.page(app, origin), view);
    let carries_secret = view.is_some() && !snippet.is_empty();
    let cart = CartPage::new(visitor.shown(app), view, snippet);
    let content = Content {
        cart,
        messages,
        code_entry,
    };
    let mut response = page(app, "cart.html", page_view, Some(visitor), content)?;
    let filled = view.filter(|view| view.priced.total_quantity > 0);
    if let Some(view) = filled {
        let offer = Offer {
            shipped: view.priced.requires_shipping(),
            is_recognised: visitor.is_recognised,
        };
        preload::for_cart(app, offer, &mut response);
    }
    if carries_secret {
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    Ok(response)
}

/// The browser's cart, unless it has become an order.
pub(in crate::pages) async fn open_cart(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<Box<CartView>>, Failure> {
    let Some(reference) = cookie::cart(app, headers) else {
        return Ok(None);
    };
    match Carts::new(app).find(&reference).await? {
        Found::Cart(view) => Ok(Some(view)),
        Found::Completed(_) | Found::Missing => Ok(None),
    }
}
