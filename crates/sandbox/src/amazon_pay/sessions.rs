//! `/checkoutSessions`: created, shown and changed.

use super::account::{Account, price};
use super::buyers::Buyer;
use super::database::{Answer, CallError, Called, Detail, Stored, uuid};
use super::refusal::{Reason, Refusal};
use super::schema::conform;
use super::session_view::{blank, shown};
use super::wallet::Card;
use super::{AmazonPaySandbox, STORE_ID};
use super::{published, status};
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// How long a session can be completed, in milliseconds.
pub(super) const LIFE_MS: i64 = DAY_MS;
/// How long it can be read, in milliseconds.
const KEPT_MS: i64 = 30 * DAY_MS;
/// What a buyer who signs in is asked to share, if the merchant names nothing.
const USUAL_SCOPES: [&str; 4] = ["name", "email", "phoneNumber", "billingAddress"];

/// What the emulation remembers of a session.
#[derive(Serialize, Deserialize)]
pub(super) struct SessionDetail {
    pub(super) created_at: Timestamp,
    scopes: Vec<String>,
    /// Handles of what the buyer has chosen on Amazon's pages.
    pub(super) buyer: Option<String>,
    pub(super) address: Option<String>,
    pub(super) card: Option<String>,
    /// Whether the buyer has confirmed the payment at `amazonPayRedirectUrl`.
    pub(super) is_confirmed: bool,
}

impl Detail for SessionDetail {
    const KIND: &'static str = "session";
}

pub(super) type Session = Stored<SessionDetail>;

impl SessionDetail {
    pub(super) fn buyer(&self) -> Option<Buyer> {
        self.buyer.as_deref().and_then(Buyer::named)
    }

    pub(super) fn card(&self) -> Option<Card> {
        self.card.as_deref().and_then(Card::ending)
    }

    pub(super) fn has_scope(&self, scope: &str) -> bool {
        if self.scopes.is_empty() {
            USUAL_SCOPES.contains(&scope)
        } else {
            self.scopes.iter().any(|it| it == scope)
        }
    }
}

/// Members of a request that the session does not repeat.
const NOT_REPEATED: [&str; 2] = ["scopes", "cartDetails"];

/// A new session. The button says whether goods are shipped; a server's session waits for a button.
pub(super) fn create(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    body: &Value,
    product_type: Option<&str>,
    now: Timestamp,
) -> Called {
    conform(body, published::SESSION)?;
    if body["storeId"] != STORE_ID {
        return Err(Refusal::value("storeId").into());
    }
    check_addresses(body)?;
    let mut given = body.clone();
    normalise(&mut given, amazon.account(), Moment::Creation)?;
    if let Some(members) = given.as_object_mut() {
        members.retain(|name, _| !NOT_REPEATED.contains(&name.as_str()));
    }
    let mut document = blank();
    merge(&mut document, &given);
    let id = uuid()?;
    document["checkoutSessionId"] = json!(id);
    document["productType"] = json!(product_type);
    document["creationTimestamp"] = json!(status::compact(now));
    document["expirationTimestamp"] = json!(status::compact(now.plus(LIFE_MS)));
    status::set(&mut document, "Open", None, now);
    let scopes = serde_json::from_value(body["scopes"].clone()).unwrap_or_default();
    let session = Session {
        id,
        parent: String::new(),
        document,
        detail: SessionDetail {
            created_at: now,
            scopes,
            buyer: None,
            address: None,
            card: None,
            is_confirmed: false,
        },
    };
    session.insert(transaction)?;
    Ok(Answer::created(shown(amazon, &session)))
}

/// The review page, or the result page if there is no review.
fn check_addresses(body: &Value) -> Result<(), Refusal> {
    let web = &body["webCheckoutDetails"];
    let name = if web["checkoutMode"].is_null() {
        "checkoutReviewReturnUrl"
    } else {
        "checkoutResultReturnUrl"
    };
    if web[name].is_null() {
        return Err(Refusal::missing(&format!("webCheckoutDetails.{name}")));
    }
    Ok(())
}

