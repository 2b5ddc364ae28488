//! An order's life after the sale: one transaction for each step. The lock of the attempt's row is the lock of its order.

use super::error::Failure;
use super::keys::shard_prefixed;
use super::session::{ONE_MOMENT, PATIENT, Parameters, Session};
use super::work::Work;
use super::{
    PostgresStore, attempts, benefits, gift_cards, order_events, orders, stock, timeline,
    transfers, unpaid_orders,
};
use crate::order_life::{
    EntryRows, LifeFacts, LifePlan, OrderLife, OrderLifeStore, OrderStep, OrderStepOutcome,
    PendingRefund, operation_key,
};
use crate::{StoreError, document};
use async_trait::async_trait;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_life::{Entry, SoldCard, TransferWait};
use zkratka_commerce::time::Timestamp;

/// Locks the attempt of an order, which is the lock of the order.
pub(super) const LOCK: &str =
    "SELECT attempts.doc FROM attempts JOIN orders ON orders.attempt_key = attempts.key
    WHERE orders.number = $1 FOR UPDATE OF attempts";
const BY_OPERATION: &str = "SELECT order_number FROM order_life WHERE operation = $1";

macro_rules! cards {
    ($condition:literal) => {
        concat!(
            "SELECT id, line_id, last_characters, currency, initial, balance, disabled_at IS NOT NULL,
                    COALESCE(order_number = $1, false)
             FROM gift_cards WHERE ",
            $condition
        )
    };
}
const SOLD: &str = cards!("order_number = $1 ORDER BY id");
/// Locks the cards that the order sold, so that nobody spends of them while the step decides, and other cards that the step
/// may credit. One statement locks both, so all are locked in the order of their ids.
const LOCK_CARDS: &str = cards!(
    "id IN (
        SELECT id FROM gift_cards WHERE order_number = $1
        UNION
        SELECT unnest($2::bigint[]))
     ORDER BY id FOR UPDATE"
);

const ENTRIES: &str = "SELECT doc FROM order_life WHERE order_number = $1 ORDER BY sequence";
const APPEND: &str = "
    INSERT INTO order_life (order_number, sequence, version, operation, at, doc)
    SELECT $1, entry.sequence, $2, entry.operation, entry.at, entry.doc
    FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::bytea[])
        AS entry (sequence, operation, at, doc)";
const BEGIN_REFUNDS: &str = "
    INSERT INTO pending_refunds (order_number, refund, version, tries, due_at)
    SELECT $1, refund, $2, 0, $3 FROM unnest($4::bigint[]) AS begun (refund)";
const SETTLE: &str = "DELETE FROM pending_refunds WHERE order_number = $1 AND refund = ANY ($2)";
/// Skips refunds that another server is claiming at this moment.
const CLAIM: &str = "
    UPDATE pending_refunds AS claimed SET version = claimed.version + 1, due_at = $2
    FROM (SELECT order_number, refund FROM pending_refunds WHERE due_at <= $1
          ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED) AS due
    WHERE claimed.order_number = due.order_number AND claimed.refund = due.refund
    RETURNING claimed.order_number, claimed.refund, claimed.version, claimed.tries";
/// Waits for a server that is claiming the refund, and lets no other one claim it before the step ends.
const LOCK_LEASE: &str =
    "SELECT version FROM pending_refunds WHERE order_number = $1 AND refund = $2 FOR UPDATE";
const POSTPONE: &str = "UPDATE pending_refunds SET due_at = $4, tries = tries + 1
    WHERE order_number = $1 AND refund = $2 AND version = $3";

#[async_trait]
impl OrderLifeStore for PostgresStore {
    async fn order_life(&self, number: OrderNumber) -> Result<Option<OrderLife>, StoreError> {
        self.transact(ReadLife(number)).await
    }

    async fn order_of_operation(&self, key: &str) -> Result<Option<OrderNumber>, StoreError> {
        let row = self.readers.row(BY_OPERATION, &[&key]).await?;
        Ok(row.as_ref().map(number))
    }

    async fn advance_order(&self, step: OrderStep) -> Result<OrderStepOutcome, StoreError> {
        self.transact(Advance(step)).await
    }

