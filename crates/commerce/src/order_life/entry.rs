//! The entries of an order's life. They are stored as they are and never change.

use crate::gift_card::GiftCardId;
use crate::ids::LineId;
use crate::money::MinorUnits;
use crate::refund::RefundRefusal;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Something that happened to an order. Amounts are minor units of the order's currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// From 1 on, without gaps.
    pub sequence: u32,
    pub at: Timestamp,
    /// Who did it; `None`: the gateway answered or reported, or a time was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    pub change: Change,
}

/// An operator's operation. Each of its entries carries it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    pub key: OperationKey,
    /// A digest of what was asked for.
    pub contents: String,
    /// The operator's name.
    pub by: String,
    pub reason: String,
}

/// The idempotency key of an operation, unique in the shop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OperationKey(pub String);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Change {
    /// Money arrived outside any gateway: a transfer, or cash on delivery.
    Paid {
        amount: MinorUnits,
    },
    Fulfilled(Fulfilment),
    /// Nothing more is sent. The money goes back by a refund of its own.
    Cancelled {
        /// Units that returned to stock.
        restocked: Vec<LineUnits>,
        /// Why the shop cancelled by itself; `None`: an operator did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<CancelReason>,
    },
    /// A refund begins. Its number is the entry's sequence.
    Refund(Refund),
    /// The gateway has accepted a refund that the shop asked for, under this id, and has not decided yet.
    RefundAccepted {
        refund: u32,
        reference: String,
    },
    /// This refund, which the shop asked for, returns nothing.
    RefundRefused {
        refund: u32,
        reason: RefundFailure,
    },
    /// The gateway has refunded. Without `refund` somebody made it at the gateway, or the report came before the answer.
    Refunded {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refund: Option<u32>,
        reference: String,
        amount: MinorUnits,
    },
    /// A refund that the gateway had accepted did not reach the buyer.
    RefundFailed {
        reference: String,
    },
    /// The gateway or the bank took money back.
    Reversed {
        reference: String,
        amount: MinorUnits,
    },
    /// The gateway withholds this amount. A later entry of the same dispute replaces it.
    DisputeOpened {
        dispute: String,
        amount: MinorUnits,
    },
    DisputeWon {
        dispute: String,
    },
    DisputeLost {
        dispute: String,
        amount: MinorUnits,
    },
    /// The capture did not succeed after all.
    CaptureFailed,
}

impl Change {
    /// Whether it says something about a dispute, or about money that was taken back.
    pub(super) const fn contests(&self) -> bool {
        matches!(
            self,
            Self::Reversed { .. }
                | Self::DisputeOpened { .. }
                | Self::DisputeWon { .. }
                | Self::DisputeLost { .. }
        )
    }
}

/// Why the shop cancelled an order by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// The transfer did not arrive in time.
    Unpaid,
}

/// Units of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineUnits {
    pub line: LineId,
    pub units: u32,
}

/// A parcel, or goods handed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fulfilment {
    pub lines: Vec<LineUnits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracking_number: Option<String>,
}

/// A refund as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    /// Money that goes back the way it came.
    pub amount: MinorUnits,
    pub way: RefundWay,
    /// The units refunded; empty for an amount alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<RefundedLine>,
    /// What goes back to the gift cards that paid. It goes back at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardCredit>,
    /// Somebody made it with the gateway's own tools, so the gateway is not called for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made_elsewhere: bool,
    /// Set if these lines belong to an earlier refund that was recorded as an amount: its number. This entry moves no money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_of: Option<u32>,
}

/// How money goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundWay {
    /// The gateway refunds the captured payment.
    Gateway,
    /// The merchant pays by transfer or in cash. The shop cannot see it, so it counts at once.
    ByHand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundedLine {
    pub line: LineId,
    pub units: u32,
    /// Units whose goods came back to the stock, whichever refund brought them there.
    #[serde(default)]
    pub returned: u32,
    /// Units that this refund itself put on the stock.
    #[serde(default)]
    pub restocked: u32,
}

/// Money for a gift card that paid a part of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardCredit {
    pub card: GiftCardId,
    pub amount: MinorUnits,
}

/// Why nothing goes back by a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundFailure {
    /// The gateway refused.
    Refused(RefundRefusal),
    /// The money was never captured.
    NotCaptured,
    /// The gateway had accepted it, but the money did not reach the buyer.
    NotReached,
}

impl RefundFailure {
    /// The reason in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Refused(RefundRefusal::TooMuch) => {
                "the gateway says that it is more than is left of the payment"
            }
            Self::Refused(RefundRefusal::TooOld) => {
                "the gateway refunds a payment for a limited time only"
            }
            Self::Refused(RefundRefusal::Disputed) => "the buyer disputes the payment",
            Self::Refused(RefundRefusal::Refused) => "the gateway refused it",
            Self::Refused(RefundRefusal::Unsupported) => {
                "the shop cannot refund at this gateway: refund with the gateway's own tools"
            }
            Self::NotCaptured => "the money was never captured",
            Self::NotReached => "the money did not reach the buyer",
        }
    }
}
