//! Notifications: signed, delivered at least once, repeated until the shop accepts them.

use super::card::Scenario;
use super::ledger::{Payment, RowKind};
use super::state::Gateway;
use crate::file::LedgerError;
use crate::movements::Movement;
use crate::outbox::{self, Receiver};
use hmac::{Hmac, KeyInit, Mac};
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use rusqlite::{Transaction, params};
use serde::Serialize;
use sha2::Sha256;
use std::future::Future;
use std::time::Duration;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::hex;
use zkratka_commerce::refund::PaymentReport;
use zkratka_commerce::time::Timestamp;

const SIGNATURE_HEADER: HeaderName = HeaderName::from_static("zkratka-signature");
/// Longest delay before a retry.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// A notification is dropped after this many tries.
const MAX_TRIES: u32 = 100;
/// Polling interval of the outbox, in case a wake-up was missed.
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// Notifications read at once.
const BATCH: u32 = 50;

#[derive(Serialize)]
struct Body<'a> {
    id: &'a str,
    key: &'a str,
    outcome: PaymentOutcome,
}

#[derive(Serialize)]
struct ReportBody<'a> {
    id: &'a str,
    payment: &'a str,
    key: &'a str,
    report: PaymentReport,
}

/// Inserts the notification of what happened to captured money into the outbox.
pub(super) fn put_report(
    gateway: &Gateway,
    transaction: &Transaction<'_>,
    payment: &Payment,
    movement: &Movement,
) -> Result<(), LedgerError> {
    let Some(report) = movement.report() else {
        return Ok(());
    };
    let id = format!("ntf_{}_{}", movement.id, report.name());
    let body = serde_json::to_string(&ReportBody {
        id: &id,
        payment: &payment.reference,
        key: &payment.key,
        report,
    })
    .map_err(|_| LedgerError::Unknown("report"))?;
    insert(gateway, transaction, payment, &id, &body)
}

/// Inserts the notification of the payment's last row into the outbox: once, or for the duplicate card twice and again
/// late.
pub(super) fn put(
    gateway: &Gateway,
    transaction: &Transaction<'_>,
    payment: &Payment,
) -> Result<(), LedgerError> {
    let Some((kind, _)) = payment.state else {
        return Ok(());
    };
    // A pending challenge is no outcome to report.
    if kind == RowKind::Challenged {
        return Ok(());
    }
    let id = format!(
        "ntf_{}_{kind:?}",
        payment.reference.trim_start_matches("pay_")
    )
    .to_ascii_lowercase();
    let body = serde_json::to_string(&Body {
        id: &id,
        key: &payment.key,
        outcome: gateway.outcome(payment),
    })
    .map_err(|_| LedgerError::Unknown("outcome"))?;
    insert(gateway, transaction, payment, &id, &body)
}

fn insert(
    gateway: &Gateway,
    transaction: &Transaction<'_>,
    payment: &Payment,
    id: &str,
    body: &str,
) -> Result<(), LedgerError> {
    let settings = &gateway.inner.settings;
    let now = settings.now();
    let late = i64::try_from(settings.late.as_millis()).unwrap_or(i64::MAX);
    let delays: &[i64] = match payment.scenario {
        Scenario::Duplicate => &[0, 0, late],
        _ => &[0],
    };
    for (copy, delay) in delays.iter().enumerate() {
        transaction
            .prepare_cached("INSERT INTO outbox (id, copy, body, due_at) VALUES (?, ?, ?, ?)")?
            .execute(params![
                id,
                i64::try_from(copy).unwrap_or(0),
                body,
                now.plus(*delay).0
            ])?;
    }
    Ok(())
}

struct PendingNotification {
    id: String,
    copy: i64,
    body: String,
    tries: u32,
}

/// Delivers until `shutdown` resolves.
pub(super) async fn run(gateway: &Gateway, shutdown: impl Future<Output = ()> + Send) {
    let receiver = match Receiver::at(&gateway.inner.settings.notify_url) {
        Ok(receiver) => receiver,
        Err(error) => {
            tracing::error!(%error, "the sandbox gateway cannot send notifications");
            return;
        }
    };
    let deliver = || async {
        deliver_due(gateway, &receiver)
            .await
            .unwrap_or_else(|error| {
                tracing::error!(%error, "sandbox gateway");
                LOOK_EVERY
            })
    };
    outbox::run(&gateway.inner.outbox, shutdown, deliver).await;
}

