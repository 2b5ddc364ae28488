//! The files of an order.

use super::checkout::private;
use super::failure::Failure;
use super::form::ShopForm;
use super::order::{Found, find, order_by_token};
use super::render::{Message, message, see_other};
use crate::app::SharedApp;
use axum::extract::{Path, RawQuery, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use zkratka_attempts::download_secret;
use zkratka_commerce::download::CONSENT_VERSION;
use zkratka_downloads::SignedLink;
use zkratka_order_page::{FileDesk, NotSent, asks_for_consent};
use zkratka_texts::NO_DOWNLOAD;

/// `GET /checkout/{token}/downloads/{line}?until=…&signature=…`: sends a file, and counts it.
pub async fn download(
    State(app): State<SharedApp>,
    Path((token, line)): Path<(String, u32)>,
    RawQuery(query): RawQuery,
    method: Method,
) -> Result<Response, Failure> {
    // A HEAD request sends nothing, so it must not count.
    if method != Method::GET {
        return Err(Failure::BadRequest);
    }
    let signed = SignedLink::read(line, query.as_deref()).ok_or(Failure::NotFound)?;
    let (order, attempt) = order_by_token(&app, &token).await?;
    let desk = FileDesk::new(&*app.store, &app.config, app.clock.now());
    match desk.send(&order, download_secret(&attempt), &signed).await {
        Ok(file) => Ok(private(file)),
        Err(NotSent::Refused(reason)) => {
            let content = Message::new(NO_DOWNLOAD, &reason, "/");
            message(&app, StatusCode::FORBIDDEN, content, None).map(private)
        }
        Err(NotSent::NoSuchLink) => Err(Failure::NotFound),
        Err(NotSent::Store(error)) => Err(error.into()),
        Err(NotSent::NoFile) => Err(Failure::Internal("a sold file cannot be sent")),
    }
}

/// `POST /checkout/{token}/downloads?key=SECRET`: the buyer consents to immediate delivery. The secret is the order's own.
pub async fn consent(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
    _form: ShopForm,
) -> Result<Response, Failure> {
    let Found::Order(opened) = find(&app, &token, query.as_deref()).await? else {
        return Err(Failure::NotFound);
    };
    let (order, life) = opened.shows_files(&app).ok_or(Failure::NotFound)?;
    let (record, now) = (
        app.store.download_record(order.number).await?,
        app.clock.now(),
    );
    // What the page does not ask for is no consent: the button was pressed on an older page, or on none.
    if asks_for_consent(order, life, &record, now) {
        let consent = app
            .store
            .consent_to_downloads(order.number, CONSENT_VERSION, now);
        consent.await?;
    }
    Ok(private(see_other(&opened.own_address(&app))))
}
