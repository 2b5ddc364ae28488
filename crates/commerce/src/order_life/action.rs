//! What can happen to an order: an operator acts, the gateway answers or reports.

use super::entry::{LineUnits, OperationKey};
use crate::gift_card::GiftCardId;
use crate::hex;
use crate::ids::{LineId, OrderNumber};
use crate::money::{MinorUnits, Money};
use crate::refund::{PaymentReport, RefundOutcome};
use sha2::{Digest, Sha256};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LifeEvent {
    /// An operator asks for something.
    Operated(Operation),
    /// The gateway answered a call for a refund that the shop asked for. `lease`: the version of the lease under which a
    /// server called.
    Answered {
        refund: u32,
        lease: u64,
        outcome: RefundOutcome,
    },
    /// The payment of a refund turned out to be one that no gateway captured.
    NotCaptured { refund: u32, lease: u64 },
    /// The gateway reported unasked.
    Reported(PaymentReport),
    /// The time has come to look at an order that waits for its transfer.
    TransferTimeReached,
}

impl LifeEvent {
    /// The refund that a server gives up with this event, and the version of its lease. It may do so only while no other
    /// server has leased the refund: the gateway may be accepting that one's call.
    #[must_use]
    pub const fn given_up(&self) -> Option<(u32, u64)> {
        match self {
            Self::Answered {
                refund,
                lease,
                outcome: RefundOutcome::Refused { .. },
            }
            | Self::NotCaptured { refund, lease } => Some((*refund, *lease)),
            Self::Answered { .. }
            | Self::Operated(_)
            | Self::Reported(_)
            | Self::TransferTimeReached => None,
        }
    }

    /// Whether the event gives up a refund that is settled or that another server has leased. `lease`: the version of the
    /// refund's lease now; `None` if it is settled.
    #[must_use]
    pub fn is_overtaken(&self, lease: Option<u64>) -> bool {
        self.given_up().is_some_and(|(_, own)| lease != Some(own))
    }
}

/// An operator's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The idempotency key; `None`: the contents are the key, so an identical request is a repetition.
    pub key: Option<OperationKey>,
    /// The operator's name.
    pub by: String,
    pub reason: String,
    pub action: Action,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The transfer arrived, or the carrier brought the cash.
    MarkPaid,
    Fulfil {
        /// Empty: everything that is still to be sent.
        lines: Vec<LineUnits>,
        carrier: Option<String>,
        tracking_number: Option<String>,
        /// Whether to send goods of an order that is still to be paid in advance.
        before_payment: bool,
        /// Whether to send goods although the payment is contested.
        despite_dispute: bool,
    },
    Cancel {
        /// Whether the units return to stock.
        restock: bool,
    },
    Refund {
        size: RefundSize,
        /// Whether the refunded units return to stock.
        restock: bool,
    },
    /// Somebody refunded with the gateway's own tools. No money moves.
    RecordRefund {
        /// The gateway's own id of the refund.
        reference: String,
        size: RefundSize,
        /// Whether the refunded units return to stock.
        restock: bool,
        /// The number of the shop's own refund that this is: the gateway refused it, and made it nevertheless. `None`: the
        /// refused refund that fits best, if there is one.
        refused: Option<u32>,
    },
    /// The gateway or the bank took money back. No money moves.
    RecordReversal {
        /// The gateway's own id of the reversal, or of the dispute that ended for the buyer.
        reference: String,
        amount: MinorUnits,
    },
}

/// How much to refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundSize {
    /// Units of lines; without an amount, what the buyer paid for them.
    Lines {
        lines: Vec<LineUnits>,
        amount: Option<MinorUnits>,
    },
    /// An amount that belongs to no line.
    Amount(MinorUnits),
    /// Everything that is left.
    Everything,
}

impl Operation {
    /// A digest of the order and of what is asked for, without operator and reason: somebody who repeats a command in other
    /// words must not refund twice.
    #[must_use]
    pub fn contents(&self, order: OrderNumber) -> String {
        let text = format!("zkratka-operation:{}:{}", order.0, self.action.canonical());
        let digest = Sha256::digest(text);
        hex::encode(&digest[..16])
    }

    /// The idempotency key: the operator's, or one that follows from the contents.
    #[must_use]
    pub fn key(&self, order: OrderNumber) -> OperationKey {
        let derived = || OperationKey(format!("auto-{}-{}", order.0, self.contents(order)));
        self.key.clone().unwrap_or_else(derived)
    }
}

