//! Step 1 of an attempt, inside one transaction.

use super::{
    attempts, benefits, carts, catalogue, order_events, orders, stock, timeline, wallet_messages,
};
use crate::outbox::EventRows;
use crate::{BeginAttempt, Begun, StoreError};
use rusqlite::Connection;
use zkratka_commerce::attempt::{self, Attempt, Beginning, NewAttempt};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::completion::complete;
use zkratka_commerce::discount::{Claim, claims};
use zkratka_commerce::order::OrderSnapshot;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::pricing::{Question, price};
use zkratka_commerce::rules::ShopRules;

/// Begins an attempt, or says why not. Nothing is written before every check has passed.
pub(super) fn begin(
    connection: &Connection,
    begin: BeginAttempt,
    rules: &ShopRules,
) -> Result<Begun, StoreError> {
    if let Some(attempt) = attempts::by_token(connection, &begin.token)? {
        return Ok(if attempt.cart == begin.cart {
            Begun::SameToken(Box::new(attempt))
        } else {
            Begun::TokenOfAnotherCart
        });
    }
    let Some(cart) = carts::read(connection, begin.cart)? else {
        return Ok(Begun::NoCart);
    };
    if let CartStatus::Completing { attempt } | CartStatus::Completed { attempt, .. } = cart.status
    {
        let attempt = attempts::existing(connection, attempt)?;
        return Ok(Begun::OtherAttempt(Box::new(attempt)));
    }
    let catalogue = catalogue::of_cart(connection, &cart)?;
    let facts = benefits::facts(connection, &Question::about(&cart, rules), begin.now)?;
    let priced = price(&cart, &catalogue, rules, &facts);
    let snapshot = match complete(&cart, &priced, rules) {
        Ok(snapshot) => snapshot,
        Err(faults) => return Ok(Begun::Refused(faults)),
    };
    let claims = claims(&snapshot, rules);
    let attempt = store(connection, begin, cart, snapshot, &claims)?;
    Ok(Begun::New(Box::new(attempt)))
}

/// Writes the attempt, its reservation, its order if it makes one at once, and closes the cart.
fn store(
    connection: &Connection,
    begin: BeginAttempt,
    cart: Cart,
    snapshot: OrderSnapshot,
    claims: &[Claim],
) -> Result<Attempt, StoreError> {
    let (now, mode) = (begin.now, begin.mode);
    let Beginning {
        mut attempt,
        order,
        timeline: entries,
    } = attempt::begin(NewAttempt {
        key: begin.attempt,
        tail: begin.tail,
        secret: begin.secret,
        cart: begin.cart,
        token: begin.token,
        cart_revision: cart.revision,
        now,
        key_expires_at: begin.key_expires_at,
        due_at: begin.due_at,
        snapshot,
    });
    // The rows that refer to the attempt need it to be there.
    attempts::insert(connection, &attempt)?;
    let cards = &attempt.snapshot.gift_cards;
    benefits::take(connection, attempt.key, claims, cards)?;
    stock::reserve(connection, attempt.key, &attempt.snapshot)?;
    timeline::append(connection, attempt.key, &entries)?;
    let mut status = CartStatus::Completing {
        attempt: attempt.key,
    };
    if let Some(payment) = order {
        let kinds = OrderEventKind::of_new(&payment);
        let number = orders::make(connection, &attempt, mode, payment.clone(), now)?;
        let events = EventRows::new(&attempt, number, kinds, &payment, now)?;
        order_events::append(connection, attempt.key, &events)?;
        stock::settle(connection, attempt.key)?;
        attempt.order = Some(number);
        attempts::update(connection, &attempt)?;
        status = CartStatus::Completed {
            attempt: attempt.key,
            order: number,
        };
    }
    if matches!(attempt.snapshot.payment, PaymentMethod::Wallet { .. }) {
        wallet_messages::use_up(connection, attempt.cart)?;
    }
    carts::close(connection, cart, status, now)?;
    Ok(attempt)
}
