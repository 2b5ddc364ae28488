//! The rows that a shared transaction locks and reads at its beginning.

use super::Request;
use crate::postgres::error::Failure;
use crate::postgres::keys::shard_prefixed;
use crate::postgres::session::{Parameters, Session};
use crate::postgres::{attempts, carts, orders};
use crate::{StepCommit, StoreError};
use std::collections::HashMap;
use std::hash::Hash;
use tokio_postgres::Row;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::{AttemptKey, CartKey};
use zkratka_commerce::order::Order;

/// The rows that the transaction has locked or read at its beginning.
#[derive(Default)]
pub(super) struct Locked {
    pub(super) attempts: HashMap<AttemptKey, Attempt>,
    pub(super) carts: HashMap<CartKey, Cart>,
    pub(super) orders: HashMap<AttemptKey, Order>,
    pub(super) by_token: HashMap<String, Attempt>,
}

impl Locked {
    /// Begins the transaction with the SQL `how`, locks and reads, in one round trip. A transaction that held the lock of a cart before has
    /// stored its attempt, or nothing, by the time that this one looks for tokens.
    pub(super) async fn read(
        session: &Session,
        requests: &[Request],
        how: &'static str,
    ) -> Result<Self, Failure> {
        let wanted = Wanted::of(requests);
        let attempts: Parameters<'_> = &[&wanted.attempts];
        let carts: Parameters<'_> = &[&wanted.carts];
        let orders: Parameters<'_> = &[&wanted.orders];
        let tokens: Parameters<'_> = &[&wanted.tokens];
        let questions = [
            (attempts::LOCK_THESE, attempts, wanted.attempts.is_empty()),
            (carts::LOCK_THESE, carts, wanted.carts.is_empty()),
            (orders::LOCK, orders, wanted.orders.is_empty()),
            (attempts::BY_TOKEN, tokens, wanted.tokens.is_empty()),
        ];
        let asked = questions.iter().filter(|(.., is_empty)| !is_empty);
        let asked: Vec<_> = asked.map(|(sql, keys, _)| (*sql, *keys)).collect();
        let mut answers = session.begin_and_ask(how, &asked).await?.into_iter();
        let mut rows = |is_empty: bool| {
            let rows = if is_empty { None } else { answers.next() };
            rows.unwrap_or_default()
        };
        let [attempts, carts, orders, tokens] = questions.map(|(.., is_empty)| rows(is_empty));
        Ok(Self {
            attempts: by(&attempts, attempts::decode, |attempt| attempt.key)?,
            carts: by(&carts, carts::decode, |cart| cart.key)?,
            orders: by(&orders, orders::decode, |order| order.attempt)?,
            by_token: by(&tokens, attempts::decode, |attempt| attempt.token.clone())?,
        })
    }
}

fn by<K: Eq + Hash, V>(
    rows: &[Row],
    decode: fn(&Row) -> Result<V, StoreError>,
    key: fn(&V) -> K,
) -> Result<HashMap<K, V>, StoreError> {
    let decoded = rows
        .iter()
        .map(|row| decode(row).map(|value| (key(&value), value)));
    decoded.collect()
}

/// The keys of the rows that the requests need.
#[derive(Default)]
struct Wanted<'r> {
    attempts: Vec<i64>,
    carts: Vec<i64>,
    /// The attempts whose orders are needed.
    orders: Vec<i64>,
    tokens: Vec<&'r str>,
}

impl<'r> Wanted<'r> {
    fn of(requests: &'r [Request]) -> Self {
        let mut wanted = Self::default();
        for request in requests {
            match request {
                Request::Begin(begin) => {
                    wanted.carts.push(shard_prefixed(begin.begin.cart.0));
                    wanted.tokens.extend(begin.begin.stored_tokens());
                }
                Request::Advance(step) => {
                    let key = shard_prefixed(step.attempt.key.0);
                    wanted.attempts.push(key);
                    match step.commit {
                        StepCommit::Nothing => {}
                        StepCommit::MakeOrder { .. } | StepCommit::Release => {
                            wanted.carts.push(shard_prefixed(step.attempt.cart.0));
                        }
                        StepCommit::UpdateOrderPayment(_) => wanted.orders.push(key),
                    }
                }
            }
        }
        wanted
    }
}
