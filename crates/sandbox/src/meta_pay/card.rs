//! The card of a container. It has no `Debug`: no card number may be printed.

use super::refusal::Refusal;
use serde::Deserialize;
use serde_json::{Value, json};

/// The kind of credential in a container.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum ContainerType {
    /// The number on the card.
    #[default]
    #[serde(rename = "basic-card-v1")]
    BasicCard,
    /// A network token with a cryptogram.
    #[serde(rename = "ecom-token-v1")]
    EcomToken,
}

/// A card in the sheet.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CardInput {
    number: String,
    expiration_month: u8,
    expiration_year: u16,
    #[serde(default)]
    holder_name: String,
}

impl ContainerType {
    /// The name in containers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::BasicCard => "basic-card-v1",
            Self::EcomToken => "ecom-token-v1",
        }
    }
}

impl CardInput {
    /// The member of a message for this card, and its name. `cryptogram` creates one for a network token.
    pub(super) fn credential(
        &self,
        kind: ContainerType,
        cryptogram: impl FnOnce() -> Result<String, Refusal>,
    ) -> Result<(&'static str, Value), Refusal> {
        self.check()?;
        let month = format!("{:02}", self.expiration_month);
        let year = self.expiration_year.to_string();
        Ok(match kind {
            ContainerType::BasicCard => (
                "card_data",
                json!({
                    "account_holder_name": self.holder_name,
                    "card_number": self.number,
                    "expiry_month": month,
                    "expiry_year": year,
                }),
            ),
            ContainerType::EcomToken => (
                "token_data",
                json!({
                    "account_holder_name": self.holder_name,
                    "brand": "VISA",
                    "number": self.number,
                    "expiry_month": month,
                    "expiry_year": year,
                    "cryptogram": cryptogram()?,
                    "eci": "05",
                }),
            ),
        })
    }

    fn check(&self) -> Result<(), Refusal> {
        let digits = self.number.bytes().all(|byte| byte.is_ascii_digit());
        if !(13..=19).contains(&self.number.len()) || !digits {
            return Err(Refusal::Developer("card.number is no card number"));
        }
        let is_month = (1..=12).contains(&self.expiration_month);
        if !is_month || !(2_000..=9_999).contains(&self.expiration_year) {
            return Err(Refusal::Developer("card expiration is no month of a year"));
        }
        Ok(())
    }
}
