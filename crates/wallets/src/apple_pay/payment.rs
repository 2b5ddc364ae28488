//! The message inside a token.

use super::currency;
use super::refusal::Refusal;
use crate::card::{AuthMethod, CardDetails};
use serde::Deserialize;
use zeroize::Zeroizing;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// A payment made by an Apple device.
#[derive(Debug)]
pub struct Payment {
    /// The transaction's id in hexadecimal digits, by which a second use is detected.
    pub transaction_id: String,
    /// When the transaction id can be deleted, some time after the token has become too old to be accepted.
    pub expires_at: Timestamp,
    /// The card details, with the device's number of the card.
    pub card: CardDetails,
    /// The amount that the buyer authorised, in minor units of its currency.
    pub amount: u64,
    /// The ISO 4217 number of the currency.
    pub currency_code: String,
}

/// How the authorised amount differs from the amount due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountMismatch {
    /// The currency differs.
    #[error("another currency was authorised")]
    Currency,
    /// The amount differs.
    #[error("another amount was authorised")]
    Amount,
}

impl AmountMismatch {
    /// Returns a stable name for logs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Currency => "currency_differs",
            Self::Amount => "amount_differs",
        }
    }
}

impl Payment {
    /// Checks that the buyer authorised exactly this amount.
    pub fn is_of(&self, money: Money) -> Result<(), AmountMismatch> {
        let number = currency::number(money.currency).ok_or(AmountMismatch::Currency)?;
        if self.currency_code != number {
            return Err(AmountMismatch::Currency);
        }
        // Apple and `Money` both count in the currency's own minor units.
        (i128::from(self.amount) == i128::from(money.minor.get()))
            .then_some(())
            .ok_or(AmountMismatch::Amount)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    application_primary_account_number: String,
    application_expiration_date: String,
    currency_code: String,
    transaction_amount: u64,
    payment_data_type: String,
    #[serde(default)]
    payment_data: PaymentData,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PaymentData {
    online_payment_cryptogram: Option<String>,
    eci_indicator: Option<String>,
}

/// Parses a decrypted message. Unknown members are ignored, because Apple adds some over time.
pub(super) fn read(
    bytes: &[u8],
    transaction_id: &str,
    expires_at: Timestamp,
) -> Result<Payment, Refusal> {
    let message: Message = serde_json::from_slice(bytes).map_err(|_| Refusal::PaymentMalformed)?;
    if message.payment_data_type != "3DSecure" {
        return Err(Refusal::PaymentDataType);
    }
    let expiration = expiration(&message.application_expiration_date);
    let (expiration_year, expiration_month) = expiration.ok_or(Refusal::PaymentMalformed)?;
    let cryptogram = message.payment_data.online_payment_cryptogram;
    let card = CardDetails {
        pan: Zeroizing::new(message.application_primary_account_number),
        expiration_month,
        expiration_year,
        auth_method: AuthMethod::Cryptogram3ds,
        cryptogram: cryptogram.map(Zeroizing::new),
        eci: message.payment_data.eci_indicator,
    };
    Ok(Payment {
        transaction_id: transaction_id.to_owned(),
        expires_at,
        card: card.sound().ok_or(Refusal::PaymentMalformed)?,
        amount: message.transaction_amount,
        currency_code: message.currency_code,
    })
}

/// Parses the year and month of `YYMMDD`.
fn expiration(text: &str) -> Option<(u16, u8)> {
    let digits = text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    let year: u16 = digits.then(|| text.get(..2)?.parse().ok())??;
    Some((2_000 + year, text.get(2..4)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits};

    fn payment(amount: u64, currency_code: &str) -> Payment {
        let message = serde_json::json!({
            "applicationPrimaryAccountNumber": "4111111111111111",
            "applicationExpirationDate": "311231",
            "currencyCode": currency_code,
            "transactionAmount": amount,
            "paymentDataType": "3DSecure",
            "paymentData": { "onlinePaymentCryptogram": "AAAA" },
        });
        read(message.to_string().as_bytes(), "00", Timestamp(0)).expect("a payment")
    }

    /// [B.03] Amount and currency must both be those of the order.
    #[test]
    fn only_the_very_amount_is_paid() {
        let money =
            |minor, code| Money::new(MinorUnits::new(minor), Currency::new(code).expect("a code"));
        let cases = [
            (129_000, "203", money(129_000, "CZK"), Ok(())),
            (1_290, "392", money(1_290, "JPY"), Ok(())),
            (
                1_290,
                "392",
                money(129_000, "JPY"),
                Err(AmountMismatch::Amount),
            ),
            (
                129_001,
                "203",
                money(129_000, "CZK"),
                Err(AmountMismatch::Amount),
            ),
            (
                1_290,
                "203",
                money(129_000, "CZK"),
                Err(AmountMismatch::Amount),
            ),
            (
                129_000,
                "978",
                money(129_000, "CZK"),
                Err(AmountMismatch::Currency),
            ),
            (
                129_000,
                "CZK",
                money(129_000, "CZK"),
                Err(AmountMismatch::Currency),
            ),
            (
                129_000,
                "203",
                money(129_000, "XXX"),
                Err(AmountMismatch::Currency),
            ),
            (
                u64::MAX,
                "203",
                money(-1, "CZK"),
                Err(AmountMismatch::Amount),
            ),
        ];
        for (amount, code, asked, answer) in cases {
            assert_eq!(
                payment(amount, code).is_of(asked),
                answer,
                "{amount} {code}"
            );
        }
    }
}
