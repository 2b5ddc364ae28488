//! Step 1 of an attempt, in one transaction: does the locks, reads and writes for the decisions of [`crate::begin`].

use super::error::Failure;
use super::keys::shard_prefixed;
use super::session::Session;
use super::step_rows::{Prepared, StepRows, borrowed};
use super::{attempts, benefits, carts, catalogue, orders, stock, transfers, unpaid_orders};
use crate::begin::{
    BeginPlan, CONFIRMED, CartPlan, Opening, UnnumberedOrder, confirmation, opening, plan,
    unconfirmed,
};
use crate::rows::CartRow;
use crate::{BeginAttempt, BeginOutcome, StoreError};
use std::sync::Arc;
use tokio_postgres::Row;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Claim, TimelineEntry};
use zkratka_commerce::pricing::Question;
use zkratka_commerce::rules::ShopRules;

/// Begins an attempt, or returns why it does not begin. Writes nothing before every check has passed.
pub(super) struct Begin {
    pub(super) begin: BeginAttempt,
    pub(super) rules: Arc<ShopRules>,
}

impl Begin {
    /// Runs the transaction. `how` is the SQL that begins it.
    pub(super) async fn run(
        &self,
        session: &Session,
        how: &'static str,
    ) -> Result<BeginOutcome, Failure> {
        let begin = &self.begin;
        let cart_key = shard_prefixed(begin.cart.0);
        // Locks the cart first. A transaction that held the lock before has stored its attempt, or nothing, by the time
        // that this one looks for the token.
        let mut answers = session
            .begin_and_ask(
                how,
                &[
                    (carts::LOCK, &[&cart_key]),
                    (attempts::BY_TOKEN, &[&begin.stored_tokens()]),
                ],
            )
            .await?;
        let (known, cart) = (answers.pop(), answers.pop());
        let known = known.as_deref().and_then(<[Row]>::first);
        let known = known.map(attempts::decode).transpose()?;
        let cart = cart.as_deref().and_then(<[Row]>::first);
        let cart = cart.map(carts::decode).transpose()?;
        let cart = match opening(begin, known, cart) {
            Opening::Answer(answer) => return Ok(answer),
            Opening::OtherAttempt(attempt) => {
                let attempt = attempts::existing(session, attempt).await?;
                return Ok(BeginOutcome::OtherAttempt(Box::new(attempt)));
            }
            Opening::Open(cart) => *cart,
        };
        if let Some(id) = confirmation(&cart) {
            let mut found = session.ask(&[(CONFIRMED, &[&id, &begin.now.0])]).await?;
            if found.pop().is_none_or(|rows| rows.is_empty()) {
                return Ok(unconfirmed());
            }
        }
        let catalogue = catalogue::of_carts(session, [&cart]).await?;
        let question = Question::about(&cart, &self.rules);
        let facts = benefits::facts_within(session, &question, begin.now).await?;
        let plan = match plan(begin, cart, &catalogue, &facts, &self.rules) {
            Ok(plan) => plan,
            Err(faults) => return Ok(BeginOutcome::Refused(faults)),
        };
        let since = self.rules.manual_payments.forgotten_until(begin.now);
        let taken = unpaid_orders::taken(session, &plan.contacts, since).await?;
        let plan = match plan.within_bounds(begin, &taken, &self.rules) {
            Ok(plan) => plan,
            Err(refused) => return Ok(refused),
        };
        let key = plan.attempt.key;
        unpaid_orders::take(session, key, &plan.places, begin.now, since).await?;
        let attempt = write(session, plan).await?;
        Ok(BeginOutcome::New(Box::new(attempt)))
    }
}

/// Writes the attempt, its reservation, the cart, and the order if it is made at once. The rows for which others wait
/// (codes, gift cards, stock, the order's number) are locked as late as possible.
async fn write(session: &Session, plan: BeginPlan) -> Result<Attempt, Failure> {
    let new = New {
        attempt: plan.attempt,
        timeline: plan.timeline,
        claims: plan.claims,
    };
    match plan.cart {
        CartPlan::Held(cart) => new.write_held(session, &cart).await,
        CartPlan::Ordered(order) => new.write_ordered(session, *order).await,
    }
}

