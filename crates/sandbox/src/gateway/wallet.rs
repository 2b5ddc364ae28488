//! Exchanges wallets' cards for sessions. The shop has decrypted the token, or leaves that to the gateway.

use super::auth::unguessable;
use super::card::{Card, WalletCard, month_of};
use super::json::Failure;
use super::ledger;
use super::state::Gateway;
use crate::google_pay::{GATEWAY, gateway_private_key, root_keys_json};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{
    CardDetails, DecryptionKey, OpenedToken, Opener, Protocol, Recipient, RootKeys,
};
use zkratka_wallets::inspection::Refusal as _;

/// The request's body. It has no `Debug`, because it contains a card number.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub(super) enum WalletInput {
    /// A card from a token that the shop has decrypted.
    Card(WalletCard),
    /// A token encrypted to this gateway, as JSON.
    GooglePayToken { token: String },
}

#[derive(Serialize)]
struct SessionAnswer {
    session: String,
}

/// Exchanges a wallet's card or token for a one-time session; 422 rejects it for good.
pub(super) async fn create_wallet_session(
    State(gateway): State<Gateway>,
    Json(input): Json<WalletInput>,
) -> Result<Response, Failure> {
    let now = gateway.inner.settings.now();
    let card = match input {
        WalletInput::Card(card) => Some(card),
        WalletInput::GooglePayToken { token } => {
            open(&token, &gateway.inner.settings.google_pay_merchant, now)
        }
    };
    let Some(card) = card.and_then(|card| card.check(month_of(now.0))) else {
        return Ok(StatusCode::UNPROCESSABLE_ENTITY.into_response());
    };
    let session = gateway.new_session(card).await?;
    Ok(Json(SessionAnswer { session }).into_response())
}

/// Decrypts a token for this gateway and this merchant. All merchants share the gateway's key, so the merchant's name
/// inside the token decides whose it is.
fn open(token: &str, merchant: &str, now: Timestamp) -> Option<WalletCard> {
    let opener = Opener {
        roots: RootKeys::from_json(&root_keys_json()).ok()?,
        recipient: Recipient::gateway(GATEWAY),
        keys: vec![DecryptionKey::from_der_base64(&gateway_private_key()).ok()?],
        protocols: vec![Protocol::EcV1, Protocol::EcV2],
    };
    let refusal = match opener.open(token, now).and_then(OpenedToken::into_payment) {
        Ok(payment) if payment.gateway_merchant_id.as_deref() == Some(merchant) => {
            return Some(WalletCard::from(&payment.card));
        }
        Ok(_) => "another_merchant",
        Err(refusal) => refusal.code(),
    };
    tracing::info!(refusal, "sandbox gateway: a token was refused");
    None
}

impl From<&CardDetails> for WalletCard {
    fn from(card: &CardDetails) -> Self {
        Self {
            number: card.pan.to_string(),
            expiration_month: card.expiration_month,
            expiration_year: card.expiration_year,
            auth_method: card.auth_method.name().to_owned(),
            cryptogram: card.cryptogram.as_ref().map(|text| text.to_string()),
        }
    }
}

impl Gateway {
    pub(super) async fn new_session(&self, card: Card) -> Result<String, Failure> {
        let settings = &self.inner.settings;
        let lifetime = i64::try_from(settings.session_lifetime.as_millis()).unwrap_or(i64::MAX);
        let expires_at = settings.now().plus(lifetime);
        let session = unguessable("ses_")?;
        let id = session.clone();
        self.inner
            .ledger
            .transact(move |transaction| {
                ledger::insert_session(transaction, &id, &card, expires_at)
            })
            .await?;
        Ok(session)
    }
}
