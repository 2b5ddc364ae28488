//! The HTTP endpoint of the cart API.

use super::access::{has_token, is_version};
use super::answer::{Refusal, busy, reject, written};
use super::body::{self, GraphqlRequest, Query};
use super::cors::{allow_origin, preflight};
use super::keyed;
use super::parts::{in_parts, in_parts_with};
use crate::app::{App, SharedApp};
use crate::graphql::caller::Caller;
use crate::graphql::execute::{Executed, execute};
use crate::graphql::schema::api_schema;
use axum::body::Body;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::header::ALLOW;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Response, StatusCode};
use axum::routing::{MethodRouter, any};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use zkratka_admission::{Deadline, Priority};
use zkratka_graphql_engine::ApiSchema;
use zkratka_graphql_engine::document::{
    Document, DocumentCache, DocumentLimits, Documents, Unavailable,
};
use zkratka_idempotency::KeyError;
use zkratka_listener::client_network;

/// State that the endpoint keeps between requests.
struct Engine {
    /// `None` if the program was built with a broken schema. Every request then gets an internal error.
    schema: Option<&'static ApiSchema>,
    /// Created at the first request, because its limits come from the shop's configuration.
    documents: OnceLock<Documents>,
}

impl Engine {
    fn new() -> Self {
        let schema = api_schema()
            .inspect_err(|error| tracing::error!(%error, "the cart API cannot answer"))
            .ok();
        Self {
            schema,
            documents: OnceLock::new(),
        }
    }

    fn documents(&self, app: &App) -> &Documents {
        self.documents.get_or_init(|| {
            let limits = &app.config.limits;
            let weights = DocumentLimits {
                depth: limits.query_depth,
                cost: limits.query_cost,
                page: u64::try_from(app.rules.max_lines).unwrap_or(u64::MAX),
            };
            let (entries, bytes) = (limits.cached_documents, limits.cached_document_bytes);
            let own = app.manifest.documents.iter().map(String::as_str);
            let others = DocumentCache::new(weights, entries, bytes);
            Documents::new(weights, own, others, Arc::clone(&app.processors))
        })
    }
}

/// Creates the endpoint of the cart API. The path names the version.
pub fn endpoint() -> MethodRouter<SharedApp> {
    let engine = Arc::new(Engine::new());
    let handler = async move |State(app): State<SharedApp>,
                              Path(version): Path<String>,
                              RawQuery(query): RawQuery,
                              request: Request| {
        // The future holds a whole change of a cart: on the heap it costs one allocation, and no stack.
        Box::pin(handle(&engine, &app, &version, query.as_deref(), request)).await
    };
    any(handler)
}

/// The operation named in the URL. It shows in access logs what a request does, and selects the operation if the body
/// does not.
fn operation_name(query: Option<&str>) -> Option<String> {
    let pairs = url::form_urlencoded::parse(query?.as_bytes());
    let mut named = pairs.filter(|(name, _)| name == "operation_name");
    named.next().map(|(_, value)| value.into_owned())
}

async fn handle(
    engine: &Engine,
    app: &SharedApp,
    version: &str,
    query: Option<&str>,
    request: Request,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let allowed = &app.config.storefront.allowed_origins;
    let mut response = match parts.method {
        _ if !is_version(version) => {
            let message = "no such version of the API: use `unstable` or one such as `2026-04`";
            Refusal::new(StatusCode::NOT_FOUND, "NOT_FOUND", message).answer()
        }
        Method::OPTIONS => return preflight(&parts.headers, allowed),
        Method::POST => {
            let deadline = parts.extensions.get().copied();
            let deadline =
                deadline.unwrap_or(Deadline(Instant::now() + app.config.limits.request_timeout));
            answer(engine, app, &parts, body, query, deadline).await
        }
        _ => not_allowed(),
    };
    allow_origin(&parts.headers, allowed, &mut response);
    response
}

