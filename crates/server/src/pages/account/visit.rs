//! Requests of browsers to the wallet.

use crate::app::App;
use crate::pages::failure::Failure;
use axum::http::HeaderMap;
use zkratka_account_pages::Visit;
use zkratka_sign_in::Visitor;
use zkratka_store::{Session, StoreError};

/// A browser's request, in a shop that has a wallet.
pub(crate) fn visit<'a>(app: &'a App, headers: &'a HeaderMap) -> Result<Visit<'a>, Failure> {
    known(app, headers).ok_or(Failure::NotFound)
}

fn known<'a>(app: &'a App, headers: &'a HeaderMap) -> Option<Visit<'a>> {
    Some(Visit {
        wallet: app.shop_wallet.as_ref()?,
        accounts: app.store.accounts(),
        ids: &app.ids,
        headers,
        now: app.clock.now(),
        script: app.manifest.account.as_deref(),
    })
}

/// The session of a browser that is signed in; it is kept for another while.
///
/// # Errors
/// The store does not answer.
pub(crate) async fn signed_in(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<Session>, StoreError> {
    match known(app, headers) {
        Some(visit) => visit.signed_in().await,
        None => Ok(None),
    }
}

/// Recognises a browser.
///
/// # Errors
/// The store does not answer.
pub(crate) async fn recognised(app: &App, headers: &HeaderMap) -> Result<Visitor, StoreError> {
    match known(app, headers) {
        Some(visit) => visit.recognised().await,
        None => Ok(Visitor::Unknown),
    }
}