    async fn claim_transfers(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<OrderNumber>, StoreError> {
        self.transact(transfers::Claim {
            now,
            lease_until,
            limit: i64::from(limit),
        })
        .await
    }

    async fn claim_refunds(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<PendingRefund>, StoreError> {
        self.transact(Claim {
            now,
            lease_until,
            limit: i64::from(limit),
        })
        .await
    }

    async fn postpone_refund(
        &self,
        refund: PendingRefund,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        self.transact(Postpone { refund, until }).await
    }
}

/// Reads aggregated documents of entries: NULL if there are none.
pub(super) fn decode_entries(docs: Option<Vec<Vec<u8>>>) -> Result<Vec<Entry>, StoreError> {
    let docs = docs.unwrap_or_default();
    docs.iter()
        .map(|doc| document::decode("entry", doc))
        .collect()
}

/// All entries of an order.
pub(super) async fn entries(session: &Session, order: i64) -> Result<Vec<Entry>, Failure> {
    let rows = session.rows(ENTRIES, &[&order]).await?;
    let docs = rows.iter().map(|row| document::decode("entry", row.get(0)));
    Ok(docs.collect::<Result<_, _>>()?)
}

fn number(row: &Row) -> OrderNumber {
    OrderNumber(row.get::<_, i64>(0).cast_unsigned())
}

fn sold_card(row: &Row) -> Result<SoldCard, StoreError> {
    let currency = Currency::new(row.get(3)).map_err(|error| StoreError::Corrupt {
        what: "gift card",
        reason: error.to_string(),
    })?;
    let line: i64 = row.get(1);
    let line = u32::try_from(line).map_err(|_| StoreError::Inconsistent("a line's number"))?;
    Ok(SoldCard {
        id: GiftCardId(row.get::<_, i64>(0).cast_unsigned()),
        line: LineId(line),
        last_characters: row.get(2),
        initial: Money::new(MinorUnits::new(row.get(4)), currency),
        balance: MinorUnits::new(row.get(5)),
        is_disabled: row.get(6),
    })
}

/// The cards that the order sold, from the rows of [`SOLD`] or [`LOCK_CARDS`].
fn sold_cards(rows: &[Row]) -> Result<Vec<SoldCard>, StoreError> {
    let sold = rows.iter().filter(|row| row.get(7));
    sold.map(sold_card).collect()
}

/// Locks the cards that the attempt's order sold, and returns them. If there are any, also locks the codes and cards that paid,
/// because locking them in [`write`] would break the lock order.
async fn lock_sold(
    session: &Session,
    attempt: &Attempt,
    order: i64,
) -> Result<Vec<SoldCard>, Failure> {
    let key = shard_prefixed(attempt.key.0);
    let counts: Parameters<'_> = &[&key];
    let sells = attempt.snapshot.sells_gift_cards();
    let paid = attempt.snapshot.gift_cards.iter().filter(|_| sells);
    let paid: Vec<i64> = paid.map(|card| card.id.0.cast_signed()).collect();
    let cards: Parameters<'_> = &[&order, &paid];
    let questions = [(benefits::LOCK_COUNTS, counts), (LOCK_CARDS, cards)];
    let asked = if sells {
        &questions[..]
    } else {
        &questions[1..]
    };
    let rows = session.ask(asked).await?.pop().unwrap_or_default();
    Ok(sold_cards(&rows)?)
}

struct ReadLife(OrderNumber);

#[async_trait]
impl Work for ReadLife {
    type Answer = Option<OrderLife>;

    async fn run(&self, session: &Session) -> Result<Option<OrderLife>, Failure> {
        let order = self.0.0.cast_signed();
        session.begin(ONE_MOMENT).await?;
        let Some(row) = session.row(orders::READ, &[&order]).await? else {
            return Ok(None);
        };
        Ok(Some(OrderLife {
            record: orders::record(&row)?,
            sold: sold_cards(&session.rows(SOLD, &[&order]).await?)?,
        }))
    }
}

struct Advance(OrderStep);

#[async_trait]
impl Work for Advance {
    type Answer = OrderStepOutcome;

    async fn run(&self, session: &Session) -> Result<OrderStepOutcome, Failure> {
        let step = &self.0;
        let order = step.order.0.cast_signed();
        let lock: (&'static str, Parameters<'_>) = (LOCK, &[&order]);
        let locked = session.begin_and_ask(PATIENT, &[lock]).await?.pop();
        let Some(locked) = locked.as_deref().and_then(<[Row]>::first) else {
            return Ok(OrderStepOutcome::NoOrder);
        };
        // Everything else is read under the lock.
        let record = session.row(orders::READ, &[&order]).await?;
        let record = record.ok_or(StoreError::Inconsistent("there is no such order"))?;
        let key_used_on = match operation_key(step) {
            Some(key) => session.row(BY_OPERATION, &[&key]).await?,
            None => None,
        };
        let lease = match step.event.given_up() {
            Some((refund, _)) => {
                let refund = i64::from(refund);
                session.row(LOCK_LEASE, &[&order, &refund]).await?
            }
            None => None,
        };
        let attempt = attempts::decode(locked)?;
        let facts = LifeFacts {
            record: orders::record(&record)?,
            sold: lock_sold(session, &attempt, order).await?,
            attempt,
            key_used_on: key_used_on.as_ref().map(number),
            lease: lease.map(|row| row.get::<_, i64>(0).cast_unsigned()),
        };
        match facts.decide(step)? {
            Ok(plan) => {
                write(session, &plan, step).await?;
                Ok(OrderStepOutcome::Stored(Box::new(plan.plan)))
            }
            Err(refusal) => {
                session.undo().await;
                Ok(OrderStepOutcome::Refused(refusal))
            }
        }
    }
}

/// Writes the step and commits. Gift cards and stock last, because buyers wait for them.
async fn write(session: &Session, plan: &LifePlan, step: &OrderStep) -> Result<(), Failure> {
    let key = shard_prefixed(plan.attempt.key.0);
    let row = attempts::Columns::of(&plan.attempt)?;
    let entries = timeline::Entries::new(key, &plan.plan.timeline);
    let events = order_events::Columns::of(&plan.events, key);
    let (row, entries, events) = (row.to_update(), entries.parameters(), events.parameters());
    let appended = parameters(&plan.entries);
    let attempt: Parameters<'_> = &[&key];
    let attempts = [key];
    let attempts: Parameters<'_> = &[&&attempts[..]];
    let (order, version) = (step.order.0.cast_signed(), plan.unleased);
    let calls = plan.plan.calls.iter();
    let calls: Vec<i64> = calls.map(|call| i64::from(call.refund)).collect();
    let settled: Vec<i64> = plan
        .plan
        .settled
        .iter()
        .map(|&one| i64::from(one))
        .collect();
    let begun: Parameters<'_> = &[&order, &version, &step.now.0, &calls];
    let ended: Parameters<'_> = &[&order, &settled];
    let disabled = plan.disabled_cards();
    let disabled: Parameters<'_> = &[&disabled, &step.now.0];
    let is_withheld = plan.plan.withhold_cards.unwrap_or_default();
    let withheld: Parameters<'_> = &[&order, &is_withheld];
    let (cards, credits): (Vec<i64>, Vec<i64>) = plan.credits().into_iter().unzip();
    let credited: Parameters<'_> = &[&cards, &credits];
    let (variants, units) = stock::columns(&plan.units);
    let returned: Parameters<'_> = &[&variants, &units];
    let (wait_until, is_over) = match plan.plan.transfer {
        Some(TransferWait::Until(at)) => (Some(at.0), false),
        Some(TransferWait::Over) => (None, true),
        None => (None, false),
    };
    let waiting: Parameters<'_> = &[&order, &wait_until];
    let ended_wait: Parameters<'_> = &[&order];
    let mut work: Vec<(&'static str, Parameters<'_>)> = vec![
        (attempts::UPDATE, &row),
        (APPEND, &appended),
        (timeline::APPEND, &entries),
        (order_events::APPEND, &events),
    ];
    let optional = [
        (!calls.is_empty(), BEGIN_REFUNDS, begun),
        (!settled.is_empty(), SETTLE, ended),
        (plan.plan.frees_contact, unpaid_orders::RELEASE, attempts),
        (wait_until.is_some(), transfers::WAIT_UNTIL, waiting),
        (is_over, transfers::END, ended_wait),
        (
            plan.plan.returns_discount_uses,
            benefits::GIVE_BACK_USES,
            attempt,
        ),
        (
            !plan.plan.disabled_cards.is_empty(),
            gift_cards::DISABLE_THESE,
            disabled,
        ),
        (
            plan.plan.withhold_cards.is_some(),
            gift_cards::SET_WITHHELD,
            withheld,
        ),
        (!cards.is_empty(), gift_cards::CREDIT, credited),
        (!variants.is_empty(), stock::PUT_BACK, returned),
    ];
    let wanted = optional.into_iter().filter(|(wanted, ..)| *wanted);
    work.extend(wanted.map(|(_, sql, parameters)| (sql, parameters)));
    session.execute_and_commit(&work).await
}

/// The parameters of [`APPEND`].
fn parameters(rows: &EntryRows) -> [&(dyn ToSql + Sync); 6] {
    [
        &rows.order,
        &rows.version,
        &rows.sequences,
        &rows.operations,
        &rows.at,
        &rows.docs,
    ]
}

struct Claim {
    now: Timestamp,
    lease_until: Timestamp,
    limit: i64,
}

#[async_trait]
impl Work for Claim {
    type Answer = Vec<PendingRefund>;

    async fn run(&self, session: &Session) -> Result<Vec<PendingRefund>, Failure> {
        session.begin("BEGIN").await?;
        let parameters: Parameters<'_> = &[&self.now.0, &self.lease_until.0, &self.limit];
        let rows = session.rows(CLAIM, parameters).await?;
        let count =
            |row: &Row, column| u32::try_from(row.get::<_, i64>(column)).unwrap_or(u32::MAX);
        let claimed = rows.iter().map(|row| PendingRefund {
            order: number(row),
            refund: count(row, 1),
            version: row.get::<_, i64>(2).cast_unsigned(),
            tries: count(row, 3),
        });
        Ok(claimed.collect())
    }
}

struct Postpone {
    refund: PendingRefund,
    until: Timestamp,
}

#[async_trait]
impl Work for Postpone {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        let PendingRefund {
            order,
            refund,
            version,
            ..
        } = self.refund;
        let (order, refund) = (order.0.cast_signed(), i64::from(refund));
        let version = version.cast_signed();
        session.begin("BEGIN").await?;
        let parameters: Parameters<'_> = &[&order, &refund, &version, &self.until.0];
        Ok(session.execute(POSTPONE, parameters).await? == 1)
    }
}
