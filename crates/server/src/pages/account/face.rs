//! The face of the shop's wallet: the document in the frame over its button (row 7.16). The page around it learns whether the wallet knows the
//! browser, and nothing else.

use super::visit::visit;
use crate::app::{App, SharedApp};
use crate::http::FixedLength;
use crate::pages::failure::Failure;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use zkratka_account_pages::{FrameScript, face_page, login_page};
use zkratka_page_policy::account_script_sources;

#[derive(Deserialize)]
pub struct Asked {
    target_origin: Option<String>,
    flow: Option<String>,
}

/// `GET /services/login_with_shop/authorize?target_origin=ORIGIN&flow=FLOW`: the face (`default`), or the sign-in
/// (`login`), each for pages of this origin.
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
        Some("login") => return sign_in(&app, &headers, target).await,
        Some(_) => return Err(Failure::BadRequest),
    }
    let mut response = face_page(&visit(&app, &headers)?, target).await;
    // Compressed, the document's length would tell of the card.
    response.extensions_mut().insert(FixedLength);
    Ok(response)
}

async fn sign_in(app: &App, headers: &HeaderMap, target: &str) -> Result<Response, Failure> {
    let visit = visit(app, headers)?;
    let sources = account_script_sources(&app.config, &app.manifest);
    let script = visit.script.and_then(|url| {
        Some(FrameScript {
            url,
            integrity: app.manifest.integrity.get(url)?,
            sources: &sources,
        })
    });
    Ok(login_page(&visit, target, script).await?)
}
