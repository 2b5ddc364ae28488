//! The face of the shop's wallet: the document in the frame over its button (row 7.16). The page around it learns whether the wallet knows the
//! browser, and nothing else.

use crate::cookies::{self, DEVICE};
use crate::visit::Visit;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, SET_COOKIE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use zkratka_sign_in::{FaceCard, face, last_card, recognise_device};
use zkratka_store::{SavedCard, StoreError};

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Whom the wallet knows.
#[derive(Default)]
struct Known {
    card: Option<SavedCard>,
    /// The device's cookie, for another while.
    renewed: Option<HeaderValue>,
}

/// The face for the page of this origin. Its length must tell nothing, so it must not be compressed.
pub async fn face_page(visit: &Visit<'_>, target: &str) -> Response {
    let known = if fills_frame(visit.headers) {
        known(visit).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a buyer was not recognised");
            Known::default()
        })
    } else {
        Known::default()
    };
    drawn(target, known)
}

/// Whether the browser fetches the document for a frame. A script cannot say so: what it fetches would be readable.
fn fills_frame(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|given| given == value);
    is("sec-fetch-dest", "iframe") && is("sec-fetch-mode", "navigate")
}

async fn known(visit: &Visit<'_>) -> Result<Known, StoreError> {
    let Some(ticket) = visit.ticket(&DEVICE) else {
        return Ok(Known::default());
    };
    let accounts = visit.accounts;
    let Some(recognised) = recognise_device(accounts, &ticket, visit.now).await? else {
        return Ok(Known::default());
    };
    let renewed = recognised
        .is_renewed
        .then(|| cookies::renewed(visit.wallet, visit.headers, &DEVICE));
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
