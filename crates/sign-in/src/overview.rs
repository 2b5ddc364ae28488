//! What the account's page shows.

use serde::Serialize;
use zkratka_commerce::address::display_lines;
use zkratka_commerce::delivery::ShopTime;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{Account, Accounts, Session, StoreError, TicketId};
use zkratka_texts::{card_expiry, day_text, network_name};

/// An account as its page shows it.
#[derive(Serialize)]
pub struct AccountView {
    email: String,
    addresses: Vec<AddressView>,
    cards: Vec<CardView>,
    passkeys: Vec<PasskeyView>,
    devices: Vec<DeviceView>,
}

#[derive(Serialize)]
struct AddressView {
    id: String,
    lines: Vec<String>,
}

#[derive(Serialize)]
struct CardView {
    id: String,
    network: String,
    last_four: String,
    /// Month and year.
    expires: Option<String>,
}

#[derive(Serialize)]
struct PasskeyView {
    id: String,
    label: String,
    created: Option<String>,
}

#[derive(Serialize)]
struct DeviceView {
    id: String,
    label: String,
    seen: Option<String>,
    /// Whether it is the browser that asks.
    is_this: bool,
}

impl AccountView {
    /// # Errors
    /// The store does not answer.
    pub async fn of(
        accounts: Accounts<'_>,
        owner: Account,
        session: &Session,
        time: &ShopTime,
    ) -> Result<Self, StoreError> {
        let id = owner.id;
        let day = |moment: Timestamp| time.day(moment).map(day_text);
        let addresses = accounts.addresses_of(id).await?.into_iter();
        let cards = accounts.cards_of(id).await?.into_iter();
        let passkeys = accounts.passkeys_of(id).await?.into_iter();
        let devices = accounts.devices_of(id).await?.into_iter();
        Ok(Self {
            email: owner.email,
            addresses: addresses
                .map(|saved| AddressView {
                    id: hex::encode(&saved.id.0),
                    lines: display_lines(&saved.address),
                })
                .collect(),
            cards: cards
                .map(|card| CardView {
                    id: hex::encode(&card.id.0),
                    network: network_name(&card.network).to_owned(),
                    last_four: card.last_four,
                    expires: card.expires.as_deref().and_then(card_expiry),
                })
                .collect(),
            passkeys: passkeys
                .map(|passkey| PasskeyView {
                    id: hex::encode(&passkey.id),
                    label: passkey.label,
                    created: day(passkey.created_at),
                })
                .collect(),
            devices: devices
                .map(|device| DeviceView {
                    id: hex::encode(&device.id.0),
                    is_this: is_this(session, device.id),
                    label: device.label,
                    seen: day(device.seen_at),
                })
                .collect(),
        })
    }
}

fn is_this(session: &Session, device: TicketId) -> bool {
    session.device == Some(device)
}
