//! The policies' pages.

use crate::app::SharedApp;
use crate::pages::failure::Failure;
use crate::pages::render::page;
use crate::pages::view::PageView;
use crate::pages::visitor::Visitor;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use zkratka_assets::titled;

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
    let visitor = Visitor::browsing(&app, &headers).await;
    page(
        &app,
        "policy.html",
        view,
        Some(&visitor),
        Content { policy },
    )
}
