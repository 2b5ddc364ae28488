//! Forms of the account, posted by its pages or by their scripts.

use super::sign_in::{Shown, sign_in_page};
use super::visit::visit;
use crate::app::SharedApp;
use crate::http::same_site;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use crate::pages::render::see_other;
use axum::Json;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use zkratka_account_pages::{Refusal, Visit};
use zkratka_sign_in::{ShopWallet, own_path};

/// A form that a page of this very origin has posted.
pub(super) struct Posted<'a> {
    app: &'a SharedApp,
    pub(super) visit: Visit<'a>,
    pub(super) form: ShopForm,
    wants_json: bool,
}

impl<'a> Posted<'a> {
    /// Reads a form; the error is the answer to one that no page of ours has sent.
    pub(super) fn read(
        app: &'a SharedApp,
        headers: &'a HeaderMap,
        form: Result<ShopForm, Failure>,
    ) -> Result<Result<Self, Response>, Failure> {
        let visit = visit(app, headers)?;
        let wants_json = wants_json(headers);
        let form = form.and_then(|form| {
            if is_own(visit.wallet, &form) {
                Ok(form)
            } else {
                Err(Failure::OtherSite)
            }
        });
        match form {
            Ok(form) => Ok(Ok(Self {
                app,
                visit,
                form,
                wants_json,
            })),
            Err(Failure::OtherSite) if wants_json => Ok(Err(Refusal::NotAllowed.as_json())),
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
            return Ok(refusal.as_json());
        }
        let shown = Shown {
            step: refusal.step(),
            email,
            return_to: self.return_to().unwrap_or_default(),
            refusal: Some(&refusal),
        };
        let page = sign_in_page(self.app, &self.visit, shown).await?;
        Ok(refusal.with_status(page))
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
