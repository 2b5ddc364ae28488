//! Which gateway a payment belongs to.

use crate::paypal::PREFIX;

/// The gateways that a shop can use at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayName {
    /// Cards, and wallets that pay with a card.
    Card,
    PayPal,
}

impl GatewayName {
    /// The gateway that made a session or a reference. `PayPal`'s begin with a prefix; all others are the card gateway's.
    #[must_use]
    pub fn of(session_or_reference: &str) -> Self {
        if session_or_reference.starts_with(PREFIX) {
            Self::PayPal
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
        for card in ["pay_1", "", "paypal", "x-paypal:1"] {
            assert_eq!(GatewayName::of(card), GatewayName::Card, "{card}");
        }
    }

    /// Logs and the operators' JSON name a gateway so.
    #[test]
    fn a_gateway_has_a_name() {
        assert_eq!(GatewayName::Card.as_str(), "card");
        assert_eq!(GatewayName::PayPal.as_str(), "paypal");
    }
}
