//! Wraps every request: admission, a deadline, panics, a request id, security headers, a log line, and Czech error
//! pages.

use super::bodies::Bodies;
use super::headers::SecurityHeaders;
use super::host::names_one_host;
use super::indexing::limit_indexing;
use super::plain::{as_api_error, as_text, has_type, is_error};
use super::policy::{FailureAnswer, RoutePolicy, WorkLimit};
use super::request_id;
use super::secrecy::keep_secret;
use super::table;
use super::wallet_host::leads_to_shop;
use crate::app::SharedApp;
use crate::graphql::allow_origin;
use crate::pages::{
    cart_script_failure, error_page, error_page_for, is_cart_script, renew, renewal,
};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CONNECTION, COOKIE, ORIGIN, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};
use zkratka_admission::{Deadline, Priority, Refusal};
use zkratka_listener::Peer;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// A request that takes longer is logged at level info.
const SLOW: Duration = Duration::from_secs(1);
pub(super) struct Edge {
    pub(super) app: SharedApp,
    pub(super) headers: SecurityHeaders,
    pub(super) bodies: Bodies,
}

/// Wraps every request that matches a route.
pub(super) async fn edge(
    State((edge, policy)): State<(Arc<Edge>, RoutePolicy)>,
    request: Request,
    next: Next,
) -> Response {
    wrapped(&edge, policy, request, next).await
}

/// Wraps every request that matches no route.
pub(super) async fn edge_of_unrouted(
    State(edge): State<Arc<Edge>>,
    request: Request,
    next: Next,
) -> Response {
    let policy = table::unrouted(request.uri().path());
    wrapped(&edge, policy, request, next).await
}

