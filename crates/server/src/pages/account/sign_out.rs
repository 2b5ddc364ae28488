//! Signing out.

use super::posted::Posted;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;
use zkratka_account_pages::cookies::{self, DEVICE, SESSION};
use zkratka_account_pages::{ACCOUNT, Refusal, Visit};
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
    let Visit { accounts, now, .. } = posted.visit;
    let (session, device) = (posted.visit.ticket(&SESSION), posted.visit.ticket(&DEVICE));
    let (session, device) = (session.as_ref(), device.as_ref());
    if posted.form.value("everywhere") == Some("1")
        && !sign_out_everywhere(accounts, session, device, now).await?
    {
        return posted.refuse(Refusal::SignedOut).await;
    }
    zkratka_sign_in::sign_out(accounts, session, device, now).await?;
    let next = posted.return_to().unwrap_or(ACCOUNT);
    let mut response = posted.done(json!({}), next);
    cookies::add(&mut response, posted.visit.forgotten());
    Ok(response)
}
