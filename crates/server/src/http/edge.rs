//! What holds for every request: a deadline, no panic that gets out, an id, safe headers, a log line, Czech error pages.

use super::client::Peer;
use super::headers::SecurityHeaders;
use super::host::names_one_host;
use super::plain::in_our_words;
use super::request_id;
use super::sandbox::GOOGLE_PAY_PREFIX;
use super::secrecy::keep_secret;
use crate::app::SharedApp;
use crate::gateway::SANDBOX_PREFIX;
use crate::pages::error_page;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Requests slower than this are worth a line.
const SLOW: Duration = Duration::from_secs(1);
/// Answers for programs: never replaced by a page.
const MACHINES: &[&str] = &[
    "/api/",
    "/assets/",
    "/theme/",
    "/webhooks/",
    "/healthz",
    "/robots.txt",
    "/snippet/",
    SANDBOX_PREFIX,
    GOOGLE_PAY_PREFIX,
];

/// What the edge needs.
#[derive(Clone)]
pub(super) struct Edge {
    pub(super) app: SharedApp,
    pub(super) headers: Arc<SecurityHeaders>,
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
    let limit = app.config.limits.request_timeout;
    let answer = async {
        if !names_one_host(&request) {
            return StatusCode::BAD_REQUEST.into_response();
        }
        next.run(request).await
    };
    let mut response = match tokio::time::timeout(limit, guarded(answer)).await {
        Ok(Some(response)) => response,
        Ok(None) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Err(_elapsed) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    };
    if for_machines && !framed {
        response = in_our_words(&path, response);
    } else if !framed && needs_page(&response) {
        let mut page = error_page(app, response.status());
        // What the handler said beside its status (Allow, Set-Cookie) stays.
        for (name, value) in response.headers() {
            if !page.headers().contains_key(name) && name != "content-length" {
                page.headers_mut().append(name, value.clone());
            }
        }
        response = page;
    }
    keep_secret(&path, response.headers_mut());
    edge.headers.apply(response.headers_mut(), framed);
    line.log(&id, response.status(), started.elapsed());
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
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
