//! Signing in by a code from an e-mail: its two pages, and what they post.

use crate::cookies::{self, CHALLENGE, DEVICE};
use crate::refusal::Refusal;
use crate::step::Step;
use crate::visit::Visit;
use serde::Serialize;
use std::net::IpAddr;
use url::form_urlencoded::{Serializer, parse};
use zkratka_abuse::{RateLimitKey, RateLimiter, SignInGuesses};
use zkratka_commerce::address::email_fault;
use zkratka_sign_in::{
    AskedCodes, CodeAnswer, CodeRequest, account_of, answer_code, is_owners_browser, own_path,
    send_code,
};
use zkratka_store::{AccountId, StoreError};

/// Where a sign-in leads if nobody says where.
pub const ACCOUNT: &str = "/account";

/// What a page of the sign-in shows.
#[derive(Serialize)]
pub struct SignInContent<'a> {
    wallet_name: &'a str,
    step: Step,
    /// The address as it was typed, or to which the code goes; it may be empty.
    email: &'a str,
    /// Where the sign-in leads; empty if nobody says where.
    return_to: &'a str,
    /// The page to enter another address.
    email_url: String,
    /// What is wrong with the field.
    field_error: Option<String>,
    /// What is wrong with the whole.
    error: Option<String>,
    script: Option<&'a str>,
}

impl<'a> SignInContent<'a> {
    #[must_use]
    pub fn new(
        visit: &Visit<'a>,
        step: Step,
        (email, return_to): (&'a str, &'a str),
        refusal: Option<&Refusal>,
    ) -> Self {
        let (of_field, of_page): (Option<&Refusal>, _) = match refusal {
            Some(refusal) if refusal.is_of_field() => (Some(refusal), None),
            refusal => (None, refusal),
        };
        Self {
            wallet_name: &visit.wallet.settings.name,
            step,
            email,
            return_to,
            email_url: address_with(ACCOUNT, own_path(return_to)),
            field_error: of_field.map(Refusal::text),
            error: of_page.map(Refusal::text),
            script: visit.script,
        }
    }
}

/// Where a query says that the sign-in leads, if it is a path of this host.
#[must_use]
pub fn return_to_of(query: &str) -> Option<String> {
    let mut fields = parse(query.as_bytes());
    let (_, path) = fields.find(|(name, _)| name == "return_to")?;
    own_path(&path).map(str::to_owned)
}

/// The address of a page of the sign-in that leads there.
#[must_use]
pub fn address_with(page: &str, return_to: Option<&str>) -> String {
    match return_to {
        Some(path) => {
            let query = Serializer::new(String::new())
                .append_pair("return_to", path)
                .finish();
            format!("{page}?{query}")
        }
        None => page.to_owned(),
    }
}

/// The codes that the browser has asked for.
#[must_use]
pub fn asked_codes<'h>(visit: &Visit<'h>) -> Option<AskedCodes<'h>> {
    AskedCodes::read(cookies::value(visit.wallet, visit.headers, &CHALLENGE)?)
}

/// Sends a code to `email` and returns the challenge's cookie. The same for every address, and nothing waits for the e-mail.
///
/// # Errors
/// The store does not answer.
pub async fn sent_code(
    visit: &Visit<'_>,
    limiter: &RateLimiter,
    client: IpAddr,
    email: &str,
) -> Result<Result<String, Refusal>, StoreError> {
    if let Some(code) = email_fault(email) {
        return Ok(Err(Refusal::Email(code)));
    }
    if let Err(wait) = limiter.take(&[RateLimitKey::at(client)], visit.now) {
        return Ok(Err(Refusal::TooMany(wait)));
    }
    let device = visit.ticket(&DEVICE);
    let asked = asked_codes(visit);
    let request = CodeRequest {
        email,
        device: device.as_ref(),
        asked: asked.as_ref(),
    };
    let sent = send_code(visit.accounts, visit.wallet, visit.ids, request, visit.now).await?;
    Ok(Ok(sent))
}

/// The account that a right code signs in to. It is opened if there is none.
///
/// # Errors
/// The store does not answer.
pub async fn answered_code(
    visit: &Visit<'_>,
    guesses: &SignInGuesses,
    client: IpAddr,
    typed: &str,
) -> Result<Result<AccountId, Refusal>, StoreError> {
    let Some(asked) = asked_codes(visit) else {
        return Ok(Err(Refusal::Expired));
    };
    let (accounts, now) = (visit.accounts, visit.now);
    let device = visit.ticket(&DEVICE);
    if !guesses.may_guess(client, now)
        && !is_owners_browser(accounts, asked.newest(), device.as_ref(), now).await?
    {
        return Ok(Err(Refusal::Expired));
    }
    let email = match answer_code(accounts, visit.wallet, &asked, typed, now).await? {
        CodeAnswer::Right { email } => email,
        CodeAnswer::Wrong { tries_left } => {
            guesses.count(client, now);
            return Ok(Err(Refusal::Wrong { tries_left }));
        }
        CodeAnswer::Unreadable { tries_left } => return Ok(Err(Refusal::Wrong { tries_left })),
        CodeAnswer::Expired => return Ok(Err(Refusal::Expired)),
    };
    let account = account_of(accounts, visit.ids, &email, now).await?;
    Ok(Ok(account.id))
}
