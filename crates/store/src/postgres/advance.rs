//! Steps 2 and 3 of an attempt: one fenced write each, with what it means for stock, cart and order.

use super::error::Failure;
use super::keys::turned;
use super::session::Session;
use super::work::Work;
use super::{attempts, carts, orders, stock, timeline};
use crate::steps::{self, Step};
use crate::{Advanced, AttemptStep, StepCommit, StoreError};
use async_trait::async_trait;
use zkratka_commerce::cart::CartStatus;

/// Stores a step unless somebody else was faster.
pub(super) struct Advance(pub(super) AttemptStep);

#[async_trait]
impl Work for Advance {
    type Answer = Advanced;

    async fn run(&self, session: &Session) -> Result<Advanced, Failure> {
        let key = turned(self.0.attempt.key.0);
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
    match commit {
        StepCommit::Nothing => {}
        StepCommit::MakeOrder { mode, payment } => {
            let cart = carts::held_by(session, attempt.cart, attempt.key).await?;
            session.execute(stock::SETTLE, &[&key]).await?;
            let order = orders::make(session, &attempt, mode, payment, now).await?;
            let status = CartStatus::Completed {
                attempt: attempt.key,
                order,
            };
            carts::overwrite(session, &carts::closed(cart, status, now)?).await?;
            attempt.order = Some(order);
        }
        StepCommit::UpdateOrderPayment(payment) => {
            let number = attempt
                .order
                .ok_or(StoreError::Inconsistent("the attempt made no order"))?;
            orders::update_payment(session, number, payment).await?;
        }
        StepCommit::Release => {
            let cart = carts::held_by(session, attempt.cart, attempt.key).await?;
            session
                .execute_all(&[(stock::GIVE_BACK, &[&key]), (stock::SETTLE, &[&key])])
                .await?;
            carts::overwrite(session, &carts::reopened(cart, now)?).await?;
        }
    }
    attempts::update(session, &attempt).await?;
    let entries = timeline::Entries::new(key, &entries);
    session
        .execute(timeline::APPEND, &entries.parameters())
        .await?;
    Ok(Advanced::Stored(Box::new(attempt)))
}
