//! What holds for every request: its place, a deadline, no panic that gets out, an id, safe headers, a log line, Czech error pages.

use super::admit::priority_of;
use super::bodies::Bodies;
use super::headers::SecurityHeaders;
use super::host::names_one_host;
use super::plain::{API, in_our_words};
use super::request_id;
use super::sandbox::GOOGLE_PAY_PREFIX;
use super::secrecy::keep_secret;
use crate::app::SharedApp;
use crate::gateway::SANDBOX_PREFIX;
use crate::graphql::allow_origin;
use crate::http::Peer;
use crate::pages::{error_page, error_page_for};
use crate::wallets::apple_pay::EMULATION_PREFIX;
use crate::wallets::paypal::PAYPAL_PREFIX;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE, COOKIE, ORIGIN, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};
use zkratka_admission::{Deadline, Priority, Refused};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Requests slower than this are worth a line.
const SLOW: Duration = Duration::from_secs(1);
/// Answers for programs: never replaced by a page.
const MACHINES: &[&str] = &[
    "/api/",
    "/assets/",
    "/theme/",
    "/webhooks/",
    "/.well-known/",
    "/healthz",
    "/robots.txt",
    "/snippet/",
    SANDBOX_PREFIX,
    EMULATION_PREFIX,
    GOOGLE_PAY_PREFIX,
    PAYPAL_PREFIX,
];

/// What the edge needs.
#[derive(Clone)]
pub(super) struct Edge {
    pub(super) app: SharedApp,
    pub(super) headers: Arc<SecurityHeaders>,
    pub(super) bodies: Arc<Bodies>,
}

