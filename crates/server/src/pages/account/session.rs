//! Whose browser it is.

use super::cookies::{self, CHALLENGE, DEVICE, SESSION};
use crate::app::App;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use zkratka_sign_in::{ShopWallet, Visitor, device_label, recognise, sign_in};
use zkratka_store::{AccountId, Session, SessionProof, StoreError};

/// The session of a browser that is signed in; it is kept for another while.
///
/// # Errors
/// The store does not answer.
pub(crate) async fn signed_in(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<Session>, StoreError> {
    let Some(ticket) = cookies::read(app, headers, &SESSION) else {
        return Ok(None);
    };
    zkratka_sign_in::signed_in(app.store.accounts(), &ticket, app.clock.now()).await
}

/// Recognises a browser.
///
/// # Errors
/// The store does not answer.
pub(crate) async fn recognised(app: &App, headers: &HeaderMap) -> Result<Visitor, StoreError> {
    let session = cookies::read(app, headers, &SESSION);
    let device = cookies::read(app, headers, &DEVICE);
    let accounts = app.store.accounts();
    recognise(accounts, session.as_ref(), device.as_ref(), app.clock.now()).await
}

/// Signs a browser in to this account: the response gets its new cookies. The session it had before ends.
///
/// # Errors
/// The store does not answer.
pub(crate) async fn begin(
    app: &App,
    wallet: &ShopWallet,
    headers: &HeaderMap,
    (account, proof): (AccountId, SessionProof),
    response: &mut Response,
) -> Result<(), StoreError> {
    let accounts = app.store.accounts();
    let now = app.clock.now();
    if let Some(before) = cookies::read(app, headers, &SESSION) {
        accounts.end_session(&before).await?;
    }
    let device = cookies::read(app, headers, &DEVICE);
    let agent = headers.get(USER_AGENT).and_then(|it| it.to_str().ok());
    let label = device_label(agent.unwrap_or_default());
    let begun = sign_in(
        accounts,
        &app.ids,
        account,
        proof,
        device.as_ref(),
        &label,
        now,
    );
    let begun = begun.await?;
    wallet.letters.notify_one();
    // A known device keeps its secret for another while.
    let known = cookies::value(app, headers, &DEVICE);
    let device = begun.device_cookie.as_deref().or(known);
    add_cookies(
        response,
        [
            cookies::set(app, &SESSION, &begun.session_cookie),
            device.and_then(|value| cookies::set(app, &DEVICE, value)),
            cookies::forget(app, &CHALLENGE),
        ],
    );
    Ok(())
}

pub(super) fn add_cookies<const N: usize>(
    response: &mut Response,
    cookies: [Option<HeaderValue>; N],
) {
    for cookie in cookies.into_iter().flatten() {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}
