//! `/chargePermissions`: the buyer's consent, what is left of it, and its end.

use super::account::{money, price};
use super::charge::{self, Charge, State};
use super::database::{Answer, CallError, Called, Detail, Stored, digits};
use super::notifications::{self, Subject};
use super::refusal::{Reason, Refusal};
use super::schema::conform;
use super::sessions::{self, Session};
use super::{published, session_view, status};
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// How long a permission for one order lasts, in milliseconds.
const ONE_TIME_MS: i64 = 180 * DAY_MS;
/// How long a permission for recurring charges lasts after its last charge, in milliseconds: 13 months.
const RECURRING_MS: i64 = 396 * DAY_MS;
/// How long the buyer's data of one order can be read, in milliseconds.
const BUYER_MS: i64 = 30 * DAY_MS;

/// What the emulation remembers of a permission.
#[derive(Serialize, Deserialize)]
pub(super) struct PermissionDetail {
    created_at: Timestamp,
    expires_at: Timestamp,
    /// What may be charged with it; none for recurring charges.
    limit: Option<Money>,
}

impl Detail for PermissionDetail {
    const KIND: &'static str = "permission";
}

pub(super) type Permission = Stored<PermissionDetail>;

impl Permission {
    pub(super) fn is_recurring(&self) -> bool {
        self.document["chargePermissionType"] == "Recurring"
    }

    fn state(&self) -> &str {
        status::of(&self.document)
    }
}

/// The permission of a completed session. Returns its identifier.
pub(super) fn create(
    transaction: &Transaction<'_>,
    session: &Session,
    amount: Money,
    now: Timestamp,
) -> Result<String, CallError> {
    let from = &session.document;
    let is_recurring = from["chargePermissionType"] == "Recurring";
    let letter = if is_recurring { 'C' } else { 'S' };
    let id = format!("{letter}02-{}-{}", digits::<7>()?, digits::<7>()?);
    let buyer = session.detail.buyer();
    let card = session.detail.card();
    let life = if is_recurring {
        RECURRING_MS
    } else {
        ONE_TIME_MS
    };
    let expires_at = now.plus(life);
    let document = json!({
        "chargePermissionId": id,
        "chargePermissionReferenceId": null,
        "chargePermissionType": from["chargePermissionType"],
        "recurringMetadata": from["recurringMetadata"],
        "buyer": session_view::buyer_shown(&session.detail),
        "shippingAddress": buyer.map(|buyer| session_view::shipping(&session.detail, buyer)),
        "billingAddress": buyer.map(session_view::billing),
        "paymentPreferences": card.map(|card| json!([{ "paymentDescriptor": card.descriptor() }])),
        "merchantMetadata": from["merchantMetadata"],
        "platformId": from["platformId"],
        "presentmentCurrency": amount.currency.as_str(),
        "creationTimestamp": status::compact(now),
        "expirationTimestamp": status::compact(expires_at),
        "statusDetails": null,
        "limits": null,
        "releaseEnvironment": "Sandbox",
    });
    let mut permission = Permission {
        id: id.clone(),
        parent: session.id.clone(),
        document,
        detail: PermissionDetail {
            created_at: now,
            expires_at,
            limit: (!is_recurring).then_some(amount),
        },
    };
    set(&mut permission, "Chargeable", None, now);
    permission.insert(transaction)?;
    tell(transaction, &id, now)?;
    Ok(id)
}

/// A permission lists reasons, unlike other objects.
fn set(permission: &mut Permission, state: &str, reason: Option<&str>, at: Timestamp) {
    let reasons = reason.map(|reason| {
        json!([{ "reasonCode": reason, "reasonDescription": format!("Sandbox: {reason}") }])
    });
    permission.document["statusDetails"] = json!({
        "state": state, "reasons": reasons, "lastUpdatedTimestamp": status::compact(at),
    });
}

fn tell(transaction: &Transaction<'_>, id: &str, at: Timestamp) -> Result<(), CallError> {
    let subject = Subject {
        kind: "CHARGE_PERMISSION",
        id,
        permission: id,
    };
    notifications::put(transaction, subject, at)
}

/// A permission in its present state.
pub(super) fn load(
    transaction: &Transaction<'_>,
    id: &str,
    now: Timestamp,
) -> Result<Permission, CallError> {
    charge::settle_all(transaction, id, now)?;
    refresh(transaction, id, now)?;
    Permission::find(transaction, id)
}

/// Derives the state and the balance from the charges.
pub(super) fn refresh(
    transaction: &Transaction<'_>,
    id: &str,
    now: Timestamp,
) -> Result<(), CallError> {
    let mut permission = Permission::find(transaction, id)?;
    let (before, reasons) = (permission.state().to_owned(), reason_of(&permission));
    if before == "Closed" {
        return Ok(());
    }
    let mut state = ("Chargeable", None);
    if let Some(limit) = permission.detail.limit {
        let charges = Charge::of(transaction, id)?;
        let used = used(&charges);
        let balance = Money::new(limit.minor.saturating_sub(used.reserved), limit.currency);
        permission.document["limits"] =
            json!({ "amountLimit": price(limit), "amountBalance": price(balance) });
        if used.captured >= limit.minor {
            state = ("Closed", None);
        } else if balance.minor.is_zero() {
            state = ("NonChargeable", Some("ChargeInProgress"));
        }
    }
    if now >= permission.detail.expires_at {
        state = ("Closed", Some("Expired"));
    }
    if (before.as_str(), reasons.as_deref()) != state {
        set(&mut permission, state.0, state.1, now);
        tell(transaction, id, now)?;
    }
    permission.save(transaction)
}