/// Wraps every request.
pub(super) async fn edge(State(edge): State<Edge>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let app = &edge.app;
    let id = id_of(&edge, &request);
    let line = Line::of(&request);
    let for_machines = is_for_machines(request.uri().path());
    let path = request.uri().path().to_owned();
    let framed = path.starts_with(SANDBOX_PREFIX);
    let origin = request.headers().get(ORIGIN).cloned();
    let mut response = match answer(&edge, request, next, started).await {
        Ok(response) => response,
        Err(status) => refusal(app, status, &path, origin),
    };
    if for_machines && !framed {
        response = in_our_words(&path, response);
    } else if !framed && needs_page(&response) {
        response = instead_of(&response, error_page(app, response.status()));
    }
    say_when(app, &path, &mut response);
    keep_secret(&path, response.headers_mut());
    edge.headers.apply(response.headers_mut(), framed);
    line.log(&id, response.status(), started.elapsed());
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// The answer in time, or the status that says why there is none.
async fn answer(
    edge: &Edge,
    request: Request,
    next: Next,
    started: Instant,
) -> Result<Response, StatusCode> {
    if !names_one_host(&request) {
        return Err(StatusCode::BAD_REQUEST);
    }
    let deadline = started + edge.app.config.limits.request_timeout;
    let (mut request, _held) = edge.bodies.receive(request).await?;
    let _place = match priority_of(request.uri().path()) {
        Some(priority) => {
            let entered = edge.app.admission.work.enter(priority, deadline);
            Some(match entered {
                Ok(place) => place,
                Err(refused) => return Ok(later(refused)),
            })
        }
        None => None,
    };
    request.extensions_mut().insert(Deadline(deadline));
    let asker = Asker::of(&request);
    let answering = guarded(async {
        let response = next.run(request).await;
        match asker {
            Some(asker) => asker.told_why(&edge.app, response).await,
            None => response,
        }
    });
    match tokio::time::timeout_at(deadline.into(), answering).await {
        Ok(Some(response)) => Ok(response),
        Ok(None) => Err(StatusCode::INTERNAL_SERVER_ERROR),
        Err(_elapsed) => Err(StatusCode::SERVICE_UNAVAILABLE),
    }
}

/// An answer of the edge's own. Other storefronts may read those about the cart API like any other.
fn refusal(
    app: &SharedApp,
    status: StatusCode,
    path: &str,
    origin: Option<HeaderValue>,
) -> Response {
    // With a type, so that it is put into words like what libraries say.
    let mut response = (status, "").into_response();
    if status == StatusCode::REQUEST_TIMEOUT {
        // What is still to come of the body is no request.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    if path.starts_with(API) {
        let asked = origin.map(|origin| (ORIGIN, origin));
        let asked: HeaderMap = asked.into_iter().collect();
        let allowed = &app.config.storefront.allowed_origins;
        allow_origin(&asked, allowed, &mut response);
    }
    response
}

/// Turned away, with when to come again.
fn later(refused: Refused) -> Response {
    let after = [(RETRY_AFTER, HeaderValue::from(refused.seconds()))];
    (StatusCode::TOO_MANY_REQUESTS, after, "").into_response()
}

/// Says when to come again, where that is not said yet. Not in the cart API, whose public client takes the seconds for
/// milliseconds.
fn say_when(app: &SharedApp, path: &str, response: &mut Response) {
    let is_busy = response.status() == StatusCode::TOO_MANY_REQUESTS;
    if is_busy && !path.starts_with(API) && !response.headers().contains_key(RETRY_AFTER) {
        let priority = priority_of(path).unwrap_or(Priority::Settling);
        let seconds = app.admission.work.refuse(priority).seconds();
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
}

/// The answer, or nothing when making it panicked. The panic itself has been reported by the panic hook.
async fn guarded(making: impl Future<Output = Response>) -> Option<Response> {
    let mut making = std::pin::pin!(making);
    poll_fn(
        |context| match catch_unwind(AssertUnwindSafe(|| making.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(response)) => Poll::Ready(Some(response)),
            Err(_panic) => Poll::Ready(None),
        },
    )
    .await
}

fn id_of(edge: &Edge, request: &Request) -> String {
    let trusted = &edge.app.config.server.trusted_proxies;
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let from_proxy = peer.is_some_and(|peer| trusted.iter().any(|network| network.contains(peer)));
    let given = request.headers().get(&REQUEST_ID);
    given
        .filter(|_| from_proxy)
        .and_then(|value| value.to_str().ok())
        .filter(|id| request_id::acceptable(id))
        .map_or_else(request_id::new, str::to_owned)
}

fn is_for_machines(path: &str) -> bool {
    MACHINES.iter().any(|prefix| path.starts_with(prefix))
}

fn needs_page(response: &Response) -> bool {
    let status = response.status();
    // What a script asked for is said in JSON.
    let is_said = response.headers().get(CONTENT_TYPE).is_some_and(|kind| {
        let kind = kind.as_bytes();
        kind.starts_with(b"text/html") || kind.starts_with(b"application/json")
    });
    (status.is_client_error() || status.is_server_error()) && !is_said
}

/// A page instead of a bare answer. What the handler said beside its status (Allow, Set-Cookie) stays.
fn instead_of(response: &Response, mut page: Response) -> Response {
    for (name, value) in response.headers() {
        if !page.headers().contains_key(name) && name != "content-length" {
            page.headers_mut().append(name, value.clone());
        }
    }
    page
}

/// Who asks for a page, for the case that there is none: what says so counts the cart and offers the countries like any
/// other page.
struct Asker {
    cookies: HeaderMap,
}

impl Asker {
    /// None where no page is ever answered.
    fn of(request: &Request) -> Option<Self> {
        let cookies = request.headers().get_all(COOKIE).iter();
        (!is_for_machines(request.uri().path())).then(|| Self {
            cookies: cookies.map(|value| (COOKIE, value.clone())).collect(),
        })
    }

    /// The answer, or the page that says why there is none. A server in trouble asks its store for nothing more.
    async fn told_why(&self, app: &SharedApp, response: Response) -> Response {
        let status = response.status();
        let is_trouble = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
        if is_trouble || !needs_page(&response) {
            return response;
        }
        let page = error_page_for(app, status, &self.cookies).await;
        instead_of(&response, page)
    }
}

/// What a log line says of a request: the route, never the address itself, which may carry a cart's secret.
struct Line {
    method: Method,
    route: String,
}

impl Line {
    fn of(request: &Request) -> Self {
        let route = request.extensions().get::<MatchedPath>();
        Self {
            method: request.method().clone(),
            route: route.map_or("-", |route| route.as_str()).to_owned(),
        }
    }

    fn log(&self, id: &str, status: StatusCode, took: Duration) {
        let (method, route) = (self.method.as_str(), self.route.as_str());
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let status = status.as_u16();
        if status >= 500 {
            tracing::warn!(
                method,
                route,
                status,
                milliseconds,
                request = id,
                "answered"
            );
        } else if took >= SLOW {
            tracing::info!(
                method,
                route,
                status,
                milliseconds,
                request = id,
                "answered slowly"
            );
        } else {
            tracing::debug!(
                method,
                route,
                status,
                milliseconds,
                request = id,
                "answered"
            );
        }
    }
}
