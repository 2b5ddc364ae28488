//! Why nothing follows from an event, in words for the operator.

use super::entry::OperationKey;
use crate::ids::{LineId, OrderNumber};
use crate::money::Money;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The gateway's answer or report says nothing new.
    #[error("this is known already")]
    NothingNew,
    /// The same operation was done before: its entries are the result.
    #[error("this was done before, under the key {}", .0.0)]
    Repeated(OperationKey),
    #[error(
        "the key {} stands for another operation on this order: use another --key for a new operation, or leave it out", .0.0
    )]
    KeyReused(OperationKey),
    #[error("the key {} stands for an operation on order {}: use another --key", .0.0, .1.0)]
    KeyOfAnotherOrder(OperationKey, OrderNumber),
    #[error("the reason or the name of the operator is too long: write at most 200 characters")]
    TooLong,
    #[error(
        "the order is paid by the gateway, which reports the money itself: nothing was recorded"
    )]
    PaidByGateway,
    #[error("the order costs nothing, so nothing can be paid")]
    NothingDue,
    #[error("the order is paid already")]
    AlreadyPaid,
    #[error("the order is cancelled: nothing is sent any more")]
    CancelledNotSent,
    #[error("the order is cancelled already")]
    AlreadyCancelled,
    #[error(
        "the transfer has not arrived: record it with mark-paid first, or add --before-payment to send the goods without it"
    )]
    NotPaidYet,
    #[error(
        "a person must find out first what the gateway holds: see `zkratka orders show` and the payment at the gateway"
    )]
    NeedsReview,
    #[error(
        "the capture failed, so nothing is paid: cancel the order, or agree on another payment with the buyer"
    )]
    CaptureFailed,
    #[error(
        "the payment is disputed, or the money was taken back: wait until the dispute is won, or add --despite-dispute to send the goods nevertheless"
    )]
    Contested,
    #[error("everything is sent already")]
    NothingToSend,
    #[error("line {} is not shipped", .0.0)]
    NotShipped(LineId),
    #[error("of line {} only {left} units are left to send", line.0)]
    TooManyToSend { line: LineId, left: u32 },
    #[error("there is no line {} in this order: `zkratka orders show` lists the lines", .0.0)]
    NoSuchLine(LineId),
    #[error("line {} is named twice: name each line once", .0.0)]
    LineNamedTwice(LineId),
    #[error("the number of units must be at least 1 (line {})", .0.0)]
    NoUnits(LineId),
    #[error(
        "{sent} of {units} units were sent, so the order cannot be cancelled: refund what comes back or is not sent (`zkratka orders refund`)"
    )]
    SentAlready { sent: u32, units: u32 },
    #[error(
        "{} was spent of the gift card ...{card} that this order sold, so its line cannot be refunded: refund other lines, or another amount with --amount", in_words(.spent)
    )]
    CardSpent { card: String, spent: Money },
    #[error(
        "of line {} only {left} units are left to refund", line.0
    )]
    TooManyToRefund { line: LineId, left: u32 },
    #[error("nothing has been paid: cancel the order instead")]
    NothingPaid,
    #[error("the money is held but not captured yet: try again in a minute, or cancel the order")]
    NotCapturedYet,
    #[error("nothing is left to refund")]
    NothingLeft,
    #[error("the amount must be above zero")]
    NoAmount,
    #[error("{} is too much: {} can be refunded{}", in_words(.wanted), in_words(.left), explained(.pending, .withheld))]
    TooMuch {
        wanted: Money,
        left: Money,
        pending: Money,
        withheld: Money,
    },
    #[error(
        "the order was not paid through a gateway: record what you paid back with `zkratka orders refund`"
    )]
    NotByGateway,
    #[error(
        "'{0}' is not an id of the gateway's: write the id of the refund or reversal as the gateway shows it"
    )]
    NotAReference(String),
    #[error(
        "{0} is the id of the payment, not of its refund, which would count twice under both: write the id of the refund as the gateway shows it"
    )]
    NotARefund(String),
    #[error("the order knows {0} already: nothing was recorded")]
    ReferenceKnown(String),
    #[error(
        "the lines of refund {0} were named before and cannot be changed (`zkratka orders show`): nothing was recorded"
    )]
    LinesNamed(String),
    #[error(
        "refund {0} of this order is under way, and may be the one at the gateway: wait until `zkratka orders show` says how it ended"
    )]
    RefundUnderway(u32),
    #[error(
        "refund {0} of this order is not one that the gateway refused, or it has another amount or other lines: `zkratka orders show` lists the refunds"
    )]
    NotRefused(u32),
    #[error("there is no refund {0} of this order")]
    NoSuchRefund(u32),
    #[error(
        "the gateway reports {}, but the order is in another currency", in_words(.0)
    )]
    OtherCurrency(Money),
}

fn in_words(money: &Money) -> String {
    format!("{} {}", money.decimal(), money.currency)
}

fn explained(pending: &Money, withheld: &Money) -> String {
    let mut parts = Vec::new();
    if pending.minor.is_positive() {
        parts.push(format!("{} is being refunded", in_words(pending)));
    }
    if withheld.minor.is_positive() {
        parts.push(format!("a dispute withholds {}", in_words(withheld)));
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join(", "))
    }
}
