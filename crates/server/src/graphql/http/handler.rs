//! The route.

use super::access::{has_token, is_version};
use super::answer::{json, refuse, reject};
use super::body::{self, GraphqlRequest};
use super::cors::{allow_origin, preflight};
use super::request_id::{REQUEST_ID, request_id};
use crate::app::SharedApp;
use crate::graphql::document::{DocumentCache, DocumentLimits};
use crate::graphql::execute::{Executed, execute};
use crate::graphql::schema::{ApiSchema, SchemaError};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::ALLOW;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::routing::any;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Instant;

/// Where the API is.
const PATH: &str = "/api/{version}/graphql.json";

/// The API of a running shop.
struct Api {
    app: SharedApp,
    schema: ApiSchema,
    documents: DocumentCache,
}

/// The route of the cart API.
pub fn routes(app: SharedApp) -> Result<Router, SchemaError> {
    let limits = &app.config.limits;
    let weights = DocumentLimits {
        depth: limits.query_depth,
        cost: limits.query_cost,
        page: u64::try_from(app.rules.max_lines).unwrap_or(u64::MAX),
    };
    let documents = DocumentCache::new(
        weights,
        limits.cached_documents,
        limits.cached_document_bytes,
    );
    let api = Api {
        app,
        schema: ApiSchema::load()?,
        documents,
    };
    Ok(Router::new()
        .route(PATH, any(handle))
        .with_state(Arc::new(api)))
}

#[derive(Deserialize)]
struct Parameters {
    /// Says in access logs what a request is for; chooses the operation when the body does not.
    operation_name: Option<String>,
}

async fn handle(
    State(api): State<Arc<Api>>,
    Path(version): Path<String>,
    Query(parameters): Query<Parameters>,
    request: Request,
) -> Response<Body> {
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let id = request_id(&parts.headers, &api.app.ids);
    let method = &parts.method;
    let mut response = match method_of(method) {
        _ if !is_version(&version) => {
            let message = "no such version of the API: use `unstable` or one such as `2026-04`";
            refuse(StatusCode::NOT_FOUND, "NOT_FOUND", message)
        }
        Asked::Preflight => {
            return preflight(&parts.headers, &api.app.config.storefront.allowed_origins);
        }
        Asked::Post => answer(&api, &parts.headers, body, parameters).await,
        Asked::Other => not_allowed(),
    };
    let allowed = &api.app.config.storefront.allowed_origins;
    allow_origin(&parts.headers, allowed, &mut response);
    tracing::debug!(
        request_id = id.to_str().unwrap_or_default(),
        status = response.status().as_u16(),
        milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        "graphql"
    );
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

enum Asked {
    Post,
    Preflight,
    Other,
}

fn method_of(method: &Method) -> Asked {
    match *method {
        Method::POST => Asked::Post,
        Method::OPTIONS => Asked::Preflight,
        _ => Asked::Other,
    }
}

fn not_allowed() -> Response<Body> {
    let message = "the API takes POST only";
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message);
    let allow = HeaderValue::from_static("POST, OPTIONS");
    response.headers_mut().insert(ALLOW, allow);
    response
}

async fn answer(
    api: &Api,
    headers: &HeaderMap,
    body: Body,
    parameters: Parameters,
) -> Response<Body> {
    let config = &api.app.config;
    // A body is read before the token is judged: an answer to a client that is still sending gets lost.
    let read = body::read(
        headers,
        body,
        config.limits.body_bytes,
        config.limits.request_timeout,
    );
    let read = read.await;
    if !has_token(headers, &config.storefront.access_token) {
        let message = "the access token is missing or wrong: send it as X-Storefront-Access-Token";
        return refuse(StatusCode::UNAUTHORIZED, "ACCESS_DENIED", message);
    }
    match read {
        Ok(request) => run(api, &request, parameters).await,
        Err(refused) => refused,
    }
}

async fn run(api: &Api, request: &GraphqlRequest, parameters: Parameters) -> Response<Body> {
    let document = match api.documents.get(&api.schema.schema, &request.query) {
        Ok(document) => document,
        Err(rejected) => return reject(&rejected),
    };
    // Where the document has one operation only, the address need not name it rightly.
    let by_address = parameters
        .operation_name
        .filter(|_| document.executable().operations.len() > 1);
    let name = request.operation_name.as_deref().or(by_address.as_deref());
    match execute(&api.app, &api.schema, &document, name, &request.variables).await {
        Executed::Answer(answer) => json(StatusCode::OK, &answer),
        Executed::Rejected(rejected) => reject(&rejected),
        // Without Retry-After: the public client takes its seconds for milliseconds.
        Executed::Busy => {
            let message = "the shop is busy, try again shortly";
            refuse(StatusCode::SERVICE_UNAVAILABLE, "THROTTLED", message)
        }
    }
}
