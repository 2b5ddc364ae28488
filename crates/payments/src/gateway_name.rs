//! Which gateway a payment belongs to.

use crate::{amazon_pay, paypal};

/// The gateways that a shop can use at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayName {
    /// Cards, and wallets that pay with a card.
    Card,
    PayPal,
    AmazonPay,
}

impl GatewayName {
    /// The gateway that made a session or a reference. Those of other providers begin with a prefix; all others are the
    /// card gateway's.
    #[must_use]
    pub fn of(session_or_reference: &str) -> Self {
        if session_or_reference.starts_with(paypal::PREFIX) {
            Self::PayPal
        } else if session_or_reference.starts_with(amazon_pay::PREFIX) {
            Self::AmazonPay
        } else {
            Self::Card
        }
    }

    /// The name in messages and JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::PayPal => "paypal",
            Self::AmazonPay => "amazon_pay",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Card => "payments by card",
            Self::PayPal => "PayPal",
            Self::AmazonPay => "Amazon Pay",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paypal::session_of;

    #[test]
    fn a_reference_tells_its_gateway() {
        assert_eq!(GatewayName::of(&session_of("8XK")), GatewayName::PayPal);
        let amazon = amazon_pay::session_of("s-1", "https://shop.example/1");
        assert_eq!(GatewayName::of(&amazon), GatewayName::AmazonPay);
        for card in ["pay_1", "", "paypal", "x-paypal:1", "amazon", "x-amazon:1"] {
            assert_eq!(GatewayName::of(card), GatewayName::Card, "{card}");
        }
    }

    /// Logs and the operators' JSON name a gateway so.
    #[test]
    fn a_gateway_has_a_name() {
        assert_eq!(GatewayName::Card.as_str(), "card");
        assert_eq!(GatewayName::PayPal.as_str(), "paypal");
        assert_eq!(GatewayName::AmazonPay.as_str(), "amazon_pay");
    }
}
