//! Steps 2 and 3 of an attempt: one fenced write each, with its effects on stock, cart and order.

use super::attempts::AttemptRow;
use super::error::Failure;
use super::gift_cards::{self, SoldRows};
use super::keys::shard_prefixed;
use super::orders::OrderRow;
use super::session::{Parameters, Session};
use super::work::Work;
use super::{attempts, benefits, carts, order_events, orders, stock, timeline, unpaid_orders};
use crate::order_plan::{NewOrder, OrderPlan};
use crate::steps::{self, PaymentPlan, Step, held};
use crate::{AttemptStep, StepCommit, StepOutcome, StoreError};
use async_trait::async_trait;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::AttemptKey;

/// Stores a step unless another write came first.
pub(super) struct Advance(pub(super) AttemptStep);

#[async_trait]
impl Work for Advance {
    type Answer = StepOutcome;

    async fn run(&self, session: &Session) -> Result<StepOutcome, Failure> {
        let key = shard_prefixed(self.0.attempt.key.0);
        let cart = shard_prefixed(self.0.attempt.cart.0);
        let attempt: Parameters<'_> = &[&key];
        // Reads all that the step needs in one round trip. The order's number is last, because other orders wait for it.
        let mut questions = vec![(attempts::LOCK, attempt)];
        let cart: Parameters<'_> = &[&cart];
        match &self.0.commit {
            StepCommit::Nothing => {}
            StepCommit::MakeOrder { .. } => {
                questions.extend([(carts::LOCK, cart), (orders::NEXT, &[])]);
            }
            StepCommit::UpdateOrderPayment(_) => questions.push((orders::LOCK, attempt)),
            StepCommit::Release => questions.push((carts::LOCK, cart)),
        }
        let mut answers = session.begin_and_ask(&questions).await?.into_iter();
        let mut next = || answers.next().flatten();
        let row = next().ok_or(StoreError::Inconsistent("there is no such attempt"))?;
        let stored = attempts::decode(&row)?;
        if !steps::follows(&stored, &self.0) {
            // Undoing gives the order's number back if the step took one.
            session.undo().await;
            return Ok(StepOutcome::Superseded(Box::new(stored)));
        }
        let found = Found {
            first: next(),
            second: next(),
        };
        let step = steps::taken(stored, self.0.clone())?;
        store(session, key, step, found).await
    }
}

/// The rows that were read and locked for a step, besides its attempt: the cart or the order, and the next order's
/// number.
struct Found {
    first: Option<Row>,
    second: Option<Row>,
}

impl Found {
    /// The cart. It is an error if this attempt does not hold it.
    fn cart(&self, attempt: AttemptKey) -> Result<Cart, StoreError> {
        let cart = self.first.as_ref().map(carts::decode).transpose()?;
        held(cart, attempt)
    }
}

async fn store(
    session: &Session,
    key: i64,
    step: Step,
    found: Found,
) -> Result<StepOutcome, Failure> {
    let Step {
        mut attempt,
        commit,
        timeline: entries,
        now,
    } = step;
    let entries = timeline::Entries::new(key, &entries);
    match commit {
        StepCommit::Nothing => {
            write(session, &attempt, &entries, &[]).await?;
        }
        StepCommit::MakeOrder {
            mode,
            payment,
            cards,
        } => {
            let cart = found.cart(attempt.key)?;
            let number = orders::number(found.second.as_ref())?;
            let new = NewOrder {
                mode,
                payment,
                // A transfer makes its order when the attempt begins.
                transfer_due: None,
                cards,
            };
            let plan = OrderPlan::new(&mut attempt, cart, number, new, now)?;
            let order = OrderRow::new(&plan.order)?;
            let cart = carts::Overwrite::new(&plan.cart)?;
            let sold = SoldRows::new(&plan);
            let (order, cart, cards) = (order.parameters(), cart.parameters(), sold.parameters());
            let heard = order_events::parameters(&plan.events, &key);
            let settled: Parameters<'_> = &[&key];
            let mut more: Vec<(&'static str, Parameters<'_>)> = vec![
                (orders::INSERT, &order),
                (order_events::APPEND, &heard),
                (carts::OVERWRITE, &cart),
                (stock::SETTLE, settled),
            ];
            if !sold.is_empty() {
                more.push((gift_cards::ISSUE_SOLD, &cards));
            }
            write(session, &attempt, &entries, &more).await?;
        }
        StepCommit::UpdateOrderPayment(payment) => {
            let plan = PaymentPlan::new(&attempt, &payment, now)?;
            let is_settled = !payment.is_awaited();
            let attempt_key: Parameters<'_> = &[&key];
            let doc = orders::paid(found.first.as_ref(), plan.number, payment)?;
            let order = plan.number.0.cast_signed();
            let heard = order_events::parameters(&plan.events, &key);
            let updated: Parameters<'_> = &[&order, &doc];
            let mut more = vec![
                (orders::UPDATE, updated),
                (order_events::APPEND, &heard as Parameters<'_>),
            ];
            if is_settled {
                more.push((unpaid_orders::RELEASE, attempt_key));
            }
            let cards = plan.sold_cards_await_payment;
            let awaiting: Option<[&(dyn ToSql + Sync); 2]> = cards
                .as_ref()
                .map(|await_payment| [&order as _, await_payment as _]);
            if let Some(awaiting) = &awaiting {
                more.push((gift_cards::SET_AWAITING, awaiting));
            }
            write(session, &attempt, &entries, &more).await?;
        }
        StepCommit::Release => {
            let cart = found.cart(attempt.key)?;
            let cart = carts::Overwrite::new(&steps::reopened(cart, now))?;
            // Stock last, because other attempts wait for it.
            let more: &[(&'static str, Parameters<'_>)] = &[
                (carts::OVERWRITE, &cart.parameters()),
                (benefits::GIVE_BACK_USES, &[&key]),
                (benefits::GIVE_BACK_MONEY, &[&key]),
                (stock::GIVE_BACK, &[&key]),
                (stock::SETTLE, &[&key]),
            ];
            write(session, &attempt, &entries, more).await?;
        }
    }
    Ok(StepOutcome::Stored(Box::new(attempt)))
}

/// Writes the attempt, its timeline and the other effects of the step, and commits, all in one round trip.
async fn write(
    session: &Session,
    attempt: &Attempt,
    entries: &timeline::Entries<'_>,
    more: &[(&'static str, Parameters<'_>)],
) -> Result<(), Failure> {
    let row = AttemptRow::new(attempt)?;
    let (update, append) = (row.to_update(), entries.parameters());
    let mut work: Vec<(&'static str, Parameters<'_>)> =
        vec![(attempts::UPDATE, &update), (timeline::APPEND, &append)];
    work.extend_from_slice(more);
    session.execute_and_commit(&work).await
}