fn not_allowed() -> Response<Body> {
    let message = "the API takes POST only";
    let status = StatusCode::METHOD_NOT_ALLOWED;
    let mut response = Refusal::new(status, "METHOD_NOT_ALLOWED", message).answer();
    let allow = HeaderValue::from_static("POST, OPTIONS");
    response.headers_mut().insert(ALLOW, allow);
    response
}

async fn answer(
    engine: &Engine,
    app: &SharedApp,
    parts: &Parts,
    body: Body,
    query: Option<&str>,
    deadline: Deadline,
) -> Response<Body> {
    // Read the body before checking the token: a client that is still sending would miss the response.
    let headers = &parts.headers;
    let received = body::receive(headers, body, app.config.limits.body_bytes).await;
    if !has_token(headers, &app.config.storefront.access_token) {
        let message = "the access token is missing or wrong: send it as X-Storefront-Access-Token";
        return Refusal::new(StatusCode::UNAUTHORIZED, "ACCESS_DENIED", message).answer();
    }
    let body = match received {
        Ok(body) => body,
        Err(refusal) => return refusal.answer(),
    };
    match body::parse(&body) {
        Ok(request) => {
            let mut caller = Caller::of(parts, &app.config.server.trusted_proxies);
            let keyed = match keyed::read(parts, &body) {
                None => return run(engine, app, request, query, deadline, caller).await,
                Some(Err(error)) => return keyed::refuse(error),
                Some(Ok(keyed)) => Arc::new(keyed),
            };
            let Some(_turn) = app.keys_in_use.enter(&keyed) else {
                return keyed::refuse(KeyError::InUse);
            };
            caller.keyed = Some(Arc::clone(&keyed));
            let answer = run(engine, app, request, query, deadline, caller).await;
            keyed::marked(&keyed, answer)
        }
        Err(refusal) => refusal.answer(),
    }
}

async fn run(
    engine: &Engine,
    app: &SharedApp,
    request: GraphqlRequest<'_>,
    query: Option<&str>,
    deadline: Deadline,
    caller: Caller,
) -> Response<Body> {
    let Some(schema) = &engine.schema else {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        return Refusal::new(status, "INTERNAL_SERVER_ERROR", "internal error").answer();
    };
    let document = match document(engine, app, schema, request.query, &caller, deadline).await {
        Ok(document) => document,
        Err(answer) => return *answer,
    };
    // If the document has only one operation, a wrong name in the URL is ignored.
    let by_address = operation_name(query).filter(|_| document.executable().operations.len() > 1);
    let name = request.operation_name.as_deref().or(by_address.as_deref());
    match execute(
        app,
        schema,
        &document,
        name,
        request.variables,
        deadline,
        caller,
    )
    .await
    {
        Executed::Answer(answer) => written(StatusCode::OK, answer),
        Executed::Parts(parts) => in_parts(&parts),
        Executed::First(first, later) => in_parts_with(&first, later),
        Executed::Rejected(rejected) => reject(&rejected),
        Executed::Malformed(error) => body::malformed(&error).answer(),
        Executed::Busy(refused) => busy(refused.moment(app.clock.now())),
    }
}

/// Returns the document that the client sent. The error is the response that says why there is none.
async fn document(
    engine: &Engine,
    app: &App,
    schema: &ApiSchema,
    query: Query<'_>,
    caller: &Caller,
    deadline: Deadline,
) -> Result<Arc<Document>, Box<Response<Body>>> {
    let from = caller
        .address
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), client_network);
    let documents = engine.documents(app);
    let found = documents.get(schema, query.sent(), from, deadline.0.into());
    found.await.map_err(|unavailable| {
        Box::new(match unavailable {
            Unavailable::Busy => {
                let refused = app.admission.work.refuse(Priority::Browsing);
                busy(refused.moment(app.clock.now()))
            }
            Unavailable::Malformed(error) => body::malformed(&error).answer(),
            Unavailable::Rejected(rejected) => reject(&rejected),
        })
    })
}
