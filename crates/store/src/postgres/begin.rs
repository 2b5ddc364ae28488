//! Step 1 of an attempt, in one transaction.

use super::attempts::AttemptRow;
use super::error::Failure;
use super::gift_cards::{self, SoldRows};
use super::keys::turned;
use super::orders::OrderRow;
use super::session::Session;
use super::work::Work;
use super::{
    attempts, benefits, carts, catalogue, messages, order_events, orders, stock, timeline,
};
use crate::outbox::EventRows;
use crate::{BeginAttempt, Begun};
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::{self, Attempt, Beginning, NewAttempt};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::completion::complete;
use zkratka_commerce::discount::claims;
use zkratka_commerce::order::OrderSnapshot;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::pricing::{Question, price};
use zkratka_commerce::rules::ShopRules;

/// Begins an attempt, or says why not. Nothing is written before every check has passed.
pub(super) struct Begin {
    pub(super) begin: BeginAttempt,
    pub(super) rules: Arc<ShopRules>,
}

#[async_trait]
impl Work for Begin {
    type Answer = Begun;

    async fn run(&self, session: &Session) -> Result<Begun, Failure> {
        let begin = &self.begin;
        let cart_key = turned(begin.cart.0);
        // The cart is locked first: whoever holds it has stored its attempt, or nothing, when it is our turn to look
        // the token up.
        let mut answers = session
            .begin_and_ask(&[
                (carts::LOCK, &[&cart_key]),
                (attempts::BY_TOKEN, &[&begin.token]),
            ])
            .await?;
        let (token, cart) = (answers.pop().flatten(), answers.pop().flatten());
        if let Some(row) = token {
            let attempt = attempts::decode(&row)?;
            return Ok(if attempt.cart == begin.cart {
                Begun::SameToken(Box::new(attempt))
            } else {
                Begun::TokenOfAnotherCart
            });
        }
        let Some(cart) = cart else {
            return Ok(Begun::NoCart);
        };
        let cart = carts::decode(&cart)?;
        if let CartStatus::Completing { attempt } | CartStatus::Completed { attempt, .. } =
            cart.status
        {
            let attempt = attempts::existing(session, attempt).await?;
            return Ok(Begun::OtherAttempt(Box::new(attempt)));
        }
        let catalogue = catalogue::of_cart(session, &cart).await?;
        let question = Question::about(&cart, &self.rules);
        let facts = benefits::facts_within(session, &question, begin.now).await?;
        let priced = price(&cart, &catalogue, &self.rules, &facts);
        match complete(&cart, &priced, &self.rules) {
            Ok(snapshot) => {
                let attempt = self.store(session, cart, snapshot).await?;
                Ok(Begun::New(Box::new(attempt)))
            }
            Err(faults) => Ok(Begun::Refused(faults)),
        }
    }
}

impl Begin {
    async fn take_benefits(
        &self,
        session: &Session,
        attempt: i64,
        snapshot: &OrderSnapshot,
    ) -> Result<(), Failure> {
        let claims = claims(snapshot, &self.rules);
        benefits::take(session, attempt, &claims, &snapshot.gift_cards).await
    }

    /// Writes the attempt, its reservation, its order if it makes one at once, and closes the cart. What others wait
    /// for (stock, the order's number) is locked as late as can be.
    async fn store(
        &self,
        session: &Session,
        cart: Cart,
        snapshot: OrderSnapshot,
    ) -> Result<Attempt, Failure> {
        let begin = &self.begin;
        let Beginning {
            mut attempt,
            order,
            timeline: entries,
        } = attempt::begin(NewAttempt {
            key: begin.attempt,
            tail: begin.tail.clone(),
            secret: begin.secret.clone(),
            cart: begin.cart,
            token: begin.token.clone(),
            cart_revision: cart.revision,
            now: begin.now,
            key_expires_at: begin.key_expires_at,
            due_at: begin.due_at,
            snapshot,
        });
        let key = turned(attempt.key.0);
        let entries = timeline::Entries::new(key, &entries);
        if matches!(attempt.snapshot.payment, PaymentMethod::Wallet { .. }) {
            let cart = turned(attempt.cart.0);
            session.execute(messages::USE_UP, &[&cart]).await?;
        }
        if let Some(payment) = order {
            self.take_benefits(session, key, &attempt.snapshot).await?;
            stock::take(session, &attempt.snapshot, None).await?;
            let number = orders::next_number(session).await?;
            attempt.order = Some(number);
            let kinds = OrderEventKind::of_new(&payment);
            let events = EventRows::new(&attempt, number, kinds, &payment, begin.now)?;
            let order = OrderRow::new(number, &attempt, begin.mode, payment, begin.now)?;
            let status = CartStatus::Completed {
                attempt: attempt.key,
                order: number,
            };
            let cart = carts::closed(cart, status, begin.now)?;
            let sold = SoldRows::new(&attempt, number, begin.now);
            if !sold.is_empty() {
                let cards = sold.parameters();
                session.execute(gift_cards::ISSUE_SOLD, &cards).await?;
            }
            session
                .execute_and_commit(&[
                    (attempts::INSERT, &AttemptRow::new(&attempt)?.to_insert()),
                    (timeline::APPEND, &entries.parameters()),
                    (orders::INSERT, &order.parameters()),
                    (
                        order_events::APPEND,
                        &order_events::parameters(&events, &key),
                    ),
                    (carts::OVERWRITE, &cart.parameters()),
                ])
                .await?;
        } else {
            let status = CartStatus::Completing {
                attempt: attempt.key,
            };
            let cart = carts::closed(cart, status, begin.now)?;
            session
                .execute_all(&[
                    (attempts::INSERT, &AttemptRow::new(&attempt)?.to_insert()),
                    (timeline::APPEND, &entries.parameters()),
                    (carts::OVERWRITE, &cart.parameters()),
                ])
                .await?;
            self.take_benefits(session, key, &attempt.snapshot).await?;
            stock::take(session, &attempt.snapshot, Some(key)).await?;
        }
        Ok(attempt)
    }
}
