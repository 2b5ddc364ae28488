//! Step 1 of an attempt, in one transaction: does the reads and writes for the decisions of [`crate::begin`].

use super::{
    attempts, benefits, carts, catalogue, order_events, orders, stock, timeline, transfers,
    unpaid_orders, wallet_messages,
};
use crate::begin::{
    BeginPlan, CONFIRMED, CartPlan, Opening, confirmation, opening, plan, unconfirmed,
    uses_up_approval,
};
use crate::order_plan::OrderPlan;
use crate::{BeginAttempt, BeginOutcome, StoreError};
use rusqlite::{Connection, params};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::pricing::Question;
use zkratka_commerce::rules::ShopRules;

/// Begins an attempt, or returns why it does not begin. Writes nothing before every check has passed.
pub(super) fn begin(
    connection: &Connection,
    begin: &BeginAttempt,
    rules: &ShopRules,
) -> Result<BeginOutcome, StoreError> {
    let known = attempts::by_token(connection, &begin.stored_tokens())?;
    let cart = carts::read(connection, begin.cart)?;
    let cart = match opening(begin, known, cart) {
        Opening::Answer(answer) => return Ok(answer),
        Opening::OtherAttempt(attempt) => {
            let attempt = attempts::existing(connection, attempt)?;
            return Ok(BeginOutcome::OtherAttempt(Box::new(attempt)));
        }
        Opening::Open(cart) => *cart,
    };
    if let Some(id) = confirmation(&cart) {
        let mut confirmed = connection.prepare_cached(CONFIRMED)?;
        if !confirmed.exists(params![id, begin.now.0])? {
            return Ok(unconfirmed());
        }
    }
    let catalogue = catalogue::of_cart(connection, &cart)?;
    let facts = benefits::facts(connection, &Question::about(&cart, rules), begin.now)?;
    let plan = match plan(begin, cart, &catalogue, &facts, rules) {
        Ok(plan) => plan,
        Err(faults) => return Ok(BeginOutcome::Refused(faults)),
    };
    let since = rules.manual_payments.forgotten_until(begin.now);
    let taken = unpaid_orders::taken(connection, &plan.contacts, since)?;
    let plan = match plan.within_bounds(begin, &taken, rules) {
        Ok(plan) => plan,
        Err(refused) => return Ok(refused),
    };
    unpaid_orders::take(connection, plan.attempt.key, &plan.places, begin.now, since)?;
    Ok(BeginOutcome::New(Box::new(write(connection, plan)?)))
}

/// Writes the attempt, its reservation, the cart, and the order if it is made at once.
fn write(connection: &Connection, plan: BeginPlan) -> Result<Attempt, StoreError> {
    let is_approved = uses_up_approval(&plan.attempt);
    let mut attempt = plan.attempt;
    let (cart, order) = match plan.cart {
        CartPlan::Held(cart) => (*cart, None),
        CartPlan::Ordered(order) => {
            let number = orders::next_number(connection)?;
            let OrderPlan {
                order,
                events,
                cart,
                cards: _,
            } = order.numbered(&mut attempt, number)?;
            (cart, Some((order, events)))
        }
    };
    // The attempt first: other rows refer to it.
    attempts::insert(connection, &attempt)?;
    let cards = &attempt.snapshot.gift_cards;
    benefits::take(connection, attempt.key, &plan.claims, cards)?;
    stock::reserve(connection, attempt.key, &attempt.snapshot)?;
    timeline::append(connection, attempt.key, &plan.timeline)?;
    if let Some((order, events)) = order {
        orders::insert(connection, &order)?;
        transfers::begin(connection, &order)?;
        order_events::append(connection, attempt.key, &events)?;
        stock::settle(connection, attempt.key)?;
    }
    if is_approved {
        wallet_messages::use_up(connection, attempt.cart)?;
    }
    carts::overwrite(connection, &cart)?;
    Ok(attempt)
}
