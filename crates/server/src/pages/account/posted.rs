//! Forms of the account, posted by its pages or by their scripts.

use super::refusal::Refusal;
use super::sign_in::{Shown, Step, sign_in_page};
use crate::app::{App, SharedApp};
use crate::http::same_site;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use crate::pages::render::see_other;
use axum::Json;
use axum::http::header::{ACCEPT, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use zkratka_sign_in::{ShopWallet, own_path};

/// Where a sign-in leads if nobody says where.
pub(super) const ACCOUNT: &str = "/account";

/// A form that a page of this very origin has posted.
pub(super) struct Posted<'a> {
    app: &'a SharedApp,
    pub(super) wallet: &'a ShopWallet,
    pub(super) form: ShopForm,
    wants_json: bool,
}

/// The wallet, in a shop that has one.
pub(crate) fn wallet(app: &App) -> Result<&ShopWallet, Failure> {
    app.shop_wallet.as_ref().ok_or(Failure::NotFound)
}

impl<'a> Posted<'a> {
    /// Reads a form; the error is the answer to one that no page of ours has sent.
    pub(super) fn read(
        app: &'a SharedApp,
        headers: &HeaderMap,
        form: Result<ShopForm, Failure>,
    ) -> Result<Result<Self, Response>, Failure> {
        let wallet = wallet(app)?;
        let wants_json = wants_json(headers);
        let form = form.and_then(|form| {
            let is_own = is_own(wallet, &form);
            is_own.then_some(form).ok_or(Failure::OtherSite)
        });
        match form {
            Ok(form) => Ok(Ok(Self {
                app,
                wallet,
                form,
                wants_json,
            })),
            Err(Failure::OtherSite) if wants_json => Ok(Err(as_json(&Refusal::NotAllowed))),
            Err(failure) => Err(failure),
        }
    }

    /// Where the form says to go on, if it is a path of this host.
    pub(super) fn return_to(&self) -> Option<&str> {
        own_path(self.form.value("return_to")?)
    }

    /// What was asked is done: for a script the answer, for a form the next page.
    pub(super) fn done(&self, answer: Value, next: &str) -> Response {
        if self.wants_json {
            Json(answer).into_response()
        } else {
            see_other(next)
        }
    }

    /// What was asked is not done: for a script the reason, for a form its page with what to do.
    pub(super) async fn refuse(&self, refusal: Refusal) -> Result<Response, Failure> {
        let typed = self.form.value("email").unwrap_or_default();
        let email: String = typed.chars().take(254).collect();
        self.refuse_for(&email, refusal).await
    }

    /// The same, for the owner of this address.
    pub(super) async fn refuse_for(
        &self,
        email: &str,
        refusal: Refusal,
    ) -> Result<Response, Failure> {
        if self.wants_json {
            return Ok(as_json(&refusal));
        }
        let step = match refusal {
            Refusal::Wrong { tries_left: 1.. } => Step::Code,
            Refusal::Wrong { .. }
            | Refusal::Email(_)
            | Refusal::Expired
            | Refusal::TooMany(_)
            | Refusal::NotAllowed
            | Refusal::Stale
            | Refusal::SignedOut => Step::Email,
        };
        let shown = Shown {
            step,
            email: email.to_owned(),
            return_to: self.return_to().unwrap_or_default(),
            refusal: Some(&refusal),
        };
        let mut response = sign_in_page(self.app, &self.form.headers, shown).await?;
        *response.status_mut() = refusal.status();
        add_pause(&refusal, &mut response);
        Ok(response)
    }
}

/// Whether a page of this very origin, or of the wallet's, has posted the form.
fn is_own(wallet: &ShopWallet, form: &ShopForm) -> bool {
    let mut origins = [&form.sent_to, &wallet.settings.origin].into_iter();
    origins.any(|own| same_site::is_from(own, &form.headers))
}

fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("application/json"))
}

fn as_json(refusal: &Refusal) -> Response {
    let mut error = json!({ "code": refusal.code(), "message": refusal.text() });
    if let Some(seconds) = refusal.seconds() {
        error["retryAfter"] = seconds.into();
    }
    if let Refusal::Wrong { tries_left } = refusal {
        error["triesLeft"] = (*tries_left).into();
    }
    let mut response = (refusal.status(), Json(json!({ "error": error }))).into_response();
    add_pause(refusal, &mut response);
    response
}

fn add_pause(refusal: &Refusal, response: &mut Response) {
    if let Some(seconds) = refusal.seconds() {
        let seconds = HeaderValue::from(seconds);
        response.headers_mut().insert(RETRY_AFTER, seconds);
    }
}
