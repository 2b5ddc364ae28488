//! A charge's life: its states, what time does to it, and what the merchant is told.

use super::account::{money, price};
use super::database::{CallError, Detail, NewRow, Stored, append, digits};
use super::notifications::{self, Subject};
use super::refusal::Reason;
use super::wallet::Scenario;
use super::{permissions, status};
use crate::gateway::{LedgerError, RowKind};
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// How long an authorisation lasts, in milliseconds.
const LIFE_MS: i64 = 30 * DAY_MS;
/// How long Amazon takes to decide what is pending, in milliseconds.
const PENDING_MS: i64 = 30 * 1_000;

/// A charge's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    AuthorizationInitiated,
    Authorized,
    CaptureInitiated,
    Captured,
    Canceled,
    Declined,
}

impl State {
    const ALL: [Self; 6] = [
        Self::AuthorizationInitiated,
        Self::Authorized,
        Self::CaptureInitiated,
        Self::Captured,
        Self::Canceled,
        Self::Declined,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::AuthorizationInitiated => "AuthorizationInitiated",
            Self::Authorized => "Authorized",
            Self::CaptureInitiated => "CaptureInitiated",
            Self::Captured => "Captured",
            Self::Canceled => "Canceled",
            Self::Declined => "Declined",
        }
    }

    pub(super) fn of(document: &Value) -> Option<Self> {
        let state = status::of(document);
        Self::ALL.into_iter().find(|it| it.name() == state)
    }

    pub(super) const fn is_cancelable(self) -> bool {
        matches!(
            self,
            Self::AuthorizationInitiated | Self::Authorized | Self::CaptureInitiated
        )
    }

    /// What the ledger notes when a charge gets into this state.
    const fn row(self) -> Option<RowKind> {
        match self {
            Self::Authorized => Some(RowKind::Authorised),
            Self::Captured => Some(RowKind::Captured),
            Self::Canceled => Some(RowKind::Voided),
            Self::Declined => Some(RowKind::Declined),
            Self::AuthorizationInitiated | Self::CaptureInitiated => None,
        }
    }
}

/// What the emulation remembers of a charge.
#[derive(Serialize, Deserialize)]
pub(super) struct ChargeDetail {
    /// The ledger's key: the merchant's own note, or else its reference.
    key: String,
    pub(super) authorized_at: Option<Timestamp>,
    expires_at: Timestamp,
    pending: Option<Pending>,
}

/// What becomes of a pending charge.
#[derive(Serialize, Deserialize)]
struct Pending {
    at: Timestamp,
    state: State,
    reason: Option<String>,
}

impl Detail for ChargeDetail {
    const KIND: &'static str = "charge";
}

pub(super) type Charge = Stored<ChargeDetail>;

/// How a charge begins.
#[derive(Clone, Copy)]
pub(super) enum Start {
    Authorized,
    Captured,
    /// Pending, then authorised.
    Pending,
    PendingDeclined,
    /// Authorised, and its capture is pending.
    CapturePending,
    /// Declined with this reason.
    Declined(Reason),
}

impl Start {
    pub(super) const fn of(scenario: Scenario, captures: bool) -> Self {
        match scenario {
            Scenario::Pending => Self::Pending,
            Scenario::PendingDeclined => Self::PendingDeclined,
            _ if captures => Self::Captured,
            _ => Self::Authorized,
        }
    }
}

pub(super) struct NewCharge {
    pub(super) permission: String,
    pub(super) amount: Money,
    pub(super) start: Start,
    pub(super) metadata: Value,
    pub(super) soft_descriptor: Value,
    pub(super) provider: Value,
    pub(super) initiator: Value,
    pub(super) channel: Value,
}

/// Makes a charge. Returns its identifier.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    new: NewCharge,
    now: Timestamp,
) -> Result<String, CallError> {
    let id = format!("{}-C{}", new.permission, digits::<6>()?);
    let names = ["customInformation", "merchantReferenceId"];
    let key = names.iter().find_map(|name| new.metadata[*name].as_str());
    let key = key.unwrap_or_default().to_owned();
    let expires_at = now.plus(LIFE_MS);
    let document = json!({
        "chargeId": id,
        "chargePermissionId": new.permission,
        "chargeAmount": price(new.amount),
        "captureAmount": null,
        "refundedAmount": null,
        "convertedAmount": null,
        "conversionRate": null,
        "softDescriptor": new.soft_descriptor,
        "merchantMetadata": new.metadata,
        "providerMetadata": new.provider,
        "chargeInitiator": new.initiator,
        "channel": new.channel,
        "platformId": null,
        "creationTimestamp": status::compact(now),
        "expirationTimestamp": status::compact(expires_at),
        "statusDetails": null,
        "releaseEnvironment": "Sandbox",
    });
    let detail = ChargeDetail {
        key,
        authorized_at: None,
        expires_at,
        pending: None,
    };
    let mut charge = Charge {
        id: id.clone(),
        parent: new.permission,
        document,
        detail,
    };
    charge.insert(transaction)?;
    start(transaction, &mut charge, new.start, now)?;
    Ok(id)
}

