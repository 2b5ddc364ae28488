//! The emulation's file: orders, answers by request id, the ledger, webhooks to be delivered.

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

/// Why a request has no answer of success.
pub(super) enum Failed {
    Refused(Refusal),
    Broken(LedgerError),
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Self {
        Self::Broken(error.into())
    }
}

impl From<LedgerError> for Failed {
    fn from(error: LedgerError) -> Self {
        Self::Broken(error)
    }
}

impl IntoResponse for Failed {
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

/// A success.
pub(super) struct Done {
    pub(super) status: StatusCode,
    pub(super) body: Value,
}

impl Done {
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

impl IntoResponse for Done {
    fn into_response(self) -> Response {
        let id = [("paypal-debug-id", "sandbox")];
        match self.body {
            Value::Null => (self.status, id).into_response(),
            body => (self.status, id, Json(body)).into_response(),
        }
    }
}

/// An order with what PayPal does not show of it.
pub(super) struct Kept {
    pub(super) id: String,
    pub(super) document: Value,
    pub(super) scenario: Scenario,
    pub(super) authorization: Option<String>,
}

/// The open file.
pub(super) type Book = File<Failed>;

/// Its tables.
pub(super) const SCHEMA: &str = include_str!("schema.sql");

/// A request that changes something, by its id: what was answered before is answered again.
pub(super) struct Asked {
    pub(super) id: Option<String>,
    pub(super) path: String,
    pub(super) body: String,
}

/// Does what is asked for, once for each id.
pub(super) fn once(
    transaction: &Transaction<'_>,
    asked: &Asked,
    work: impl FnOnce() -> Result<Done, Failed>,
) -> Result<Done, Failed> {
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
        return Ok(Done {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::OK),
            body: serde_json::from_str(&answer).map_err(|_| LedgerError::Unknown("answer"))?,
        });
    }
    let done = work()?;
    // PayPal answers a repetition with how it stands by then.
    if done.body["status"] == "PENDING" {
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
) -> Result<(), Failed> {
    transaction.execute(
        "INSERT INTO orders (id, document) VALUES (?, ?)",
        params![id, document.to_string()],
    )?;
    Ok(())
}

pub(super) fn save(transaction: &Transaction<'_>, order: &Kept) -> Result<(), Failed> {
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

/// The order of this id.
pub(super) fn order(transaction: &Transaction<'_>, id: &str) -> Result<Kept, Failed> {
    find(transaction, "id", id)
}

/// The order of this authorisation.
pub(super) fn order_of(transaction: &Transaction<'_>, authorization: &str) -> Result<Kept, Failed> {
    find(transaction, "authorization", authorization)
}

fn find(transaction: &Transaction<'_>, column: &'static str, id: &str) -> Result<Kept, Failed> {
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
    Ok(Kept {
        id,
        document: serde_json::from_str(&document).map_err(|_| LedgerError::Unknown("order"))?,
        scenario: Scenario::named(&scenario).ok_or(LedgerError::Unknown("scenario"))?,
        authorization,
    })
}

/// What the ledger knows a payment by: the first word of what the shop has noted in the order.
pub(super) fn key_in(custom_id: &Value) -> &str {
    let noted = custom_id.as_str().unwrap_or_default();
    noted.split(' ').next().unwrap_or_default()
}

/// A row of the ledger; `minor` are minor units.
pub(super) struct NewRow<'a> {
    pub(super) kind: RowKind,
    pub(super) key: &'a str,
    pub(super) reference: &'a str,
    pub(super) amount: &'a Value,
    pub(super) at: Timestamp,
}

pub(super) fn append(transaction: &Transaction<'_>, row: &NewRow<'_>) -> Result<(), Failed> {
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

/// An id in PayPal's form: seventeen letters and digits.
pub(super) fn fresh_id() -> Result<String, Failed> {
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKLMNPRSTUVWXY";
    let bytes: [u8; 17] = random().map_err(|_| LedgerError::Stopping)?;
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    Ok(bytes.iter().map(letter).collect())
}
