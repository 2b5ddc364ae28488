//! Which orders wait for a person.

use super::life::{GatewayStage, Life, MoneySource, MoneyState};
use crate::money::{MinorUnits, Money};
use crate::order::Order;
use crate::time::Timestamp;

/// What a person is to do about an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// Find out what the gateway holds.
    Review,
    /// The capture failed, and the order stands.
    CaptureFailed,
    /// The capture failed, and was heard to succeed afterwards: find out whether the money is there, before the buyer pays again.
    CaptureUnclear,
    Disputed,
    /// The order is cancelled, and this much of the buyer's money is still with the shop and not on its way back.
    PayBack(Money),
    /// The transfer did not arrive in time, and the order stands: a server is about to cancel it, or could not, because goods
    /// were sent or a gift card that it sold was spent. Collect the payment or the goods.
    Unpaid,
    /// Somebody refunded at the gateway without naming lines, so the gift cards that the order sold pay nothing: say what the
    /// refund was for.
    UnexplainedRefund,
}

impl Life {
    /// What a person is to do about the order; `None`: nothing.
    #[must_use]
    pub fn attention(&self, order: &Order, now: Timestamp) -> Option<Attention> {
        let is_cancelled = self.cancelled_at.is_some();
        let refundable = self.sums().refundable;
        match (&self.source, self.money_state()) {
            (_, MoneyState::NeedsReview) => Some(Attention::Review),
            (_, MoneyState::Disputed) => Some(Attention::Disputed),
            _ if self.is_capture_unclear() => Some(Attention::CaptureUnclear),
            _ if is_cancelled => Some(refundable)
                .filter(|left| left.is_positive())
                .map(|left: MinorUnits| Attention::PayBack(Money::new(left, self.currency))),
            (
                MoneySource::Gateway {
                    stage: GatewayStage::CaptureFailed,
                    ..
                },
                _,
            ) => Some(Attention::CaptureFailed),
            _ if self.has_unexplained_refund(order) => Some(Attention::UnexplainedRefund),
            _ => {
                let due = self.awaited_transfer(order);
                due.filter(|due| due.is_expired(now))
                    .map(|_| Attention::Unpaid)
            }
        }
    }

    fn has_unexplained_refund(&self, order: &Order) -> bool {
        let snapshot = &order.snapshot;
        let withholds = snapshot.sells_gift_cards() || snapshot.has_downloads();
        withholds && !self.foreign_refunds.is_empty()
    }
}
