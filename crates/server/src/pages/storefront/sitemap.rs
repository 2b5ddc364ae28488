//! The list of pages for search engines.

use crate::app::SharedApp;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::num::NonZeroUsize;
use zkratka_storefront::{Sitemap, shop_paths};

/// One part of a list that is too long for one file.
#[derive(Deserialize)]
pub struct Wanted {
    part: Option<NonZeroUsize>,
}

/// `GET /sitemap.xml`
pub async fn sitemap(State(app): State<SharedApp>, Query(wanted): Query<Wanted>) -> Response {
    let mut paths = shop_paths(&app.catalogue.current());
    let policies = app.files.policy_names().into_iter();
    paths.extend(policies.map(|name| format!("/policies/{name}")));
    let sitemap = Sitemap::new(&app.config.server.public_origin, paths);
    let file = match wanted.part {
        Some(part) => sitemap.part(part),
        None => Some(sitemap.main_file()),
    };
    match file {
        Some(xml) => ([(CONTENT_TYPE, "application/xml; charset=utf-8")], xml).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
