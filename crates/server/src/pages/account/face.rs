//! The face of the shop's wallet: the document in the frame over its button (row 7.16). The page around it learns whether the wallet knows the
//! browser, and nothing else.

use super::cookies::{self, DEVICE};
use crate::app::{App, SharedApp};
use crate::http::FixedLength;
use crate::pages::failure::Failure;
use crate::pages::render::see_other;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, SET_COOKIE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use zkratka_sign_in::{FaceCard, face, last_card, recognise_device};
use zkratka_store::{SavedCard, StoreError};

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Where buyers sign in.
const ACCOUNT: &str = "/account";

#[derive(Deserialize)]
pub struct Asked {
    target_origin: Option<String>,
    flow: Option<String>,
}

/// Whom the wallet knows.
#[derive(Default)]
struct Known {
    card: Option<SavedCard>,
    /// The device's cookie, for another while.
    renewed: Option<HeaderValue>,
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
    let known = if fills_frame(&headers) {
        known(&app, &headers).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a buyer was not recognised");
            Known::default()
        })
    } else {
        Known::default()
    };
    Ok(drawn(target, known))
}

/// Whether the browser fetches the document for a frame. A script cannot say so: what it fetches would be readable.
fn fills_frame(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|given| given == value);
    is("sec-fetch-dest", "iframe") && is("sec-fetch-mode", "navigate")
}

async fn known(app: &App, headers: &HeaderMap) -> Result<Known, StoreError> {
    let Some(ticket) = cookies::read(app, headers, &DEVICE) else {
        return Ok(Known::default());
    };
    let accounts = app.store.accounts();
    let Some(recognised) = recognise_device(accounts, &ticket, app.clock.now()).await? else {
        return Ok(Known::default());
    };
    let renewed = recognised
        .is_renewed
        .then(|| cookies::renewed(app, headers, &DEVICE));
    Ok(Known {
        card: last_card(accounts, recognised.account).await?,
        renewed: renewed.flatten(),
    })
}

fn drawn(target: &str, known: Known) -> Response {
    let card = known.card.as_ref().map(|card| FaceCard {
        network: &card.network,
        last_four: &card.last_four,
    });
    let face = face(target, card);
    let mut response = face.html.into_response();
    // Compressed, the document's length would tell of the card.
    response.extensions_mut().insert(FixedLength);
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    let fetching = "Cookie, Sec-Fetch-Dest, Sec-Fetch-Mode";
    headers.insert(VARY, HeaderValue::from_static(fetching));
    // The storefront may be another host of the wallet's site.
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-site"));
    if let Ok(policy) = HeaderValue::from_str(&face.content_security_policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(cookie) = known.renewed {
        headers.insert(SET_COOKIE, cookie);
    }
    response
}
