//! Signing in by a code from an e-mail.

use super::cookies::{self, CHALLENGE, DEVICE};
use super::posted::{ACCOUNT, Posted, wallet};
use super::refusal::Refusal;
use super::session::{add_cookies, begin};
use super::sign_in::{Shown, Step, address_with, return_to_of, sign_in_page};
use crate::app::SharedApp;
use crate::http::ClientAddress;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use crate::pages::render::see_other;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;
use zkratka_abuse::RateLimitKey;
use zkratka_commerce::address::email_fault;
use zkratka_sign_in::{
    AskedCodes, CodeAnswer, CodeRequest, account_of, code_address, is_owners_browser,
};
use zkratka_store::SessionProof;

/// `POST /account/code`: sends a code to `email`. The answer is the same for every address, and nothing waits for the e-mail.
pub async fn send_code(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let posted = match Posted::read(&app, &headers, form)? {
        Ok(posted) => posted,
        Err(refused) => return Ok(refused),
    };
    let email = posted.form.value("email").unwrap_or_default();
    if let Some(code) = email_fault(email) {
        return posted.refuse(Refusal::Email(code)).await;
    }
    let now = app.clock.now();
    let who = [RateLimitKey::at(client)];
    if let Err(wait) = app.sign_in_rate_limiter.take(&who, now) {
        return posted.refuse(Refusal::TooMany(wait)).await;
    }
    let accounts = app.store.accounts();
    let device = cookies::read(&app, &headers, &DEVICE);
    let asked = asked(&app, &headers);
    let request = CodeRequest {
        email,
        device: device.as_ref(),
        asked: asked.as_ref(),
    };
    let sent = zkratka_sign_in::send_code(accounts, posted.wallet, &app.ids, request, now);
    let challenge = sent.await?;
    let next = address_with("/account/code", posted.return_to());
    let mut response = posted.done(json!({}), &next);
    add_cookies(&mut response, [cookies::set(&app, &CHALLENGE, &challenge)]);
    Ok(response)
}

/// `GET /account/code`: the form for the code.
pub async fn code_form(
    State(app): State<SharedApp>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    wallet(&app)?;
    let query = query.unwrap_or_default();
    let return_to = return_to_of(&query);
    let email = match asked(&app, &headers) {
        Some(asked) => code_address(app.store.accounts(), asked.newest(), app.clock.now()).await?,
        None => None,
    };
    let Some(email) = email else {
        return Ok(see_other(&address_with(ACCOUNT, return_to.as_deref())));
    };
    let shown = Shown {
        step: Step::Code,
        email,
        return_to: return_to.as_deref().unwrap_or_default(),
        refusal: None,
    };
    sign_in_page(&app, &headers, shown).await
}

/// `POST /account/code/answer`: signs in, if `code` is right.
pub async fn answer_code(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let posted = match Posted::read(&app, &headers, form)? {
        Ok(posted) => posted,
        Err(refused) => return Ok(refused),
    };
    let Some(asked) = asked(&app, &headers) else {
        return posted.refuse(Refusal::Expired).await;
    };
    let accounts = app.store.accounts();
    let now = app.clock.now();
    let device = cookies::read(&app, &headers, &DEVICE);
    if !app.sign_in_guesses.may_guess(client, now)
        && !is_owners_browser(accounts, asked.newest(), device.as_ref(), now).await?
    {
        return posted.refuse(Refusal::Expired).await;
    }
    let typed = posted.form.value("code").unwrap_or_default();
    let answer = zkratka_sign_in::answer_code(accounts, posted.wallet, &asked, typed, now).await?;
    let email = match answer {
        CodeAnswer::Right { email } => email,
        CodeAnswer::Wrong { tries_left } => {
            app.sign_in_guesses.count(client, now);
            return posted.refuse(Refusal::Wrong { tries_left }).await;
        }
        CodeAnswer::Unreadable { tries_left } => {
            return posted.refuse(Refusal::Wrong { tries_left }).await;
        }
        CodeAnswer::Expired => return posted.refuse(Refusal::Expired).await,
    };
    let account = account_of(accounts, &app.ids, &email, now).await?;
    let next = posted.return_to().unwrap_or(ACCOUNT);
    let mut response = posted.done(json!({ "signedIn": true }), next);
    let proved = (account.id, SessionProof::Code);
    begin(&app, posted.wallet, &headers, proved, &mut response).await?;
    Ok(response)
}

/// The codes that this browser has asked for.
fn asked<'h>(app: &SharedApp, headers: &'h HeaderMap) -> Option<AskedCodes<'h>> {
    AskedCodes::read(cookies::value(app, headers, &CHALLENGE)?)
}
