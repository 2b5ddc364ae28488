//! Webhooks: signed as PayPal signs them, repeated until the shop accepts them.

use super::database::{CallError, fresh_id};
use super::{PayPalSandbox, WEBHOOK_ID};
use crate::gateway::LedgerError;
use crate::outbox::{self, Receiver};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use rusqlite::{Transaction, params};
use serde_json::{Value, json};
use std::future::Future;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;

pub(super) const CERTIFICATE_PATH: &str = "/v1/notifications/certs/CERT-2a6b7274-73616e64-626f7831";
/// Its private key is public, so the certificate proves nothing outside the sandbox.
pub(super) const CERTIFICATE: &str = include_str!("webhook_certificate.pem");
const KEY: &[u8] = include_bytes!("webhook_key.pk8");

/// Polling interval of the outbox, in case a wake-up was missed.
const LOOK_EVERY: Duration = Duration::from_secs(5);
const MAX_TRIES: u32 = 25;

pub(super) fn put(
    transaction: &Transaction<'_>,
    kind: &str,
    resource: &Value,
    now: Timestamp,
) -> Result<(), CallError> {
    let id = format!("WH-{}", fresh_id()?);
    let body = json!({
        "id": id, "event_version": "1.0", "create_time": now.whole_second().rfc3339(), "event_type": kind,
        "resource": resource,
    });
    transaction.execute(
        "INSERT INTO outbox (id, body, due_at) VALUES (?, ?, ?)",
        params![id, body.to_string(), now.0],
    )?;
    Ok(())
}

/// Delivers until `shutdown` resolves. `origin` is the base of the certificate's URL.
pub(super) async fn run(
    paypal: &PayPalSandbox,
    origin: String,
    shutdown: impl Future<Output = ()> + Send,
) {
    let receiver = match Receiver::at(&paypal.inner.settings.webhook_url) {
        Ok(receiver) => receiver,
        Err(error) => {
            tracing::error!(%error, "the sandbox's PayPal cannot send webhooks");
            return;
        }
    };
    let deliver = || async {
        if let Err(CallError::Broken(error)) = deliver_due(paypal, &receiver, &origin).await {
            tracing::error!(%error, "sandbox PayPal");
        }
        LOOK_EVERY
    };
    outbox::run(&paypal.inner.outbox, shutdown, deliver).await;
}

async fn deliver_due(
    paypal: &PayPalSandbox,
    receiver: &Receiver,
    origin: &str,
) -> Result<(), CallError> {
    let now = paypal.now();
    let due = paypal.inner.database.transact_soon(move |transaction| {
        let sql =
            "SELECT id, body, tries FROM outbox WHERE due_at <= ? ORDER BY due_at, rowid LIMIT 50";
        let mut statement = transaction.prepare(sql)?;
        let rows =
            statement.query_map([now.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let rows: Result<Vec<(String, String, u32)>, _> = rows.collect();
        Ok(rows?)
    });
    for (id, body, tries) in due.await? {
        let accepted = send(paypal, receiver, origin, &id, body).await?;
        // A webhook may be sent again after a power failure, so this needs no `fsync` of its own.
        let settle = paypal.inner.database.transact_soon(move |transaction| {
            if accepted || tries >= MAX_TRIES {
                transaction.execute("DELETE FROM outbox WHERE id = ?", [&id])?;
            } else {
                let pause = 500_i64 << tries.min(7);
                transaction.execute(
                    "UPDATE outbox SET tries = tries + 1, due_at = ? WHERE id = ?",
                    params![now.plus(pause).0, id],
                )?;
            }
            Ok(())
        });
        settle.await?;
    }
    Ok(())
}

async fn send(
    paypal: &PayPalSandbox,
    receiver: &Receiver,
    origin: &str,
    id: &str,
    body: String,
) -> Result<bool, CallError> {
    let time = paypal.now().whole_second().rfc3339();
    let signature = sign(&format!(
        "{id}|{time}|{WEBHOOK_ID}|{}",
        crc32(body.as_bytes())
    ))?;
    let headers = [
        ("paypal-transmission-id", id),
        ("paypal-transmission-time", &time),
        ("paypal-transmission-sig", &signature),
        ("paypal-cert-url", &format!("{origin}{CERTIFICATE_PATH}")),
        ("paypal-auth-algo", "SHA256withRSA"),
    ];
    let headers = headers.into_iter().map(|(name, value)| {
        let value = HeaderValue::from_str(value).map_err(|_| LedgerError::Unknown("header"))?;
        Ok((HeaderName::from_static(name), value))
    });
    let headers = headers.collect::<Result<HeaderMap, LedgerError>>()?;
    Ok(receiver.accepts(headers, body).await)
}

fn sign(text: &str) -> Result<String, CallError> {
    let key = RsaKeyPair::from_pkcs8(KEY).map_err(|_| LedgerError::Unknown("key"))?;
    let mut signature = vec![0; key.public().modulus_len()];
    key.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        text.as_bytes(),
        &mut signature,
    )
    .map_err(|_| LedgerError::Unknown("signature"))?;
    Ok(STANDARD.encode(signature))
}

/// CRC-32 by table, independent of the shop's implementation.
fn crc32(bytes: &[u8]) -> u32 {
    let table: Vec<u32> = (0..256_u32)
        .map(|byte| {
            (0..8).fold(byte, |crc, _| {
                if crc & 1 == 1 {
                    (crc >> 1) ^ 0xEDB8_8320
                } else {
                    crc >> 1
                }
            })
        })
        .collect();
    let crc = bytes.iter().fold(u32::MAX, |crc, byte| {
        let place = usize::try_from((crc ^ u32::from(*byte)) & 0xFF).unwrap_or(0);
        table[place] ^ (crc >> 8)
    });
    !crc
}
