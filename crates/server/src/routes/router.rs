//! Builds the router from the table of routes.

use super::bodies::Bodies;
use super::compression::compression;
use super::edge::{Edge, edge, edge_of_unrouted};
use super::headers::SecurityHeaders;
use super::table::{Mount, Route, RouteTable};
use crate::app::SharedApp;
use crate::sandbox::Pages;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;

/// Builds the router: every row of the table behind the edge, with the row's policy.
pub(crate) fn router(app: &SharedApp, headers: SecurityHeaders, pages: Pages) -> Router {
    let shared = Arc::new(Edge {
        app: Arc::clone(app),
        headers,
        bodies: Bodies::new(&app.config.limits),
    });
    let behind = |policy| from_fn_with_state((Arc::clone(&shared), policy), edge);
    let RouteTable { routes, mounts } = RouteTable::new(app, pages);
    let mut router = Router::new();
    for Route {
        path,
        methods,
        policy,
    } in routes
    {
        router = router.route(&path, methods.layer(behind(policy)));
    }
    for Mount {
        prefix,
        router: mounted,
        policy,
    } in mounts
    {
        router = router.nest(prefix, mounted.layer(behind(policy)));
    }
    let unrouted = from_fn_with_state(Arc::clone(&shared), edge_of_unrouted);
    let not_found = async || StatusCode::NOT_FOUND;
    router
        .fallback(not_found.layer(unrouted))
        .with_state(Arc::clone(app))
        .layer(DefaultBodyLimit::max(app.config.limits.body_bytes))
        .layer(compression())
}
