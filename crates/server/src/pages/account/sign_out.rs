//! Signing out.

use super::cookies::{self, CHALLENGE, DEVICE, SESSION};
use super::posted::{ACCOUNT, Posted};
use super::refusal::Refusal;
use super::session::add_cookies;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;
use zkratka_sign_in::sign_out_everywhere;

/// `POST /account/sign-out`: ends the session, and the recognition of this browser; with `everywhere=1` of all browsers. A browser that is
/// no longer recognised must sign in for that.
pub async fn sign_out(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let posted = match Posted::read(&app, &headers, form)? {
        Ok(posted) => posted,
        Err(refused) => return Ok(refused),
    };
    let accounts = app.store.accounts();
    let now = app.clock.now();
    let session = cookies::read(&app, &headers, &SESSION);
    let device = cookies::read(&app, &headers, &DEVICE);
    let (session, device) = (session.as_ref(), device.as_ref());
    if posted.form.value("everywhere") == Some("1")
        && !sign_out_everywhere(accounts, session, device, now).await?
    {
        return posted.refuse(Refusal::SignedOut).await;
    }
    zkratka_sign_in::sign_out(accounts, session, device, now).await?;
    let next = posted.return_to().unwrap_or(ACCOUNT);
    let mut response = posted.done(json!({}), next);
    let forgotten = [&SESSION, &DEVICE, &CHALLENGE].map(|cookie| cookies::forget(&app, cookie));
    add_cookies(&mut response, forgotten);
    Ok(response)
}
