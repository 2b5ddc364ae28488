//! From template and data to a response.

use super::failure::Failure;
use super::view::{Frame, PageView};
use super::visitor::Visitor;
use crate::app::App;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use minijinja::value::{Serde, Value};
use serde::Serialize;
use zkratka_texts::BACK;

/// The frame's data beside the page's own.
#[derive(Serialize)]
struct Context<'a, T: Serialize> {
    #[serde(flatten)]
    frame: Frame<'a>,
    #[serde(flatten)]
    content: T,
}

/// Renders a page of the theme; without a visitor, one that is the same for everybody.
pub(super) fn page(
    app: &App,
    template: &str,
    view: PageView<'_>,
    visitor: Option<&Visitor>,
    content: impl Serialize,
) -> Result<Response, Failure> {
    let frame = Frame::new(app, view, visitor);
    let data = Value::from(Serde(Context { frame, content }));
    let html = app.theme.render(template, data)?;
    Ok(html_response(html))
}

/// HTML that is made anew for every request.
pub(super) fn html_response(html: String) -> Response {
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    // Pages show stock, prices and the cart's count; the back/forward cache stays allowed.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, private"));
    response
}

/// Sends the browser on after a form (303: the next request is a GET).
pub(super) fn see_other(address: &str) -> Response {
    Redirect::to(address).into_response()
}

/// Where whoever chooses a country on a page that says no goes on: its own address has nothing to show, or cannot be opened
/// because it answered a form.
const BEGINNING: &str = "/";

/// What a message page says.
#[derive(Serialize)]
pub(super) struct Message<'a> {
    pub(super) title: &'a str,
    pub(super) text: &'a str,
    pub(super) back_url: &'a str,
    pub(super) back_label: &'a str,
}

impl<'a> Message<'a> {
    /// A message with a link back.
    pub(super) fn new(title: &'a str, text: &'a str, back_url: &'a str) -> Self {
        Self {
            title,
            text,
            back_url,
            back_label: BACK,
        }
    }
}

/// A page that says one thing.
pub(super) fn message(
    app: &App,
    status: StatusCode,
    message: Message<'_>,
    visitor: Option<&Visitor>,
) -> Result<Response, Failure> {
    let view = PageView {
        title: message.title,
        kind: "message",
        description: "",
        path: BEGINNING,
    };
    let mut response = page(app, "message.html", view, visitor, message)?;
    *response.status_mut() = status;
    Ok(response)
}

/// The theme's page for a status, for the browser that sent these headers.
pub(crate) async fn error_page_for(app: &App, status: StatusCode, headers: &HeaderMap) -> Response {
    let visitor = Visitor::browsing(app, headers).await;
    explained(app, status, Some(&visitor))
}

/// The theme's page for a status, the same for everybody: where there is no time to find out who looks at it.
pub(crate) fn error_page(app: &App, status: StatusCode) -> Response {
    explained(app, status, None)
}

/// Plain Czech text when not even the theme's page can be rendered.
fn explained(app: &App, status: StatusCode, visitor: Option<&Visitor>) -> Response {
    let whole = |template, title| whole_page(app, template, title, visitor);
    let short = |title, text| message(app, status, Message::new(title, text, "/"), visitor);
    let rendered = match status {
        StatusCode::NOT_FOUND => whole("not_found.html", "Stránka nenalezena"),
        StatusCode::BAD_REQUEST => short(
            "Tomu nerozumíme",
            "Odkaz nebo formulář není úplný. Zkuste to prosím znovu ze stránky obchodu.",
        ),
        StatusCode::FORBIDDEN => short(
            "Tudy to nejde",
            "Požadavek nepřišel z našeho obchodu. Otevřete prosím stránku obchodu a zkuste to odtud.",
        ),
        StatusCode::METHOD_NOT_ALLOWED => short(
            "Tudy to nejde",
            "Tuto adresu nelze otevřít přímo. Zkuste to prosím ze stránky obchodu.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => short(
            "Je toho moc",
            "Odeslaný formulář je příliš velký. Zkraťte ho prosím.",
        ),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => short(
            "Máme teď plno",
            "Obchod je právě vytížený. Zkuste to prosím za chvíli znovu.",
        ),
        _ => whole("error.html", "Něco se nepovedlo"),
    };
    let mut response = rendered.unwrap_or_else(|error| {
        tracing::error!(%error, "the theme's error page failed");
        html_response(PLAIN.to_owned())
    });
    *response.status_mut() = status;
    response
}

const PLAIN: &str = "<!doctype html><html lang=\"cs\"><meta charset=\"utf-8\"><title>Něco se nepovedlo</title><p>Něco se nepovedlo. Zkuste to prosím za chvíli znovu.</p></html>";

/// For pages that need no data of their own.
#[derive(Serialize)]
struct Nothing {}

fn whole_page(
    app: &App,
    template: &str,
    title: &str,
    visitor: Option<&Visitor>,
) -> Result<Response, Failure> {
    let view = PageView {
        title,
        kind: "error",
        description: "",
        path: BEGINNING,
    };
    page(app, template, view, visitor, Nothing {})
}
