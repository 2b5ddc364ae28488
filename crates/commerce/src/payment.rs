//! Ways to pay, those that a shop offers, and what is kept of a card.

use serde::{Deserialize, Serialize};

/// A chosen way to pay. Never holds a card number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum PaymentMethod {
    /// A card entered in the gateway's hosted fields; `session` is the gateway's one-time reference.
    Card {
        /// The gateway's session id.
        session: String,
    },
    /// A wallet's token, exchanged at the gateway; `session` is the gateway's one-time reference.
    Wallet {
        wallet: Wallet,
        /// The gateway's session id.
        session: String,
    },
    /// Cash on delivery (dobírka).
    CashOnDelivery,
    /// Bank transfer, with QR Platba.
    BankTransfer,
    /// Nothing to pay.
    Free,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wallet {
    ApplePay,
    GooglePay,
    /// PayPal, or Venmo, which is PayPal under another name; `session` is the approved order, or the agreement.
    #[serde(rename = "paypal")]
    PayPal,
}

/// Ways to pay that are offered.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is offered or not, whatever the others are"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedPayments {
    /// Card by hosted fields.
    pub card: bool,
    /// Dobírka.
    pub cash_on_delivery: bool,
    pub bank_transfer: bool,
    pub apple_pay: bool,
    pub google_pay: bool,
    /// PayPal, Venmo with it.
    pub paypal: bool,
}

/// What may be kept of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSummary {
    /// Network, e.g. `visa`.
    pub network: String,
    /// Last four digits.
    pub last_four: String,
    /// What the gateway wants to hear when the card is charged again without its owner, where it was asked for that: the
    /// shop renews subscriptions by it. It is worth nothing to anybody but this shop and its gateway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mandate: Option<String>,
}

impl PaymentMethod {
    /// Whether the shop offers it.
    #[must_use]
    pub const fn is_offered(&self, offered: OfferedPayments) -> bool {
        match self {
            Self::Card { .. } => offered.card,
            Self::Wallet {
                wallet: Wallet::ApplePay,
                ..
            } => offered.apple_pay,
            Self::Wallet {
                wallet: Wallet::GooglePay,
                ..
            } => offered.google_pay,
            Self::Wallet {
                wallet: Wallet::PayPal,
                ..
            } => offered.paypal,
            Self::CashOnDelivery => offered.cash_on_delivery,
            Self::BankTransfer => offered.bank_transfer,
            Self::Free => true,
        }
    }

    /// The gateway's session, where a gateway takes part.
    #[must_use]
    pub fn gateway_session(&self) -> Option<&str> {
        match self {
            Self::Card { session } | Self::Wallet { session, .. } => Some(session),
            Self::CashOnDelivery | Self::BankTransfer | Self::Free => None,
        }
    }
}
