//! Stock alerts. Every write is one statement, which is one transaction.

use super::PostgresStore;
use super::error::Failure;
use super::session::{Parameters, Session};
use super::work::Work;
use crate::StoreError;
use crate::stock_alerts::{
    AlertId, AlertOutcome, MAX_ALERTS, MAX_ALERTS_OF_CONTACT, NewStockAlert, StockAlert,
    StockAlerts,
};
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::time::Timestamp;

/// Says whether the mailbox waited before. Statements at one moment may exceed the limits by their number.
const ADD: &str = "
    WITH known AS (
        SELECT FROM stock_alerts WHERE contact = $2 AND variant_id = $1
    ), added AS (
        INSERT INTO stock_alerts (variant_id, contact, email, created_at, due_at)
        SELECT $1, $2, $3, $4, $4
        WHERE (SELECT count(*) FROM stock_alerts WHERE contact = $2) < $5
          AND (SELECT count(*) FROM stock_alerts) < $6
        ON CONFLICT (contact, variant_id) DO NOTHING
        RETURNING id
    )
    SELECT EXISTS (SELECT FROM known), EXISTS (SELECT FROM added)";
const DUE: &str = "SELECT DISTINCT variant_id FROM stock_alerts WHERE due_at <= $1";
/// Skips alerts that another server is claiming at this moment.
const CLAIM: &str = "
    UPDATE stock_alerts AS claimed SET due_at = $3, attempts = attempts + 1
    FROM (SELECT id FROM stock_alerts WHERE variant_id = ANY ($1) AND due_at <= $2
          ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED) AS due
    WHERE claimed.id = due.id
    RETURNING claimed.id, claimed.variant_id, claimed.email, claimed.created_at, claimed.attempts";
const DELETE: &str = "DELETE FROM stock_alerts WHERE id = ANY ($1)";
const DELETE_OLD: &str = "DELETE FROM stock_alerts WHERE id IN (
    SELECT id FROM stock_alerts WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
const OF_CONTACT: &str = "SELECT id, variant_id, email, created_at, attempts FROM stock_alerts
    WHERE contact = $1 ORDER BY id";

struct Add(NewStockAlert);

struct Claim {
    variants: Vec<i64>,
    now: Timestamp,
    lease_until: Timestamp,
    limit: i64,
}

struct Delete(Vec<i64>);

struct DeleteOld {
    before: Timestamp,
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

    async fn delete_stock_alerts(&self, ids: Vec<AlertId>) -> Result<(), StoreError> {
        let ids = ids.into_iter().map(|id| id.0).collect();
        self.transact(Delete(ids)).await
    }

    async fn delete_old_stock_alerts(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let limit = i64::from(limit);
        self.transact(DeleteOld { before, limit }).await
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
            now,
        } = &self.0;
        let contact = ContactKey::of_email(email);
        let asked: Parameters<'_> = &[
            &variant.0.cast_signed(),
            &contact.as_str(),
            email,
            &now.0,
            &i64::from(MAX_ALERTS_OF_CONTACT),
            &i64::from(MAX_ALERTS),
        ];
        let row = session.row(ADD, asked).await?;
        let (known, added) = row.map_or((false, false), |row| (row.get(0), row.get(1)));
        Ok(match (known, added) {
            (true, _) => AlertOutcome::Known,
            (false, true) => AlertOutcome::Added,
            (false, false) => AlertOutcome::TooMany,
        })
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
            .execute(DELETE_OLD, &[&self.before.0, &self.limit])
            .await
    }
}

const fn variant(id: i64) -> VariantId {
    VariantId(id.cast_unsigned())
}

fn alert(row: &Row) -> StockAlert {
    StockAlert {
        id: AlertId(row.get(0)),
        variant: variant(row.get(1)),
        email: row.get(2),
        created_at: Timestamp(row.get(3)),
        attempts: row.get::<_, i32>(4).cast_unsigned(),
    }
}
