//! `/v3/vault`: agreements to store accounts (setup tokens), and the accounts (payment tokens).

use super::buyers::{Buyer, Scenario};
use super::database::{CallError, CallSuccess, StoredOrder, fresh_id};
use super::refusal::Refusal;
use super::{vault_check, webhooks};
use crate::gateway::LedgerError;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;

/// How long to wait while another process uses the file.
const BUSY: Duration = Duration::from_secs(5);

/// The accounts stored in this emulation's file, in order.
pub fn stored_accounts(file: &Path) -> Result<Vec<String>, LedgerError> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY)?;
    let mut statement = connection.prepare("SELECT id FROM accounts ORDER BY id")?;
    let accounts = statement.query_map([], |row| row.get(0))?;
    Ok(accounts.collect::<Result<_, _>>()?)
}

/// An agreement, with data that PayPal does not show.
pub(super) struct Agreement {
    id: String,
    pub(super) document: Value,
    pub(super) scenario: Scenario,
}

pub(super) fn create(
    transaction: &Transaction<'_>,
    body: &Value,
) -> Result<CallSuccess, CallError> {
    vault_check::agreement(body)?;
    let id = fresh_id()?;
    let mut document = body.clone();
    document["id"] = json!(id);
    document["status"] = json!("PAYER_ACTION_REQUIRED");
    document["customer"] = json!({ "id": fresh_id()? });
    transaction.execute(
        "INSERT INTO agreements (id, document) VALUES (?, ?)",
        params![id, document.to_string()],
    )?;
    Ok(CallSuccess::created(document))
}

pub(super) fn agreement(transaction: &Transaction<'_>, id: &str) -> Result<Agreement, CallError> {
    let sql = "SELECT document, scenario FROM agreements WHERE id = ?";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let found = transaction.query_row(sql, [id], read).optional()?;
    let (document, scenario) = found.ok_or_else(Refusal::not_found)?;
    Ok(Agreement {
        id: id.to_owned(),
        document: serde_json::from_str(&document).map_err(|_| LedgerError::Unknown("agreement"))?,
        scenario: Scenario::named(&scenario).ok_or(LedgerError::Unknown("scenario"))?,
    })
}

fn save(transaction: &Transaction<'_>, agreement: &Agreement) -> Result<(), CallError> {
    transaction.execute(
        "UPDATE agreements SET document = ?, scenario = ? WHERE id = ?",
        params![
            agreement.document.to_string(),
            agreement.scenario.name(),
            agreement.id
        ],
    )?;
    Ok(())
}

/// The buyer approves the agreement at PayPal.
pub(super) fn approve(
    transaction: &Transaction<'_>,
    mut agreement: Agreement,
    buyer: Buyer,
    scenario: Scenario,
) -> Result<CallSuccess, CallError> {
    match agreement.document["status"].as_str() {
        Some("PAYER_ACTION_REQUIRED") => {}
        // A second approval changes nothing.
        Some("APPROVED") => return Ok(CallSuccess::ok(agreement.document)),
        _ => return Err(Refusal::rule("SETUP_TOKEN_ALREADY_TOKENIZED", "").into()),
    }
    buyer.approve_agreement(&mut agreement.document);
    agreement.scenario = scenario;
    save(transaction, &agreement)?;
    Ok(CallSuccess::ok(agreement.document))
}

/// Stores the account of an approved agreement.
pub(super) fn store_account(
    transaction: &Transaction<'_>,
    mut agreement: Agreement,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    match agreement.document["status"].as_str() {
        Some("APPROVED") => {}
        Some("PAYER_ACTION_REQUIRED") => {
            return Err(Refusal::rule("PAYER_ACTION_REQUIRED", "").into());
        }
        _ => return Err(Refusal::rule("SETUP_TOKEN_ALREADY_TOKENIZED", "").into()),
    }
    if agreement.scenario == Scenario::KeepRefused {
        return Err(Refusal::rule("INSTRUMENT_DECLINED", "").into());
    }
    let id = fresh_id()?.to_ascii_lowercase();
    let mut document = agreement.document.clone();
    document["id"] = json!(id);
    if let Some(members) = document.as_object_mut() {
        members.remove("status");
    }
    transaction.execute(
        "INSERT INTO accounts (id, agreement, document) VALUES (?, ?, ?)",
        params![id, agreement.id, document.to_string()],
    )?;
    agreement.document["status"] = json!("TOKENIZED");
    save(transaction, &agreement)?;
    webhooks::put(transaction, "VAULT.PAYMENT-TOKEN.CREATED", &document, now)?;
    Ok(CallSuccess::created(document))
}

