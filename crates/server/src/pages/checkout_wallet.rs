//! The shop's own wallet in the checkout: whom it recognises, and what a buyer who is signed in has saved.

use super::account::{recognised, visit};
use super::checkout::{Query, find};
use super::failure::Failure;
use crate::app::{App, SharedApp};
use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use zkratka_account_pages::{NoOwner, Refusal};
use zkratka_sign_in::{Saved, WalletState};
use zkratka_store::StoreError;

/// The wallet in the page's data. Of a buyer who is signed in it says nothing: the script asks for what is saved.
#[derive(Serialize)]
pub(super) struct OfferedWallet<'a> {
    name: &'a str,
    #[serde(flatten)]
    state: WalletState,
    /// Whether the buyer came to pay by it (row 2.30).
    #[serde(skip)]
    pub(super) is_wanted: bool,
}

impl<'a> OfferedWallet<'a> {
    /// The wallet for this browser; `None` in a shop without one.
    pub(super) async fn of(
        app: &'a App,
        headers: &HeaderMap,
        is_wanted: bool,
    ) -> Result<Option<Self>, StoreError> {
        let Some(wallet) = &app.shop_wallet else {
            return Ok(None);
        };
        let visitor = recognised(app, headers).await?;
        let state = WalletState::of(app.store.accounts(), &visitor).await?;
        Ok(Some(Self {
            name: &wallet.settings.name,
            state,
            is_wanted,
        }))
    }

    pub(super) fn is_signed_in(&self) -> bool {
        self.state.is_signed_in()
    }
}

/// `GET /checkout/{token}/account?key=SECRET`: what the buyer who is signed in has saved. Nothing of it reaches the cart here, and a
/// cart's link without a session gives nothing.
pub async fn checkout_wallet(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visit = visit(&app, &headers)?;
    find(&app, &token, &Query::read(query.as_deref())).await?;
    match visit.owner().await? {
        Ok((owner, _)) => Ok(Json(Saved::of(visit.accounts, owner).await?).into_response()),
        Err(NoOwner::Unproven) => Ok(Refusal::CodeNeeded.as_json()),
        Err(NoOwner::SignedOut) => {
            let refused = serde_json::json!({ "error": { "code": "NOT_SIGNED_IN" } });
            Ok((StatusCode::UNAUTHORIZED, Json(refused)).into_response())
        }
    }
}
