//! Orders: numbered without gaps, never deleted, at most one per cart.

use super::error::Failure;
use super::keys::turned;
use super::session::{ONE_MOMENT, Session};
use super::timeline;
use super::work::Work;
use crate::{OrderPage, OrderRecord, StoreError, document};
use async_trait::async_trait;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Mode, Order, OrderPayment};
use zkratka_commerce::time::Timestamp;

const READ: &str = "SELECT doc FROM orders WHERE number = $1";
const LOCK: &str = "SELECT doc FROM orders WHERE number = $1 FOR UPDATE";
/// Whoever makes an order waits here for whoever makes one at this moment: a number that is not used is not given out.
const NEXT: &str = "UPDATE order_numbers SET last = last + 1 RETURNING last";
pub(super) const INSERT: &str =
    "INSERT INTO orders (number, cart_key, attempt_key, created_at, doc)
    VALUES ($1, $2, $3, $4, $5)";
const UPDATE: &str = "UPDATE orders SET doc = $2 WHERE number = $1";
const LIST: &str = "SELECT doc FROM orders WHERE number < $1 ORDER BY number DESC LIMIT $2";

/// The next order's number. Best asked for last: others wait for it until the transaction ends.
pub(super) async fn next_number(session: &Session) -> Result<OrderNumber, Failure> {
    let row = session.row(NEXT, &[]).await?;
    let row = row.ok_or(StoreError::Inconsistent("nobody counts orders"))?;
    Ok(OrderNumber(row.get::<_, i64>(0).cast_unsigned()))
}

/// An order ready to be written.
pub(super) struct OrderRow {
    number: i64,
    cart: i64,
    attempt: i64,
    created_at: i64,
    doc: Vec<u8>,
}

impl OrderRow {
    /// The order of an attempt, exactly as its snapshot says.
    pub(super) fn new(
        number: OrderNumber,
        attempt: &Attempt,
        mode: Mode,
        payment: OrderPayment,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let order = Order {
            number,
            cart: attempt.cart,
            attempt: attempt.key,
            created_at: now,
            mode,
            snapshot: attempt.snapshot.clone(),
            payment,
        };
        Ok(Self {
            number: number.0.cast_signed(),
            cart: turned(order.cart.0),
            attempt: turned(order.attempt.0),
            created_at: order.created_at.0,
            doc: document::encode("order", &order)?,
        })
    }

    /// The parameters of [`INSERT`].
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 5] {
        [
            &self.number,
            &self.cart,
            &self.attempt,
            &self.created_at,
            &self.doc,
        ]
    }
}

/// Moves an order's payment on; nothing else of an order ever changes.
pub(super) async fn update_payment(
    session: &Session,
    number: OrderNumber,
    payment: OrderPayment,
) -> Result<(), Failure> {
    let number = number.0.cast_signed();
    let row = session.row(LOCK, &[&number]).await?;
    let row = row.ok_or(StoreError::Inconsistent("there is no such order"))?;
    let order = Order {
        payment,
        ..decode(&row)?
    };
    let doc = document::encode("order", &order)?;
    session.execute(UPDATE, &[&number, &doc]).await?;
    Ok(())
}

fn decode(row: &Row) -> Result<Order, StoreError> {
    document::decode("order", row.get(0))
}

/// One order with its timeline.
pub(super) struct One(pub(super) OrderNumber);

#[async_trait]
impl Work for One {
    type Answer = Option<OrderRecord>;

    async fn run(&self, session: &Session) -> Result<Option<OrderRecord>, Failure> {
        session.begin(ONE_MOMENT).await?;
        let row = session.row(READ, &[&self.0.0.cast_signed()]).await?;
        match row {
            Some(row) => with_timeline(session, decode(&row)?).await.map(Some),
            None => Ok(None),
        }
    }
}

/// Orders, newest first.
pub(super) struct List(pub(super) OrderPage);

#[async_trait]
impl Work for List {
    type Answer = Vec<OrderRecord>;

    async fn run(&self, session: &Session) -> Result<Vec<OrderRecord>, Failure> {
        let OrderPage { before, limit } = self.0;
        let before = before.map_or(i64::MAX, |number| number.0.cast_signed());
        session.begin(ONE_MOMENT).await?;
        let rows = session.rows(LIST, &[&before, &i64::from(limit)]).await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in &rows {
            records.push(with_timeline(session, decode(row)?).await?);
        }
        Ok(records)
    }
}

async fn with_timeline(session: &Session, order: Order) -> Result<OrderRecord, Failure> {
    let rows = session
        .rows(timeline::READ, &[&turned(order.attempt.0)])
        .await?;
    Ok(OrderRecord {
        order,
        timeline: timeline::decode(&rows),
    })
}
