//! What the page of an order says under "Co bude dál": the payment, money that went back, and the goods.
//!
//! Every sentence is decided here, from the order and its life. Each is true whenever the buyer reads it.

mod goods;
mod money;
mod standing;
mod subscription;
#[cfg(test)]
mod tests;

pub use money::network_name;

use crate::transfer::transfer_due_text;
use crate::typographic;
use standing::Standing;
use zkratka_commerce::delivery::{Date, ShopTime};
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::order_life::{Fulfilment, Life, MoneyState};
use zkratka_commerce::time::Timestamp;

/// An order at a moment.
#[derive(Clone, Copy)]
pub struct OrderNow<'a> {
    pub order: &'a Order,
    pub life: &'a Life,
    pub now: Timestamp,
}

impl<'a> OrderNow<'a> {
    /// The heading of an order that is cancelled, or whose money goes back; `None` for any other one.
    #[must_use]
    pub fn came_to_nothing(self) -> Option<&'static str> {
        money::came_to_nothing(self.life, Standing::of(self))
    }

    /// The sentences for a visitor who may see the whole order. `codes`: how many listed gift cards pay now or later; `None` if
    /// the page lists no cards. If the buyer is asked for a transfer, its details stand before the sentences. `sold_on`: the day
    /// of the order in the shop's time zone; without it no day of a next payment is named.
    #[must_use]
    pub fn next_steps(self, codes: Option<usize>, sold_on: Option<Date>) -> Vec<String> {
        let standing = Standing::of(self);
        let mut steps = money::sentences(self, standing);
        steps.extend(goods::sentences(self, standing, codes));
        if standing == Standing::Open {
            steps.extend(subscription::sentences(self, sold_on));
        }
        steps.iter().map(|step| typographic(step)).collect()
    }

    /// [`Self::next_steps`] below a sentence that says that the order is cancelled.
    #[must_use]
    pub fn steps_after_cancellation(
        self,
        codes: Option<usize>,
        sold_on: Option<Date>,
    ) -> Vec<String> {
        let steps = self.next_steps(codes, sold_on);
        if Standing::of(self) != Standing::Cancelled {
            return steps;
        }
        let first = money::after_cancellation(self).map(typographic);
        first.into_iter().chain(steps.into_iter().skip(1)).collect()
    }

    /// The parcels of which [`Self::next_steps`] tells.
    #[must_use]
    pub fn parcels(self) -> Vec<&'a Fulfilment> {
        goods::told_parcels(self.life, Standing::of(self))
    }

    /// Until when to pay by transfer; `None` if the order has no due day.
    #[must_use]
    pub fn transfer_due(self, time: &ShopTime) -> Option<String> {
        let due = self.order.transfer_due?;
        let last = time.day(due.expires_at.plus(-1));
        // The shop does not cancel an order after goods were sent.
        let last = last.filter(|_| !self.life.has_sent());
        Some(transfer_due_text(&due, last, self.now))
    }

    /// The state in a sentence for whoever has the cart's link: no amounts, parcels or cards.
    #[must_use]
    pub fn state(self) -> &'static str {
        money::state(self, Standing::of(self))
    }

    /// Whether the page asks the buyer for a transfer: not for one that has arrived, is too late, or would pay a cancelled
    /// order.
    #[must_use]
    pub fn asks_for_transfer(self) -> bool {
        self.order.payment == OrderPayment::AwaitingTransfer
            && self.life.money_state() == MoneyState::Awaited
            && Standing::of(self) == Standing::Open
    }
}
