//! Signing in by a code from an e-mail.

use super::posted::Posted;
use super::sign_in::{Shown, sign_in_page};
use super::visit::visit;
use crate::app::SharedApp;
use crate::http::ClientAddress;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use crate::pages::render::see_other;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;
use zkratka_account_pages::cookies::{self, CHALLENGE};
use zkratka_account_pages::{
    ACCOUNT, Step, address_with, answered_code, asked_codes, return_to_of, sent_code,
};
use zkratka_sign_in::code_address;
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
    let limiter = &app.sign_in_rate_limiter;
    let challenge = match sent_code(&posted.visit, limiter, client, email).await? {
        Ok(challenge) => challenge,
        Err(refusal) => return posted.refuse(refusal).await,
    };
    let next = address_with("/account/code", posted.return_to());
    let mut response = posted.done(json!({}), &next);
    let cookie = cookies::set(posted.visit.wallet, &CHALLENGE, &challenge);
    cookies::add(&mut response, [cookie]);
    Ok(response)
}

/// `GET /account/code`: the form for the code.
pub async fn code_form(
    State(app): State<SharedApp>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visit = visit(&app, &headers)?;
    let query = query.unwrap_or_default();
    let return_to = return_to_of(&query);
    let email = match asked_codes(&visit) {
        Some(asked) => code_address(visit.accounts, asked.newest(), visit.now).await?,
        None => None,
    };
    let Some(email) = email else {
        return Ok(see_other(&address_with(ACCOUNT, return_to.as_deref())));
    };
    let shown = Shown {
        step: Step::Code,
        email: &email,
        return_to: return_to.as_deref().unwrap_or_default(),
        refusal: None,
    };
    sign_in_page(&app, &visit, shown).await
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
    let typed = posted.form.value("code").unwrap_or_default();
    let guesses = &app.sign_in_guesses;
    let account = match answered_code(&posted.visit, guesses, client, typed).await? {
        Ok(account) => account,
        Err(refusal) => return posted.refuse(refusal).await,
    };
    let next = posted.return_to().unwrap_or(ACCOUNT);
    let mut response = posted.done(json!({ "signedIn": true }), next);
    let proved = (account, SessionProof::Code);
    posted.visit.begin(proved, &mut response).await?;
    Ok(response)
}
