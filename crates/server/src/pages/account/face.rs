//! The face of the shop's wallet: the document in the frame over its button (row 7.16). The page around it learns whether the wallet knows the
//! browser, and nothing else.

use super::visit::visit;
use crate::app::SharedApp;
use crate::http::FixedLength;
use crate::pages::failure::Failure;
use crate::pages::render::see_other;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use zkratka_account_pages::{ACCOUNT, face_page};

#[derive(Deserialize)]
pub struct Asked {
    target_origin: Option<String>,
    flow: Option<String>,
}

/// `GET /services/login_with_shop/authorize?target_origin=ORIGIN&flow=FLOW`: the face (`default`), or the way to the sign-in
/// (`login`), which no page shows in a frame.
pub async fn authorize(
    State(app): State<SharedApp>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let button = app.wallets.shop_pay.as_ref().ok_or(Failure::NotFound)?;
    let target = asked.target_origin.as_deref().unwrap_or_default();
    if !button.tells(target) {
        return Err(Failure::BadRequest);
    }
    match asked.flow.as_deref() {
        None | Some("default") => {}
        Some("login") => return Ok(see_other(ACCOUNT)),
        Some(_) => return Err(Failure::BadRequest),
    }
    let mut response = face_page(&visit(&app, &headers)?, target).await;
    // Compressed, the document's length would tell of the card.
    response.extensions_mut().insert(FixedLength);
    Ok(response)
}
