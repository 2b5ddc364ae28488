//! The account's page.

use super::sign_in::{Shown, sign_in_page};
use super::visit::visit;
use crate::app::{App, SharedApp};
use crate::pages::failure::Failure;
use crate::pages::render::{page, see_other};
use crate::pages::visitor::Visitor;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use zkratka_account_pages::{Overview, Step, Visit, return_to_of};
use zkratka_store::{Account, Session};
use zkratka_texts::account_page as texts;

/// The address to which a change leads.
pub(super) const CHANGED: &str = "/account?zmena=ano";

/// `GET /account`: the account of a browser that is signed in, otherwise the page to sign in.
pub async fn account(
    State(app): State<SharedApp>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visit = visit(&app, &headers)?;
    let query = query.unwrap_or_default();
    let return_to = return_to_of(&query);
    match (visit.owner().await?, &return_to) {
        (Some(_), Some(next)) => Ok(see_other(next)),
        (Some(owner), None) => {
            let is_changed = query == "zmena=ano";
            account_page(&app, &visit, owner, is_changed, None).await
        }
        (None, _) => {
            let shown = Shown {
                step: Step::Email,
                email: "",
                return_to: return_to.as_deref().unwrap_or_default(),
                refusal: None,
            };
            sign_in_page(&app, &visit, shown).await
        }
    }
}

pub(super) async fn account_page(
    app: &App,
    visit: &Visit<'_>,
    (owner, session): (Account, Session),
    is_changed: bool,
    error: Option<&str>,
) -> Result<Response, Failure> {
    let visitor = Visitor::browsing(app, visit.headers).await;
    let time = &app.rules.calendar.time;
    let content = Overview::of(visit, (owner, &session), time, is_changed, error).await?;
    page(app, "account.html", super::view(texts::TITLE), Some(&visitor), content)
}
