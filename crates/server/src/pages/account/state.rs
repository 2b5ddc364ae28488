//! What a browser may show of its owner.

use super::posted::wallet;
use super::session::{Visitor, recognise};
use crate::app::{App, SharedApp};
use crate::pages::failure::Failure;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use zkratka_store::{AccountId, StoreError};

/// Whether the owner is recognised, and the card that pays.
#[derive(Serialize)]
pub(in crate::pages) struct WalletState {
    pub(in crate::pages) state: &'static str,
    pub(in crate::pages) card: Option<ShownCard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

/// What a card is recognised by.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::pages) struct ShownCard {
    network: String,
    last_four: String,
}

/// `GET /account/session`
pub async fn session_state(
    State(app): State<SharedApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    wallet(&app)?;
    Ok(Json(WalletState::of(&app, &headers).await?).into_response())
}

impl WalletState {
    pub(in crate::pages) async fn of(app: &App, headers: &HeaderMap) -> Result<Self, StoreError> {
        let accounts = app.store.accounts();
        let (state, card, email) = match recognise(app, headers).await? {
            Visitor::Unknown => ("unknown", None, None),
            Visitor::Recognised(account) => ("recognised", card(app, account).await?, None),
            Visitor::SignedIn(session) => {
                let owner = accounts.account(session.account).await?;
                let card = card(app, session.account).await?;
                ("signed_in", card, owner.map(|owner| owner.email))
            }
        };
        Ok(Self { state, card, email })
    }
}

/// The card that was used last.
async fn card(app: &App, account: AccountId) -> Result<Option<ShownCard>, StoreError> {
    let cards = app.store.accounts().cards_of(account).await?;
    Ok(cards.into_iter().next().map(|card| ShownCard {
        network: card.network,
        last_four: card.last_four,
    }))
}
