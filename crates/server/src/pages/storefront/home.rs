//! The home page.

use crate::app::SharedApp;
use crate::pages::failure::Failure;
use crate::pages::render::page;
use crate::pages::view::{Card, PageView};
use crate::pages::visitor::Visitor;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;

/// Products on one page. This limits the size of the page, however many products the shop sells.
const PER_PAGE: usize = 48;

/// The requested page of the products.
#[derive(Deserialize)]
pub struct Part {
    strana: Option<NonZeroUsize>,
}

/// `GET /`
pub async fn home(
    State(app): State<SharedApp>,
    Query(part): Query<Part>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Home<'a> {
        products: Vec<Card<'a>>,
        /// The total number of products.
        count: usize,
        /// The numbers of the previous and the next page.
        earlier: Option<usize>,
        later: Option<usize>,
    }
    let catalogue = app.catalogue.current();
    let published = || catalogue.published();
    let count = published().count();
    let number = part.strana.map_or(1, NonZeroUsize::get);
    let before = (number - 1).saturating_mul(PER_PAGE);
    if number > 1 && before >= count {
        return Err(Failure::NotFound);
    }
    let visitor = Visitor::browsing(&app, &headers).await;
    let shown = visitor.shown(&app);
    let goods = Home {
        products: published()
            .skip(before)
            .take(PER_PAGE)
            .map(|product| Card::new(&shown, product))
            .collect(),
        count,
        earlier: (number > 1).then(|| number - 1),
        later: (before + PER_PAGE < count).then(|| number + 1),
    };
    let view = PageView {
        title: &app.config.shop.name,
        kind: "home",
        description: &app.config.shop.tagline,
        path: "/",
    };
    page(&app, "home.html", view, Some(&visitor), goods)
}
