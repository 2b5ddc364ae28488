//! The message inside a container.

use super::container_type::ContainerType;
use super::members::Presence;
use super::refusal::Refusal;
use crate::card::{AuthMethod, CardDetails};
use serde::Deserialize;
use zeroize::Zeroizing;
use zkratka_commerce::time::Timestamp;

/// The members of every container. Unknown members are ignored, because Meta may add some.
#[derive(Deserialize)]
pub(super) struct Message {
    pub(super) container_type: String,
    /// The text that the shop gave to the sheet.
    pub(super) container_context: String,
    pub(super) merchant_id: String,
    /// In milliseconds since the epoch.
    created_time: u64,
}

#[derive(Deserialize)]
struct BasicCard {
    card_data: CardData,
    #[serde(default)]
    token_data: Presence,
}

#[derive(Deserialize)]
struct CardData {
    card_number: String,
    expiry_month: String,
    expiry_year: String,
}

#[derive(Deserialize)]
struct EcomToken {
    token_data: TokenData,
    #[serde(default)]
    card_data: Presence,
}

#[derive(Deserialize)]
struct TokenData {
    number: String,
    expiry_month: String,
    expiry_year: String,
    cryptogram: String,
    eci: Option<String>,
}

impl Message {
    /// Parses a decrypted message.
    pub(super) fn read(text: &str) -> Result<Self, Refusal> {
        serde_json::from_str(text).map_err(|_| Refusal::Message)
    }

    pub(super) fn created_at(&self) -> Result<Timestamp, Refusal> {
        let created = i64::try_from(self.created_time).map_err(|_| Refusal::Message)?;
        Ok(Timestamp(created))
    }
}

/// Reads the credential of a message of this type.
pub(super) fn card(text: &str, kind: ContainerType) -> Result<CardDetails, Refusal> {
    let card = match kind {
        ContainerType::BasicCard => basic_card(text),
        ContainerType::EcomToken => ecom_token(text),
    };
    card.and_then(CardDetails::sound).ok_or(Refusal::Payment)
}

fn basic_card(text: &str) -> Option<CardDetails> {
    let BasicCard {
        card_data,
        token_data,
    } = serde_json::from_str(text).ok()?;
    let pan = Zeroizing::new(card_data.card_number);
    let (month, year) = expiry(&card_data.expiry_month, &card_data.expiry_year)?;
    (!token_data.0).then_some(CardDetails {
        pan,
        expiration_month: month,
        expiration_year: year,
        auth_method: AuthMethod::PanOnly,
        cryptogram: None,
        eci: None,
    })
}

fn ecom_token(text: &str) -> Option<CardDetails> {
    let EcomToken {
        token_data,
        card_data,
    } = serde_json::from_str(text).ok()?;
    let pan = Zeroizing::new(token_data.number);
    let cryptogram = Zeroizing::new(token_data.cryptogram);
    let (month, year) = expiry(&token_data.expiry_month, &token_data.expiry_year)?;
    (!card_data.0).then_some(CardDetails {
        pan,
        expiration_month: month,
        expiration_year: year,
        auth_method: AuthMethod::Cryptogram3ds,
        cryptogram: Some(cryptogram),
        eci: token_data.eci,
    })
}

/// Parses two digits of a month and four of a year.
fn expiry(month: &str, year: &str) -> Option<(u8, u16)> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_sound = month.len() == 2 && year.len() == 4 && digits(month) && digits(year);
    is_sound.then(|| Some((month.parse().ok()?, year.parse().ok()?)))?
}
