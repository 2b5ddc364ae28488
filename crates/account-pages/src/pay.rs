//! Paying by a saved card: what the checkout's script names and gets.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use zkratka_commerce::address::Address;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{AccountId, Accounts, EntryId, StoreError};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PayAnswer {
    session_token: String,
    /// `MailingAddressInput`
    billing_address: Value,
}

/// The id of an address or card in a request.
#[must_use]
pub fn entry_id(text: &str) -> Option<EntryId> {
    let bytes = hex::decode(text).and_then(|bytes| bytes.try_into().ok());
    bytes.map(EntryId)
}

/// The address to bill. `None` if the account has no such address.
///
/// # Errors
/// The store does not answer.
pub async fn billed(
    accounts: Accounts<'_>,
    account: AccountId,
    id: Option<EntryId>,
    cart: &Cart,
    now: Timestamp,
) -> Result<Option<Address>, StoreError> {
    let Some(id) = id else {
        // An empty address stands for the one of the delivery.
        return Ok(Some(cart.billing_address.clone().unwrap_or_default()));
    };
    if !accounts.use_address(account, id, now).await? {
        return Ok(None);
    }
    let saved = accounts.addresses_of(account).await?;
    let chosen = saved.into_iter().find(|saved| saved.id == id);
    Ok(chosen.map(|saved| saved.address))
}

/// What the checkout's script gives to `cartPaymentUpdate`.
#[must_use]
pub fn paid_by(session_token: String, billing_address: &Address) -> Response {
    let billing_address = mailing(billing_address);
    Json(PayAnswer {
        session_token,
        billing_address,
    })
    .into_response()
}

fn mailing(address: &Address) -> Value {
    json!({
        "firstName": address.first_name,
        "lastName": address.last_name,
        "company": address.company,
        "address1": address.address1,
        "address2": address.address2,
        "city": address.city,
        "zip": address.zip,
        "province": address.province,
        "country": address.country,
        "phone": address.phone,
    })
}
