//! What buyers downloaded, and their consent to immediate delivery.

use super::{SqliteStore, attempts, order_events, orders};
use crate::StoreError;
use crate::downloads::{ConsentStep, CountDownload, DownloadRecord, Downloads};
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::download::{ConsentPlace, DownloadConsent};
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::time::Timestamp;

#[async_trait]
impl Downloads for SqliteStore {
    async fn download_record(&self, order: OrderNumber) -> Result<DownloadRecord, StoreError> {
        self.readers
            .point(|connection| record(connection, order.0.cast_signed()))
    }

    async fn consent_to_downloads(
        &self,
        order: OrderNumber,
        version: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let version = version.to_owned();
        self.write(move |connection| consent(connection, order, &version, now))
            .await
    }

    async fn count_download(&self, download: CountDownload) -> Result<bool, StoreError> {
        self.write(move |connection| count(connection, download))
            .await
    }
}

fn consent(
    connection: &Connection,
    number: OrderNumber,
    version: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let inserted = connection
        .prepare_cached(
            "INSERT INTO download_consents (order_number, at, version) VALUES (?1, ?2, ?3)
             ON CONFLICT (order_number) DO NOTHING",
        )?
        .execute(params![number.0.cast_signed(), now.0, version])?;
    if inserted == 0 {
        return Ok(());
    }
    let order = orders::read(connection, number)?
        .ok_or(StoreError::Inconsistent("there is no such order"))?;
    let step = ConsentStep::new(attempts::existing(connection, order.attempt)?, &order, now)?;
    attempts::update(connection, &step.attempt)?;
    order_events::append(connection, order.attempt, &step.events)
}

fn record(connection: &Connection, order: i64) -> Result<DownloadRecord, StoreError> {
    let consent = connection
        .prepare_cached("SELECT at, version FROM download_consents WHERE order_number = ?1")?
        .query_row([order], |row| {
            Ok(DownloadConsent {
                at: Timestamp(row.get(0)?),
                place: ConsentPlace::OrderPage,
                version: row.get(1)?,
            })
        })
        .optional()?;
    let mut counts = connection
        .prepare_cached("SELECT line_id, count FROM downloads WHERE order_number = ?1")?;
    let counts = counts.query_map([order], |row| Ok((LineId(row.get(0)?), row.get(1)?)))?;
    Ok(DownloadRecord {
        consent,
        counts: counts.collect::<Result<_, _>>()?,
    })
}

fn count(connection: &Connection, download: CountDownload) -> Result<bool, StoreError> {
    let CountDownload {
        order,
        line,
        most,
        now,
    } = download;
    let counted = connection
        .prepare_cached(
            "INSERT INTO downloads (order_number, line_id, count, last_at)
             SELECT ?1, ?2, 1, ?4 WHERE ?3 > 0
             ON CONFLICT (order_number, line_id) DO UPDATE
                 SET count = count + 1, last_at = excluded.last_at WHERE count < ?3",
        )?
        .execute(params![order.0.cast_signed(), line.0, most, now.0])?;
    Ok(counted == 1)
}
