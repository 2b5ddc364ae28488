//! The theme's pages: home, product, cart, policies.

use super::cookie;
use super::failure::Failure;
use super::render::{html_response, page};
use super::snippet::product_snippet;
use super::view::{Card, CartPage, PageView, ProductView, VariantView, is_available};
use crate::app::{App, SharedApp};
use crate::carts::{CartView, Carts, Found};
use crate::texts::warning_text;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::pricing::WarningCode;

/// `GET /`
pub async fn home(State(app): State<SharedApp>, headers: HeaderMap) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Home<'a> {
        products: Vec<Card<'a>>,
    }
    let catalogue = app.catalogue.current();
    let products = catalogue.products().iter();
    let products = products
        .filter(|product| product.published)
        .map(|product| Card::from(&**product))
        .collect();
    let view = PageView {
        title: &app.config.shop.name,
        kind: "home",
        description: &app.config.shop.tagline,
        path: "/",
    };
    let count = cart_count(&app, &headers).await;
    page(&app, "home.html", view, count, Home { products })
}

/// Which variant is chosen, e.g. `?variant=12`.
#[derive(Deserialize)]
pub struct Chosen {
    variant: Option<String>,
}

/// `GET /products/{handle}`
pub async fn product(
    State(app): State<SharedApp>,
    Path(handle): Path<String>,
    Query(chosen): Query<Chosen>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct ProductPage<'a> {
        product: ProductView<'a>,
        selected: VariantView<'a>,
    }
    let product = published(&app, &handle).ok_or(Failure::NotFound)?;
    let chosen = chosen.variant.and_then(|text| text.parse().ok());
    let selected = selected(&product, chosen.map(VariantId)).ok_or(Failure::NotFound)?;
    let snippet = product_snippet(&app, &product, selected);
    let path = format!("/products/{handle}");
    let description = plain_text(&product.description_html);
    let view = PageView {
        title: &product.title,
        kind: "product",
        description: &description,
        path: &path,
    };
    let content = ProductPage {
        product: ProductView::new(&product, selected.id, snippet),
        selected: VariantView::new(&product, selected, true),
    };
    let count = cart_count(&app, &headers).await;
    page(&app, "product.html", view, count, content)
}

/// A product that buyers may see.
fn published(app: &App, handle: &str) -> Option<Arc<Product>> {
    let catalogue = app.catalogue.current();
    let product = catalogue.product(handle)?;
    product.published.then(|| Arc::clone(product))
}

/// The variant asked for, else the first that can be had, else the first.
fn selected(product: &Product, chosen: Option<VariantId>) -> Option<&Variant> {
    let variants = &product.variants;
    chosen
        .and_then(|id| variants.iter().find(|variant| variant.id == id))
        .or_else(|| variants.iter().find(|variant| is_available(variant)))
        .or_else(|| variants.first())
}

/// The beginning of a description without its tags.
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for character in html.chars() {
        match character {
            '<' => in_tag = true,
            '>' => {
                in_tag = false;
                text.push(' ');
            }
            character if !in_tag => text.push(character),
            _ => {}
        }
    }
    // The sanitiser leaves few references; those in question are named here.
    let text = text
        .replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut short = String::new();
    for word in words {
        if short.chars().count() + word.chars().count() > 155 {
            return short + "…";
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

/// What a redirect to the cart wants to be said, e.g. `?notice=not_enough_stock`.
#[derive(Deserialize)]
pub struct Notice {
    notice: Option<String>,
}

/// `GET /cart`
pub async fn cart(
    State(app): State<SharedApp>,
    Query(notice): Query<Notice>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let view = open_cart(&app, &headers).await?;
    let mut messages = Vec::new();
    match notice.notice.as_deref() {
        Some("not_enough_stock") => {
            messages.push(warning_text(WarningCode::MerchandiseNotEnoughStock).to_owned());
        }
        Some("out_of_stock") => {
            messages.push(warning_text(WarningCode::MerchandiseOutOfStock).to_owned());
        }
        _ => {}
    }
    cart_page(&app, view.as_deref(), messages)
}

/// The cart's page with what there is to say.
pub(super) fn cart_page(
    app: &App,
    view: Option<&CartView>,
    mut messages: Vec<String>,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Content<'a> {
        cart: CartPage<'a>,
        messages: Vec<String>,
    }
    for warning in view.into_iter().flat_map(|view| &view.warnings) {
        let text = warning_text(warning.code).to_owned();
        if !messages.contains(&text) {
            messages.push(text);
        }
    }
    let count = view.map_or(0, |view| view.priced.total_quantity);
    let page_view = PageView {
        title: "Košík",
        kind: "cart",
        description: "",
        path: "/cart",
    };
    let cart = view.map_or(CartPage::EMPTY, CartPage::from);
    page(
        app,
        "cart.html",
        page_view,
        count,
        Content { cart, messages },
    )
}

/// The cart that this browser fills, unless it has become an order.
pub(super) async fn open_cart(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<Box<CartView>>, Failure> {
    let Some(reference) = cookie::cart(headers) else {
        return Ok(None);
    };
    match Carts::new(app).find(&reference).await? {
        Found::Cart(view) => Ok(Some(view)),
        Found::Completed(_) | Found::Missing => Ok(None),
    }
}

/// How many units are in the cart. A page is not refused because its cart cannot be read.
pub(super) async fn cart_count(app: &App, headers: &HeaderMap) -> u64 {
    match open_cart(app, headers).await {
        Ok(view) => view.map_or(0, |view| view.priced.total_quantity),
        Err(error) => {
            tracing::warn!(%error, "a cart could not be counted");
            0
        }
    }
}

/// `GET /policies/{handle}`
pub async fn policy(
    State(app): State<SharedApp>,
    Path(handle): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Content<'a> {
        policy: Policy<'a>,
    }
    #[derive(Serialize)]
    struct Policy<'a> {
        title: &'a str,
        body: &'a str,
    }
    let is_handle = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !handle.bytes().all(is_handle) {
        return Err(Failure::NotFound);
    }
    let file = app.files.policy(&format!("{handle}.html"));
    let file = file.ok_or(Failure::NotFound)?;
    let (title, body) = titled(&file);
    let path = format!("/policies/{handle}");
    let view = PageView {
        title,
        kind: "policy",
        description: "",
        path: &path,
    };
    let policy = Policy { title, body };
    let count = cart_count(&app, &headers).await;
    page(&app, "policy.html", view, count, Content { policy })
}

/// A policy's file begins with `<!-- title: ... -->`.
fn titled(file: &str) -> (&str, &str) {
    file.strip_prefix("<!-- title:")
        .and_then(|rest| rest.split_once("-->"))
        .map_or(("", file), |(title, body)| {
            (title.trim(), body.trim_start())
        })
}

/// For which product the snippet is.
#[derive(Deserialize)]
pub struct SnippetFor {
    product: Option<String>,
    variant: Option<String>,
}

/// `GET /snippet/accelerated-checkout?product=HANDLE` or `?variant=ID`
pub async fn snippet(
    State(app): State<SharedApp>,
    Query(wanted): Query<SnippetFor>,
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
    Ok(html_response(product_snippet(&app, product, selected)))
}
