//! What happens to captured money afterwards, in the terms that every payment gateway shares.

use crate::money::Money;
use serde::{Deserialize, Serialize};

/// What a gateway answers when it is asked to refund captured money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "status")]
pub enum RefundOutcome {
    /// The money is on its way back to the buyer. This is final.
    Refunded {
        /// The gateway's own id of the refund.
        reference: String,
        /// Amount refunded.
        amount: Money,
    },
    /// The gateway has accepted the refund but has not decided yet; ask again later.
    Pending {
        /// The gateway's own id of the refund.
        reference: String,
    },
    /// Nothing goes back. This is final.
    Refused { reason: RefundRefusal },
    /// The gateway has no refund under this key.
    Unknown,
}

/// Why a gateway refuses a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundRefusal {
    /// More than what is left of the capture.
    TooMuch,
    /// The gateway refunds a payment for a limited time only.
    TooOld,
    /// The capture is disputed, so that the buyer would get the money twice.
    Disputed,
    /// The gateway refused for another reason, or does not know the payment.
    Refused,
    /// The gateway cannot refund: a person must do so with the gateway's own tools.
    Unsupported,
}

/// What a gateway reports unasked about captured money: the merchant, the buyer's bank or the gateway itself caused it.
/// Each report repeats with the same ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum PaymentReport {
    /// A refund is final. If this server did not ask for it, somebody made it at the gateway.
    Refunded {
        /// The gateway's own id of the refund.
        reference: String,
        amount: Money,
    },
    /// A refund that the gateway had accepted did not reach the buyer; the money stays with the merchant.
    RefundFailed {
        /// The gateway's own id of the refund.
        reference: String,
    },
    /// The gateway or the bank took captured money back without a dispute.
    Reversed {
        /// The gateway's own id of the reversal.
        reference: String,
        amount: Money,
    },
    /// The buyer disputes the payment; the gateway withholds this amount until the dispute is decided. A repetition with
    /// another amount replaces the amount.
    DisputeOpened {
        /// The gateway's own id of the dispute.
        dispute: String,
        amount: Money,
    },
    /// The dispute ended for the merchant, who keeps the money.
    DisputeWon { dispute: String },
    /// The dispute ended for the buyer, who has this amount. It is zero if a refund, which the gateway reports by itself,
    /// settled the dispute, and may be less than what was withheld.
    DisputeLost { dispute: String, amount: Money },
    /// A capture that the gateway had accepted did not succeed: there is no money.
    CaptureFailed,
}

impl PaymentReport {
    /// A stable name for logs and timelines.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Refunded { .. } => "refunded",
            Self::RefundFailed { .. } => "refund_failed",
            Self::Reversed { .. } => "reversed",
            Self::DisputeOpened { .. } => "dispute_opened",
            Self::DisputeWon { .. } => "dispute_won",
            Self::DisputeLost { .. } => "dispute_lost",
            Self::CaptureFailed => "capture_failed",
        }
    }
}
