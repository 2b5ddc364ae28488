//! The home page.

use super::cart::cart_count;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use crate::pages::render::page;
use crate::pages::view::{Card, PageView};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;

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