impl Action {
    /// A text for the digest: equal for equal actions, different for others. The operator's own texts are quoted.
    fn canonical(&self) -> String {
        match self {
            Self::MarkPaid => "mark-paid".to_owned(),
            Self::Fulfil {
                lines,
                carrier,
                tracking_number,
                before_payment,
                despite_dispute,
            } => {
                // Without the flag the text is that of versions that did not know the flag.
                let disputed = if *despite_dispute { "disputed " } else { "" };
                format!(
                    "fulfil {disputed}{} {before_payment} {carrier:?} {tracking_number:?}",
                    canonical(lines)
                )
            }
            Self::Cancel { restock } => format!("cancel {restock}"),
            Self::Refund { size, restock } => format!("refund {}", size.canonical(*restock)),
            Self::RecordRefund {
                reference,
                size,
                restock,
                refused,
            } => {
                // Without a number the text is the same as before there was one.
                let refused = refused.map_or(String::new(), |number| format!(" of {number}"));
                let size = size.canonical(*restock);
                format!("record refund {size}{refused} {reference:?}")
            }
            Self::RecordReversal { reference, amount } => {
                format!("record reversal {} {reference:?}", amount.get())
            }
        }
    }
}

impl RefundSize {
    fn canonical(&self, restock: bool) -> String {
        match self {
            Self::Lines { lines, amount } => {
                let amount = amount.map(MinorUnits::get);
                format!("lines {} {amount:?} {restock}", canonical(lines))
            }
            Self::Amount(amount) => format!("amount {}", amount.get()),
            Self::Everything => format!("everything {restock}"),
        }
    }
}

fn canonical(lines: &[LineUnits]) -> String {
    let mut pairs: Vec<_> = lines.iter().map(|line| (line.line.0, line.units)).collect();
    pairs.sort_unstable();
    let pairs: Vec<_> = pairs
        .iter()
        .map(|(line, units)| format!("{line}:{units}"))
        .collect();
    pairs.join(",")
}

/// A gift card that the order sold, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldCard {
    pub id: GiftCardId,
    pub line: LineId,
    pub last_characters: String,
    /// The value with which it was sold.
    pub initial: Money,
    /// The balance that is left, without the amounts that live attempts hold.
    pub balance: MinorUnits,
    pub is_disabled: bool,
}

impl SoldCard {
    /// Whether nothing was spent of it.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.balance == self.initial.minor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;
    use crate::refund::RefundRefusal;

    /// [B.12] Only a refusal and a payment that was never captured give a refund up, each under its own lease: a refund that
    /// the gateway made or may still make is never given up.
    #[test]
    fn only_a_refund_that_ends_without_money_is_given_up() {
        let answered = |outcome| LifeEvent::Answered {
            refund: 7,
            lease: 3,
            outcome,
        };
        let reference = "re_1".to_owned();
        let amount = Money::new(MinorUnits::new(100), Currency::CZK);
        let refused = RefundOutcome::Refused {
            reason: RefundRefusal::TooOld,
        };
        let not_captured = LifeEvent::NotCaptured {
            refund: 7,
            lease: 3,
        };
        for (event, given_up) in [
            (answered(refused), Some((7, 3))),
            (not_captured, Some((7, 3))),
            (answered(RefundOutcome::Unknown), None),
            (
                answered(RefundOutcome::Pending {
                    reference: reference.clone(),
                }),
                None,
            ),
            (
                answered(RefundOutcome::Refunded { reference, amount }),
                None,
            ),
            (LifeEvent::Reported(PaymentReport::CaptureFailed), None),
            (LifeEvent::TransferTimeReached, None),
        ] {
            assert_eq!(event.given_up(), given_up, "{event:?}");
            let may_be_overtaken = given_up.is_some();
            for (lease, is_overtaken) in [
                (Some(3), false),
                (Some(4), may_be_overtaken),
                (None, may_be_overtaken),
            ] {
                let found = event.is_overtaken(lease);
                assert_eq!(found, is_overtaken, "{event:?}, {lease:?}");
            }
        }
    }

    /// A command without a key uses this text as its key. Keep it unchanged, or a repeated old command would run twice.
    #[test]
    fn a_parcel_has_the_same_text_as_before_the_flag() {
        let parcel = |despite_dispute| {
            let line = LineUnits {
                line: LineId(2),
                units: 1,
            };
            let parcel = Action::Fulfil {
                lines: vec![line],
                carrier: Some("PPL".to_owned()),
                tracking_number: None,
                before_payment: false,
                despite_dispute,
            };
            parcel.canonical()
        };
        assert_eq!(parcel(false), "fulfil 2:1 false Some(\"PPL\") None");
        assert_eq!(parcel(true), "fulfil disputed 2:1 false Some(\"PPL\") None");
    }
}
