//! What holds for every request: its place, a deadline, no panic that gets out, an id, safe headers, a log line, Czech error pages.

use super::bodies::Bodies;
use super::headers::SecurityHeaders;
use super::host::names_one_host;
use super::plain::{as_api_error, as_text, has_type, is_error};
use super::policy::{Bound, FailureAnswer, RoutePolicy};
use super::request_id;
use super::secrecy::keep_secret;
use super::table;
use crate::app::SharedApp;
use crate::graphql::allow_origin;
use crate::pages::{cart_script_failure, error_page, error_page_for, is_cart_script};
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
use zkratka_admission::{Deadline, Priority, Refused};
use zkratka_listener::Peer;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Requests slower than this are worth a line.
const SLOW: Duration = Duration::from_secs(1);
/// What the edge needs.
pub(super) struct Edge {
    pub(super) app: SharedApp,
    pub(super) headers: SecurityHeaders,
    pub(super) bodies: Bodies,
}

/// Wraps every request to a route.
pub(super) async fn edge(
    State((edge, policy)): State<(Arc<Edge>, RoutePolicy)>,
    request: Request,
    next: Next,
) -> Response {
    wrapped(&edge, policy, request, next).await
}

/// Wraps every request that no route takes.
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
    let mut response = match answer(edge, policy, &client, request, next, started).await {
        Ok(response) => response,
        Err(status) => refusal(app, status, &client),
    };
    response = client.hear(app, response);
    say_when(app, policy, &mut response);
    keep_secret(policy.secrecy, response.headers_mut());
    edge.headers.apply(response.headers_mut(), policy.headers);
    line.log(&id, response.status(), started.elapsed());
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// The answer in time, or the status that says why there is none.
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
    let deadline = started + edge.app.config.limits.request_timeout;
    let (mut request, _held) = edge.bodies.receive(request).await?;
    let _place = match policy.bound {
        Bound::Gate(priority) => {
            let entered = edge.app.admission.work.enter(priority, deadline);
            Some(match entered {
                Ok(place) => place,
                Err(refused) => return Ok(later(refused)),
            })
        }
        Bound::Elsewhere => None,
    };
    request.extensions_mut().insert(Deadline(deadline));
    let answering = guarded(async {
        let response = next.run(request).await;
        client.hear_in_person(&edge.app, response).await
    });
    match tokio::time::timeout_at(deadline.into(), answering).await {
        Ok(Some(response)) => Ok(response),
        Ok(None) => Err(StatusCode::INTERNAL_SERVER_ERROR),
        Err(_elapsed) => Err(StatusCode::SERVICE_UNAVAILABLE),
    }
}

/// An answer of the edge's own. Other storefronts may read those about the cart API like any other.
fn refusal(app: &SharedApp, status: StatusCode, client: &Client) -> Response {
    // With a type, so that it is put into words like what libraries say.
    let mut response = (status, "").into_response();
    if status == StatusCode::REQUEST_TIMEOUT {
        // What is still to come of the body is no request.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    if let Client::CartApi { origin } = client {
        let allowed = &app.config.storefront.allowed_origins;
        allow_origin(origin, allowed, &mut response);
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
fn say_when(app: &SharedApp, policy: RoutePolicy, response: &mut Response) {
    let is_busy = response.status() == StatusCode::TOO_MANY_REQUESTS;
    let is_api = policy.failure == FailureAnswer::CartApi;
    if is_busy && !is_api && !response.headers().contains_key(RETRY_AFTER) {
        let priority = match policy.bound {
            Bound::Gate(priority) => priority,
            Bound::Elsewhere => Priority::Settling,
        };
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

/// A page instead of a bare answer. What the handler said beside its status (Allow, Set-Cookie) stays.
fn instead_of(response: &Response, mut page: Response) -> Response {
    for (name, value) in response.headers() {
        if !page.headers().contains_key(name) && name != "content-length" {
            page.headers_mut().append(name, value.clone());
        }
    }
    page
}

/// Who asks, as far as it matters to how a failure is said.
enum Client {
    /// A browser that shows a page. Its cookies: a page that says why there is none counts the cart and offers the
    /// countries like any other page.
    Browser { cookies: HeaderMap },
    /// A theme's script that changes the cart.
    CartScript { method: Method },
    /// A GraphQL client, from the origin that its headers name.
    CartApi { origin: HeaderMap },
    /// A program that reads text.
    Program,
    /// A client that hears from the handler alone.
    OfHandler,
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
            FailureAnswer::Handler => Self::OfHandler,
        }
    }

    /// The answer, or the page that says why there is none, with what is known of the visitor. A server in trouble asks
    /// its store for nothing more.
    async fn hear_in_person(&self, app: &SharedApp, response: Response) -> Response {
        let status = response.status();
        let is_trouble = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
        match self {
            Self::Browser { cookies } if !is_trouble && needs_words(&response) => {
                let page = error_page_for(app, status, cookies).await;
                instead_of(&response, page)
            }
            Self::Browser { .. }
            | Self::CartScript { .. }
            | Self::CartApi { .. }
            | Self::Program
            | Self::OfHandler => response,
        }
    }

    /// The answer; a failure without words gets them, in the form that the client reads.
    fn hear(&self, app: &SharedApp, response: Response) -> Response {
        match self {
            Self::Browser { .. } if needs_words(&response) => {
                instead_of(&response, error_page(app, response.status()))
            }
            Self::CartScript { method } if needs_words(&response) => {
                let said = cart_script_failure(method, response.status());
                instead_of(&response, said)
            }
            Self::CartApi { .. } => as_api_error(response),
            Self::Program => as_text(response),
            Self::Browser { .. } | Self::CartScript { .. } | Self::OfHandler => response,
        }
    }
}

/// Whether a request failed and the handler did not say why, as a page or in JSON.
fn needs_words(response: &Response) -> bool {
    let is_said = has_type(response, b"text/html") || has_type(response, b"application/json");
    is_error(response) && !is_said
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
