//! Stock alerts.

use super::PostgresStore;
use super::error::Failure;
use super::session::{Parameters, Session};
use super::work::Work;
use crate::StoreError;
use crate::stock_alerts::{
    AlertId, AlertOutcome, NEVER, NewStockAlert, REMEMBERED_MS, StockAlert, StockAlerts,
};
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{Secret, VariantId};
use zkratka_commerce::time::Timestamp;

/// Whether the mailbox waits already or has ended its alerts, and how many alerts there are. Statements at one moment may exceed the limits by their
/// number.
const COUNTS: &str = "
    SELECT EXISTS (SELECT FROM stock_alerts
                   WHERE contact = $1 AND variant_id = $3 AND (sent_at IS NULL OR (due_at = $4 AND sent_at > $2))),
           (SELECT count(*) FROM stock_alerts WHERE contact = $1 AND (sent_at IS NULL OR sent_at > $2)),
           (SELECT count(*) FROM stock_alerts WHERE variant_id = $3 AND sent_at IS NULL),
           (SELECT count(*) FROM stock_alerts WHERE sent_at IS NULL)";
const ADD: &str = "
    INSERT INTO stock_alerts (variant_id, contact, email, created_at, due_at, secret)
    VALUES ($1, $2, $3, $4, $4, $5)
    ON CONFLICT (contact, variant_id) WHERE sent_at IS NULL DO NOTHING";
const DUE: &str = "SELECT DISTINCT variant_id FROM stock_alerts
    WHERE due_at <= $1 AND sent_at IS NULL";
/// Those that were tried least often first, so that addresses that are never taken do not hold up others. Skips alerts that
/// another server is claiming at this moment.
const CLAIM: &str = "
    UPDATE stock_alerts AS claimed SET due_at = $3, attempts = attempts + 1
    FROM (SELECT id FROM stock_alerts WHERE variant_id = ANY ($1) AND due_at <= $2 AND sent_at IS NULL
          ORDER BY attempts, id LIMIT $4 FOR UPDATE SKIP LOCKED) AS due
    WHERE claimed.id = due.id
    RETURNING claimed.id, claimed.variant_id, claimed.email, claimed.created_at, claimed.attempts,
        claimed.sent_at, claimed.secret";
const SETTLE: &str = "UPDATE stock_alerts SET sent_at = $2, email = '' WHERE id = $1";
const DELETE: &str = "DELETE FROM stock_alerts WHERE id = ANY ($1)";
const DELETE_OLD: &str = "DELETE FROM stock_alerts WHERE id IN (
    SELECT id FROM stock_alerts WHERE (created_at < $1 AND sent_at IS NULL) OR sent_at < $2
    ORDER BY created_at LIMIT $3)";
const OF_CONTACT: &str =
    "SELECT id, variant_id, email, created_at, attempts, sent_at, secret FROM stock_alerts
    WHERE contact = $1 ORDER BY id";

const ONE: &str =
    "SELECT id, variant_id, email, created_at, attempts, sent_at, secret FROM stock_alerts
    WHERE id = $1";
const END: &str = "UPDATE stock_alerts SET due_at = $2, sent_at = $3, email = ''
    WHERE contact = (SELECT contact FROM stock_alerts WHERE id = $1)";

struct Add(NewStockAlert);

struct End {
    id: AlertId,
    now: Timestamp,
}

struct Claim {
    variants: Vec<i64>,
    now: Timestamp,
    lease_until: Timestamp,
    limit: i64,
}

struct Settle {
    id: AlertId,
    now: Timestamp,
}

struct Delete(Vec<i64>);

struct DeleteOld {
    before: Timestamp,
    sent_before: Timestamp,
    limit: i64,
}

#[async_trait]
impl StockAlerts for PostgresStore {
    async fn add_stock_alert(&self, alert: NewStockAlert) -> Result<AlertOutcome, StoreError> {
        self.transact(Add(alert)).await
    }

    async fn variants_with_alerts(&self, now: Timestamp) -> Result<Vec<VariantId>, StoreError> {
        let rows = self.readers.rows(DUE, &[&now.0]).await?;
        Ok(rows.iter().map(|row| variant(row.get(0))).collect())
    }

