//! What Amazon's own pages do for a buyer: the operations below `/sessions`, which the module's documentation describes.

use super::AmazonPaySandbox;
use super::buyers::{BUYERS, Buyer};
use super::database::{Answer, CallError, Called};
use super::delivery::serves;
use super::refusal::{Reason, Refusal};
use super::sessions::{self, Session};
use super::signature::Algorithm;
use super::wallet::{CARDS, Card, Scenario};
use super::{session_view, status};
use rusqlite::Transaction;
use serde::Deserialize;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

/// Amazon's languages; Czech is none of them.
const LANGUAGES: [&str; 7] = [
    "en_US", "en_GB", "de_DE", "fr_FR", "it_IT", "es_ES", "ja_JP",
];
const PRODUCT_TYPES: [&str; 2] = ["PayAndShip", "PayOnly"];

/// What a button says when it is pressed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Button {
    merchant_id: String,
    public_key_id: Option<String>,
    ledger_currency: String,
    product_type: String,
    checkout_language: Option<String>,
    sandbox: Option<bool>,
    create_checkout_session_config: ButtonConfig,
}

#[derive(Deserialize)]
struct ButtonConfig {
    /// The signature covers exactly this text.
    #[serde(rename = "payloadJSON")]
    payload: String,
    signature: String,
    #[serde(rename = "publicKeyId")]
    key_id: Option<String>,
    algorithm: Option<String>,
}

impl Button {
    /// The signed payload.
    pub(super) fn payload(&self, amazon: &AmazonPaySandbox) -> Result<Value, Refusal> {
        let config = &self.create_checkout_session_config;
        let key_id = config.key_id.as_ref().or(self.public_key_id.as_ref());
        let key_id = key_id.ok_or_else(|| Refusal::missing("publicKeyId"))?;
        self.check(amazon, key_id)?;
        let algorithm = config.algorithm.as_deref().unwrap_or("AMZN-PAY-RSASSA-PSS");
        let algorithm = Algorithm::named(algorithm).ok_or_else(|| Refusal::value("algorithm"))?;
        let key = amazon.key(key_id)?;
        if !key.has_signed(algorithm, &config.payload, &config.signature) {
            let message = "The signature does not match the payload.";
            return Err(Refusal::new(Reason::InvalidRequestSignature, message));
        }
        let message = "payloadJSON is not JSON.";
        serde_json::from_str(&config.payload)
            .map_err(|_| Refusal::new(Reason::InvalidRequestFormat, message))
    }

    pub(super) fn product_type(&self) -> &str {
        &self.product_type
    }

    fn check(&self, amazon: &AmazonPaySandbox, key_id: &str) -> Result<(), Refusal> {
        // The key names its environment, or the button does.
        let names_sandbox = key_id.starts_with("SANDBOX-");
        let language = self.checkout_language.as_deref();
        for (is_right, at) in [
            (self.merchant_id == super::MERCHANT_ID, "merchantId"),
            (
                self.ledger_currency == amazon.account().ledger().as_str(),
                "ledgerCurrency",
            ),
            (
                PRODUCT_TYPES.contains(&self.product_type.as_str()),
                "productType",
            ),
            (
                language.is_none_or(|it| LANGUAGES.contains(&it)),
                "checkoutLanguage",
            ),
            (self.sandbox.is_none() == names_sandbox, "sandbox"),
            (self.sandbox != Some(false), "sandbox"),
        ] {
            if !is_right {
                return Err(Refusal::value(at));
            }
        }
        Ok(())
    }
}

/// What the pages show of a session.
pub(super) fn show(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    id: &str,
    now: Timestamp,
) -> Called {
    Ok(Answer::ok(page(
        amazon,
        &sessions::load(transaction, id, now)?,
    )))
}

