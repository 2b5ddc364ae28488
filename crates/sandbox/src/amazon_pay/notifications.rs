//! Instant payment notifications: which object changed, never how. They are delivered until the shop accepts them; a
//! test may hold them and release them twice or in the reverse order.

use super::AmazonPaySandbox;
use super::database::{CallError, uuid};
use super::sns::{CONFIRMATION, Message, NOTIFICATION};
use super::{MERCHANT_ID, TOPIC_ARN};
use crate::gateway::LedgerError;
use crate::outbox::{self, Receiver};
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use rusqlite::{Transaction, params};
use serde::Deserialize;
use serde_json::json;
use std::future::Future;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;

/// Polling interval of the outbox, in case a wake-up was missed or a notification falls due.
const LOOK_EVERY: Duration = Duration::from_secs(5);
const MAX_TRIES: u32 = 25;

/// The object that changed.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// `CHARGE_PERMISSION`, `CHARGE`, `REFUND` or `CHARGEBACK`.
    pub(super) kind: &'a str,
    pub(super) id: &'a str,
    pub(super) permission: &'a str,
}

/// Queues a notification that is due at a moment.
pub(super) fn put(
    transaction: &Transaction<'_>,
    subject: Subject<'_>,
    due_at: Timestamp,
) -> Result<(), CallError> {
    let message = json!({
        "MerchantID": MERCHANT_ID,
        "ObjectType": subject.kind,
        "ObjectId": subject.id,
        "ChargePermissionId": subject.permission,
        "NotificationType": "STATE_CHANGE",
        "NotificationId": uuid()?,
        "NotificationVersion": "V2",
    });
    queue(transaction, NOTIFICATION, &message.to_string(), due_at)
}

fn queue(
    transaction: &Transaction<'_>,
    kind: &str,
    message: &str,
    due_at: Timestamp,
) -> Result<(), CallError> {
    transaction.execute(
        "INSERT INTO outbox (id, type, message, due_at, held)
         VALUES (?, ?, ?, ?, EXISTS (SELECT 1 FROM holding))",
        params![uuid()?, kind, message, due_at.0],
    )?;
    Ok(())
}

/// What a test or a person wants of the delivery.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case", tag = "action", deny_unknown_fields)]
pub(super) enum DeliveryControl {
    /// Notifications wait from now on.
    Hold,
    /// Waiting notifications are delivered, and later ones do not wait.
    Release {
        /// The last one first.
        #[serde(default)]
        reversed: bool,
        /// How often each is delivered again after it was accepted.
        #[serde(default)]
        copies: u32,
    },
    /// Asks the shop to confirm the subscription.
    Subscribe,
}

pub(super) fn control(
    transaction: &Transaction<'_>,
    wish: DeliveryControl,
    now: Timestamp,
) -> Result<(), CallError> {
    match wish {
        DeliveryControl::Hold => {
            transaction.execute("INSERT OR IGNORE INTO holding (only) VALUES (1)", [])?;
        }
        DeliveryControl::Release { reversed, copies } => {
            transaction.execute("DELETE FROM holding", [])?;
            let order = if reversed { "-position" } else { "position" };
            let sql =
                format!("UPDATE outbox SET held = 0, copies = ?, rank = {order} WHERE held = 1");
            transaction.execute(&sql, [copies])?;
        }
        DeliveryControl::Subscribe => {
            let text = format!("You have chosen to subscribe to the topic {TOPIC_ARN}.");
            queue(transaction, CONFIRMATION, &text, now)?;
        }
    }
    Ok(())
}

/// Delivers until `shutdown` resolves. `origin` is the base of the certificate's address.
pub(super) async fn run(
    amazon: &AmazonPaySandbox,
    origin: String,
    shutdown: impl Future<Output = ()> + Send,
) {
    let receiver = match Receiver::at(&amazon.inner.settings.notification_url) {
        Ok(receiver) => receiver,
        Err(error) => {
            tracing::error!(%error, "the sandbox's Amazon Pay cannot send notifications");
            return;
        }
    };
    let deliver = || async {
        if let Err(CallError::Broken(error)) = deliver_due(amazon, &receiver, &origin).await {
            tracing::error!(%error, "sandbox Amazon Pay");
        }
        LOOK_EVERY
    };
    outbox::run(&amazon.inner.outbox, shutdown, deliver).await;
}

/// A queued notification.
struct Due {
    id: String,
    kind: String,
    text: String,
    copies: u32,
    tries: u32,
}

async fn deliver_due(
    amazon: &AmazonPaySandbox,
    receiver: &Receiver,
    origin: &str,
) -> Result<(), CallError> {
    let now = amazon.now();
    let due = amazon.inner.database.transact_soon(move |transaction| {
        let sql = "SELECT id, type, message, copies, tries FROM outbox
                   WHERE due_at <= ? AND held = 0 ORDER BY rank, due_at, position LIMIT 50";
        let mut statement = transaction.prepare(sql)?;
        let rows = statement.query_map([now.0], |row| {
            Ok(Due {
                id: row.get(0)?,
                kind: row.get(1)?,
                text: row.get(2)?,
                copies: row.get(3)?,
                tries: row.get(4)?,
            })
        })?;
        let rows: Result<Vec<Due>, _> = rows.collect();
        Ok(rows?)
    });
    for due in due.await? {
        let mut accepted = true;
        for _ in 0..=due.copies {
            accepted &= send(amazon, receiver, origin, &due).await?;
        }
        // A notification may be sent again after a power failure, so this needs no `fsync` of its own.
        let settle = amazon.inner.database.transact_soon(move |transaction| {
            if accepted || due.tries >= MAX_TRIES {
                transaction.execute("DELETE FROM outbox WHERE id = ?", [&due.id])?;
            } else {
                let pause = 500_i64 << due.tries.min(7);
                transaction.execute(
                    "UPDATE outbox SET tries = tries + 1, due_at = ? WHERE id = ?",
                    params![now.plus(pause).0, due.id],
                )?;
            }
            Ok(())
        });
        settle.await?;
    }
    Ok(())
}

async fn send(
    amazon: &AmazonPaySandbox,
    receiver: &Receiver,
    origin: &str,
    due: &Due,
) -> Result<bool, CallError> {
    let message = Message {
        kind: &due.kind,
        id: &due.id,
        topic: TOPIC_ARN,
        text: &due.text,
        at: amazon.now(),
    };
    let body = message.signed(amazon.inner.settings.signature_version, origin)?;
    let headers = [
        (CONTENT_TYPE.as_str(), "text/plain; charset=UTF-8"),
        ("x-amz-sns-message-type", due.kind.as_str()),
        ("x-amz-sns-message-id", due.id.as_str()),
        ("x-amz-sns-topic-arn", TOPIC_ARN),
    ];
    let headers = headers.into_iter().map(|(name, value)| {
        let value = HeaderValue::from_str(value).map_err(|_| LedgerError::Unknown("header"))?;
        Ok((HeaderName::from_static(name), value))
    });
    let headers = headers.collect::<Result<HeaderMap, LedgerError>>()?;
    Ok(receiver.accepts(headers, body).await)
}
