//! Payment methods, the methods that a shop offers, and the card data that is stored.

mod manual;

pub use manual::{CaptchaProof, Excess, ManualPaymentLimits, OrderBound, costs_nothing};

use serde::{Deserialize, Serialize};

/// A selected payment method. It never contains a card number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum PaymentMethod {
    /// A card entered in the gateway's hosted fields.
    Card {
        /// The gateway's one-time session id.
        session: String,
    },
    /// A wallet's token, exchanged at the gateway.
    Wallet {
        wallet: Wallet,
        /// The gateway's one-time session id.
        session: String,
    },
    /// Cash on delivery (dobírka).
    CashOnDelivery,
    /// Bank transfer, with QR Platba.
    BankTransfer,
    Free,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wallet {
    ApplePay,
    GooglePay,
    /// PayPal, or Venmo, which is a PayPal brand. `session` is the id of the approved order or agreement.
    #[serde(rename = "paypal")]
    PayPal,
}

/// The network in the card data of a payment by Venmo.
pub const VENMO: &str = "venmo";

/// Payment methods that a shop offers.
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
    /// PayPal and Venmo.
    pub paypal: bool,
}

/// Card data that may be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSummary {
    /// The card network, e.g. `visa`.
    pub network: String,
    pub last_four: String,
    /// The gateway's reference for charging the card again without its owner, if one was requested. The shop renews
    /// subscriptions with it. It is worthless to anybody but this shop and its gateway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mandate: Option<String>,
}

impl OfferedPayments {
    /// Whether the shop takes cards, entered in the gateway's fields or through a wallet that holds cards.
    #[must_use]
    pub const fn takes_cards(self) -> bool {
        self.card || self.apple_pay || self.google_pay
    }
}

impl PaymentMethod {
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

    /// Whether the order is made first and paid later, without a gateway.
    #[must_use]
    pub const fn is_manual(&self) -> bool {
        match self {
            Self::CashOnDelivery | Self::BankTransfer => true,
            Self::Card { .. } | Self::Wallet { .. } | Self::Free => false,
        }
    }

    /// The gateway's session id, if a gateway handles the payment.
    #[must_use]
    pub fn gateway_session(&self) -> Option<&str> {
        match self {
            Self::Card { session } | Self::Wallet { session, .. } => Some(session),
            Self::CashOnDelivery | Self::BankTransfer | Self::Free => None,
        }
    }
}
