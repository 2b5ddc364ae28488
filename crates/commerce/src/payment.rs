//! How a cart can be paid.

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
    /// Cash on delivery (dobírka).
    CashOnDelivery,
    /// Bank transfer, with QR Platba.
    BankTransfer,
    /// Nothing to pay.
    Free,
}
