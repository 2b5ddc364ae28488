//! `/charges`: authorisations and their captures.

use super::account::{Account, money, price};
use super::charge::{Charge, NewCharge, Start, State, insert, load, pass, wait};
use super::database::{Answer, CallError, Called};
use super::permissions::{self, Permission};
use super::refusal::{Reason, Refusal};
use super::schema::conform;
use super::{published, refunds, sessions};
use crate::gateway::LedgerError;
use rusqlite::Transaction;
use serde_json::Value;
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// A capture after this time is decided later, in milliseconds.
const IMMEDIATE_MS: i64 = 7 * DAY_MS;

fn shown(transaction: &Transaction<'_>, charge: &Charge) -> Result<Value, CallError> {
    let mut document = charge.document.clone();
    if let Some(refunded) = refunds::refunded(transaction, charge)? {
        document["refundedAmount"] = price(refunded);
    }
    Ok(document)
}

pub(super) fn show(transaction: &Transaction<'_>, id: &str, now: Timestamp) -> Called {
    let charge = load(transaction, id, now)?;
    Ok(Answer::ok(shown(transaction, &charge)?))
}

/// `POST charges`
pub(super) fn create(
    transaction: &Transaction<'_>,
    account: &Account,
    body: &Value,
    simulation: Option<&str>,
    now: Timestamp,
) -> Called {
    conform(body, published::CHARGE)?;
    let amount = account.amount(&body["chargeAmount"], "chargeAmount")?;
    let (captures, can_wait) = (
        body["captureNow"] == true,
        body["canHandlePendingAuthorization"] == true,
    );
    if captures && can_wait {
        let message = "captureNow and canHandlePendingAuthorization exclude each other.";
        return Err(Refusal::new(Reason::InvalidParameterCombination, message).into());
    }
    let start = simulated(simulation, captures, can_wait)?;
    let id = body["chargePermissionId"].as_str().unwrap_or_default();
    let permission = permissions::load(transaction, id, now)?;
    permissions::check_charge(&permission, amount)?;
    let new = NewCharge {
        permission: id.to_owned(),
        amount,
        start,
        metadata: metadata(&permission, body),
        soft_descriptor: body["softDescriptor"].clone(),
        provider: body["providerMetadata"].clone(),
        initiator: body["chargeInitiator"].clone(),
        channel: body["channel"].clone(),
    };
    let charge = insert(transaction, new, now)?;
    permissions::prolong(transaction, permission, now)?;
    permissions::refresh(transaction, id, now)?;
    if let Start::Declined(reason) = start {
        return Ok(Answer::refused(reason, "The charge was declined."));
    }
    let charge = Charge::find(transaction, &charge)?;
    Ok(Answer::created(shown(transaction, &charge)?))
}

/// The charge's own metadata, or the permission's.
fn metadata(permission: &Permission, body: &Value) -> Value {
    let mut metadata = permission.document["merchantMetadata"].clone();
    sessions::merge(&mut metadata, &body["merchantMetadata"]);
    metadata
}

/// The start that a simulation asks for.
fn simulated(simulation: Option<&str>, captures: bool, can_wait: bool) -> Result<Start, Refusal> {
    Ok(match simulation {
        None if captures => Start::Captured,
        None => Start::Authorized,
        Some("SoftDeclined") => Start::Declined(Reason::SoftDeclined),
        Some("HardDeclined") => Start::Declined(Reason::HardDeclined),
        Some("AmazonRejected") => Start::Declined(Reason::AmazonRejected),
        Some("TransactionTimedOut") if !can_wait => Start::Declined(Reason::TransactionTimedOut),
        Some("AuthorizationInitiated") if can_wait => Start::Pending,
        Some("PendingHardDeclined") if can_wait => Start::PendingDeclined,
        Some("CaptureInitiated") if captures => Start::CapturePending,
        Some(other) => return Err(Refusal::simulation(other)),
    })
}

fn wrong_state() -> CallError {
    let message = "The Charge's state does not allow this.";
    Refusal::new(Reason::InvalidChargeStatus, message).into()
}

/// `POST charges/{id}/capture`
pub(super) fn capture(
    transaction: &Transaction<'_>,
    account: &Account,
    (id, body): (&str, &Value),
    simulation: Option<&str>,
    now: Timestamp,
) -> Called {
    conform(body, published::CAPTURE)?;
    let mut charge = load(transaction, id, now)?;
    if State::of(&charge.document) != Some(State::Authorized) {
        return Err(wrong_state());
    }
    let held = money(&charge.document["chargeAmount"]).ok_or(LedgerError::Unknown("amount"))?;
    let amount = account.amount(&body["captureAmount"], "captureAmount")?;
    if amount.currency != held.currency {
        let message = "The currency is not the Charge's.";
        return Err(Refusal::new(Reason::CurrencyMismatch, message).into());
    }
    if amount.minor > held.minor {
        let message = "The amount is above the authorized one.";
        return Err(Refusal::new(Reason::TransactionAmountExceeded, message).into());
    }
    let authorized_at = charge.detail.authorized_at.unwrap_or(now);
    let is_late = now >= authorized_at.plus(IMMEDIATE_MS);
    charge.document["captureAmount"] = price(amount);
    if !body["softDescriptor"].is_null() {
        charge.document["softDescriptor"] = body["softDescriptor"].clone();
    }
    let captured = (State::Captured, None);
    match simulation {
        None if !is_late => pass(transaction, &mut charge, captured, now)?,
        None | Some("CaptureInitiated") => {
            wait(
                transaction,
                &mut charge,
                State::CaptureInitiated,
                captured,
                now,
            )?;
        }
        Some("PendingDeclined") => {
            let end = (State::Declined, Some("ProcessingFailure"));
            wait(transaction, &mut charge, State::CaptureInitiated, end, now)?;
        }
        Some("AmazonRejected") => {
            let end = (State::Declined, Some("AmazonRejected"));
            pass(transaction, &mut charge, end, now)?;
            permissions::refresh(transaction, &charge.parent, now)?;
            return Ok(Answer::refused(
                Reason::AmazonRejected,
                "The capture was declined.",
            ));
        }
        Some(other) => return Err(Refusal::simulation(other).into()),
    }
    permissions::refresh(transaction, &charge.parent, now)?;
    Ok(Answer::ok(shown(transaction, &charge)?))
}

/// `DELETE charges/{id}/cancel`
pub(super) fn cancel(
    transaction: &Transaction<'_>,
    (id, body): (&str, &Value),
    simulation: Option<&str>,
    now: Timestamp,
) -> Called {
    conform(body, published::CANCEL)?;
    let mut charge = load(transaction, id, now)?;
    if !State::of(&charge.document).is_some_and(State::is_cancelable) {
        return Err(wrong_state());
    }
    let reason = match simulation {
        None => "MerchantCanceled",
        Some("ExpiredUnused") => "ExpiredUnused",
        Some("AmazonCanceled") => "AmazonCanceled",
        Some(other) => return Err(Refusal::simulation(other).into()),
    };
    pass(
        transaction,
        &mut charge,
        (State::Canceled, Some(reason)),
        now,
    )?;
    permissions::refresh(transaction, &charge.parent, now)?;
    Ok(Answer::ok(shown(transaction, &charge)?))
}