fn page(amazon: &AmazonPaySandbox, session: &Session) -> Value {
    let document = &session.document;
    let detail = &session.detail;
    let constraints = session_view::constraints(&session_view::shown(amazon, session));
    let is_open = status::of(document) == "Open";
    json!({
        "checkoutSessionId": session.id,
        "state": status::of(document),
        "reasonCode": document["statusDetails"]["reasonCode"],
        "productType": product_type(document),
        "storeName": document["merchantMetadata"]["merchantStoreName"],
        "amount": document["paymentDetails"]["chargeAmount"],
        "recurring": document["recurringMetadata"],
        "canPay": is_open && constraints.is_empty(),
        "wayBack": (!is_open).then(|| way_back(session)),
        "buyers": BUYERS.map(|buyer| listed(session, buyer)),
        "buyer": detail.buyer().map(|buyer| signed_in(session, buyer)),
    })
}

/// A buyer before signing in. `served` says whether the shop delivers to any of the addresses.
fn listed(session: &Session, buyer: Buyer) -> Value {
    let specifications = &session.document["deliverySpecifications"];
    let mut entry = buyer.as_json();
    let mut addresses = buyer.addresses.iter();
    entry["served"] = json!(addresses.any(|address| serves(specifications, address)));
    entry
}

/// The address book and the wallet of the signed-in buyer.
fn signed_in(session: &Session, buyer: Buyer) -> Value {
    let specifications = &session.document["deliverySpecifications"];
    let addresses = buyer.addresses.iter().map(|address| {
        let mut entry = address.as_json();
        entry["handle"] = json!(address.handle);
        entry["served"] = json!(serves(specifications, address));
        entry
    });
    let cards = CARDS.map(|card| json!({ "ending": card.ending, "name": card.descriptor() }));
    json!({
        "handle": buyer.handle,
        "name": buyer.name,
        "prime": buyer.has_prime(),
        "addresses": addresses.collect::<Vec<_>>(),
        "cards": cards,
        "chosenAddress": session.detail.address,
        "chosenCard": session.detail.card,
    })
}

/// A server's session has no button; goods are shipped then.
fn product_type(document: &Value) -> &str {
    document["productType"].as_str().unwrap_or("PayAndShip")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    buyer: String,
}

/// The buyer signs in. Another buyer's choices are forgotten.
pub(super) fn sign_in(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    (id, wish): (&str, &SignIn),
    now: Timestamp,
) -> Called {
    let mut session = open(transaction, id, now)?;
    let buyer = Buyer::named(&wish.buyer).ok_or_else(|| Refusal::value("buyer"))?;
    let detail = &mut session.detail;
    if detail.buyer.as_deref() != Some(buyer.handle) {
        detail.buyer = Some(buyer.handle.to_owned());
        (detail.address, detail.card) = (None, None);
        detail.is_confirmed = false;
    }
    session.save(transaction)?;
    Ok(Answer::ok(page(amazon, &session)))
}

fn open(transaction: &Transaction<'_>, id: &str, now: Timestamp) -> Result<Session, CallError> {
    let session = sessions::load(transaction, id, now)?;
    sessions::require_open(&session)?;
    Ok(session)
}

/// What the buyer picks; either may stay as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    address: Option<String>,
    card: Option<String>,
}

/// The buyer picks an address that the merchant serves, or a card.
pub(super) fn choose(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    (id, wish): (&str, &Choice),
    now: Timestamp,
) -> Called {
    let mut session = open(transaction, id, now)?;
    let buyer = session.detail.buyer().ok_or_else(not_signed_in)?;
    if let Some(handle) = &wish.address {
        let specifications = &session.document["deliverySpecifications"];
        let address = buyer.address(handle);
        let address = address.filter(|address| serves(specifications, address));
        if address.is_none() || product_type(&session.document) == "PayOnly" {
            return Err(Refusal::value("address").into());
        }
        session.detail.address = Some(handle.clone());
    }
    if let Some(ending) = &wish.card {
        Card::ending(ending).ok_or_else(|| Refusal::value("card"))?;
        session.detail.card = Some(ending.clone());
    }
    session.detail.is_confirmed = false;
    session.save(transaction)?;
    Ok(Answer::ok(page(amazon, &session)))
}

