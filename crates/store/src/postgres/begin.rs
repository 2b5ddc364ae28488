//! Step 1 of an attempt, in one transaction: does the locks, reads and writes for the decisions of [`crate::begin`].

use super::attempts::AttemptRow;
use super::carts::Overwrite;
use super::error::Failure;
use super::keys::shard_prefixed;
use super::orders::OrderRow;
use super::session::{Parameters, Session};
use super::work::Work;
use super::{
    attempts, benefits, carts, catalogue, messages, order_events, orders, stock, timeline,
    transfers, unpaid_orders,
};
use crate::begin::{BeginPlan, CartPlan, Opening, UnnumberedOrder, opening, plan};
use crate::{BeginAttempt, BeginOutcome};
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::order::{Claim, TimelineEntry};
use zkratka_commerce::pricing::Question;
use zkratka_commerce::rules::ShopRules;

/// Begins an attempt, or returns why it does not begin. Writes nothing before every check has passed.
pub(super) struct Begin {
    pub(super) begin: BeginAttempt,
    pub(super) rules: Arc<ShopRules>,
}

#[async_trait]
impl Work for Begin {
    type Answer = BeginOutcome;

    async fn run(&self, session: &Session) -> Result<BeginOutcome, Failure> {
        let begin = &self.begin;
        let cart_key = shard_prefixed(begin.cart.0);
        // Locks the cart first. A transaction that held the lock before has stored its attempt, or nothing, by the time
        // that this one looks for the token.
        let mut answers = session
            .begin_and_ask(&[
                (carts::LOCK, &[&cart_key]),
                (attempts::BY_TOKEN, &[&begin.stored_tokens()]),
            ])
            .await?;
        let (known, cart) = (answers.pop().flatten(), answers.pop().flatten());
        let known = known.as_ref().map(attempts::decode).transpose()?;
        let cart = cart.as_ref().map(carts::decode).transpose()?;
        let cart = match opening(begin, known, cart) {
            Opening::Answer(answer) => return Ok(answer),
            Opening::OtherAttempt(attempt) => {
                let attempt = attempts::existing(session, attempt).await?;
                return Ok(BeginOutcome::OtherAttempt(Box::new(attempt)));
            }
            Opening::Open(cart) => *cart,
        };
        let catalogue = catalogue::of_cart(session, &cart).await?;
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

/// Writes the attempt, its reservation, the cart, and the order if it is made at once.
async fn write(session: &Session, plan: BeginPlan) -> Result<Attempt, Failure> {
    let rows = Rows {
        key: shard_prefixed(plan.attempt.key.0),
        approved: plan
            .uses_up_approval()
            .then_some(shard_prefixed(plan.attempt.cart.0)),
        timeline: &plan.timeline,
        claims: &plan.claims,
    };
    match plan.cart {
        CartPlan::Held(cart) => rows.write_held(session, plan.attempt, &cart).await,
        CartPlan::Ordered(order) => rows.write_ordered(session, plan.attempt, *order).await,
    }
}

/// The values that are written for every attempt.
struct Rows<'p> {
    key: i64,
    /// The cart, if the attempt uses up the buyer's approval in a wallet.
    approved: Option<i64>,
    timeline: &'p [TimelineEntry],
    claims: &'p [Claim],
}

impl Rows<'_> {
    /// Writes an attempt that calls a gateway. Stock last, because other attempts wait for it.
    async fn write_held(
        &self,
        session: &Session,
        attempt: Attempt,
        cart: &Cart,
    ) -> Result<Attempt, Failure> {
        let row = AttemptRow::new(&attempt)?;
        let entries = timeline::Entries::new(self.key, self.timeline);
        let cart = Overwrite::new(cart)?;
        let (row, entries, cart) = (row.to_insert(), entries.parameters(), cart.parameters());
        let approved: Parameters<'_> = &[&self.approved];
        let mut work: Vec<(&'static str, Parameters<'_>)> = vec![
            (attempts::INSERT, &row),
            (timeline::APPEND, &entries),
            (carts::OVERWRITE, &cart),
        ];
        if self.approved.is_some() {
            work.push((messages::USE_UP, approved));
        }
        if !(self.claims.is_empty() && attempt.snapshot.gift_cards.is_empty()) {
            session.execute_all(&work).await?;
            work.clear();
            self.take_benefits(session, &attempt).await?;
        }
        let needed = stock::Needed::new(&attempt.snapshot);
        let units = needed.held_by(&self.key);
        if !needed.is_empty() {
            work.push((stock::RESERVE, &units));
        }
        session.execute_and_commit(&work).await?;
        Ok(attempt)
    }

    /// Writes an attempt and the order that it makes at once. Locks the rows for which others wait (stock, the order's
    /// number) as late as possible.
    async fn write_ordered(
        &self,
        session: &Session,
        mut attempt: Attempt,
        order: UnnumberedOrder,
    ) -> Result<Attempt, Failure> {
        self.take_benefits(session, &attempt).await?;
        stock::sell(session, &attempt.snapshot).await?;
        let number = orders::number(session.row(orders::NEXT, &[]).await?.as_ref())?;
        let plan = order.numbered(&mut attempt, number)?;
        let first_look = plan.order.transfer_due.map(|due| due.first_look().0);
        let waiting: Parameters<'_> = &[&number.0.cast_signed(), &first_look];
        let (row, order) = (AttemptRow::new(&attempt)?, OrderRow::new(&plan.order)?);
        let entries = timeline::Entries::new(self.key, self.timeline);
        let cart = Overwrite::new(&plan.cart)?;
        let (row, entries, order) = (row.to_insert(), entries.parameters(), order.parameters());
        let events = order_events::parameters(&plan.events, &self.key);
        let cart = cart.parameters();
        let mut work: Vec<(&'static str, Parameters<'_>)> = vec![
            (attempts::INSERT, &row),
            (timeline::APPEND, &entries),
            (orders::INSERT, &order),
            (order_events::APPEND, &events),
            (carts::OVERWRITE, &cart),
        ];
        let approved: Parameters<'_> = &[&self.approved];
        if self.approved.is_some() {
            work.push((messages::USE_UP, approved));
        }
        if first_look.is_some() {
            work.push((transfers::BEGIN, waiting));
        }
        session.execute_and_commit(&work).await?;
        Ok(attempt)
    }

    async fn take_benefits(&self, session: &Session, attempt: &Attempt) -> Result<(), Failure> {
        let cards = &attempt.snapshot.gift_cards;
        benefits::take(session, self.key, self.claims, cards).await
    }
}
