//! The route of the emulated sheet.

use super::mint::{ContainerRequest, Minter};
use super::refusal::{Refusal, refused};
use crate::browser::{for_any_origin, issue, preflight};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::middleware::from_fn;
use axum::response::Response;
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;

/// Enough for a context and a card.
const MAX_BODY_BYTES: usize = 16 * 1_024;
/// The only mode of the sandbox's containers.
const MODE: &str = "TEST";

/// What the sheet sends when the buyer approves.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Approval {
    mode: String,
    partner_merchant_id: String,
    #[serde(flatten)]
    container: ContainerRequest,
}

/// `POST /containers`
pub fn routes(minter: Minter) -> Router {
    Router::new()
        .route("/containers", post(containers).options(preflight))
        .with_state(minter)
        .layer(from_fn(for_any_origin))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

async fn containers(
    State(minter): State<Minter>,
    headers: HeaderMap,
    body: Result<Json<Approval>, JsonRejection>,
) -> Result<Response, Response> {
    issue(&headers, body, |approval, _origin| {
        sealed(&minter, &approval)
    })
    .map_err(refused)
}

fn sealed(minter: &Minter, approval: &Approval) -> Result<Value, Refusal> {
    if approval.mode != MODE {
        return Err(Refusal::Developer("the sandbox seals TEST containers only"));
    }
    if approval.partner_merchant_id != minter.partner.merchant_id {
        return Err(Refusal::Merchant("the merchant is not known"));
    }
    minter.mint(&approval.container)
}
