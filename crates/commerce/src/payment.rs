//! Payment methods, the methods that a shop offers, and the card data that is stored.

mod manual;
mod rounding;
mod wallet;

pub use manual::{CaptchaProof, Excess, ManualPaymentLimits, OrderBound, costs_nothing};
pub use wallet::{Brand, VENMO, Wallet, WalletSet};

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
    /// A card that the buyer has saved in an account of the shop's wallet.
    SavedCard {
        /// The gateway's reference by which it charges the card.
        mandate: String,
        network: String,
        last_four: String,
        /// The id of the buyer's confirmation, in hexadecimal digits. The store knows until when it counts.
        #[serde(default)]
        confirmation: String,
    },
    /// Cash on delivery (dobírka).
    CashOnDelivery,
    /// Bank transfer, with QR Platba.
    BankTransfer,
    Free,
}

/// Payment methods that a shop offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedPayments {
    /// Card by hosted fields.
    pub card: bool,
    /// Dobírka.
    pub cash_on_delivery: bool,
    pub bank_transfer: bool,
    pub wallets: WalletSet,
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
    /// Year and month until which the card of a mandate is valid, as `2030-01`, if the gateway knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
}

impl OfferedPayments {
    /// Whether the shop takes cards, entered in the gateway's fields or through a wallet that holds cards.
    #[must_use]
    pub fn takes_cards(self) -> bool {
        self.card || self.wallets.iter().any(|wallet| !wallet.charges_account())
    }
}

impl PaymentMethod {
    #[must_use]
    pub const fn is_offered(&self, offered: OfferedPayments) -> bool {
        match self {
            Self::Card { .. } | Self::SavedCard { .. } => offered.card,
            Self::Wallet { wallet, .. } => offered.wallets.contains(*wallet),
            Self::CashOnDelivery => offered.cash_on_delivery,
            Self::BankTransfer => offered.bank_transfer,
            Self::Free => true,
        }
    }

    /// Whether a buyer's account at a wallet's vendor is charged, instead of a card.
    #[must_use]
    pub const fn charges_account(&self) -> bool {
        matches!(self, Self::Wallet { wallet, .. } if wallet.charges_account())
    }

    /// Whether the order is made first and paid later, without a gateway.
    #[must_use]
    pub const fn is_manual(&self) -> bool {
        match self {
            Self::CashOnDelivery | Self::BankTransfer => true,
            Self::Card { .. } | Self::Wallet { .. } | Self::SavedCard { .. } | Self::Free => false,
        }
    }

    /// The mandate of a saved card.
    #[must_use]
    pub fn charged_mandate(&self) -> Option<&str> {
        match self {
            Self::SavedCard { mandate, .. } => Some(mandate),
            Self::Card { .. }
            | Self::Wallet { .. }
            | Self::CashOnDelivery
            | Self::BankTransfer
            | Self::Free => None,
        }
    }

    /// The id of the confirmation by which a saved card pays.
    #[must_use]
    pub fn confirmation(&self) -> Option<&str> {
        match self {
            Self::SavedCard { confirmation, .. } => Some(confirmation),
            Self::Card { .. }
            | Self::Wallet { .. }
            | Self::CashOnDelivery
            | Self::BankTransfer
            | Self::Free => None,
        }
    }

    /// What the gateway charges, if a gateway handles the payment: its session, or the mandate of a saved card.
    #[must_use]
    pub fn gateway_session(&self) -> Option<&str> {
        match self {
            Self::Card { session } | Self::Wallet { session, .. } => Some(session),
            Self::SavedCard { mandate, .. } => Some(mandate),
            Self::CashOnDelivery | Self::BankTransfer | Self::Free => None,
        }
    }
}
