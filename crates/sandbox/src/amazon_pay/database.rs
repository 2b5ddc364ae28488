//! The emulation's file: Amazon's objects, answers by idempotency key, the ledger.

use super::refusal::{Reason, Refusal};
use crate::file::File;
use crate::gateway::{LedgerError, RowKind};
use crate::random::random;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use zkratka_commerce::money::Money;
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
                tracing::error!(%error, "sandbox Amazon Pay");
                Refusal::new(Reason::ProcessingFailure, "The sandbox failed.").into_response()
            }
        }
    }
}

/// A response whose effects are kept. It may be a refusal: a declined charge changes states.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: Value,
}

impl Answer {
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

    /// The request is not decided yet.
    pub(super) const fn accepted(body: Value) -> Self {
        Self {
            status: StatusCode::ACCEPTED,
            body,
        }
    }

    pub(super) fn refused(reason: Reason, message: &str) -> Self {
        let refusal = Refusal::new(reason, message);
        Self {
            status: refusal.status(),
            body: refusal.body(),
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

pub(super) type Called = Result<Answer, CallError>;
pub(super) type Database = File<CallError>;

pub(super) const SCHEMA: &str = include_str!("schema.sql");

/// A request that may be repeated: the same key gets the stored answer.
pub(super) struct IdempotentRequest {
    pub(super) key: Option<String>,
    pub(super) path: String,
    pub(super) body: String,
}

/// Runs a request once for each key. A key names one request, whatever its path.
pub(super) fn once(
    transaction: &Transaction<'_>,
    asked: &IdempotentRequest,
    work: impl FnOnce() -> Called,
) -> Called {
    let Some(key) = &asked.key else { return work() };
    let known = transaction
        .query_row(
            "SELECT path, asked, status, answer FROM requests WHERE id = ?",
            [key],
            |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, u16>(2)?,
                    row.get::<_, String>(3)?,
                ))
            },
        )
        .optional()?;
    if let Some((path, body, status, answer)) = known {
        if path != asked.path || body != asked.body {
            let message = "The idempotency key was used for another request.";
            return Err(Refusal::new(Reason::DuplicateIdempotencyKey, message).into());
        }
        return Ok(Answer {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::OK),
            body: read(&answer, "answer")?,
        });
    }
    let done = work()?;
    transaction.execute(
        "INSERT INTO requests (id, path, asked, status, answer) VALUES (?, ?, ?, ?, ?)",
        params![
            key,
            asked.path,
            asked.body,
            done.status.as_u16(),
            done.body.to_string()
        ],
    )?;
    Ok(done)
}

/// What the emulation remembers of a kind of object beside its document.
pub(super) trait Detail: Serialize + DeserializeOwned {
    const KIND: &'static str;
}

/// An object of Amazon's.
pub(super) struct Stored<D> {
    pub(super) id: String,
    pub(super) parent: String,
    pub(super) document: Value,
    pub(super) detail: D,
}

impl<D: Detail> Stored<D> {
    pub(super) fn insert(&self, transaction: &Transaction<'_>) -> Result<(), CallError> {
        transaction.execute(
            "INSERT INTO objects (id, kind, parent, document, detail) VALUES (?, ?, ?, ?, ?)",
            params![
                self.id,
                D::KIND,
                self.parent,
                self.document.to_string(),
                written(&self.detail)?
            ],
        )?;
        Ok(())
    }

    pub(super) fn save(&self, transaction: &Transaction<'_>) -> Result<(), CallError> {
        transaction.execute(
            "UPDATE objects SET document = ?, detail = ? WHERE id = ?",
            params![self.document.to_string(), written(&self.detail)?, self.id],
        )?;
        Ok(())
    }

    /// The object with this id.
    pub(super) fn find(transaction: &Transaction<'_>, id: &str) -> Result<Self, CallError> {
        let found = Self::select(transaction, "id = ?", id)?.pop();
        found.ok_or_else(|| Refusal::not_found().into())
    }

    /// The objects of another one, oldest first.
    pub(super) fn of(transaction: &Transaction<'_>, parent: &str) -> Result<Vec<Self>, CallError> {
        Self::select(transaction, "parent = ?", parent)
    }

    fn select(
        transaction: &Transaction<'_>,
        condition: &'static str,
        value: &str,
    ) -> Result<Vec<Self>, CallError> {
        let sql = format!(
            "SELECT id, parent, document, detail FROM objects WHERE {condition} AND kind = ? ORDER BY rowid"
        );
        let mut statement = transaction.prepare_cached(&sql)?;
        let mut rows = statement.query([value, D::KIND])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(Self {
                id: row.get(0)?,
                parent: row.get(1)?,
                document: read(&row.get::<_, String>(2)?, "document")?,
                detail: read(&row.get::<_, String>(3)?, "detail")?,
            });
        }
        Ok(found)
    }
}

fn read<T: DeserializeOwned>(text: &str, what: &'static str) -> Result<T, CallError> {
    serde_json::from_str(text).map_err(|_| LedgerError::Unknown(what).into())
}

fn written(detail: &impl Serialize) -> Result<String, CallError> {
    serde_json::to_string(detail).map_err(|_| LedgerError::Unknown("detail").into())
}

/// A row of the ledger.
pub(super) struct NewRow<'a> {
    pub(super) kind: RowKind,
    pub(super) key: &'a str,
    pub(super) reference: &'a str,
    pub(super) amount: Money,
    pub(super) at: Timestamp,
}

pub(super) fn append(transaction: &Transaction<'_>, row: &NewRow<'_>) -> Result<(), CallError> {
    transaction.execute(
        "INSERT INTO ledger (at, kind, key, reference, amount, currency) VALUES (?, ?, ?, ?, ?, ?)",
        params![
            row.at.0,
            row.kind.name(),
            row.key,
            row.reference,
            row.amount.minor.get(),
            row.amount.currency.as_str()
        ],
    )?;
    Ok(())
}

/// Random digits.
pub(super) fn digits<const LENGTH: usize>() -> Result<String, CallError> {
    let bytes: [u8; LENGTH] = random().map_err(|_| LedgerError::Stopping)?;
    let digit = |byte: &u8| char::from(b'0' + byte % 10);
    Ok(bytes.iter().map(digit).collect())
}

/// A random identifier in the form of a UUID.
pub(super) fn uuid() -> Result<String, CallError> {
    let mut bytes: [u8; 16] = random().map_err(|_| LedgerError::Stopping)?;
    bytes[6] = bytes[6] & 0x0F | 0x40;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let text = zkratka_commerce::hex::encode(&bytes);
    let parts = [
        &text[..8],
        &text[8..12],
        &text[12..16],
        &text[16..20],
        &text[20..],
    ];
    Ok(parts.join("-"))
}
