//! A product's page.

use crate::app::{App, SharedApp};
use crate::http::OwnPage;
use crate::pages::failure::Failure;
use crate::pages::preload::{self, Offer};
use crate::pages::render::page;
use crate::pages::snippet::product_snippet;
use crate::pages::view::PageView;
use crate::pages::visitor::Visitor;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use minijinja::value::Value;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::ids::VariantId;
use zkratka_storefront::{
    Breadcrumb, ProductData, ProductView, VariantView, of_product, structured_data, summary,
};

/// The selected variant, e.g. `?variant=12`. `hlidani`: the shop will tell when it can be bought again.
#[derive(Deserialize)]
pub struct Chosen {
    variant: Option<String>,
    hlidani: Option<String>,
}

/// The form to be told when the selected variant can be bought again.
#[derive(Clone, Copy, Default, Serialize)]
pub(in crate::pages) struct AlertForm<'a> {
    /// Whether the shop sends e-mails.
    pub(in crate::pages) is_offered: bool,
    pub(in crate::pages) is_saved: bool,
    /// The address that was refused, and why; otherwise both are empty.
    pub(in crate::pages) email: &'a str,
    pub(in crate::pages) error: &'a str,
}

/// `GET /products/{handle}`
pub async fn product(
    State(app): State<SharedApp>,
    Path(handle): Path<String>,
    Query(chosen): Query<Chosen>,
    OwnPage(origin): OwnPage,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let product = published(&app, &handle).ok_or(Failure::NotFound)?;
    let id = chosen.variant.and_then(|text| text.parse().ok());
    let selected = selected(&product, id.map(VariantId)).ok_or(Failure::NotFound)?;
    let visitor = Visitor::browsing(&app, &headers).await;
    let alert = AlertForm {
        is_saved: chosen.hlidani.is_some(),
        ..AlertForm::default()
    };
    product_page(&app, &origin, &visitor, (&product, selected), alert)
}

/// Renders a product's page with this variant selected.
pub(in crate::pages) fn product_page(
    app: &App,
    origin: &str,
    visitor: &Visitor,
    (product, selected): (&Product, &Variant),
    alert: AlertForm<'_>,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct ProductPage<'a> {
        product: ProductView<'a>,
        selected: VariantView<'a>,
        breadcrumbs: &'a [Breadcrumb],
        structured_data: Value,
        alert: AlertForm<'a>,
    }
    let shown = visitor.shown(app);
    let snippet = product_snippet(app, visitor.page(app, origin), product, selected);
    let path = format!("/products/{}", product.handle);
    let description = summary(&product.description_html);
    let view = PageView {
        title: &product.title,
        kind: "product",
        description: &description,
        path: &path,
    };
    let breadcrumbs = of_product(product);
    let image = product.images.first();
    let image = image.map(|image| app.theme.image_url(&image.source));
    let price = shown.price(product, selected);
    let data = ProductData {
        origin: &app.config.server.public_origin,
        product,
        selected,
        price: price.in_currency(shown.currency()),
        image: image.as_deref(),
        breadcrumbs: &breadcrumbs,
    };
    let content = ProductPage {
        product: ProductView::new(&shown.place, product, selected.id, snippet),
        selected: VariantView::new(&shown.place, product, selected, true),
        breadcrumbs: &breadcrumbs,
        structured_data: structured_data(&data),
        alert: AlertForm {
            is_offered: app.config.mail.is_some(),
            ..alert
        },
    };
    let mut response = page(app, "product.html", view, Some(visitor), content)?;
    let offer = Offer {
        shipped: selected.requires_shipping,
        is_recognised: visitor.is_recognised,
    };
    preload::for_product(app, offer, &mut response);
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
        .or_else(|| variants.iter().find(|variant| variant.stock.is_available()))
        .or_else(|| variants.first())
}