    async fn claim_stock_alerts(
        &self,
        variants: Vec<VariantId>,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<StockAlert>, StoreError> {
        self.transact(Claim {
            variants: variants.iter().map(|id| id.0.cast_signed()).collect(),
            now,
            lease_until,
            limit: i64::from(limit),
        })
        .await
    }

    async fn settle_stock_alert(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError> {
        self.transact(Settle { id, now }).await
    }

    async fn delete_stock_alerts(&self, ids: Vec<AlertId>) -> Result<(), StoreError> {
        let ids = ids.into_iter().map(|id| id.0).collect();
        self.transact(Delete(ids)).await
    }

    async fn stock_alert(&self, id: AlertId) -> Result<Option<StockAlert>, StoreError> {
        let row = self.readers.row(ONE, &[&id.0]).await?;
        Ok(row.as_ref().map(alert))
    }

    async fn end_stock_alerts(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError> {
        self.transact(End { id, now }).await
    }

    async fn delete_old_stock_alerts(
        &self,
        before: Timestamp,
        sent_before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let limit = i64::from(limit);
        let old = DeleteOld {
            before,
            sent_before,
            limit,
        };
        self.transact(old).await
    }

    async fn stock_alerts_of(&self, contact: ContactKey) -> Result<Vec<StockAlert>, StoreError> {
        let rows = self.readers.rows(OF_CONTACT, &[&contact.as_str()]).await?;
        Ok(rows.iter().map(alert).collect())
    }
}

#[async_trait]
impl Work for Add {
    type Answer = AlertOutcome;

    async fn run(&self, session: &Session) -> Result<AlertOutcome, Failure> {
        let NewStockAlert {
            variant,
            email,
            secret,
            now,
        } = &self.0;
        let contact = ContactKey::of_email(email);
        let (contact, variant) = (contact.as_str(), variant.0.cast_signed());
        let since = now.plus(-REMEMBERED_MS);
        let asked: Parameters<'_> = &[&contact, &since.0, &variant, &NEVER.0];
        let counted = session.row(COUNTS, asked).await?;
        let Some(counted) = counted else {
            return Ok(AlertOutcome::ShopFull);
        };
        if counted.get(0) {
            return Ok(AlertOutcome::Known);
        }
        let count = |column| u32::try_from(counted.get::<_, i64>(column)).unwrap_or(u32::MAX);
        let outcome = AlertOutcome::of([count(1), count(2), count(3)]);
        if outcome == AlertOutcome::Added {
            let added: Parameters<'_> = &[&variant, &contact, email, &now.0, &&secret.0[..]];
            session.execute(ADD, added).await?;
        }
        Ok(outcome)
    }
}

#[async_trait]
impl Work for End {
    type Answer = ();

    async fn run(&self, session: &Session) -> Result<(), Failure> {
        let ended: Parameters<'_> = &[&self.id.0, &NEVER.0, &self.now.0];
        session.execute(END, ended).await?;
        Ok(())
    }
}

#[async_trait]
impl Work for Settle {
    type Answer = ();

    async fn run(&self, session: &Session) -> Result<(), Failure> {
        session.execute(SETTLE, &[&self.id.0, &self.now.0]).await?;
        Ok(())
    }
}

#[async_trait]
impl Work for Claim {
    type Answer = Vec<StockAlert>;

    async fn run(&self, session: &Session) -> Result<Vec<StockAlert>, Failure> {
        let asked: Parameters<'_> = &[
            &self.variants,
            &self.now.0,
            &self.lease_until.0,
            &self.limit,
        ];
        let rows = session.rows(CLAIM, asked).await?;
        Ok(rows.iter().map(alert).collect())
    }
}

#[async_trait]
impl Work for Delete {
    type Answer = ();

    async fn run(&self, session: &Session) -> Result<(), Failure> {
        session.execute(DELETE, &[&self.0]).await?;
        Ok(())
    }
}

#[async_trait]
impl Work for DeleteOld {
    type Answer = u64;

    async fn run(&self, session: &Session) -> Result<u64, Failure> {
        session
            .execute(
                DELETE_OLD,
                &[&self.before.0, &self.sent_before.0, &self.limit],
            )
            .await
    }
}

const fn variant(id: i64) -> VariantId {
    VariantId(id.cast_unsigned())
}

fn secret(stored: Option<&[u8]>) -> Option<Secret> {
    stored?.try_into().ok().map(Secret)
}

fn alert(row: &Row) -> StockAlert {
    StockAlert {
        id: AlertId(row.get(0)),
        variant: variant(row.get(1)),
        email: row.get(2),
        created_at: Timestamp(row.get(3)),
        attempts: row.get::<_, i32>(4).cast_unsigned(),
        sent_at: row.get::<_, Option<i64>>(5).map(Timestamp),
        secret: secret(row.get(6)),
    }
}
