//! The emulation's file: orders, responses by request id, the ledger, the outbox of webhooks.

use super::buyers::Scenario;
use super::refusal::Refusal;
use crate::file::File;
use crate::gateway::{LedgerError, RowKind};
use crate::random::random;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rusqlite::{OptionalExtension, Transaction, params};
use serde_json::Value;
use zkratka_commerce::time::Timestamp;

/// An unsuccessful request; its transaction is undone.
pub(super) type CallError = crate::call::CallError<Refusal>;

impl From<Refusal> for CallError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl IntoResponse for CallError {
    fn into_response(self) -> Response {
        match self {
            Self::Refused(refusal) => refusal.into_response(),
            Self::Broken(error) => {
                tracing::error!(%error, "sandbox PayPal");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}

/// A successful response.
pub(super) struct CallSuccess {
    pub(super) status: StatusCode,
    pub(super) body: Value,
}

impl CallSuccess {
    pub(super) const fn ok(body: Value) -> Self {
        Self {
            status: StatusCode::OK,
            body,
        }
    }

    pub(super) const fn created(body: Value) -> Self {
        Self {
            status: StatusCode::CREATED,
            body,
        }
    }

    pub(super) const fn nothing() -> Self {
        Self {
            status: StatusCode::NO_CONTENT,
            body: Value::Null,
        }
    }
}

impl IntoResponse for CallSuccess {
    fn into_response(self) -> Response {
        let id = [("paypal-debug-id", "sandbox")];
        match self.body {
            Value::Null => (self.status, id).into_response(),
            body => (self.status, id, Json(body)).into_response(),
        }
    }
}

/// An order, with data that PayPal does not show.
pub(super) struct StoredOrder {
    pub(super) id: String,
    pub(super) document: Value,
    pub(super) scenario: Scenario,
    pub(super) authorization: Option<String>,
}

pub(super) type Database = File<CallError>;

pub(super) const SCHEMA: &str = include_str!("schema.sql");

/// A repeatable request: the same id gets the stored response.
pub(super) struct IdempotentRequest {
    pub(super) id: Option<String>,
    pub(super) path: String,
    pub(super) body: String,
}

/// Runs a request once for each id.
pub(super) fn once(
    transaction: &Transaction<'_>,
    asked: &IdempotentRequest,
    work: impl FnOnce() -> Result<CallSuccess, CallError>,
) -> Result<CallSuccess, CallError> {
    let Some(id) = &asked.id else { return work() };
    let known = transaction
        .query_row(
            "SELECT asked, status, answer FROM requests WHERE id = ? AND path = ?",
            params![id, asked.path],
            |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, u16>(1)?,
                    row.get::<_, String>(2)?,
                ))
            },
        )
        .optional()?;
    if let Some((before, status, answer)) = known {
        if before != asked.body {
            return Err(Refusal::rule("PAYPAL_REQUEST_ID_PREVIOUSLY_USED", "").into());
        }
        return Ok(CallSuccess {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::OK),
            body: serde_json::from_str(&answer).map_err(|_| LedgerError::Unknown("answer"))?,
        });
    }
    let done = work()?;
    // PayPal answers a repetition with the present state. A pending refund must not be made twice; its route shows the
    // present state.
    if done.body["status"] == "PENDING" && !asked.path.ends_with("/refund") {
        return Ok(done);
    }
    transaction.execute(
        "INSERT INTO requests (id, path, asked, status, answer) VALUES (?, ?, ?, ?, ?)",
        params![
            id,
            asked.path,
            asked.body,
            done.status.as_u16(),
            done.body.to_string()
        ],
    )?;
    Ok(done)
}

pub(super) fn insert(
    transaction: &Transaction<'_>,
    id: &str,
    document: &Value,
) -> Result<(), CallError> {
    transaction.execute(
        "INSERT INTO orders (id, document) VALUES (?, ?)",
        params![id, document.to_string()],
    )?;
    Ok(())
}

pub(super) fn save(transaction: &Transaction<'_>, order: &StoredOrder) -> Result<(), CallError> {
    transaction.execute(
        "UPDATE orders SET document = ?, scenario = ?, authorization = ? WHERE id = ?",
        params![
            order.document.to_string(),
            order.scenario.name(),
            order.authorization,
            order.id
        ],
    )?;
    Ok(())
}

pub(super) fn order(transaction: &Transaction<'_>, id: &str) -> Result<StoredOrder, CallError> {
    find(transaction, "id", id)
}

/// Every order.
pub(super) fn orders(transaction: &Transaction<'_>) -> Result<Vec<Value>, CallError> {
    let mut statement = transaction.prepare_cached("SELECT document FROM orders")?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let text: String = row.get(0)?;
        found.push(serde_json::from_str(&text).map_err(|_| LedgerError::Unknown("order"))?);
    }
    Ok(found)
}

/// The order of this authorisation.
pub(super) fn order_of(
    transaction: &Transaction<'_>,
    authorization: &str,
) -> Result<StoredOrder, CallError> {
    find(transaction, "authorization", authorization)
}

fn find(
    transaction: &Transaction<'_>,
    column: &'static str,
    id: &str,
) -> Result<StoredOrder, CallError> {
    let sql =
        format!("SELECT id, document, scenario, authorization FROM orders WHERE {column} = ?");
    let found = transaction
        .query_row(&sql, [id], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, Option<String>>(3)?,
            ))
        })
        .optional()?;
    let (id, document, scenario, authorization) = found.ok_or_else(Refusal::not_found)?;
    Ok(StoredOrder {
        id,
        document: serde_json::from_str(&document).map_err(|_| LedgerError::Unknown("order"))?,
        scenario: Scenario::named(&scenario).ok_or(LedgerError::Unknown("scenario"))?,
        authorization,
    })
}

/// The ledger's key of a payment: the first word of the shop's note in the order.
pub(super) fn key_in(custom_id: &Value) -> &str {
    let noted = custom_id.as_str().unwrap_or_default();
    noted.split(' ').next().unwrap_or_default()
}

/// `minor` is in minor units.
pub(super) struct NewRow<'a> {
    pub(super) kind: RowKind,
    pub(super) key: &'a str,
    pub(super) reference: &'a str,
    pub(super) amount: &'a Value,
    pub(super) at: Timestamp,
}

pub(super) fn append(transaction: &Transaction<'_>, row: &NewRow<'_>) -> Result<(), CallError> {
    let currency = row.amount["currency_code"].as_str().unwrap_or_default();
    let currency = zkratka_commerce::money::Currency::new(currency)
        .map_err(|_| LedgerError::Unknown("currency"))?;
    let value = row.amount["value"].as_str().unwrap_or_default();
    let amount = zkratka_commerce::money::Money::parse_decimal(value, currency)
        .map_err(|_| LedgerError::Unknown("amount"))?;
    transaction.execute(
        "INSERT INTO ledger (at, kind, key, reference, amount, currency) VALUES (?, ?, ?, ?, ?, ?)",
        params![
            row.at.0,
            row.kind.name(),
            row.key,
            row.reference,
            amount.minor.get(),
            currency.as_str()
        ],
    )?;
    Ok(())
}

/// An id in PayPal's format: seventeen letters and digits.
pub(super) fn fresh_id() -> Result<String, CallError> {
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKLMNPRSTUVWXY";
    let bytes: [u8; 17] = random().map_err(|_| LedgerError::Stopping)?;
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    Ok(bytes.iter().map(letter).collect())
}