/// Tries every due notification once; returns the delay until the next one is due.
async fn deliver_due(gateway: &Gateway, receiver: &Receiver) -> Result<Duration, LedgerError> {
    let mut sent = Vec::new();
    loop {
        let notifications = match settle(gateway, sent).await? {
            Outbox::Due(notifications) => notifications,
            Outbox::Waits(pause) => return Ok(pause),
        };
        sent = Vec::with_capacity(notifications.len());
        for notification in notifications {
            let accepted = send(gateway, receiver, &notification).await;
            sent.push((notification, accepted));
        }
    }
}

/// What the outbox holds now.
enum Outbox {
    /// The notifications that are due, the longest due first.
    Due(Vec<PendingNotification>),
    /// Nothing is due before this time has passed.
    Waits(Duration),
}

fn look(transaction: &Transaction<'_>, now: Timestamp) -> Result<Outbox, LedgerError> {
    let mut statement = transaction.prepare_cached(
        "SELECT id, copy, body, tries FROM outbox WHERE due_at <= ? ORDER BY due_at LIMIT ?",
    )?;
    let rows = statement.query_map(params![now.0, BATCH], |row| {
        Ok(PendingNotification {
            id: row.get(0)?,
            copy: row.get(1)?,
            body: row.get(2)?,
            tries: row.get(3)?,
        })
    })?;
    let due = rows.collect::<Result<Vec<_>, _>>()?;
    if !due.is_empty() {
        return Ok(Outbox::Due(due));
    }
    let next: Option<i64> = transaction
        .prepare_cached("SELECT min(due_at) FROM outbox")?
        .query_row([], |row| row.get(0))?;
    let pause = next.map_or(LOOK_EVERY, |at| {
        Duration::from_millis(u64::try_from(at.saturating_sub(now.0)).unwrap_or(0))
    });
    Ok(Outbox::Waits(pause.min(LOOK_EVERY)))
}

async fn send(gateway: &Gateway, receiver: &Receiver, notification: &PendingNotification) -> bool {
    let settings = &gateway.inner.settings;
    let Some(signature) = sign(
        settings.secret.as_bytes(),
        settings.now(),
        &notification.body,
    ) else {
        return false;
    };
    let Ok(signature) = HeaderValue::try_from(signature) else {
        return false;
    };
    let headers = HeaderMap::from_iter([(SIGNATURE_HEADER, signature)]);
    receiver.accepts(headers, notification.body.clone()).await
}

/// `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`
fn sign(secret: &[u8], now: Timestamp, body: &str) -> Option<String> {
    let seconds = now.0.div_euclid(1_000);
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(format!("{seconds}.{body}").as_bytes());
    let digest = mac.finalize().into_bytes();
    Some(format!("t={seconds},v1={}", hex::encode(&digest)))
}

/// Deletes accepted notifications from the outbox, schedules the retries of the others, and looks what is due next, in one
/// transaction. It needs no `fsync` of its own: a notification may be sent again after a power failure.
async fn settle(
    gateway: &Gateway,
    sent: Vec<(PendingNotification, bool)>,
) -> Result<Outbox, LedgerError> {
    let settings = &gateway.inner.settings;
    let (now, first_retry) = (settings.now(), settings.first_retry);
    gateway
        .inner
        .ledger
        .transact_soon(move |transaction| {
            for (notification, accepted) in sent {
                settle_one(transaction, &notification, accepted, now, first_retry)?;
            }
            look(transaction, now)
        })
        .await
}

fn settle_one(
    transaction: &Transaction<'_>,
    notification: &PendingNotification,
    accepted: bool,
    now: Timestamp,
    first_retry: Duration,
) -> Result<(), LedgerError> {
    let tries = notification.tries.saturating_add(1);
    if accepted || tries >= MAX_TRIES {
        transaction
            .prepare_cached("DELETE FROM outbox WHERE id = ? AND copy = ?")?
            .execute(params![notification.id, notification.copy])?;
        return Ok(());
    }
    let pause = first_retry
        .saturating_mul(1 << notification.tries.min(16))
        .min(LONGEST_PAUSE);
    let due_at = now.plus(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX));
    transaction
        .prepare_cached("UPDATE outbox SET tries = ?, due_at = ? WHERE id = ? AND copy = ?")?
        .execute(params![tries, due_at.0, notification.id, notification.copy])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_equals_openssls() {
        let body = r#"{"id":"n1","key":"K","outcome":{"status":"pending"}}"#;
        // From `openssl dgst -sha256 -hmac`.
        assert_eq!(
            sign("tajemství".as_bytes(), Timestamp(1_700_000_000_999), body).as_deref(),
            Some(
                "t=1700000000,v1=2e9e8df3652fe84f1570b60f707f53f603a463f8edba69e8ba2ffed0521b4045"
            )
        );
    }
}