fn not_signed_in() -> Refusal {
    Refusal::new(Reason::InvalidRequest, "Nobody is signed in.")
}

/// The buyer goes to the shop's review page, or pays at once if there is none.
pub(super) fn proceed(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    id: &str,
    now: Timestamp,
) -> Called {
    let session = open(transaction, id, now)?;
    let detail = &session.detail;
    let needs_address = product_type(&session.document) == "PayAndShip";
    if detail.card.is_none() || needs_address && detail.address.is_none() {
        let message = "The buyer has not chosen everything.";
        return Err(Refusal::new(Reason::InvalidRequest, message).into());
    }
    if session.document["webCheckoutDetails"]["checkoutMode"] == "ProcessOrder" {
        return confirm(transaction, amazon, session, now);
    }
    Ok(Answer::ok(return_to(&session, "checkoutReviewReturnUrl")))
}

/// The buyer pays at `amazonPayRedirectUrl` and goes to the result page.
pub(super) fn pay(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    id: &str,
    now: Timestamp,
) -> Called {
    let session = open(transaction, id, now)?;
    confirm(transaction, amazon, session, now)
}

fn confirm(
    transaction: &Transaction<'_>,
    amazon: &AmazonPaySandbox,
    mut session: Session,
    now: Timestamp,
) -> Called {
    let constraints = session_view::constraints(&session_view::shown(amazon, &session));
    if let Some(constraint) = constraints.first() {
        let message = constraint["description"].as_str().unwrap_or_default();
        return Err(Refusal::new(Reason::InvalidRequest, message).into());
    }
    let card = session.detail.card().ok_or_else(not_signed_in)?;
    match card.scenario {
        Scenario::BuyerCanceled => cancel_for(&mut session, "BuyerCanceled", now),
        Scenario::Declined => cancel_for(&mut session, "Declined", now),
        Scenario::Approve | Scenario::Pending | Scenario::PendingDeclined => {
            session.detail.is_confirmed = true;
        }
    }
    session.save(transaction)?;
    Ok(Answer::ok(return_to(&session, "checkoutResultReturnUrl")))
}

fn cancel_for(session: &mut Session, reason: &str, now: Timestamp) {
    status::set(&mut session.document, "Canceled", Some(reason), now);
}

/// The buyer leaves Amazon's pages without paying.
pub(super) fn cancel(transaction: &Transaction<'_>, id: &str, now: Timestamp) -> Called {
    let mut session = open(transaction, id, now)?;
    cancel_for(&mut session, "BuyerCanceled", now);
    session.save(transaction)?;
    let url = cancel_url(&session).or_else(|| result_url(&session));
    Ok(Answer::ok(url.map_or_else(
        || return_to(&session, "checkoutReviewReturnUrl"),
        |url| json!({ "url": url }),
    )))
}

fn cancel_url(session: &Session) -> Option<String> {
    let url = &session.document["webCheckoutDetails"]["checkoutCancelUrl"];
    url.as_str().map(str::to_owned)
}

/// The page where the shop reads how the session ended, once the shop has named it.
fn result_url(session: &Session) -> Option<String> {
    let url = &session.document["webCheckoutDetails"]["checkoutResultReturnUrl"];
    url.as_str().map(|url| with_session(url, &session.id))
}

/// Where a buyer goes who opens a page of a session that is over.
fn way_back(session: &Session) -> Option<String> {
    result_url(session).or_else(|| cancel_url(session))
}

/// A page of the shop's, with the session's identifier in its query.
fn return_to(session: &Session, page: &str) -> Value {
    let url = &session.document["webCheckoutDetails"][page];
    json!({ "url": with_session(url.as_str().unwrap_or_default(), &session.id) })
}

pub(super) fn with_session(url: &str, id: &str) -> String {
    let (address, fragment) = match url.split_once('#') {
        Some((address, fragment)) => (address, format!("#{fragment}")),
        None => (url, String::new()),
    };
    let mark = if address.contains('?') { '&' } else { '?' };
    format!("{address}{mark}amazonCheckoutSessionId={id}{fragment}")
}
