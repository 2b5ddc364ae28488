//! An order's life after the sale: paid, fulfilled, cancelled, refunded, disputed.
//!
//! What happens to an order is a list of [`Entry`] values that only grows. [`Life::of`] folds them into the present state;
//! [`decide`] is the one function that adds entries, for an operator's action, a gateway's answer, a gateway's report and
//! the end of a time alike. Both are pure. The capture of a card payment is not an entry: the fold reads it from the order's own payment and
//! timeline, which the attempt writes.
//!
//! The state does not depend on the order in which a gateway's reports arrive, nor on how often they do: refunds, reversals
//! and disputes are known by the gateway's own ids, and a failure wins over the success that it revokes.
//!
//! Money: `balance` is what the buyer has paid less what has gone back. A refund that is under way and money that a dispute
//! withholds are still in the balance, but cannot be refunded.

mod action;
mod attention;
mod charges;
mod contest;
mod decide;
mod entry;
mod fold;
mod life;
mod plan;
mod refusal;
mod waits;

#[cfg(test)]
mod tests;

pub use action::{Action, LifeEvent, Operation, RefundSize, SoldCard};
pub use attention::Attention;
pub use charges::Charges;
pub use decide::decide;
pub use entry::{
    CancelReason, CardCredit, Cause, Change, Entry, Fulfilment, LineUnits, OperationKey, Refund,
    RefundFailure, RefundWay, RefundedLine,
};
pub use fold::gateway_reference;
pub use life::{
    Dispute, DisputeState, FulfilmentState, GatewayStage, Life, MoneySource, MoneyState,
    RefundState, RefundStatus, Sums,
};
pub use plan::{Plan, RefundCall, TransferWait};
pub use refusal::Refusal;
