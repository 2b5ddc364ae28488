//! The account's page.

use super::posted::wallet;
use super::session::signed_in;
use super::sign_in::{Shown, Step, return_to_of, sign_in_page};
use crate::app::{App, SharedApp};
use crate::pages::failure::Failure;
use crate::pages::render::{page, see_other};
use crate::pages::view::PageView;
use crate::pages::visitor::Visitor;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use zkratka_sign_in::AccountView;
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
    wallet(&app)?;
    let query = query.unwrap_or_default();
    let return_to = return_to_of(&query);
    match (owner(&app, &headers).await?, &return_to) {
        (Some(_), Some(next)) => Ok(see_other(next)),
        (Some(owner), None) => {
            let is_changed = query == "zmena=ano";
            account_page(&app, &headers, owner, is_changed, None).await
        }
        (None, _) => {
            let shown = Shown {
                step: Step::Email,
                email: String::new(),
                return_to: return_to.as_deref().unwrap_or_default(),
                refusal: None,
            };
            sign_in_page(&app, &headers, shown).await
        }
    }
}

/// The account of a browser that is signed in.
pub(super) async fn owner(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<(Account, Session)>, Failure> {
    let Some(session) = signed_in(app, headers).await? else {
        return Ok(None);
    };
    let account = app.store.accounts().account(session.account).await?;
    Ok(account.map(|account| (account, session)))
}

pub(super) async fn account_page(
    app: &App,
    headers: &HeaderMap,
    (owner, session): (Account, Session),
    is_changed: bool,
    error: Option<&str>,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Content<'a> {
        wallet_name: &'a str,
        account: AccountView,
        is_changed: bool,
        error: Option<&'a str>,
    }
    let wallet = wallet(app)?;
    let visitor = Visitor::browsing(app, headers).await;
    let time = &app.rules.calendar.time;
    let content = Content {
        wallet_name: &wallet.settings.name,
        account: AccountView::of(app.store.accounts(), owner, &session, time).await?,
        is_changed,
        error,
    };
    let view = PageView {
        title: texts::TITLE,
        kind: "account",
        description: "",
        path: "/",
    };
    page(app, "account.html", view, Some(&visitor), content)
}
