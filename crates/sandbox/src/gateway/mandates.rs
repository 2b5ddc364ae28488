//! Mandates: cards that are charged again.

use super::json::Failure;
use super::state::Gateway;
use crate::file::LedgerError;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use rusqlite::{Transaction, params};

const IN_FORCE: &str = "FROM payments
     WHERE reference = (SELECT reference FROM mandates WHERE id = ?9)
       AND NOT EXISTS (SELECT 1 FROM ended_mandates WHERE id = ?9)
       AND EXISTS (SELECT 1 FROM ledger WHERE ledger.reference = payments.reference AND kind = 'authorised')
       AND NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.reference = payments.reference AND kind = 'voided')";

/// Selects the card of the mandate `?9`, if the mandate is in force. An absent payer cannot pass a challenge, but passed
/// one when the mandate was created. A present one meets the card's own scenario again.
pub(super) fn charged_card(payer_is_present: bool) -> String {
    let scenario = if payer_is_present {
        "scenario"
    } else {
        "'approve' AS scenario"
    };
    format!("SELECT {scenario}, network, last_four {IN_FORCE}")
}

/// Stores until when the card of a session is valid.
pub(super) fn insert_expiry(
    transaction: &Transaction<'_>,
    session: &str,
    expires: &str,
) -> Result<(), LedgerError> {
    transaction
        .prepare_cached("INSERT INTO card_expiries (id, expires) VALUES (?, ?)")?
        .execute([session, expires])?;
    Ok(())
}

/// Stores for a mandate what is known of the card of its session.
pub(super) fn keep_expiry(
    transaction: &Transaction<'_>,
    mandate: &str,
    session: &str,
) -> Result<(), LedgerError> {
    transaction
        .prepare_cached(
            "INSERT INTO card_expiries (id, expires) SELECT ?, expires FROM card_expiries WHERE id = ?",
        )?
        .execute([mandate, session])?;
    Ok(())
}

/// Ends a mandate, also one that is not in force yet, and one that ended before.
pub(super) async fn end_mandate(
    State(gateway): State<Gateway>,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    gateway
        .inner
        .ledger
        .transact(move |transaction| {
            transaction
                .prepare_cached("INSERT OR IGNORE INTO ended_mandates (id) SELECT id FROM mandates WHERE id = ?")?
                .execute(params![id])?;
            Ok(())
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
