//! The bodies of requests to Amazon.

use super::amount::price;
use super::session::PaymentIntent;
use serde_json::{Value, json};
use zkratka_commerce::money::Money;

/// Amazon's limits of texts, in characters.
const LONGEST_STORE_NAME: usize = 50;
const LONGEST_REASON: usize = 255;

/// What the shop sets in an open session before the buyer confirms it.
#[derive(Clone, Debug)]
pub struct SessionUpdate<'a> {
    /// Where Amazon redirects the buyer after confirming.
    pub result_url: &'a str,
    /// Above zero: Amazon takes no other amount, even if it only confirms.
    pub amount: Money,
    pub intent: PaymentIntent,
    /// The shop's reference, which the buyer may see.
    pub reference: &'a str,
    /// The shop's own note, which the buyer does not see.
    pub note: &'a str,
    /// The shop's name for the buyer.
    pub store_name: &'a str,
}

impl SessionUpdate<'_> {
    /// `None` if Amazon cannot charge the amount.
    pub(super) fn body(&self) -> Option<Value> {
        if !self.amount.minor.is_positive() {
            return None;
        }
        Some(json!({
            "webCheckoutDetails": { "checkoutResultReturnUrl": self.result_url },
            "paymentDetails": {
                "paymentIntent": self.intent.name(),
                // An attempt waits minutes for its outcome, not the day that a pending authorisation may take.
                "canHandlePendingAuthorization": false,
                "chargeAmount": price(self.amount)?,
            },
            "merchantMetadata": {
                "merchantReferenceId": self.reference,
                "merchantStoreName": first(self.store_name, LONGEST_STORE_NAME),
                "customInformation": self.note,
            },
        }))
    }
}

/// Who causes a charge of a charge permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiator {
    /// The buyer, in the shop.
    Buyer,
    /// The merchant, such as for a renewal.
    Merchant,
}

/// A charge of a charge permission.
#[derive(Clone, Debug)]
pub struct NewCharge<'a> {
    pub permission: &'a str,
    pub amount: Money,
    /// Whether the money is captured at once.
    pub captures: bool,
    pub initiator: Initiator,
    /// The shop's reference, which the buyer may see.
    pub reference: &'a str,
}

impl NewCharge<'_> {
    /// `None` if Amazon cannot charge the amount.
    pub(super) fn body(&self) -> Option<Value> {
        let (initiator, channel) = match self.initiator {
            Initiator::Buyer => ("CITU", "Web"),
            Initiator::Merchant => ("MITR", "Web"),
        };
        Some(json!({
            "chargePermissionId": self.permission,
            "chargeAmount": price(self.amount)?,
            "captureNow": self.captures,
            "canHandlePendingAuthorization": false,
            "chargeInitiator": initiator,
            "channel": channel,
            "merchantMetadata": { "merchantReferenceId": self.reference },
        }))
    }
}

pub(super) fn refund(charge: &str, amount: Money) -> Option<Value> {
    Some(json!({ "chargeId": charge, "refundAmount": price(amount)? }))
}

pub(super) fn closure(reason: &str) -> Value {
    json!({ "closureReason": first(reason, LONGEST_REASON), "cancelPendingCharges": true })
}

pub(super) fn cancellation(reason: &str) -> Value {
    json!({ "cancellationReason": first(reason, LONGEST_REASON) })
}

fn first(text: &str, longest: usize) -> String {
    text.chars().take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits};

    /// [B.02] A permission is closed with its pending charges. Amazon refuses longer reasons.
    #[test]
    fn a_closure_has_a_reason_and_leaves_no_charge() {
        let expected = json!({ "closureReason": "No order.", "cancelPendingCharges": true });
        assert_eq!(closure("No order."), expected);
        let longest = "x".repeat(LONGEST_REASON);
        let long = format!("{longest}y");
        assert_eq!(closure(&long)["closureReason"], *longest);
        assert_eq!(
            cancellation(&long),
            json!({ "cancellationReason": longest })
        );
    }

    /// [5.18] The amount in the session is the attempt's. Amazon refuses a zero amount, also if it only confirms.
    #[test]
    fn an_update_names_the_amount_and_the_way_back() {
        let update = |minor, currency: &str, intent| {
            let currency = Currency::new(currency).expect("a currency");
            let update = SessionUpdate {
                result_url: "https://shop.example/r",
                amount: Money::new(MinorUnits::new(minor), currency),
                intent,
                reference: "s1",
                note: "K1",
                store_name: &"Obchod ".repeat(10),
            };
            update.body()
        };
        let body = update(1_290, "EUR", PaymentIntent::Authorize).expect("a body");
        let payment = json!({
            "paymentIntent": "Authorize",
            "canHandlePendingAuthorization": false,
            "chargeAmount": { "amount": "12.90", "currencyCode": "EUR" },
        });
        assert_eq!(body["paymentDetails"], payment);
        let result_url = &body["webCheckoutDetails"]["checkoutResultReturnUrl"];
        assert_eq!(result_url, "https://shop.example/r");
        let metadata = &body["merchantMetadata"];
        assert_eq!(metadata["merchantReferenceId"], "s1");
        assert_eq!(metadata["customInformation"], "K1");
        let name = metadata["merchantStoreName"].as_str().expect("a name");
        assert_eq!(name.chars().count(), LONGEST_STORE_NAME);
        let later = update(1_290, "EUR", PaymentIntent::Confirm).expect("a body");
        assert_eq!(later["paymentDetails"]["paymentIntent"], "Confirm");
        assert!(update(0, "EUR", PaymentIntent::Confirm).is_none());
        let yen = update(1_290, "JPY", PaymentIntent::Authorize).expect("a body");
        assert_eq!(yen["paymentDetails"]["chargeAmount"]["amount"], "1290");
        assert!(update(129_000, "CZK", PaymentIntent::Authorize).is_none());
    }
}
