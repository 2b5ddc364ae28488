//! Steps 2 and 3 of an attempt: one fenced write each, with what it means for stock, cart and order.

use super::attempts::AttemptRow;
use super::error::Failure;
use super::gift_cards::{self, SoldRows};
use super::keys::shard_prefixed;
use super::orders::OrderRow;
use super::session::{Parameters, Session};
use super::work::Work;
use super::{attempts, benefits, carts, order_events, orders, stock, timeline};
use crate::order_plan::OrderPlan;
use crate::steps::{self, PaymentPlan, Step};
use crate::{Advanced, AttemptStep, StepCommit, StoreError};
use async_trait::async_trait;
use zkratka_commerce::attempt::Attempt;

/// Stores a step unless somebody else was faster.
pub(super) struct Advance(pub(super) AttemptStep);

#[async_trait]
impl Work for Advance {
    type Answer = Advanced;

    async fn run(&self, session: &Session) -> Result<Advanced, Failure> {
        let key = shard_prefixed(self.0.attempt.key.0);
        let mut answers = session.begin_and_ask(&[(attempts::LOCK, &[&key])]).await?;
        let row = answers.pop().flatten();
        let row = row.ok_or(StoreError::Inconsistent("there is no such attempt"))?;
        let stored = attempts::decode(&row)?;
        if !steps::follows(&stored, &self.0) {
            return Ok(Advanced::Superseded(Box::new(stored)));
        }
        store(session, key, steps::taken(stored, self.0.clone())?).await
    }
}

async fn store(session: &Session, key: i64, step: Step) -> Result<Advanced, Failure> {
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
        StepCommit::MakeOrder { mode, payment } => {
            let cart = carts::held_by(session, attempt.cart, attempt.key).await?;
            let number = orders::next_number(session).await?;
            let plan = OrderPlan::new(&mut attempt, cart, number, mode, payment, now)?;
            let order = OrderRow::new(&plan.order)?;
            let cart = carts::Overwrite::new(&plan.cart)?;
            let sold = SoldRows::new(&attempt, number, now);
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
            orders::update_payment(session, plan.number, payment).await?;
            let (order, now) = (plan.number.0.cast_signed(), now.0);
            let heard = order_events::parameters(&plan.events, &key);
            let disabled: Parameters<'_> = &[&order, &now];
            let more = [
                (order_events::APPEND, &heard as Parameters<'_>),
                (gift_cards::DISABLE_SOLD, disabled),
            ];
            let more = if plan.disables_sold_cards {
                &more[..]
            } else {
                &more[..1]
            };
            write(session, &attempt, &entries, more).await?;
        }
        StepCommit::Release => {
            let cart = carts::held_by(session, attempt.cart, attempt.key).await?;
            let cart = carts::Overwrite::new(&steps::reopened(cart, now))?;
            // Stock last: others wait for it.
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
    Ok(Advanced::Stored(Box::new(attempt)))
}

/// Writes the attempt and its timeline, and what else the step means, in one go, and commits.
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
