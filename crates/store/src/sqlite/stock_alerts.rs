//! Stock alerts.

use super::SqliteStore;
use crate::StoreError;
use crate::stock_alerts::{
    AlertId, AlertOutcome, NEVER, NewStockAlert, REMEMBERED_MS, StockAlert, StockAlerts,
};
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{Secret, VariantId};
use zkratka_commerce::time::Timestamp;

const COUNTS: &str = "
    SELECT (SELECT COUNT(*) FROM stock_alerts WHERE contact = ?1 AND (sent_at IS NULL OR sent_at > ?2)),
           (SELECT COUNT(*) FROM stock_alerts WHERE variant_id = ?3 AND sent_at IS NULL),
           (SELECT COUNT(*) FROM stock_alerts WHERE sent_at IS NULL)";
/// Those that were tried least often first, so that addresses that are never taken do not hold up others.
const CLAIM: &str = "
    UPDATE stock_alerts SET due_at = ?3, attempts = attempts + 1 WHERE id IN (
        SELECT id FROM stock_alerts WHERE variant_id = ?1 AND due_at <= ?2 AND sent_at IS NULL
        ORDER BY attempts, id LIMIT ?4)
    RETURNING id, variant_id, email, created_at, attempts, sent_at, secret";

#[async_trait]
impl StockAlerts for SqliteStore {
    async fn add_stock_alert(&self, alert: NewStockAlert) -> Result<AlertOutcome, StoreError> {
        self.write(move |connection| add(connection, &alert)).await
    }

    async fn variants_with_alerts(&self, now: Timestamp) -> Result<Vec<VariantId>, StoreError> {
        self.readers
            .long(move |connection| {
                let due = "SELECT DISTINCT variant_id FROM stock_alerts
                    WHERE due_at <= ?1 AND sent_at IS NULL";
                let variants = connection
                    .prepare_cached(due)?
                    .query_map([now.0], |row| Ok(variant(row.get(0)?)))?
                    .collect::<Result<_, _>>()?;
                Ok(variants)
            })
            .await
    }

    async fn claim_stock_alerts(
        &self,
        variants: Vec<VariantId>,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<StockAlert>, StoreError> {
        self.write(move |connection| {
            let (mut claimed, mut left) = (Vec::new(), limit);
            for variant in &variants {
                let id = variant.0.cast_signed();
                let alerts = read(connection, CLAIM, params![id, now.0, lease_until.0, left])?;
                left = left.saturating_sub(u32::try_from(alerts.len()).unwrap_or(u32::MAX));
                claimed.extend(alerts);
            }
            Ok(claimed)
        })
        .await
    }

    async fn settle_stock_alert(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection
                .prepare_cached("UPDATE stock_alerts SET sent_at = ?2, email = '' WHERE id = ?1")?
                .execute([id.0, now.0])?;
            Ok(())
        })
        .await
    }

    async fn delete_stock_alerts(&self, ids: Vec<AlertId>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let mut statement =
                connection.prepare_cached("DELETE FROM stock_alerts WHERE id = ?1")?;
            for id in &ids {
                statement.execute([id.0])?;
            }
            Ok(())
        })
        .await
    }

    async fn stock_alert(&self, id: AlertId) -> Result<Option<StockAlert>, StoreError> {
        self.readers.point(|connection| {
            let one = "SELECT id, variant_id, email, created_at, attempts, sent_at, secret FROM stock_alerts
                WHERE id = ?1";
            Ok(read(connection, one, [id.0])?.pop())
        })
    }

    async fn end_stock_alerts(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection
                .prepare_cached(
                    "UPDATE stock_alerts SET due_at = ?2, sent_at = ?3, email = ''
                     WHERE contact = (SELECT contact FROM stock_alerts WHERE id = ?1)",
                )?
                .execute([id.0, NEVER.0, now.0])?;
            Ok(())
        })
        .await
    }

    async fn delete_old_stock_alerts(
        &self,
        before: Timestamp,
        sent_before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        self.write(move |connection| {
            let deleted = connection
                .prepare_cached(
                    "DELETE FROM stock_alerts WHERE id IN (
                         SELECT id FROM stock_alerts
                         WHERE (created_at < ?1 AND sent_at IS NULL) OR sent_at < ?2
                         ORDER BY created_at LIMIT ?3)",
                )?
                .execute(params![before.0, sent_before.0, limit])?;
            Ok(deleted as u64)
        })
        .await
    }

    async fn stock_alerts_of(&self, contact: ContactKey) -> Result<Vec<StockAlert>, StoreError> {
        self.readers
            .long(move |connection| {
                let own =
                    "SELECT id, variant_id, email, created_at, attempts, sent_at, secret FROM stock_alerts
                    WHERE contact = ?1 ORDER BY id";
                read(connection, own, [contact.as_str()])
            })
            .await
    }
}

fn add(connection: &Connection, alert: &NewStockAlert) -> Result<AlertOutcome, StoreError> {
    let contact = ContactKey::of_email(&alert.email);
    let id = alert.variant.0.cast_signed();
    let since = alert.now.plus(-REMEMBERED_MS);
    let known = connection
        .prepare_cached(
            "SELECT 1 FROM stock_alerts WHERE contact = ?1 AND variant_id = ?2
             AND (sent_at IS NULL OR (due_at = ?3 AND sent_at > ?4))",
        )?
        .query_row(params![contact.as_str(), id, NEVER.0, since.0], |_| Ok(()))
        .optional()?;
    if known.is_some() {
        return Ok(AlertOutcome::Known);
    }
    let counted: [u32; 3] = connection
        .prepare_cached(COUNTS)?
        .query_row(params![contact.as_str(), since.0, id], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?])
        })?;
    let outcome = AlertOutcome::of(counted);
    if outcome == AlertOutcome::Added {
        connection
            .prepare_cached(
                "INSERT INTO stock_alerts (variant_id, contact, email, created_at, due_at, secret)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
            )?
            .execute(params![
                id,
                contact.as_str(),
                alert.email,
                alert.now.0,
                alert.secret.0
            ])?;
    }
    Ok(outcome)
}

const fn variant(id: i64) -> VariantId {
    VariantId(id.cast_unsigned())
}

fn read(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
) -> Result<Vec<StockAlert>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    let alerts = statement.query_map(parameters, |row: &Row<'_>| {
        Ok(StockAlert {
            id: AlertId(row.get(0)?),
            variant: variant(row.get(1)?),
            email: row.get(2)?,
            created_at: Timestamp(row.get(3)?),
            attempts: row.get(4)?,
            sent_at: row.get::<_, Option<i64>>(5)?.map(Timestamp),
            secret: row.get::<_, Option<[u8; 16]>>(6)?.map(Secret),
        })
    })?;
    Ok(alerts.collect::<Result<_, _>>()?)
}