/// What is written for every attempt.
struct New {
    attempt: Attempt,
    timeline: Vec<TimelineEntry>,
    claims: Vec<Claim>,
}

impl New {
    /// Writes an attempt that calls a gateway.
    async fn write_held(self, session: &Session, cart: &Cart) -> Result<Attempt, Failure> {
        let cart = CartRow::new(cart)?;
        let mut rows = StepRows::default();
        rows.begin(&self.attempt, &self.timeline, &cart)?;
        let mut statements = rows.statements();
        if self.takes_benefits() {
            session.ask(&borrowed(&statements)).await?;
            statements.clear();
            self.take_benefits(session).await?;
        }
        let reserved = stock::Reservations::of([&self.attempt]);
        if !reserved.is_empty() {
            statements.push((stock::RESERVE, reserved.parameters().to_vec()));
        }
        session.execute_and_commit(&borrowed(&statements)).await?;
        drop(statements);
        drop(rows);
        Ok(self.attempt)
    }

    /// Writes an attempt and the order that it makes at once. The attempt is inserted without the order's number, because its
    /// token is locked before everything else.
    async fn write_ordered(
        mut self,
        session: &Session,
        order: UnnumberedOrder,
    ) -> Result<Attempt, Failure> {
        let number = self.insert_and_take_number(session).await?;
        let plan = order.numbered(&mut self.attempt, number)?;
        let cart = CartRow::new(&plan.cart)?;
        let mut rows = StepRows::default();
        rows.moved.add(&self.attempt)?;
        rows.follow_begun(&self.attempt, &self.timeline, &cart);
        rows.orders.add(&plan.order)?;
        rows.events
            .add(&plan.events, shard_prefixed(self.attempt.key.0));
        let mut statements = rows.statements();
        let number = number.0.cast_signed();
        let first_look = plan.order.transfer_due.map(|due| due.first_look().0);
        if first_look.is_some() {
            statements.push((transfers::BEGIN, vec![&number, &first_look]));
        }
        session.execute_and_commit(&borrowed(&statements)).await?;
        drop(statements);
        drop(rows);
        Ok(self.attempt)
    }

    /// Inserts the attempt, and takes what its order needs. The number comes last: other orders wait for it.
    async fn insert_and_take_number(&self, session: &Session) -> Result<OrderNumber, Failure> {
        let row = attempts::Columns::of(&self.attempt)?;
        let mut statements: Vec<Prepared<'_>> = vec![(attempts::INSERT, row.to_insert().to_vec())];
        if self.takes_benefits() {
            session.ask(&borrowed(&statements)).await?;
            statements.clear();
            self.take_benefits(session).await?;
        }
        let sale = stock::Sale::of(&self.attempt.snapshot);
        if !sale.is_empty() {
            statements.push((stock::SELL, sale.parameters().to_vec()));
        }
        statements.push((orders::NEXT, vec![&1_i64]));
        let mut answers = session.ask(&borrowed(&statements)).await?;
        let counted = answers.pop().unwrap_or_default();
        if !sale.is_empty() {
            sale.check(answers.pop().unwrap_or_default().first())?;
        }
        let number = orders::numbers(counted.first(), 1)?.next();
        Ok(number.ok_or(StoreError::Inconsistent("an order has no number"))?)
    }

    fn takes_benefits(&self) -> bool {
        !(self.claims.is_empty() && self.attempt.snapshot.gift_cards.is_empty())
    }

    async fn take_benefits(&self, session: &Session) -> Result<(), Failure> {
        let key = shard_prefixed(self.attempt.key.0);
        let cards = &self.attempt.snapshot.gift_cards;
        benefits::take(session, key, &self.claims, cards).await
    }
}
