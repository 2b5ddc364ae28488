//! The rows that steps of attempts write. One step and many are written by the same statements.

use super::keys::shard_prefixed;
use super::session::Parameters;
use super::{
    attempts, carts, gift_cards, messages, order_events, orders, stock, timeline, unpaid_orders,
};
use crate::StoreError;
use crate::begin::uses_up_approval;
use crate::rows::CartRow;
use tokio_postgres::types::ToSql;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::order::TimelineEntry;

/// A statement with its parameters.
pub(super) type Prepared<'p> = (&'static str, Vec<&'p (dyn ToSql + Sync)>);

/// The statements in the form in which a connection takes them.
pub(super) fn borrowed<'p>(statements: &'p [Prepared<'p>]) -> Vec<(&'static str, Parameters<'p>)> {
    let borrowed = statements.iter();
    borrowed
        .map(|(sql, parameters)| (*sql, parameters.as_slice()))
        .collect()
}

/// What the steps of one transaction write, column by column. Stock and the orders' numbers are not here: others wait for
/// them, so each transaction takes them at a moment of its own.
#[derive(Default)]
pub(super) struct StepRows<'a> {
    pub(super) begun: attempts::Columns<'a>,
    pub(super) moved: attempts::Columns<'a>,
    pub(super) timeline: timeline::Entries<'a>,
    pub(super) orders: orders::Columns,
    pub(super) paid: orders::Documents<'a>,
    pub(super) events: order_events::Columns<'a>,
    pub(super) carts: carts::Columns<'a>,
    /// Carts whose buyer's approval in a wallet is used up.
    pub(super) approved: Vec<i64>,
    /// Attempts whose units are sold.
    pub(super) sold: Vec<i64>,
    /// Attempts whose orders are not unpaid any more.
    pub(super) settled: Vec<i64>,
    /// Gift cards that the orders sell.
    pub(super) cards: Vec<gift_cards::SoldRows>,
}

impl<'a> StepRows<'a> {
    /// Adds a new attempt with its cart. Sort several by token: the unique index locks each token.
    pub(super) fn begin(
        &mut self,
        attempt: &'a Attempt,
        timeline: &'a [TimelineEntry],
        cart: &'a CartRow,
    ) -> Result<(), StoreError> {
        self.begun.add(attempt)?;
        self.follow_begun(attempt, timeline, cart);
        Ok(())
    }

    /// Adds what follows the row of an attempt that begins.
    pub(super) fn follow_begun(
        &mut self,
        attempt: &'a Attempt,
        timeline: &'a [TimelineEntry],
        cart: &'a CartRow,
    ) {
        self.timeline.add(shard_prefixed(attempt.key.0), timeline);
        self.carts.add(cart);
        if uses_up_approval(attempt) {
            self.approved.push(shard_prefixed(attempt.cart.0));
        }
    }

    /// The statements that write the rows, in an order that satisfies the references between tables and the order of locks:
    /// places of unpaid orders, then tokens. The events of a step count its timeline entries, so they come after them.
    pub(super) fn statements(&self) -> Vec<Prepared<'_>> {
        let all: [(bool, Prepared<'_>); 11] = [
            (
                self.settled.is_empty(),
                (unpaid_orders::RELEASE, vec![&self.settled]),
            ),
            (
                self.begun.is_empty(),
                (attempts::INSERT, self.begun.to_insert().to_vec()),
            ),
            (
                self.moved.is_empty(),
                (attempts::UPDATE, self.moved.to_update().to_vec()),
            ),
            (
                self.timeline.is_empty(),
                (timeline::APPEND, self.timeline.parameters().to_vec()),
            ),
            (
                self.orders.is_empty(),
                (orders::INSERT, self.orders.parameters().to_vec()),
            ),
            (
                self.orders.saved.is_empty(),
                (
                    orders::SAVE,
                    vec![&self.orders.saved, &self.orders.saved_cards],
                ),
            ),
            (
                self.paid.is_empty(),
                (orders::UPDATE, self.paid.parameters().to_vec()),
            ),
            (
                self.events.is_empty(),
                (order_events::APPEND, self.events.parameters().to_vec()),
            ),
            (
                self.carts.keys.is_empty(),
                (carts::OVERWRITE, self.carts.parameters().to_vec()),
            ),
            (
                self.approved.is_empty(),
                (messages::USE_UP, vec![&self.approved]),
            ),
            (self.sold.is_empty(), (stock::SETTLE, vec![&self.sold])),
        ];
        let wanted = all.into_iter().filter(|(is_empty, _)| !is_empty);
        let mut statements: Vec<_> = wanted.map(|(_, statement)| statement).collect();
        for cards in self.cards.iter().filter(|cards| !cards.is_empty()) {
            statements.push((gift_cards::ISSUE_SOLD, cards.parameters().to_vec()));
        }
        statements
    }
}