fn start(
    transaction: &Transaction<'_>,
    charge: &mut Charge,
    start: Start,
    now: Timestamp,
) -> Result<(), CallError> {
    let mut pass =
        |state: State, reason: Option<&str>| pass(transaction, charge, (state, reason), now);
    match start {
        Start::Authorized | Start::Captured | Start::CapturePending => {
            pass(State::Authorized, None)
        }
        Start::Pending | Start::PendingDeclined => pass(State::AuthorizationInitiated, None),
        Start::Declined(reason) => pass(State::Declined, Some(&format!("{reason:?}"))),
    }?;
    match start {
        Start::Captured => {
            charge.document["captureAmount"] = charge.document["chargeAmount"].clone();
            self::pass(transaction, charge, (State::Captured, None), now)
        }
        Start::CapturePending => {
            charge.document["captureAmount"] = charge.document["chargeAmount"].clone();
            wait(
                transaction,
                charge,
                State::CaptureInitiated,
                (State::Captured, None),
                now,
            )
        }
        Start::Pending => plan(transaction, charge, (State::Authorized, None), now),
        Start::PendingDeclined => {
            let end = (State::Declined, Some("HardDeclined"));
            plan(transaction, charge, end, now)
        }
        Start::Authorized | Start::Declined(_) => Ok(()),
    }
}

/// Takes a charge to a state, notes it in the ledger, and tells the merchant.
pub(super) fn pass(
    transaction: &Transaction<'_>,
    charge: &mut Charge,
    end: (State, Option<&str>),
    at: Timestamp,
) -> Result<(), CallError> {
    enter(transaction, charge, end, at)?;
    tell(transaction, charge, at)
}

fn enter(
    transaction: &Transaction<'_>,
    charge: &mut Charge,
    (state, reason): (State, Option<&str>),
    at: Timestamp,
) -> Result<(), CallError> {
    status::set(&mut charge.document, state.name(), reason, at);
    charge.detail.pending = None;
    if state == State::Authorized {
        charge.detail.authorized_at = Some(at);
    }
    charge.save(transaction)?;
    let Some(kind) = state.row() else {
        return Ok(());
    };
    let name = if state == State::Captured {
        "captureAmount"
    } else {
        "chargeAmount"
    };
    let amount = money(&charge.document[name]).ok_or(LedgerError::Unknown("amount"))?;
    let row = NewRow {
        kind,
        key: &charge.detail.key,
        reference: &charge.id,
        amount,
        at,
    };
    append(transaction, &row)
}

fn tell(transaction: &Transaction<'_>, charge: &Charge, at: Timestamp) -> Result<(), CallError> {
    let subject = Subject {
        kind: "CHARGE",
        id: &charge.id,
        permission: &charge.parent,
    };
    notifications::put(transaction, subject, at)
}

/// Decides later what becomes of the charge; the merchant is told then, even if nobody asks.
fn plan(
    transaction: &Transaction<'_>,
    charge: &mut Charge,
    (state, reason): (State, Option<&str>),
    now: Timestamp,
) -> Result<(), CallError> {
    let at = now.plus(PENDING_MS);
    charge.detail.pending = Some(Pending {
        at,
        state,
        reason: reason.map(ToOwned::to_owned),
    });
    charge.save(transaction)?;
    tell(transaction, charge, at)
}

/// Takes a charge to a state that Amazon decides later.
pub(super) fn wait(
    transaction: &Transaction<'_>,
    charge: &mut Charge,
    state: State,
    end: (State, Option<&str>),
    now: Timestamp,
) -> Result<(), CallError> {
    pass(transaction, charge, (state, None), now)?;
    plan(transaction, charge, end, now)
}

/// What time has done to a charge.
fn settle(
    transaction: &Transaction<'_>,
    charge: &mut Charge,
    now: Timestamp,
) -> Result<(), CallError> {
    if let Some(pending) = charge.detail.pending.take_if(|pending| now >= pending.at) {
        let end = (pending.state, pending.reason.as_deref());
        enter(transaction, charge, end, pending.at)?;
    }
    let expires_at = charge.detail.expires_at;
    if State::of(&charge.document) == Some(State::Authorized) && now >= expires_at {
        let end = (State::Canceled, Some("ExpiredUnused"));
        pass(transaction, charge, end, expires_at)?;
    }
    Ok(())
}

/// What time has done to the charges of a permission.
pub(super) fn settle_all(
    transaction: &Transaction<'_>,
    permission: &str,
    now: Timestamp,
) -> Result<(), CallError> {
    for mut charge in Charge::of(transaction, permission)? {
        settle(transaction, &mut charge, now)?;
    }
    Ok(())
}

/// A charge in its present state.
pub(super) fn load(
    transaction: &Transaction<'_>,
    id: &str,
    now: Timestamp,
) -> Result<Charge, CallError> {
    let mut charge = Charge::find(transaction, id)?;
    settle(transaction, &mut charge, now)?;
    permissions::refresh(transaction, &charge.parent, now)?;
    Ok(charge)
}
