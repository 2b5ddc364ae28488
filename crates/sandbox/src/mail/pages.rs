//! The pages with the e-mails that were caught.

use super::inbox::{Caught, Inbox};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mail_parser::{Message, MessageParser, MimeHeaders};
use minijinja::{Environment, context};

/// The list of e-mails, and each as HTML, as text and as it arrived.
pub(super) fn routes(inbox: Inbox) -> Router {
    Router::new()
        .route("/", get(list))
        .route("/{number}/html", get(html))
        .route("/{number}/text", get(text))
        .route("/{number}/raw", get(raw))
        .with_state(inbox)
}

async fn list(State(inbox): State<Inbox>) -> Response {
    let mails: Vec<_> = inbox.mails().iter().map(|mail| summary(mail)).collect();
    let mut environment = Environment::new();
    let page = environment
        .add_template("inbox.html", include_str!("inbox.html"))
        .and_then(|()| environment.get_template("inbox.html"))
        .and_then(|template| template.render(context! { mails }));
    page.map_or_else(
        |error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        |page| (headers("text/html; charset=utf-8"), page).into_response(),
    )
}

fn summary(mail: &Caught) -> minijinja::Value {
    context! {
        number => mail.number,
        to => mail.recipients.join(", "),
        subject => &mail.subject,
    }
}

async fn html(State(inbox): State<Inbox>, Path(number): Path<u64>) -> Response {
    shown(&inbox, number, "text/html; charset=utf-8", |message| {
        Some(with_pictures(message, &message.body_html(0)?))
    })
}

/// The HTML with the pictures that travel with the e-mail in it, as a mail program shows them.
pub(super) fn with_pictures(message: &Message<'_>, html: &str) -> String {
    let mut shown = html.to_owned();
    for part in message.attachments() {
        let kind = part.content_type();
        let is_png =
            kind.is_some_and(|kind| kind.ctype() == "image" && kind.subtype() == Some("png"));
        if let (Some(id), true) = (part.content_id(), is_png) {
            let data = STANDARD.encode(part.contents());
            let inside = format!("\"data:image/png;base64,{data}\"");
            shown = shown.replace(&format!("\"cid:{id}\""), &inside);
        }
    }
    shown
}

async fn text(State(inbox): State<Inbox>, Path(number): Path<u64>) -> Response {
    shown(&inbox, number, "text/plain; charset=utf-8", |message| {
        message.body_text(0).map(std::borrow::Cow::into_owned)
    })
}

async fn raw(State(inbox): State<Inbox>, Path(number): Path<u64>) -> Response {
    match inbox.mail(number) {
        Some(mail) => (headers("text/plain; charset=utf-8"), mail.raw.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn shown(
    inbox: &Inbox,
    number: u64,
    kind: &'static str,
    part: impl Fn(&Message<'_>) -> Option<String>,
) -> Response {
    let mail = inbox.mail(number);
    let body = mail.and_then(|mail| part(&MessageParser::default().parse(&mail.raw)?));
    match body {
        Some(body) => (headers(kind), body).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// An e-mail runs no script and loads nothing, as in a mail program.
fn headers(kind: &'static str) -> [(HeaderName, &'static str); 4] {
    [
        (CONTENT_TYPE, kind),
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ]
}
