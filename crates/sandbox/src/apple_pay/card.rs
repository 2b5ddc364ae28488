//! The card of a token. It has no `Debug`: no card number may be printed.

use super::refusal::Refusal;
use serde::Deserialize;
use serde_json::{Value, json};

/// A card in the sheet, with its device number.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardInput {
    number: String,
    expiration_month: u8,
    expiration_year: u16,
}

impl CardInput {
    /// The payload of a token: this card, and an amount in minor units of a currency (its ISO 4217 number).
    pub(super) fn message(
        &self,
        amount: u64,
        currency: &str,
        cryptogram: &str,
    ) -> Result<Value, Refusal> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !(13..=19).contains(&self.number.len()) || !digits(&self.number) {
            return Err(Refusal::Developer("card.number is no card number"));
        }
        if !(1..=12).contains(&self.expiration_month)
            || !(2_000..2_100).contains(&self.expiration_year)
        {
            return Err(Refusal::Developer("card expiration is no month of a year"));
        }
        if currency.len() != 3 || !digits(currency) {
            return Err(Refusal::Developer("currencyCode is no number of ISO 4217"));
        }
        let (year, month) = (self.expiration_year % 100, self.expiration_month);
        Ok(json!({
            "applicationPrimaryAccountNumber": self.number,
            "applicationExpirationDate": format!("{year:02}{month:02}28"),
            "currencyCode": currency,
            "transactionAmount": amount,
            "deviceManufacturerIdentifier": "040010030273",
            "paymentDataType": "3DSecure",
            "paymentData": { "onlinePaymentCryptogram": cryptogram, "eciIndicator": "5" },
        }))
    }
}
