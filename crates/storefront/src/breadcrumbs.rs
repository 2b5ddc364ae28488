//! The way from the home page to a page.

use crate::collections::collection_title;
use serde::Serialize;
use zkratka_commerce::catalogue::{Collection, Product};

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breadcrumb {
    pub title: String,
    /// The path of its page.
    pub url: String,
}

impl Breadcrumb {
    fn new(title: &str, url: &str) -> Self {
        Self {
            title: title.to_owned(),
            url: url.to_owned(),
        }
    }
}

/// The way to the list of all collections.
#[must_use]
pub fn to_goods() -> Vec<Breadcrumb> {
    vec![
        Breadcrumb::new("Úvod", "/"),
        Breadcrumb::new("Zboží", "/collections"),
    ]
}

/// The way to a collection.
#[must_use]
pub fn of_collection(collection: &Collection) -> Vec<Breadcrumb> {
    let url = format!("/collections/{}", collection.handle);
    let own = Breadcrumb::new(&collection_title(&collection.title), &url);
    to_goods().into_iter().chain([own]).collect()
}

/// The way to a product.
#[must_use]
pub fn of_product(product: &Product) -> Vec<Breadcrumb> {
    let url = format!("/products/{}", product.handle);
    let own = Breadcrumb::new(&product.title, &url);
    to_goods().into_iter().chain([own]).collect()
}