fn reason_of(permission: &Permission) -> Option<String> {
    let reason = &permission.document["statusDetails"]["reasons"][0]["reasonCode"];
    reason.as_str().map(ToOwned::to_owned)
}

/// What charges use of a permission's limit, in minor units of its currency.
struct Used {
    /// Held, or captured.
    reserved: MinorUnits,
    captured: MinorUnits,
}

fn used(charges: &[Charge]) -> Used {
    let mut used = Used {
        reserved: MinorUnits::ZERO,
        captured: MinorUnits::ZERO,
    };
    for charge in charges {
        let amount =
            |name: &str| money(&charge.document[name]).map_or(MinorUnits::ZERO, |it| it.minor);
        match State::of(&charge.document) {
            Some(State::Captured) => {
                used.captured = used.captured.saturating_add(amount("captureAmount"));
                used.reserved = used.reserved.saturating_add(amount("captureAmount"));
            }
            Some(State::Declined | State::Canceled) | None => {}
            Some(_) => used.reserved = used.reserved.saturating_add(amount("chargeAmount")),
        }
    }
    used
}

/// Refuses a charge that the permission does not allow.
pub(super) fn check_charge(permission: &Permission, amount: Money) -> Result<(), Refusal> {
    let currency = permission.document["presentmentCurrency"].as_str();
    if currency != Some(amount.currency.as_str()) {
        let message = "The currency is not the Charge Permission's.";
        return Err(Refusal::new(Reason::CurrencyMismatch, message));
    }
    if permission.state() != "Chargeable" {
        let message = "The Charge Permission is not chargeable.";
        return Err(Refusal::new(Reason::InvalidChargePermissionStatus, message));
    }
    let balance = money(&permission.document["limits"]["amountBalance"]);
    if balance.is_some_and(|balance| amount.minor > balance.minor) {
        let message = "The amount is above what is left of the Charge Permission.";
        return Err(Refusal::new(Reason::TransactionAmountExceeded, message));
    }
    Ok(())
}

/// A recurring permission lasts longer after each charge.
pub(super) fn prolong(
    transaction: &Transaction<'_>,
    mut permission: Permission,
    now: Timestamp,
) -> Result<(), CallError> {
    if permission.is_recurring() {
        permission.detail.expires_at = now.plus(RECURRING_MS);
        let text = status::compact(permission.detail.expires_at);
        permission.document["expirationTimestamp"] = json!(text);
        permission.save(transaction)?;
    }
    Ok(())
}

fn shown(permission: &Permission, now: Timestamp) -> Value {
    let mut document = permission.document.clone();
    let is_old = now >= permission.detail.created_at.plus(BUYER_MS);
    if is_old && !permission.is_recurring() {
        for name in ["buyer", "shippingAddress", "billingAddress"] {
            document[name] = Value::Null;
        }
    }
    document
}

pub(super) fn show(transaction: &Transaction<'_>, id: &str, now: Timestamp) -> Called {
    let permission = load(transaction, id, now)?;
    Ok(Answer::ok(shown(&permission, now)))
}

/// `PATCH`
pub(super) fn change(
    transaction: &Transaction<'_>,
    id: &str,
    body: &Value,
    now: Timestamp,
) -> Called {
    conform(body, published::PERMISSION_CHANGE)?;
    let mut permission = load(transaction, id, now)?;
    let is_odd = !permission.is_recurring() && !body["recurringMetadata"].is_null();
    if permission.state() == "Closed" || is_odd {
        let message = "The Charge Permission cannot be changed so.";
        return Err(Refusal::new(Reason::ChargePermissionNotModifiable, message).into());
    }
    sessions::merge(&mut permission.document, body);
    permission.save(transaction)?;
    Ok(Answer::ok(shown(&permission, now)))
}

/// `DELETE …/close`
pub(super) fn close(
    transaction: &Transaction<'_>,
    id: &str,
    body: &Value,
    simulation: Option<&str>,
    now: Timestamp,
) -> Called {
    conform(body, published::CLOSE)?;
    let reason = match simulation {
        None => "MerchantClosed",
        Some("AmazonClosed") => "AmazonClosed",
        Some(other) => return Err(Refusal::simulation(other).into()),
    };
    if load(transaction, id, now)?.state() == "Closed" {
        let message = "The Charge Permission is closed already.";
        return Err(Refusal::new(Reason::InvalidChargePermissionStatus, message).into());
    }
    if body["cancelPendingCharges"] == true {
        for mut open in Charge::of(transaction, id)? {
            let is_open = State::of(&open.document).is_some_and(State::is_cancelable);
            if is_open {
                let end = (State::Canceled, Some("ChargePermissionCanceled"));
                charge::pass(transaction, &mut open, end, now)?;
            }
        }
    }
    let mut permission = load(transaction, id, now)?;
    set(&mut permission, "Closed", Some(reason), now);
    permission.save(transaction)?;
    tell(transaction, id, now)?;
    Ok(Answer::ok(shown(&permission, now)))
}