/// Stores the account of an approved order and returns its id. It also creates the agreement that the approval implies,
/// as one whose account is stored.
pub(super) fn store_with_order(
    transaction: &Transaction<'_>,
    kind: &str,
    source: &Value,
    scenario: Scenario,
) -> Result<String, CallError> {
    let (id, agreement) = (fresh_id()?.to_ascii_lowercase(), fresh_id()?);
    let mut owner = source.clone();
    owner["payer_id"] = owner["account_id"].take();
    if let Some(members) = owner.as_object_mut() {
        members.remove("attributes");
        members.remove("account_id");
    }
    let mut document = json!({
        "id": agreement, "status": "TOKENIZED", "customer": { "id": fresh_id()? }, "payment_source": { kind: owner },
    });
    transaction.execute(
        "INSERT INTO agreements (id, document, scenario) VALUES (?, ?, ?)",
        params![agreement, document.to_string(), scenario.name()],
    )?;
    document["id"] = json!(id);
    if let Some(members) = document.as_object_mut() {
        members.remove("status");
    }
    transaction.execute(
        "INSERT INTO accounts (id, agreement, document) VALUES (?, ?, ?)",
        params![id, agreement, document.to_string()],
    )?;
    Ok(id)
}

/// A stored account, and the scenario of its charges.
pub(super) fn account(
    transaction: &Transaction<'_>,
    id: &str,
) -> Result<Option<(Value, Scenario)>, CallError> {
    let sql = "SELECT document, agreement FROM accounts WHERE id = ?";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let Some((document, of)) = transaction.query_row(sql, [id], read).optional()? else {
        return Ok(None);
    };
    let document = serde_json::from_str(&document).map_err(|_| LedgerError::Unknown("account"))?;
    Ok(Some((document, agreement(transaction, &of)?.scenario)))
}

/// Deletes a stored account. An account that does not exist is not an error.
pub(super) fn delete_account(
    transaction: &Transaction<'_>,
    id: &str,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    if transaction.execute("DELETE FROM accounts WHERE id = ?", [id])? > 0 {
        let resource = json!({ "id": id });
        webhooks::put(transaction, "VAULT.PAYMENT-TOKEN.DELETED", &resource, now)?;
    }
    Ok(CallSuccess::nothing())
}

/// Charges an order to a stored account, without the buyer's approval. Without an account the order stays as it is.
pub(super) fn pay_from(
    transaction: &Transaction<'_>,
    mut order: StoredOrder,
    body: &Value,
) -> Result<StoredOrder, CallError> {
    let Some((kind, id)) = vault_check::account_of(body)? else {
        return Ok(order);
    };
    if order.document["status"] != "CREATED" {
        return Ok(order);
    }
    let known =
        account(transaction, id)?.filter(|(known, _)| !known["payment_source"][kind].is_null());
    let (known, scenario) =
        known.ok_or_else(|| Refusal::rule("TOKEN_ID_NOT_FOUND", "/payment_source"))?;
    let currency = &order.document["purchase_units"][0]["amount"]["currency_code"];
    if kind == "venmo" && currency != "USD" {
        return Err(Refusal::rule("CURRENCY_NOT_SUPPORTED", "/payment_source/venmo").into());
    }
    order.document["payment_source"] = known["payment_source"].clone();
    order.document["status"] = json!("APPROVED");
    order.scenario = scenario;
    Ok(order)
}
