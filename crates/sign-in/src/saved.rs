//! What an account has saved for the checkout, as the checkout's script reads it.

use serde::Serialize;
use zkratka_commerce::address::display_lines;
use zkratka_commerce::hex;
use zkratka_store::{Account, Accounts, SavedAddress, SavedCard, StoreError};

/// The newest used first.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    email: String,
    addresses: Vec<ChosenAddress>,
    cards: Vec<ChosenCard>,
    has_passkey: bool,
}

/// The members of a `MailingAddressInput`, and the address in one line.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChosenAddress {
    id: String,
    address1: Option<String>,
    address2: Option<String>,
    city: Option<String>,
    company: Option<String>,
    country: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    phone: Option<String>,
    province: Option<String>,
    zip: Option<String>,
    line: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChosenCard {
    id: String,
    network: String,
    last_four: String,
    /// Year and month.
    expires: Option<String>,
}

impl Saved {
    /// # Errors
    /// The store does not answer.
    pub async fn of(accounts: Accounts<'_>, owner: Account) -> Result<Self, StoreError> {
        let addresses = accounts.addresses_of(owner.id).await?;
        let cards = accounts.cards_of(owner.id).await?;
        Ok(Self {
            addresses: addresses.into_iter().map(ChosenAddress::from).collect(),
            cards: cards.into_iter().map(ChosenCard::from).collect(),
            has_passkey: !accounts.passkeys_of(owner.id).await?.is_empty(),
            email: owner.email,
        })
    }
}

impl From<SavedAddress> for ChosenAddress {
    fn from(saved: SavedAddress) -> Self {
        let line = display_lines(&saved.address).join(", ");
        let address = saved.address;
        Self {
            id: hex::encode(&saved.id.0),
            address1: address.address1,
            address2: address.address2,
            city: address.city,
            company: address.company,
            country: address.country,
            first_name: address.first_name,
            last_name: address.last_name,
            phone: address.phone,
            province: address.province,
            zip: address.zip,
            line,
        }
    }
}

impl From<SavedCard> for ChosenCard {
    fn from(saved: SavedCard) -> Self {
        Self {
            id: hex::encode(&saved.id.0),
            network: saved.network,
            last_four: saved.last_four,
            expires: saved.expires,
        }
    }
}
