//! Decrypts tokens from Apple Pay's sheet.

use super::ApplePay;
use crate::cleared::{ClearedToken, Refused};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::inspection::Refusal as _;

impl ApplePay {
    /// Decrypts a token (the JSON text of `paymentData`). Refuses it unless the buyer authorised exactly this amount
    /// with it.
    pub fn clear(
        &self,
        token: &str,
        amount: Money,
        now: Timestamp,
    ) -> Result<ClearedToken, Refused> {
        let refused = |code: &'static str| {
            tracing::info!(refusal = code, "an Apple Pay token was refused");
            Refused
        };
        let opened = self.opener.open(token, now);
        let payment = opened.map_err(|refusal| refused(refusal.code()))?.payment;
        payment
            .is_of(amount)
            .map_err(|differs| refused(differs.code()))?;
        let transaction = &payment.transaction_id;
        Ok(ClearedToken::opened(
            "apple_pay",
            transaction,
            payment.expires_at,
            payment.card,
        ))
    }
}
