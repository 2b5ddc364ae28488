//! Requests of browsers to the wallet.

use crate::app::App;
use crate::pages::failure::Failure;
use axum::http::HeaderMap;
use zkratka_account_pages::{NoOwner, Visit};
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

/// The session of a browser whose owner has proved to be the owner.
///
/// # Errors
/// The store does not answer.
pub(crate) async fn proven(
    app: &App,
    headers: &HeaderMap,
) -> Result<Result<Session, NoOwner>, StoreError> {
    match known(app, headers) {
        Some(visit) => visit.proven().await,
        None => Ok(Err(NoOwner::SignedOut)),
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
