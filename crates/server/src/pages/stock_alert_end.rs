//! The page by which a person ends stock alerts. The link to it is in the alert's e-mail.

use super::failure::Failure;
use super::form::ShopForm;
use super::render::page;
use super::view::PageView;
use super::visitor::Visitor;
use crate::app::{App, SharedApp};
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use zkratka_ids::{parse_secret, same_secret};
use zkratka_store::AlertId;
use zkratka_texts::stock_alert;

#[derive(Serialize)]
struct Content<'a> {
    heading: &'a str,
    text: &'a str,
    /// The button that ends the alerts; absent once they are ended.
    button: Option<&'a str>,
    /// Where the button's form is sent.
    action: &'a str,
}

/// `GET /stock-alerts/{id}?key=SECRET`: asks. Programs that follow the links of an e-mail end nothing.
pub async fn ask_to_end(
    State(app): State<SharedApp>,
    Path(id): Path<i64>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (_, action) = find(&app, id, query.as_deref()).await?;
    let content = Content {
        heading: stock_alert::END_HEADING,
        text: &stock_alert::end_text(&app.config.shop.name),
        button: Some(stock_alert::END_BUTTON),
        action: &action,
    };
    show(&app, &headers, content).await
}

/// `POST /stock-alerts/{id}?key=SECRET`: ends what the mailbox waits for. Mail programs send it, too (RFC 8058).
pub async fn end(
    State(app): State<SharedApp>,
    Path(id): Path<i64>,
    RawQuery(query): RawQuery,
    form: ShopForm,
) -> Result<Response, Failure> {
    let (alert, action) = find(&app, id, query.as_deref()).await?;
    app.store.end_stock_alerts(alert, app.clock.now()).await?;
    let content = Content {
        heading: stock_alert::ENDED_HEADING,
        text: stock_alert::ENDED_TEXT,
        button: None,
        action: &action,
    };
    show(&app, &form.headers, content).await
}

/// The alert of this link, and the link's path.
async fn find(app: &App, id: i64, query: Option<&str>) -> Result<(AlertId, String), Failure> {
    let query = query.unwrap_or_default();
    let mut fields = url::form_urlencoded::parse(query.as_bytes());
    let key = fields.find(|(name, _)| name == "key");
    let key = key.and_then(|(_, value)| parse_secret(&value));
    let key = key.ok_or(Failure::NotFound)?;
    let alert = app.store.stock_alert(AlertId(id)).await?;
    let secret = alert.and_then(|alert| alert.secret);
    if !secret.is_some_and(|secret| same_secret(&secret, &key)) {
        return Err(Failure::NotFound);
    }
    Ok((AlertId(id), format!("/stock-alerts/{id}?{query}")))
}

async fn show(app: &App, headers: &HeaderMap, content: Content<'_>) -> Result<Response, Failure> {
    let visitor = Visitor::browsing(app, headers).await;
    let view = PageView {
        title: content.heading,
        kind: "message",
        description: "",
        path: "/",
    };
    page(app, "stock_alert.html", view, Some(&visitor), content)
}