async fn wrapped(edge: &Edge, policy: RoutePolicy, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let app = &edge.app;
    let id = id_of(edge, &request);
    let line = Line::of(&request);
    let client = Client::of(policy.failure, &request);
    let cookies = match client {
        Client::Browser { .. } | Client::CartScript { .. } => renewal(app, request.headers()),
        Client::CartApi { .. } | Client::Program | Client::HandlerOnly => Vec::new(),
    };
    let mut response = match answer(edge, policy, &client, request, next, started).await {
        Ok(response) => response,
        Err(status) => refusal(app, status, &client),
    };
    response = client.explain_error(app, response);
    add_retry_after(app, policy, &mut response);
    renew(cookies, response.headers_mut());
    keep_secret(policy.secrecy, response.headers_mut());
    limit_indexing(policy.indexing, response.headers_mut());
    edge.headers.apply(response.headers_mut(), policy.headers);
    line.log(&id, response.status(), started.elapsed());
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Returns the handler's response, or the status that says why there is none in time.
async fn answer(
    edge: &Edge,
    policy: RoutePolicy,
    client: &Client,
    request: Request,
    next: Next,
    started: Instant,
) -> Result<Response, StatusCode> {
    if !names_one_host(&request) {
        return Err(StatusCode::BAD_REQUEST);
    }
    if let Some(elsewhere) = leads_to_shop(&edge.app, policy, &request) {
        return Ok(elsewhere);
    }
    let deadline = started + edge.app.config.limits.request_timeout;
    let (mut request, _held) = edge.bodies.receive(request, policy.body_bytes).await?;
    let _place = match policy.bound {
        WorkLimit::Gate(priority) => {
            let entered = edge.app.admission.work.enter(priority, deadline);
            Some(match entered {
                Ok(place) => place,
                Err(refused) => return Ok(later(refused)),
            })
        }
        WorkLimit::Elsewhere => None,
    };
    request.extensions_mut().insert(Deadline(deadline));
    let answering = guarded(async {
        let response = next.run(request).await;
        client.explain_for_visitor(&edge.app, response).await
    });
    match tokio::time::timeout_at(deadline.into(), answering).await {
        Ok(Some(response)) => Ok(response),
        Ok(None) => Err(StatusCode::INTERNAL_SERVER_ERROR),
        Err(_elapsed) => Err(StatusCode::SERVICE_UNAVAILABLE),
    }
}

/// Builds the edge's own response. An allowed storefront may read one about the cart API, like any other response of
/// that API.
fn refusal(app: &SharedApp, status: StatusCode, client: &Client) -> Response {
    // The empty string sets the type text/plain. `as_text` adds its text to responses of that type only.
    let mut response = (status, "").into_response();
    if status == StatusCode::REQUEST_TIMEOUT {
        // Close the connection: the rest of this body would be read as the next request.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    if let Client::CartApi { origin } = client {
        let allowed = &app.config.storefront.allowed_origins;
        allow_origin(origin, allowed, &mut response);
    }
    response
}

/// Responds that the shop is busy, and when to retry.
fn later(refused: Refusal) -> Response {
    let after = [(RETRY_AFTER, HeaderValue::from(refused.seconds()))];
    (StatusCode::TOO_MANY_REQUESTS, after, "").into_response()
}

/// Adds `Retry-After` to a busy response that lacks it. The cart API is excluded, because its public client reads the
/// seconds as milliseconds.
fn add_retry_after(app: &SharedApp, policy: RoutePolicy, response: &mut Response) {
    let is_busy = response.status() == StatusCode::TOO_MANY_REQUESTS;
    let is_api = policy.failure == FailureAnswer::CartApi;
    if is_busy && !is_api && !response.headers().contains_key(RETRY_AFTER) {
        let priority = match policy.bound {
            WorkLimit::Gate(priority) => priority,
            WorkLimit::Elsewhere => Priority::Settling,
        };
        let seconds = app.admission.work.refuse(priority).seconds();
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
}

/// Returns the response, or `None` if the handler panicked. The panic hook has already logged the panic.
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

/// Replaces a bare response by a page, and keeps the handler's headers (Allow, Set-Cookie).
fn instead_of(response: &Response, mut page: Response) -> Response {
    for (name, value) in response.headers() {
        if !page.headers().contains_key(name) && name != "content-length" {
            page.headers_mut().append(name, value.clone());
        }
    }
    page
}

/// The kind of client, which determines the format of an error.
enum Client {
    /// A browser that shows a page. Its cookies are kept, because an error page shows the cart's count and the country
    /// picker like any other page.
    Browser { cookies: HeaderMap },
    /// A theme's script that changes the cart.
    CartScript { method: Method },
    /// A GraphQL client. Its headers name its origin.
    CartApi { origin: HeaderMap },
    /// A program that reads text.
    Program,
    /// A client that gets the handler's responses unchanged.
    HandlerOnly,
}

impl Client {
    fn of(failure: FailureAnswer, request: &Request) -> Self {
        let headers = request.headers();
        let only = |name: HeaderName| {
            let values = headers.get_all(&name).iter();
            values.map(|value| (name.clone(), value.clone())).collect()
        };
        match failure {
            FailureAnswer::AjaxCart if is_cart_script(request.uri().path(), headers) => {
                Self::CartScript {
                    method: request.method().clone(),
                }
            }
            FailureAnswer::Page | FailureAnswer::AjaxCart => Self::Browser {
                cookies: only(COOKIE),
            },
            FailureAnswer::CartApi => Self::CartApi {
                origin: only(ORIGIN),
            },
            FailureAnswer::Text => Self::Program,
            FailureAnswer::Handler => Self::HandlerOnly,
        }
    }

    /// Replaces a browser's bare error by an error page with the visitor's cart and country. If the error is the
    /// server's or the shop is busy, the store is not asked for them.
    async fn explain_for_visitor(&self, app: &SharedApp, response: Response) -> Response {
        let status = response.status();
        let is_trouble = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
        match self {
            Self::Browser { cookies } if !is_trouble && lacks_message(&response) => {
                // Boxed, because the future is large and rarely used: otherwise every request would reserve its size.
                let page = Box::pin(error_page_for(app, status, cookies)).await;
                instead_of(&response, page)
            }
            Self::Browser { .. }
            | Self::CartScript { .. }
            | Self::CartApi { .. }
            | Self::Program
            | Self::HandlerOnly => response,
        }
    }

    /// Adds the missing text to an error, in the client's format.
    fn explain_error(&self, app: &SharedApp, response: Response) -> Response {
        match self {
            Self::Browser { .. } if lacks_message(&response) => {
                instead_of(&response, error_page(app, response.status()))
            }
            Self::CartScript { method } if lacks_message(&response) => {
                let said = cart_script_failure(method, response.status());
                instead_of(&response, said)
            }
            Self::CartApi { .. } => as_api_error(response),
            Self::Program => as_text(response),
            Self::Browser { .. } | Self::CartScript { .. } | Self::HandlerOnly => response,
        }
    }
}

/// Whether the response is an error that the handler has not explained in a page or in JSON.
fn lacks_message(response: &Response) -> bool {
    let is_said = has_type(response, b"text/html") || has_type(response, b"application/json");
    is_error(response) && !is_said
}

/// The request's part of a log line. It names the route and never the URL, which may contain a cart's secret.
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
