//! Renders responses from templates and data.

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

/// The frame's data together with the page's own.
#[derive(Serialize)]
struct Context<'a, T: Serialize> {
    #[serde(flatten)]
    frame: Frame<'a>,
    #[serde(flatten)]
    content: T,
}

/// Renders a page of the theme. Without a visitor, the page is the same for everybody.
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

/// An HTML response that caches must revalidate.
pub(super) fn html_response(html: String) -> Response {
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    // Pages show stock, prices and the number of goods in the cart. The browser's back/forward cache may still keep
    // them.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, private"));
    response
}

/// Redirects the browser after a form. Status 303 makes the next request a GET.
pub(super) fn see_other(address: &str) -> Response {
    Redirect::to(address).into_response()
}

/// Where the country picker on an error page redirects. The page's own URL has nothing to show, or cannot be opened
/// because it was the response to a form.
const BEGINNING: &str = "/";

/// The content of a message page.
#[derive(Serialize)]
pub(super) struct Message<'a> {
    pub(super) title: &'a str,
    pub(super) text: &'a str,
    pub(super) back_url: &'a str,
    pub(super) back_label: &'a str,
}

impl<'a> Message<'a> {
    pub(super) fn new(title: &'a str, text: &'a str, back_url: &'a str) -> Self {
        Self {
            title,
            text,
            back_url,
            back_label: BACK,
        }
    }
}

/// Renders a page with one message.
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

/// The theme's page for a status, with the cart and country from these request headers.
pub(crate) async fn error_page_for(app: &App, status: StatusCode, headers: &HeaderMap) -> Response {
    let visitor = Visitor::browsing(app, headers).await;
    explained(app, status, Some(&visitor))
}

/// The theme's page for a status, the same for everybody. Used when the server has no time to read the cart.
pub(crate) fn error_page(app: &App, status: StatusCode) -> Response {
    explained(app, status, None)
}

/// Renders the theme's page for a status, or plain Czech text if that fails.
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

/// The data of a page that needs none.
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
