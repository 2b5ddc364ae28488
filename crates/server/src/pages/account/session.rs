//! Whose browser it is.

use super::cookies::{self, SESSION};
use crate::app::App;
use axum::http::HeaderMap;
use zkratka_store::{Session, StoreError};

/// The session of a browser that is signed in; it is kept for another while.
///
/// # Errors
/// The store does not answer.
pub(crate) async fn signed_in(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<Session>, StoreError> {
    let Some(ticket) = cookies::read(app, headers, &SESSION) else {
        return Ok(None);
    };
    zkratka_sign_in::signed_in(app.store.accounts(), &ticket, app.clock.now()).await
}
