//! `/transactions` and `/payments/{reference}/transactions`: the ledger as real gateways list it, with present states.

use super::auth::require_secret;
use super::json::Failure;
use super::state::Gateway;
use crate::file::LedgerError;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use rusqlite::{Params, Row, Transaction, params};
use serde::{Deserialize, Serialize};
use zkratka_commerce::money::{Currency, MinorUnits, Money};

/// The most transactions of an answer.
const PAGE: u32 = 100;

/// Every transaction: authorisations, captures, and what took captured money back. Nothing is listed of an amount of zero.
const ALL: &str = "
    SELECT held.reference AS id, 'authorisation' AS kind,
      CASE
        WHEN EXISTS (SELECT 1 FROM ledger AS l WHERE l.reference = held.reference AND l.kind = 'captured') THEN 'done'
        WHEN EXISTS (SELECT 1 FROM ledger AS l WHERE l.reference = held.reference AND l.kind = 'voided') THEN 'undone'
        ELSE 'pending'
      END AS state,
      held.amount AS amount, held.currency AS currency, held.at AS at,
      held.key AS key, NULL AS refund_key, held.reference AS payment
    FROM ledger AS held WHERE held.kind = 'authorised'
    UNION ALL
    SELECT captures.reference || '-' || captures.number, 'capture',
      CASE WHEN EXISTS (SELECT 1 FROM movements AS m
        WHERE m.reference = captures.reference AND m.kind = 'capture_failure') THEN 'undone' ELSE 'done' END,
      captures.amount, payments.currency,
      coalesce(capture_times.at, (SELECT at FROM ledger AS l
        WHERE l.reference = captures.reference AND l.kind IN ('authorised', 'captured') ORDER BY l.id DESC LIMIT 1)),
      payments.key, NULL, payments.reference
    FROM captures JOIN payments USING (reference)
    LEFT JOIN capture_times USING (reference, number)
    UNION ALL
    SELECT l.reference || '-1', 'capture',
      CASE WHEN EXISTS (SELECT 1 FROM movements AS m
        WHERE m.reference = l.reference AND m.kind = 'capture_failure') THEN 'undone' ELSE 'done' END,
      l.amount, l.currency, l.at, l.key, NULL, l.reference
    FROM ledger AS l
    WHERE l.kind = 'captured' AND NOT EXISTS (SELECT 1 FROM captures AS c WHERE c.reference = l.reference)
    UNION ALL
    SELECT m.id, m.kind, m.status, m.amount, m.currency, m.at, payments.key, m.key, m.reference
    FROM movements AS m JOIN payments USING (reference) WHERE m.kind <> 'capture_failure'";

pub(super) fn routes(gateway: Gateway) -> Router {
    let secret = middleware::from_fn_with_state(gateway.clone(), require_secret);
    Router::new()
        .route("/transactions", get(list))
        .route("/payments/{reference}/transactions", get(of_payment))
        .route_layer(secret)
        .with_state(gateway)
}

#[derive(Serialize)]
struct Entry {
    id: String,
    kind: String,
    state: String,
    amount: Money,
    /// Milliseconds.
    at: i64,
    /// The shop's key of the authorisation.
    key: String,
    /// The shop's key of a refund that the shop asked for.
    refund_key: Option<String>,
    payment: String,
}

#[derive(Serialize)]
struct Page {
    entries: Vec<Entry>,
    /// The number of transactions on all pages.
    total: u64,
}

#[derive(Clone, Copy, Deserialize)]
struct SpanQuery {
    /// From this moment, in milliseconds.
    from: i64,
    /// Until before this one.
    until: i64,
    /// The number of transactions on earlier pages.
    #[serde(default)]
    after: u32,
}

/// A page of the transactions that began in a span, oldest first.
async fn list(
    State(gateway): State<Gateway>,
    Query(span): Query<SpanQuery>,
) -> Result<Response, Failure> {
    if span.from >= span.until {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    }
    let page = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            let SpanQuery { from, until, after } = span;
            let listed = "amount > 0 AND at >= ?1 AND at < ?2";
            let count = format!("SELECT count(*) FROM ({ALL}) WHERE {listed}");
            let total: i64 =
                transaction.query_row(&count, params![from, until], |row| row.get(0))?;
            let rest = format!("{listed} ORDER BY at, id, kind LIMIT ?3 OFFSET ?4");
            Ok(Page {
                entries: entries(transaction, &rest, params![from, until, PAGE, after])?,
                total: total.unsigned_abs(),
            })
        })
        .await?;
    Ok(Json(page).into_response())
}

/// The transactions of one payment, oldest first; none if the gateway does not know it.
async fn of_payment(
    State(gateway): State<Gateway>,
    Path(reference): Path<String>,
) -> Result<Response, Failure> {
    let found = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            let rest = "amount > 0 AND payment = ? ORDER BY at, id, kind";
            entries(transaction, rest, [reference])
        })
        .await?;
    let total = found.len() as u64;
    let entries = found;
    Ok(Json(Page { entries, total }).into_response())
}

fn entries(
    transaction: &Transaction<'_>,
    rest: &str,
    values: impl Params,
) -> Result<Vec<Entry>, LedgerError> {
    let sql = format!(
        "SELECT id, kind, state, amount, currency, at, key, refund_key, payment FROM ({ALL}) WHERE {rest}"
    );
    let mut statement = transaction.prepare(&sql)?;
    let mut rows = statement.query(values)?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        entries.push(entry(row)?);
    }
    Ok(entries)
}

fn entry(row: &Row<'_>) -> Result<Entry, LedgerError> {
    let currency = Currency::new(&row.get::<_, String>(4)?);
    let currency = currency.map_err(|_| LedgerError::Unknown("currency"))?;
    Ok(Entry {
        id: row.get(0)?,
        kind: row.get(1)?,
        state: row.get(2)?,
        amount: MinorUnits::new(row.get(3)?).in_currency(currency),
        at: row.get(5)?,
        key: row.get(6)?,
        refund_key: row.get(7)?,
        payment: row.get(8)?,
    })
}