/// A session in its present state.
pub(super) fn load(
    transaction: &Transaction<'_>,
    id: &str,
    now: Timestamp,
) -> Result<Session, CallError> {
    let mut session = Session::find(transaction, id)?;
    let created_at = session.detail.created_at;
    if now >= created_at.plus(KEPT_MS) {
        return Err(Refusal::not_found().into());
    }
    let expires_at = created_at.plus(LIFE_MS);
    if status::of(&session.document) == "Open" && now >= expires_at {
        status::set(
            &mut session.document,
            "Canceled",
            Some("Expired"),
            expires_at,
        );
        session.save(transaction)?;
    }
    Ok(session)
}

pub(super) fn show(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    id: &str,
    now: Timestamp,
) -> Called {
    let session = load(transaction, id, now)?;
    Ok(Answer::ok(shown(amazon, &session)))
}

/// An operation for open sessions only.
pub(super) fn require_open(session: &Session) -> Result<(), Refusal> {
    if status::of(&session.document) == "Open" {
        return Ok(());
    }
    let message = "The Checkout Session is not open.";
    Err(Refusal::new(Reason::InvalidCheckoutSessionStatus, message))
}

/// `PATCH`: a buyer who has confirmed before must confirm again.
pub(super) fn change(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    id: &str,
    body: &Value,
    now: Timestamp,
) -> Called {
    conform(body, published::SESSION_CHANGE)?;
    let mut session = load(transaction, id, now)?;
    require_open(&session)?;
    let mut given = body.clone();
    normalise(&mut given, amazon.account(), Moment::Change)?;
    merge(&mut session.document, &given);
    session.detail.is_confirmed = false;
    session.save(transaction)?;
    Ok(Answer::ok(shown(amazon, &session)))
}

/// What a test does to a session.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case", tag = "action", deny_unknown_fields)]
pub(super) enum SessionControl {
    /// The session is as old as one that cannot be completed any more.
    Expire,
}

/// Carries out a scenario control.
pub(super) fn control(
    transaction: &Transaction<'_>,
    id: &str,
    wish: SessionControl,
    now: Timestamp,
) -> Called {
    let mut session = load(transaction, id, now)?;
    match wish {
        SessionControl::Expire => session.detail.created_at = now.plus(-LIFE_MS),
    }
    session.save(transaction)?;
    let session = load(transaction, id, now)?;
    Ok(Answer::ok(
        json!({ "state": status::of(&session.document) }),
    ))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Creation,
    Change,
}

/// Writes amounts as Amazon does, and keeps their currencies together.
fn normalise(given: &mut Value, account: &Account, moment: Moment) -> Result<(), Refusal> {
    let recurring = &mut given["recurringMetadata"];
    if recurring.is_object() {
        write_price(recurring, "amount", "recurringMetadata.amount", account)?;
    }
    let payment = &mut given["paymentDetails"];
    if !payment.is_object() {
        return Ok(());
    }
    let at = "paymentDetails.presentmentCurrency";
    let presented = match &payment["presentmentCurrency"] {
        Value::Null => None,
        // It follows the amount after the creation.
        _ if moment == Moment::Change => return Err(Refusal::value(at)),
        code => Some(account.currency(code, at)?.as_str().to_owned()),
    };
    let mut currency = presented;
    for name in ["chargeAmount", "totalOrderAmount"] {
        write_price(payment, name, &format!("paymentDetails.{name}"), account)?;
        let Some(code) = payment[name]["currencyCode"].as_str() else {
            continue;
        };
        if currency.as_ref().is_some_and(|known| known != code) {
            let message = "The amounts have different currencies.";
            return Err(Refusal::new(Reason::CurrencyMismatch, message));
        }
        currency = Some(code.to_owned());
    }
    if let Some(code) = currency {
        payment["presentmentCurrency"] = json!(code);
    }
    Ok(())
}

fn write_price(object: &mut Value, name: &str, at: &str, account: &Account) -> Result<(), Refusal> {
    if !object[name].is_null() {
        object[name] = price(account.amount(&object[name], at)?);
    }
    Ok(())
}

/// Takes over the given members, those of objects one by one. Amounts and lists are replaced.
pub(super) fn merge(document: &mut Value, given: &Value) {
    for (name, value) in given.as_object().into_iter().flatten() {
        let present = &mut document[name];
        if value.is_null() {
            continue;
        }
        if present.is_object() && value.is_object() && present.get("amount").is_none() {
            merge(present, value);
        } else {
            *present = value.clone();
        }
    }
}
