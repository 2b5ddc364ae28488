//! A product's page.

use crate::app::{App, SharedApp};
use crate::http::OwnPage;
use crate::pages::failure::Failure;
use crate::pages::preload;
use crate::pages::render::page;
use crate::pages::snippet::product_snippet;
use crate::pages::view::{PageView, ProductView, VariantView, is_available};
use crate::pages::visitor::Visitor;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::ids::VariantId;

/// The selected variant, e.g. `?variant=12`.
#[derive(Deserialize)]
pub struct Chosen {
    variant: Option<String>,
}

/// `GET /products/{handle}`
pub async fn product(
    State(app): State<SharedApp>,
    Path(handle): Path<String>,
    Query(chosen): Query<Chosen>,
    OwnPage(origin): OwnPage,
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
    let visitor = Visitor::browsing(&app, &headers).await;
    let shown = visitor.shown(&app);
    let country = visitor.country(&app);
    let snippet = product_snippet(&app, Some(&origin), country, &product, selected);
    let path = format!("/products/{handle}");
    let description = plain_text(&product.description_html);
    let view = PageView {
        title: &product.title,
        kind: "product",
        description: &description,
        path: &path,
    };
    let content = ProductPage {
        product: ProductView::new(&shown, &product, selected.id, snippet),
        selected: VariantView::new(&shown, &product, selected, true),
    };
    let mut response = page(&app, "product.html", view, Some(&visitor), content)?;
    preload::for_product(&app, selected.requires_shipping, &mut response);
    Ok(response)
}

/// The product, if it is published.
fn published(app: &App, handle: &str) -> Option<Arc<Product>> {
    let catalogue = app.catalogue.current();
    let product = catalogue.product(handle)?;
    product.published.then(|| Arc::clone(product))
}

/// The requested variant; otherwise the first that is available; otherwise the first.
pub(super) fn selected(product: &Product, chosen: Option<VariantId>) -> Option<&Variant> {
    let variants = &product.variants;
    chosen
        .and_then(|id| variants.iter().find(|variant| variant.id == id))
        .or_else(|| variants.iter().find(|variant| is_available(variant)))
        .or_else(|| variants.first())
}

/// The beginning of a description, without tags.
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
    // The sanitiser leaves few character references. The ones that can occur are decoded here.
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
