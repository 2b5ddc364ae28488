//! What buyers downloaded, and their consent to immediate delivery.

use super::error::Failure;
use super::keys::shard_prefixed;
use super::order_life::LOCK;
use super::session::{PATIENT, Parameters, Session};
use super::work::Work;
use super::{PostgresStore, attempts, order_events, orders};
use crate::StoreError;
use crate::downloads::{ConsentStep, CountDownload, DownloadRecord, Downloads};
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::download::{ConsentPlace, DownloadConsent};
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::time::Timestamp;

/// Both in one statement, so that they are of one moment. A row without a line is the consent.
const RECORD: &str = "
    SELECT NULL::bigint, at, version FROM download_consents WHERE order_number = $1
    UNION ALL
    SELECT line_id, count, NULL FROM downloads WHERE order_number = $1";
const KNOWN_CONSENT: &str = "SELECT 1 FROM download_consents WHERE order_number = $1";
const CONSENT: &str =
    "INSERT INTO download_consents (order_number, at, version) VALUES ($1, $2, $3)";
const COUNT: &str = "
    INSERT INTO downloads AS known (order_number, line_id, count, last_at)
    SELECT $1, $2, 1, $4 WHERE $3::bigint > 0
    ON CONFLICT (order_number, line_id) DO UPDATE
        SET count = known.count + 1, last_at = excluded.last_at WHERE known.count < $3";

#[async_trait]
impl Downloads for PostgresStore {
    async fn download_record(&self, order: OrderNumber) -> Result<DownloadRecord, StoreError> {
        let rows = self.readers.rows(RECORD, &[&order.0.cast_signed()]).await?;
        let mut record = DownloadRecord::default();
        for row in &rows {
            add(&mut record, row)?;
        }
        Ok(record)
    }

    async fn consent_to_downloads(
        &self,
        order: OrderNumber,
        version: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.transact(Consent {
            order: order.0.cast_signed(),
            version: version.to_owned(),
            now,
        })
        .await
    }

    async fn count_download(&self, download: CountDownload) -> Result<bool, StoreError> {
        self.transact(Count(download)).await
    }
}

fn add(record: &mut DownloadRecord, row: &Row) -> Result<(), StoreError> {
    let number = |value: i64| {
        u32::try_from(value)
            .map_err(|_| StoreError::Database("a download has an impossible number".into()))
    };
    match row.get::<_, Option<i64>>(0) {
        Some(line) => {
            let count = number(row.get(1))?;
            record.counts.insert(LineId(number(line)?), count);
        }
        None => {
            record.consent = Some(DownloadConsent {
                at: Timestamp(row.get(1)),
                place: ConsentPlace::OrderPage,
                version: row.get(2),
            });
        }
    }
    Ok(())
}

struct Consent {
    order: i64,
    version: String,
    now: Timestamp,
}

#[async_trait]
impl Work for Consent {
    type Answer = ();

    async fn run(&self, session: &Session) -> Result<(), Failure> {
        let order: Parameters<'_> = &[&self.order];
        let locked = session.begin_and_ask(PATIENT, &[(LOCK, order)]).await?;
        let locked = locked.first().and_then(|rows| rows.first());
        let locked = locked.ok_or(StoreError::Inconsistent("there is no such order"))?;
        if session.row(KNOWN_CONSENT, order).await?.is_some() {
            session.undo().await;
            return Ok(());
        }
        let record = session.row(orders::READ, order).await?;
        let record = record.ok_or(StoreError::Inconsistent("there is no such order"))?;
        let known = orders::record(&record)?.order;
        let step = ConsentStep::new(attempts::decode(locked)?, &known, self.now)?;
        let row = attempts::Columns::of(&step.attempt)?;
        let events = order_events::Columns::of(&step.events, shard_prefixed(step.attempt.key.0));
        session
            .execute_and_commit(&[
                (CONSENT, &[&self.order, &self.now.0, &self.version]),
                (attempts::UPDATE, &row.to_update()),
                (order_events::APPEND, &events.parameters()),
            ])
            .await
    }
}

struct Count(CountDownload);

#[async_trait]
impl Work for Count {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        let CountDownload {
            order,
            line,
            most,
            now,
        } = self.0;
        let (order, line, most) = (order.0.cast_signed(), i64::from(line.0), i64::from(most));
        let counted = session
            .execute(COUNT, &[&order, &line, &most, &now.0])
            .await?;
        Ok(counted == 1)
    }
}
