//! The card inside a token.

use crate::card::{AuthMethod, CardDetails};
use serde::Deserialize;
use zeroize::Zeroizing;

/// `paymentMethodDetails` in Google's format. Unknown members are ignored, because Google adds some over time.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentMethodDetails {
    pan: String,
    expiration_month: u8,
    expiration_year: u16,
    auth_method: AuthMethod,
    cryptogram: Option<String>,
    eci_indicator: Option<String>,
}

impl PaymentMethodDetails {
    /// Returns `None` if the details are not a valid card.
    pub(super) fn into_card(self) -> Option<CardDetails> {
        let card = CardDetails {
            pan: Zeroizing::new(self.pan),
            expiration_month: self.expiration_month,
            expiration_year: self.expiration_year,
            auth_method: self.auth_method,
            cryptogram: self.cryptogram.map(Zeroizing::new),
            eci: self.eci_indicator,
        };
        card.sound()
    }
}
