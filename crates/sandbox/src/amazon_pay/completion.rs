//! `POST checkoutSessions/{id}/complete`: the permission and the first charge.

use super::AmazonPaySandbox;
use super::account::money;
use super::charge::{self, NewCharge, Start};
use super::database::{Answer, CallError, Called};
use super::refusal::{Reason, Refusal};
use super::schema::conform;
use super::sessions::{self, Session};
use super::wallet::Scenario;
use super::{permissions, published, session_view, status};
use crate::gateway::LedgerError;
use rusqlite::Transaction;
use serde_json::{Value, json};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// Completes a session that the buyer has confirmed.
pub(super) fn complete(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    id: &str,
    body: &Value,
    simulation: Option<&str>,
    now: Timestamp,
) -> Called {
    conform(body, published::COMPLETE)?;
    let mut session = sessions::load(transaction, id, now)?;
    sessions::require_open(&session)?;
    let scenario = scenario(&session, simulation)?;
    check_confirmed(amazon, &session)?;
    let amount = check_amount(amazon, &session, body)?;
    let canceled = match scenario {
        Outcome::Card(Scenario::BuyerCanceled) => Some("BuyerCanceled"),
        Outcome::Card(Scenario::Declined) => Some("Declined"),
        Outcome::AmazonCanceled => Some("AmazonCanceled"),
        Outcome::Card(_) => None,
    };
    if let Some(reason) = canceled {
        status::set(&mut session.document, "Canceled", Some(reason), now);
        session.save(transaction)?;
        let message = format!("The Checkout Session was canceled: {reason}.");
        return Ok(Answer::refused(
            Reason::InvalidCheckoutSessionStatus,
            &message,
        ));
    }
    let Outcome::Card(scenario) = scenario else {
        return Err(LedgerError::Unknown("scenario").into());
    };
    finish(transaction, amazon, session, amount, scenario, now)
}

fn finish(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    mut session: Session,
    amount: Money,
    scenario: Scenario,
    now: Timestamp,
) -> Called {
    let intent = session.document["paymentDetails"]["paymentIntent"].clone();
    let permission = permissions::create(transaction, &session, amount, now)?;
    if intent != "Confirm" {
        let document = &session.document;
        let new = NewCharge {
            permission: permission.clone(),
            amount,
            start: Start::of(scenario, intent == "AuthorizeWithCapture"),
            metadata: document["merchantMetadata"].clone(),
            soft_descriptor: document["paymentDetails"]["softDescriptor"].clone(),
            provider: document["providerMetadata"].clone(),
            initiator: Value::Null,
            channel: Value::Null,
        };
        let charge = charge::insert(transaction, new, now)?;
        session.document["chargeId"] = json!(charge);
    }
    session.document["chargePermissionId"] = json!(permission);
    status::set(&mut session.document, "Completed", None, now);
    session.save(transaction)?;
    permissions::refresh(transaction, &permission, now)?;
    let shown = session_view::shown(amazon, &session);
    Ok(if scenario.is_pending() {
        Answer::accepted(shown)
    } else {
        Answer::ok(shown)
    })
}

/// How the completion ends.
enum Outcome {
    Card(Scenario),
    AmazonCanceled,
}

/// The simulation in the header, or what the card stands for.
fn scenario(session: &Session, simulation: Option<&str>) -> Result<Outcome, Refusal> {
    let card = session.detail.card().map(|card| card.scenario);
    let can_wait = can_wait(&session.document);
    let outcome = match simulation {
        // For a merchant that cannot wait, Amazon decides at once, and declines what it could not decide.
        None if !can_wait && card.is_some_and(Scenario::is_pending) => {
            Outcome::Card(Scenario::Declined)
        }
        None => Outcome::Card(card.unwrap_or(Scenario::Approve)),
        Some("BuyerCanceled") => Outcome::Card(Scenario::BuyerCanceled),
        Some("Declined") => Outcome::Card(Scenario::Declined),
        Some("AmazonCanceled") => Outcome::AmazonCanceled,
        Some("AuthorizationInitiated") => Outcome::Card(Scenario::Pending),
        Some(other) => return Err(Refusal::simulation(other)),
    };
    if let Outcome::Card(scenario) = outcome
        && scenario.is_pending()
        && !can_wait
    {
        let message = "A pending authorization needs paymentIntent Authorize and \
                       canHandlePendingAuthorization true.";
        return Err(Refusal::new(Reason::InvalidParameterCombination, message));
    }
    Ok(outcome)
}

/// Whether the merchant asks for an authorisation and can wait for it.
fn can_wait(document: &Value) -> bool {
    let payment = &document["paymentDetails"];
    payment["paymentIntent"] == "Authorize" && payment["canHandlePendingAuthorization"] == true
}

fn check_confirmed(amazon: &AmazonPaySandbox, session: &Session) -> Result<(), Refusal> {
    let shown = session_view::shown(amazon, session);
    let has_constraints = !session_view::constraints(&shown).is_empty();
    if has_constraints || !session.detail.is_confirmed {
        let message = "The buyer has not confirmed the payment.";
        return Err(Refusal::new(Reason::InvalidCheckoutSessionStatus, message));
    }
    Ok(())
}

/// The amount must be the session's.
fn check_amount(
    amazon: &AmazonPaySandbox,
    session: &Session,
    body: &Value,
) -> Result<Money, CallError> {
    let payment = &session.document["paymentDetails"];
    let mut amount = None;
    for name in ["chargeAmount", "totalOrderAmount"] {
        if body[name].is_null() {
            continue;
        }
        let given = amazon.account().amount(&body[name], name)?;
        let known = money(&payment[name]);
        if known.is_some_and(|known| known.currency != given.currency) {
            let message = "The currency is not the Checkout Session's.";
            return Err(Refusal::new(Reason::CurrencyMismatch, message).into());
        }
        if known != Some(given) {
            return Err(Refusal::value(name).into());
        }
        amount = amount.or(known);
    }
    Ok(amount.ok_or(LedgerError::Unknown("amount"))?)
}
