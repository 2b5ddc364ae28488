//! The card of a token. It has no `Debug`: no card number may be printed.

use super::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// How the buyer is authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum AuthMethod {
    /// The number on the card; the bank may require a challenge.
    PanOnly,
    /// A device's number, with a cryptogram for this payment.
    #[serde(rename = "CRYPTOGRAM_3DS")]
    Cryptogram3ds,
}

/// A card in the sheet.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CardInput {
    number: String,
    expiration_month: u8,
    expiration_year: u16,
    auth_method: AuthMethod,
}

/// `paymentMethodDetails` of the message.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CardDetails {
    pan: String,
    expiration_month: u8,
    expiration_year: u16,
    auth_method: AuthMethod,
    #[serde(skip_serializing_if = "Option::is_none")]
    cryptogram: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eci_indicator: Option<&'static str>,
}

impl CardInput {
    /// The details for this card. `cryptogram` creates one if the card is a device's.
    pub(super) fn details(
        self,
        cryptogram: impl FnOnce() -> Result<String, Refusal>,
    ) -> Result<CardDetails, Refusal> {
        let digits = (13..=19).contains(&self.number.len())
            && self.number.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            return Err(Refusal::Developer("card.number is no card number"));
        }
        if !(1..=12).contains(&self.expiration_month) || self.expiration_year < 2_000 {
            return Err(Refusal::Developer("card expiration is no month of a year"));
        }
        let from_device = self.auth_method == AuthMethod::Cryptogram3ds;
        Ok(CardDetails {
            pan: self.number,
            expiration_month: self.expiration_month,
            expiration_year: self.expiration_year,
            auth_method: self.auth_method,
            cryptogram: from_device.then(cryptogram).transpose()?,
            eci_indicator: from_device.then_some("05"),
        })
    }
}
