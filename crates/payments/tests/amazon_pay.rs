//! Amazon Pay's client and gateway against an Amazon that follows a script: each call that it expects, in order, with its
//! answer. It verifies the signature of every call.

mod ledger;
mod notified;

use crate::support::serve;
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rsa::pss::Pss;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome, is_same_payment};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::amazon_pay::{
    AmazonPayClient, AmazonPayError, AmazonPayGateway, AmazonPaySettings, AmazonPaySetupError,
    Environment, Initiator, NewCharge, Region, bound_session, session_of,
};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, PaymentGateway as _, RefundOutcome, RefundRefusal,
    RefundRequest,
};
use zkratka_wallets::amazon_pay::{Algorithm, ApiRequest, Signer, SigningKey};

const KEY: &str = include_str!("../../wallets/tests/keys/rsa2048-pkcs8.pem");
const SESSION: &str = "bd504926-f659-4ad7-a1a9-9a747aaf5275";
const PERMISSION: &str = "S02-1-1";
const CHARGE: &str = "S02-1-1-C1";
const REVIEW: &str = "https://shop.example/checkout?cart=1";
const RESULT: &str = "https://shop.example/return";
/// 15 January 2027, 8:00.
const NOW: Timestamp = Timestamp(1_800_000_000_000);
const CONFIRM: &str = "https://payments.amazon.de/checkout/processing";

/// An expected call, such as `GET /charges/1`, and its answer.
type Line = (String, u16, Value);

#[derive(Clone, Default)]
struct Amazon {
    script: Arc<Mutex<VecDeque<Line>>>,
    seen: Arc<Mutex<Vec<Seen>>>,
    /// Calls that are not in the script, or not signed.
    faults: Arc<Mutex<Vec<String>>>,
}

#[derive(Clone, Debug)]
struct Seen {
    idempotency_key: Option<String>,
    body: Value,
}

async fn handle(State(amazon): State<Amazon>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let header = |name: &str| {
        let value = parts.headers.get(name)?;
        Some(value.to_str().expect("a text").to_owned())
    };
    let body = to_bytes(body, usize::MAX).await.expect("a body");
    let body = String::from_utf8(body.to_vec()).expect("a text");
    let authorization = header("authorization").expect("a signature");
    let fault = |fault: String| {
        amazon.faults.lock().expect("whole").push(fault);
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    };
    let (method, full_path) = (parts.method.as_str(), parts.uri.path());
    if !is_signed(method, full_path, &authorization, &header, &body) {
        return fault(format!("not signed: {method} {full_path}"));
    }
    amazon.seen.lock().expect("whole").push(Seen {
        idempotency_key: header("x-amz-pay-idempotency-key"),
        body: serde_json::from_str(&body).unwrap_or_default(),
    });
    let path = parts.uri.path().strip_prefix("/v2").expect("the version");
    let call = format!("{} {path}", parts.method);
    let line = amazon.script.lock().expect("whole").pop_front();
    match line {
        Some((expected, status, answer)) if expected == call => {
            let status = StatusCode::from_u16(status).expect("a status");
            (status, answer.to_string()).into_response()
        }
        line => fault(format!("{call} instead of {line:?}")),
    }
}

/// Whether the header signs the method, the path, all of Amazon's headers and the body.
fn is_signed(
    method: &str,
    path: &str,
    authorization: &str,
    header: &dyn Fn(&str) -> Option<String>,
    body: &str,
) -> bool {
    let start = "AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=SANDBOX-KEY, SignedHeaders=";
    let rest = authorization.strip_prefix(start).expect("the key");
    let (names, signature) = rest.split_once(", Signature=").expect("a signature");
    let headers: Vec<(&str, String)> = names
        .split(';')
        .map(|name| (name, header(name).expect("a signed header")))
        .collect();
    assert_eq!(
        header("x-amz-pay-date").as_deref(),
        Some("20270115T080000Z")
    );
    for name in ["x-amz-pay-date", "x-amz-pay-host", "x-amz-pay-region"] {
        assert!(headers.iter().any(|(it, _)| *it == name), "{name}");
    }
    let is_keyed = headers
        .iter()
        .any(|(it, _)| *it == "x-amz-pay-idempotency-key");
    assert_eq!(is_keyed, header("x-amz-pay-idempotency-key").is_some());
    let headers: Vec<(&str, &str)> = headers
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let request = ApiRequest {
        method,
        path,
        query: &[],
        headers: &headers,
        body,
    };
    let text = Algorithm::V2.string_to_sign(&request.canonical());
    let signature = STANDARD.decode(signature).expect("base64");
    let public = key().public_key();
    let scheme = Pss::<Sha256>::new_with_salt(32);
    public
        .verify(scheme, &Sha256::digest(text), &signature)
        .is_ok()
}

fn key() -> SigningKey {
    SigningKey::from_pem(KEY).expect("a key")
}

fn settings(api: String) -> AmazonPaySettings {
    AmazonPaySettings {
        api,
        region: Region::Europe,
        environment: Environment::Sandbox,
        merchant_id: "A1MERCHANT".to_owned(),
        store_id: "store".to_owned(),
        ledger: Currency::new("EUR").expect("euros"),
        store_name: "Hrnky".to_owned(),
        signer: Signer::new(key(), "SANDBOX-KEY".to_owned(), Algorithm::V2),
        deadline: Duration::from_secs(5),
        clock: Arc::new(|| NOW),
    }
}

impl Amazon {
    /// Starts an Amazon with this script.
    async fn start(script: Vec<Line>) -> (Self, AmazonPayGateway) {
        let amazon = Self {
            script: Arc::new(Mutex::new(script.into())),
            ..Self::default()
        };
        let routes = Router::new().fallback(handle).with_state(amazon.clone());
        let settings = settings(serve(routes).await);
        let gateway = AmazonPayGateway::new(&settings).expect("a gateway");
        (amazon, gateway)
    }

    /// The calls that were made. All of the script's must have been.
    fn calls(&self) -> Vec<Seen> {
        let faults = self.faults.lock().expect("whole").clone();
        assert!(faults.is_empty(), "{faults:?}");
        let left = self.script.lock().expect("whole").clone();
        assert!(left.is_empty(), "not called: {left:?}");
        self.seen.lock().expect("whole").clone()
    }
}

fn euros(minor: i64) -> Money {
    Money::new(MinorUnits::new(minor), Currency::new("EUR").expect("euros"))
}

fn line(call: &str, answer: Value) -> Line {
    (call.to_owned(), 200, answer)
}

fn refusal(call: &str, status: u16, code: &str) -> Line {
    (
        call.to_owned(),
        status,
        json!({ "reasonCode": code, "message": "Jana" }),
    )
}

fn get_session() -> String {
    format!("GET /checkoutSessions/{SESSION}")
}

fn patch() -> String {
    format!("PATCH /checkoutSessions/{SESSION}")
}

fn complete() -> String {
    format!("POST /checkoutSessions/{SESSION}/complete")
}

fn get_charge() -> String {
    format!("GET /charges/{CHARGE}")
}

fn cancel() -> String {
    format!("DELETE /charges/{CHARGE}/cancel")
}

fn get_permission() -> String {
    format!("GET /chargePermissions/{PERMISSION}")
}

fn close() -> String {
    format!("DELETE /chargePermissions/{PERMISSION}/close")
}

/// A session in which the buyer has chosen, and no amount is set.
fn fresh() -> Value {
    json!({
        "checkoutSessionId": SESSION,
        "webCheckoutDetails": {
            "checkoutReviewReturnUrl": REVIEW, "checkoutResultReturnUrl": null, "amazonPayRedirectUrl": null,
        },
        "paymentDetails": { "paymentIntent": null, "chargeAmount": null },
        "chargePermissionType": "OneTime",
        "recurringMetadata": null,
        "merchantMetadata": null,
        "statusDetails": { "state": "Open", "reasonCode": null },
        "constraints": [{ "constraintId": "ChargeAmountNotSet", "description": "x" }],
        "chargePermissionId": null,
        "chargeId": null,
        "storeId": "store",
    })
}

/// A session whose amount the attempt K1 has set.
fn updated() -> Value {
    let mut session = fresh();
    session["webCheckoutDetails"]["checkoutResultReturnUrl"] = RESULT.into();
    session["webCheckoutDetails"]["amazonPayRedirectUrl"] = CONFIRM.into();
    session["paymentDetails"] = json!({
        "paymentIntent": "Authorize", "chargeAmount": { "amount": "12.90", "currencyCode": "EUR" },
    });
    session["merchantMetadata"] =
        json!({ "merchantReferenceId": SESSION, "customInformation": "K1" });
    session["constraints"] = json!([]);
    session
}

/// A session that is not open any more: Amazon empties all but its end.
fn ended(state: &str, reason: Option<&str>) -> Value {
    let mut session = fresh();
    for (_, value) in session.as_object_mut().expect("an object") {
        *value = Value::Null;
    }
    session["checkoutSessionId"] = SESSION.into();
    session["statusDetails"] = json!({ "state": state, "reasonCode": reason });
    session
}

fn completed() -> Value {
    let mut session = ended("Completed", None);
    session["chargePermissionId"] = PERMISSION.into();
    session["chargeId"] = CHARGE.into();
    session
}

/// Amazon shows a completed session, and whose it is.
fn completed_for(note: &str) -> Vec<Line> {
    vec![
        line(&get_session(), completed()),
        line(&get_permission(), permission_of(note)),
    ]
}

fn with(mut value: Value, pointer: &str, new: impl Into<Value>) -> Value {
    *value.pointer_mut(pointer).expect("a member") = new.into();
    value
}

fn canceled(reason: &str) -> Value {
    ended("Canceled", Some(reason))
}

/// A session whose amount another attempt has set, or that was voided.
fn noted(note: &str) -> Value {
    with(updated(), "/merchantMetadata/customInformation", note)
}

fn voided() -> Value {
    noted("K1.void")
}

fn charge(state: &str) -> Value {
    let price = json!({ "amount": 12.9, "currencyCode": "EUR" });
    json!({
        "chargeId": CHARGE,
        "chargePermissionId": PERMISSION,
        "chargeAmount": price,
        "captureAmount": if state == "Captured" { price.clone() } else { Value::Null },
        "refundedAmount": null,
        "statusDetails": { "state": state, "reasonCode": null },
    })
}

fn permission(state: &str) -> Value {
    json!({
        "chargePermissionId": PERMISSION,
        "chargePermissionType": "OneTime",
        "merchantMetadata": { "merchantReferenceId": SESSION, "customInformation": "K1" },
        "presentmentCurrency": "EUR",
        "statusDetails": { "state": state },
    })
}

fn permission_of(note: &str) -> Value {
    with(
        permission("Chargeable"),
        "/merchantMetadata/customInformation",
        note,
    )
}

fn refund(state: &str) -> Value {
    json!({
        "refundId": "S02-1-1-R1", "chargeId": CHARGE,
        "refundAmount": { "amount": "5.00", "currencyCode": "EUR" },
        "statusDetails": { "state": state },
    })
}

fn request() -> AuthoriseRequest {
    AuthoriseRequest {
        key: "K1".to_owned(),
        session: session_of(SESSION, REVIEW),
        amount: euros(1_290),
        return_url: RESULT.to_owned(),
        mandate: false,
        charged_mandate: None,
    }
}

async fn authorise(script: Vec<Line>) -> Option<PaymentOutcome> {
    let (amazon, gateway) = Amazon::start(script).await;
    let outcome = gateway.authorise(&request()).await.ok();
    amazon.calls();
    outcome
}

async fn query(script: Vec<Line>) -> Option<PaymentOutcome> {
    let (amazon, gateway) = Amazon::start(script).await;
    let outcome = gateway.query("K1", &session_of(SESSION, REVIEW)).await.ok();
    amazon.calls();
    outcome
}

/// The reference of the payment before it has a charge.
async fn reference() -> String {
    match authorise(vec![line(&get_session(), updated())]).await {
        Some(PaymentOutcome::RequiresAction { reference, .. }) => reference,
        other => panic!("{other:?}"),
    }
}

/// The reference of the payment with its charge.
async fn reference_of_charge() -> String {
    format!("{}/{CHARGE}", reference().await)
}

fn declined(reason: DeclineReason) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: None,
        reason,
    }
}

/// [B.02] The attempt's amount, way back and key are set in the session; Amazon's page is the challenge. A repetition finds
/// them set, and sets nothing again.
#[tokio::test]
async fn authorising_sets_the_amount_and_leads_to_amazon() {
    let script = vec![line(&get_session(), fresh()), line(&patch(), updated())];
    let (amazon, gateway) = Amazon::start(script).await;
    let outcome = gateway.authorise(&request()).await.expect("an outcome");
    let PaymentOutcome::RequiresAction {
        reference,
        redirect_url,
    } = &outcome
    else {
        panic!("{outcome:?}")
    };
    assert_eq!(redirect_url, CONFIRM);
    assert!(reference.starts_with(&format!("amazon:{SESSION}:")));
    let sent = &amazon.calls()[1].body;
    assert_eq!(sent["paymentDetails"]["chargeAmount"]["amount"], "12.90");
    // Buyers see the reference, so it is not the secret key.
    assert_eq!(sent["merchantMetadata"]["merchantReferenceId"], SESSION);
    assert_eq!(sent["merchantMetadata"]["customInformation"], "K1");
    assert_eq!(
        sent["webCheckoutDetails"]["checkoutResultReturnUrl"],
        RESULT
    );
    let again = authorise(vec![line(&get_session(), updated())]).await;
    assert_eq!(again, Some(outcome));
    // Without a page for the buyer there is no challenge.
    for page in [Value::Null, json!("javascript:alert(1)")] {
        let session = with(updated(), "/webCheckoutDetails/amazonPayRedirectUrl", page);
        assert_eq!(authorise(vec![line(&get_session(), session)]).await, None);
    }
}

/// [B.02] Another amount, or what a voided attempt of the same cart has set, is set anew.
#[tokio::test]
async fn a_session_is_updated() {
    for (pointer, value) in [
        ("/merchantMetadata/customInformation", json!("K0.void")),
        ("/paymentDetails/chargeAmount/amount", json!("12.91")),
        ("/paymentDetails/paymentIntent", json!("Confirm")),
        (
            "/webCheckoutDetails/checkoutResultReturnUrl",
            json!("https://shop.example/other"),
        ),
    ] {
        let other = with(updated(), pointer, value);
        let script = vec![
            line(&get_session(), other.clone()),
            line(&patch(), updated()),
        ];
        let outcome = authorise(script).await;
        assert!(
            matches!(outcome, Some(PaymentOutcome::RequiresAction { .. })),
            "{pointer}"
        );
        // An answer that still says otherwise is no answer.
        let script = vec![line(&get_session(), other.clone()), line(&patch(), other)];
        assert_eq!(authorise(script).await, None, "{pointer}");
    }
}

/// [B.02] A session is bound to its cart, its store and the attempt that holds it, and is not changed for another one.
#[tokio::test]
async fn a_session_of_another_attempt_is_declined() {
    let invalid = Some(declined(DeclineReason::SessionInvalid));
    let refused = Some(declined(DeclineReason::Refused));
    let review = "/webCheckoutDetails/checkoutReviewReturnUrl";
    for (session, expected) in [
        (noted("K0"), invalid.clone()),
        (noted("K1.void"), invalid),
        (
            with(fresh(), review, "https://shop.example/checkout?cart=2"),
            refused.clone(),
        ),
        (with(fresh(), review, Value::Null), refused.clone()),
        (with(fresh(), "/storeId", "other"), refused.clone()),
        (with(fresh(), "/storeId", Value::Null), refused.clone()),
        (with(updated(), "/storeId", Value::Null), refused.clone()),
    ] {
        let outcome = authorise(vec![line(&get_session(), session.clone())]).await;
        assert_eq!(outcome, expected, "{session}");
    }
    let unbound = AuthoriseRequest {
        session: format!("amazon:{SESSION}"),
        ..request()
    };
    // The session permits one charge only.
    let recurring = AuthoriseRequest {
        mandate: true,
        ..request()
    };
    for request in [unbound, recurring] {
        let (amazon, gateway) = Amazon::start(vec![line(&get_session(), fresh())]).await;
        let outcome = gateway.authorise(&request).await.ok();
        assert_eq!(outcome, refused, "{request:?}");
        amazon.calls();
    }
}

/// [B.02] A session that cannot pay is declined, with the reason.
#[tokio::test]
async fn sessions_that_cannot_pay_are_declined() {
    let invalid = Some(declined(DeclineReason::SessionInvalid));
    let refused = Some(declined(DeclineReason::Refused));
    for (session, expected) in [
        (
            canceled("BuyerCanceled"),
            Some(declined(DeclineReason::ChallengeFailed)),
        ),
        (
            canceled("Declined"),
            Some(declined(DeclineReason::Declined)),
        ),
        (canceled("Expired"), invalid.clone()),
        (canceled("AmazonCanceled"), invalid.clone()),
        (
            with(updated(), "/chargePermissionType", "Recurring"),
            refused.clone(),
        ),
    ] {
        assert_eq!(
            authorise(vec![line(&get_session(), session.clone())]).await,
            expected,
            "{session}"
        );
    }
    assert_eq!(authorise(completed_for("K0")).await, invalid);
    let unfinished = with(updated(), "/constraints", fresh()["constraints"].clone());
    let script = vec![line(&get_session(), fresh()), line(&patch(), unfinished)];
    assert_eq!(authorise(script).await, invalid);
    for (status, code, expected) in [
        (404, "ResourceNotFound", invalid.clone()),
        (422, "InvalidCheckoutSessionStatus", invalid),
        (400, "CurrencyMismatch", refused.clone()),
        (403, "InvalidRequestSignature", refused.clone()),
        (401, "UnauthorizedAccess", refused.clone()),
        (429, "TooManyRequests", None),
        (500, "ProcessingFailure", None),
    ] {
        let script = vec![
            line(&get_session(), fresh()),
            refusal(&patch(), status, code),
        ];
        assert_eq!(authorise(script).await, expected, "{code}");
        assert_eq!(
            authorise(vec![refusal(&get_session(), status, code)]).await,
            expected,
            "{code}"
        );
    }
    // Amazon is not asked about crowns.
    let (amazon, gateway) = Amazon::start(vec![]).await;
    let crowns = AuthoriseRequest {
        amount: Money::new(MinorUnits::new(1_290), Currency::CZK),
        ..request()
    };
    assert_eq!(gateway.authorise(&crowns).await.ok(), refused);
    assert!(amazon.calls().is_empty());
}

/// [4.21] [B.03] The permission of a completed session shows where the goods go. If that is not the order's address, the money is not
/// the order's, whether it is held or taken, also if Amazon charged nothing; a notification of it is confirmed in the same way.
/// Nothing is held by a declined charge. An address that Amazon does not show cannot be compared, so it counts as another one.
#[tokio::test]
async fn a_completed_session_is_of_the_orders_address() {
    let home = json!({ "name": "Zuzana", "addressLine1": "Obchodná 14", "countryCode": "SK" });
    let office = json!({ "name": "Zuzana", "addressLine1": "Obchodná 15", "countryCode": "SK" });
    let bound = bound_to(&home).await;
    let shown = |shipping: &Value, state: &str| {
        let mut permission = permission("Chargeable");
        permission["shippingAddress"] = shipping.clone();
        vec![
            line(&get_session(), completed()),
            line(&get_permission(), permission),
            line(&get_charge(), charge(state)),
        ]
    };
    let reference = reference_of_charge().await;
    let changed = PaymentOutcome::AddressChanged {
        reference: format!("{reference}/back"),
    };
    for (what, shipping, state, expected) in [
        ("held", &office, "Authorized", "address_changed"),
        ("taken", &office, "Captured", "address_changed"),
        ("declined", &office, "Declined", "declined"),
        ("at home", &home, "Authorized", "authorised"),
        ("not shown", &Value::Null, "Authorized", "address_changed"),
    ] {
        let (amazon, gateway) = Amazon::start(shown(shipping, state)).await;
        let found = gateway.query("K1", &bound).await.expect("an outcome");
        amazon.calls();
        assert_eq!(found.name(), expected, "{what}");
        assert_eq!(found == changed, expected == "address_changed", "{what}");
        let told = PaymentOutcome::Captured {
            reference: reference.clone(),
            amount: euros(1_290),
            card: card(),
        };
        let (amazon, gateway) = Amazon::start(shown(shipping, state)).await;
        let confirmed = gateway.confirmed("K1", &bound, told).await;
        amazon.calls();
        assert_eq!(confirmed.expect("an outcome").name(), expected, "{what}");
    }
    let (amazon, gateway) = Amazon::start(shown(&office, "Authorized")).await;
    let any = gateway.query("K1", &session_of(SESSION, REVIEW)).await;
    amazon.calls();
    assert_eq!(any.expect("an outcome").name(), "authorised", "no goods");
    let (amazon, gateway) = Amazon::start(vec![]).await;
    let told = PaymentOutcome::Pending;
    let same = gateway.confirmed("K1", &bound, told.clone()).await;
    assert_eq!(same.expect("an outcome"), told);
    assert!(amazon.calls().is_empty(), "no money, no question");
}

/// The attempt machine's session with this delivery address.
async fn bound_to(address: &Value) -> String {
    let mut session = fresh();
    session["shippingAddress"] = address.clone();
    let (amazon, gateway) = Amazon::start(vec![line(&get_session(), session)]).await;
    let session = gateway.client().session(SESSION).await.expect("a session");
    amazon.calls();
    bound_session(&session, true)
}

fn card() -> CardSummary {
    CardSummary {
        network: "amazon_pay".to_owned(),
        last_four: String::new(),
        mandate: None,
        expires: None,
    }
}

/// [B.02] The query after the challenge completes the session with its own amount, once.
#[tokio::test]
async fn the_query_completes_the_session() {
    let script = vec![
        line(&get_session(), updated()),
        line(&complete(), completed()),
        line(&get_permission(), permission("Chargeable")),
        line(&get_charge(), charge("Authorized")),
    ];
    let (amazon, gateway) = Amazon::start(script).await;
    let outcome = gateway
        .query("K1", &session_of(SESSION, REVIEW))
        .await
        .expect("an outcome");
    let sent = &amazon.calls()[1].body;
    assert_eq!(
        *sent,
        json!({ "chargeAmount": { "amount": "12.90", "currencyCode": "EUR" } })
    );
    let PaymentOutcome::Authorised {
        reference: grown,
        amount,
        card,
    } = &outcome
    else {
        panic!("{outcome:?}")
    };
    assert_eq!((*amount, card.mandate.as_deref()), (euros(1_290), None));
    assert!(is_same_payment(&reference().await, grown));
    assert_eq!(*grown, reference_of_charge().await);
    // After a crash the session tells; nothing is completed again.
    let mut script = completed_for("K1");
    script.push(line(&get_charge(), charge("Authorized")));
    assert_eq!(query(script.clone()).await, Some(outcome.clone()));
    // The same to a repeated authorisation.
    assert_eq!(authorise(script).await, Some(outcome));
}

/// [B.02] A session that another attempt has taken between the reading and the completion pays that attempt only.
#[tokio::test]
async fn a_completion_pays_the_attempt_that_set_the_amount() {
    for note in ["K2", "K2.void"] {
        let script = vec![
            line(&get_session(), updated()),
            line(&complete(), completed()),
            line(&get_permission(), permission_of(note)),
        ];
        assert_eq!(query(script).await, Some(PaymentOutcome::Unknown), "{note}");
    }
    let unclear = vec![
        line(&get_session(), updated()),
        line(&complete(), completed()),
        refusal(&get_permission(), 404, "ResourceNotFound"),
    ];
    assert_eq!(query(unclear).await, None);
}

/// [B.02] A payment that was authorised is not declined because Amazon refuses to show it.
#[tokio::test]
async fn a_completed_session_that_is_not_shown_is_not_declined() {
    for (status, code) in [
        (404, "ResourceNotFound"),
        (403, "UnauthorizedAccess"),
        (422, "InvalidChargeStatus"),
        (500, "ProcessingFailure"),
    ] {
        let mut script = completed_for("K1");
        script.push(refusal(&get_charge(), status, code));
        assert_eq!(authorise(script.clone()).await, None, "{code}");
        assert_eq!(query(script).await, None, "{code}");
        let script = vec![
            line(&get_session(), completed()),
            refusal(&get_permission(), status, code),
        ];
        assert_eq!(authorise(script.clone()).await, None, "{code}");
        assert_eq!(query(script).await, None, "{code}");
    }
}

/// [B.02] Whatever Amazon answers to completing, the session decides what became of it.
#[tokio::test]
async fn after_a_refused_completion_the_session_decides() {
    let after = |status, code: &str, session: Value| {
        vec![
            line(&get_session(), updated()),
            refusal(&complete(), status, code),
            line(&get_session(), session),
        ]
    };
    let state = "InvalidCheckoutSessionStatus";
    let mut script = after(422, state, completed());
    script.push(line(&get_permission(), permission("Chargeable")));
    script.push(line(&get_charge(), charge("Authorized")));
    assert!(matches!(
        query(script).await,
        Some(PaymentOutcome::Authorised { .. })
    ));
    // Amazon accepts the call, and the session is still open.
    let script = vec![
        line(&get_session(), updated()),
        line(&complete(), updated()),
        line(&get_session(), updated()),
    ];
    assert!(matches!(
        query(script).await,
        Some(PaymentOutcome::RequiresAction { .. })
    ));
    for code in [state, "MFANotCompleted"] {
        let outcome = query(after(422, code, updated())).await;
        assert!(
            matches!(outcome, Some(PaymentOutcome::RequiresAction { .. })),
            "{outcome:?}"
        );
    }
    for (code, session, reason) in [
        (
            state,
            canceled("BuyerCanceled"),
            DeclineReason::ChallengeFailed,
        ),
        (state, canceled("Declined"), DeclineReason::Declined),
        ("HardDeclined", updated(), DeclineReason::Declined),
        (
            "TransactionAmountExceeded",
            updated(),
            DeclineReason::Refused,
        ),
    ] {
        assert_eq!(
            query(after(422, code, session)).await,
            Some(declined(reason)),
            "{code}"
        );
    }
    let other = query(after(422, state, noted("K2"))).await;
    assert_eq!(other, Some(PaymentOutcome::Unknown));
    let mut script = after(422, state, completed());
    script.push(line(&get_permission(), permission_of("K2")));
    assert_eq!(query(script).await, Some(PaymentOutcome::Unknown));
    // Without an answer, the next query reads the session first.
    for (status, code) in [
        (500, "ProcessingFailure"),
        (429, "TooManyRequests"),
        (403, "InvalidAccountStatus"),
    ] {
        let script = vec![
            line(&get_session(), updated()),
            refusal(&complete(), status, code),
        ];
        assert_eq!(query(script).await, None, "{code}");
    }
}

/// [B.02] A query completes no session of another attempt, and none that was voided.
#[tokio::test]
async fn only_the_own_session_is_completed() {
    let without_amount = with(updated(), "/paymentDetails/chargeAmount", Value::Null);
    for session in [noted("K2"), noted("K2.void"), fresh(), without_amount] {
        let outcome = query(vec![line(&get_session(), session)]).await;
        assert_eq!(outcome, Some(PaymentOutcome::Unknown));
    }
    // Nobody can pay by a canceled session.
    let outcome = query(vec![line(&get_session(), canceled("BuyerCanceled"))]).await;
    let expected = declined(DeclineReason::ChallengeFailed);
    assert_eq!(outcome, Some(expected));
    let taken = query(completed_for("K2")).await;
    assert_eq!(taken, Some(PaymentOutcome::Unknown));
    let unknown = refusal(&get_session(), 404, "ResourceNotFound");
    assert_eq!(query(vec![unknown]).await, Some(PaymentOutcome::Unknown));
    // Whether there is a session, only a session that Amazon does not know tells.
    for (status, code) in [
        (422, "InvalidCheckoutSessionStatus"),
        (400, "InvalidRequest"),
        (503, "ServiceUnavailable"),
    ] {
        let refused = refusal(&get_session(), status, code);
        assert_eq!(query(vec![refused]).await, None, "{code}");
    }
    let reference = reference().await;
    let expected = Some(PaymentOutcome::Voided { reference });
    assert_eq!(query(vec![line(&get_session(), voided())]).await, expected);
}

/// [B.02] Each state of the charge is an outcome.
#[tokio::test]
async fn a_completed_session_is_what_its_charge_is() {
    let reference = reference_of_charge().await;
    let of = async |charge: Value| {
        let mut script = completed_for("K1");
        script.push(line(&get_charge(), charge));
        query(script).await
    };
    let name = |outcome: Option<PaymentOutcome>| outcome.map(|it| it.name());
    assert_eq!(name(of(charge("Captured")).await), Some("captured"));
    assert_eq!(
        name(of(charge("AuthorizationInitiated")).await),
        Some("pending")
    );
    assert_eq!(name(of(charge("CaptureInitiated")).await), Some("pending"));
    assert_eq!(name(of(charge("Melted")).await), None);
    let voided = PaymentOutcome::Voided {
        reference: reference.clone(),
    };
    assert_eq!(of(charge("Canceled")).await, Some(voided));
    for (code, reason) in [
        ("HardDeclined", DeclineReason::Declined),
        ("AmazonRejected", DeclineReason::Declined),
        ("MFAFailed", DeclineReason::ChallengeFailed),
    ] {
        let charge = with(charge("Declined"), "/statusDetails/reasonCode", code);
        let reference = Some(reference.clone());
        assert_eq!(
            of(charge).await,
            Some(PaymentOutcome::Declined { reference, reason }),
            "{code}"
        );
    }
    let without = with(completed(), "/chargeId", Value::Null);
    let script = vec![
        line(&get_session(), without),
        line(&get_permission(), permission("Chargeable")),
    ];
    assert_eq!(query(script).await, None);
    let without = with(completed(), "/chargePermissionId", Value::Null);
    assert_eq!(query(vec![line(&get_session(), without)]).await, None);
}

/// [B.02] A recurring session yields the charge permission as the mandate, also for nothing.
#[tokio::test]
async fn a_recurring_permission_is_the_mandate() {
    let recurring = || {
        let permission = permission("Chargeable");
        line(
            &get_permission(),
            with(permission, "/chargePermissionType", "Recurring"),
        )
    };
    let script = vec![
        line(&get_session(), completed()),
        recurring(),
        line(&get_charge(), charge("Authorized")),
    ];
    let Some(PaymentOutcome::Authorised { card, .. }) = query(script).await else {
        panic!("not authorised")
    };
    assert_eq!(card.mandate.as_deref(), Some(PERMISSION));
    let free = with(completed(), "/chargeId", Value::Null);
    let (amazon, gateway) = Amazon::start(vec![
        line(&get_session(), free),
        recurring(),
        line(&close(), permission("Closed")),
    ])
    .await;
    let outcome = gateway
        .query("K1", &session_of(SESSION, REVIEW))
        .await
        .expect("an outcome");
    let PaymentOutcome::Authorised {
        reference,
        amount,
        card,
    } = outcome
    else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        (amount, card.mandate.as_deref()),
        (euros(0), Some(PERMISSION))
    );
    // Nothing is captured, and nothing can be refunded; a void closes the permission.
    let captured = gateway
        .capture(&CaptureRequest::whole(&reference, euros(0)))
        .await;
    assert!(matches!(captured, Ok(PaymentOutcome::Captured { amount, .. }) if amount == euros(0)));
    let captured = gateway
        .capture(&CaptureRequest::whole(&reference, euros(1)))
        .await;
    assert!(matches!(captured, Ok(PaymentOutcome::Declined { .. })));
    let voided = gateway.void(&reference).await.expect("an outcome");
    assert_eq!(voided, PaymentOutcome::Voided { reference });
    amazon.calls();
}

/// [B.02] Amazon refuses a zero amount: the buyer confirms what is charged later.
#[tokio::test]
async fn a_free_subscription_shows_the_later_amount() {
    let recurring = with(fresh(), "/chargePermissionType", "Recurring");
    let later = json!({ "amount": { "amount": "9.99", "currencyCode": "EUR" } });
    let session = with(recurring, "/recurringMetadata", later);
    let details = json!({
        "paymentIntent": "Confirm", "chargeAmount": { "amount": "9.99", "currencyCode": "EUR" },
    });
    let changed = with(updated(), "/chargePermissionType", "Recurring");
    let later = session["recurringMetadata"].clone();
    let changed = with(changed, "/recurringMetadata", later);
    let changed = with(changed, "/paymentDetails", details.clone());
    let free = AuthoriseRequest {
        amount: euros(0),
        mandate: true,
        ..request()
    };
    let script = vec![
        line(&get_session(), session.clone()),
        line(&patch(), changed.clone()),
    ];
    let (amazon, gateway) = Amazon::start(script).await;
    let outcome = gateway.authorise(&free).await.expect("an outcome");
    assert!(matches!(outcome, PaymentOutcome::RequiresAction { .. }));
    let sent = &amazon.calls()[1].body["paymentDetails"];
    assert_eq!(sent["chargeAmount"], details["chargeAmount"]);
    assert_eq!(sent["paymentIntent"], "Confirm");
    let (amazon, gateway) = Amazon::start(vec![line(&get_session(), changed)]).await;
    assert_eq!(gateway.authorise(&free).await.ok(), Some(outcome));
    amazon.calls();
    for amount in [
        Value::Null,
        json!({ "amount": "0.00", "currencyCode": "EUR" }),
        json!({ "amount": "9.99", "currencyCode": "CHF" }),
    ] {
        let without = with(session.clone(), "/recurringMetadata/amount", amount);
        let (amazon, gateway) = Amazon::start(vec![line(&get_session(), without)]).await;
        let outcome = gateway.authorise(&free).await.ok();
        assert_eq!(outcome, Some(declined(DeclineReason::Refused)));
        amazon.calls();
    }
}

async fn capture(script: Vec<Line>) -> (Option<PaymentOutcome>, Vec<Seen>) {
    let (amazon, gateway) = Amazon::start(script).await;
    let request = CaptureRequest::whole(&reference_of_charge().await, euros(1_290));
    let outcome = gateway.capture(&request).await.ok();
    (outcome, amazon.calls())
}

/// [B.02] A capture has an idempotency key; after any other answer than success the charge decides.
#[tokio::test]
async fn a_capture_is_made_once() {
    let post = format!("POST /charges/{CHARGE}/capture");
    let name = |outcome: &Option<PaymentOutcome>| outcome.as_ref().map(PaymentOutcome::name);
    let (first, calls) = capture(vec![line(&post, charge("Captured"))]).await;
    assert_eq!(name(&first), Some("captured"));
    assert_eq!(calls[0].body["captureAmount"]["amount"], "12.90");
    let key = calls[0].idempotency_key.clone();
    assert!(key.as_ref().is_some_and(|key| key.len() == 32));
    for (answer, found, expected) in [
        (
            line(&post, charge("CaptureInitiated")),
            "CaptureInitiated",
            "pending",
        ),
        (
            line(&post, charge("CaptureInitiated")),
            "Captured",
            "captured",
        ),
        // Amazon accepted the capture, and shows the charge as it was.
        (line(&post, charge("Authorized")), "Authorized", "pending"),
        (
            line(&post, charge("CaptureInitiated")),
            "Declined",
            "declined",
        ),
        (
            refusal(&post, 422, "InvalidChargeStatus"),
            "Captured",
            "captured",
        ),
        (
            refusal(&post, 422, "InvalidChargeStatus"),
            "Canceled",
            "voided",
        ),
        (
            refusal(&post, 422, "TransactionAmountExceeded"),
            "Authorized",
            "declined",
        ),
    ] {
        let (outcome, calls) = capture(vec![answer, line(&get_charge(), charge(found))]).await;
        assert_eq!(name(&outcome), Some(expected), "{found}");
        assert_eq!(
            calls[0].idempotency_key, key,
            "a repetition has the same key"
        );
    }
    let (lost, _) = capture(vec![refusal(&post, 503, "ServiceUnavailable")]).await;
    assert_eq!(lost, None);
    // Amazon captures a charge once.
    let (amazon, gateway) = Amazon::start(vec![]).await;
    let second = CaptureRequest {
        number: 2,
        ..CaptureRequest::whole(&reference_of_charge().await, euros(1))
    };
    let outcome = gateway.capture(&second).await.ok();
    assert_eq!(name(&outcome), Some("declined"));
    assert!(amazon.calls().is_empty());
}

async fn void(reference: &str, script: Vec<Line>) -> (Option<PaymentOutcome>, Vec<Seen>) {
    let (amazon, gateway) = Amazon::start(script).await;
    let outcome = gateway.void(reference).await.ok();
    (outcome, amazon.calls())
}

/// [B.02] Before it is completed, a session is marked, so that nobody completes it for this attempt.
#[tokio::test]
async fn a_void_marks_an_open_session() {
    let reference = reference().await;
    let confirmed = Some(PaymentOutcome::Voided {
        reference: reference.clone(),
    });
    let script = vec![line(&get_session(), updated()), line(&patch(), voided())];
    let (outcome, calls) = void(&reference, script).await;
    assert_eq!(outcome, confirmed);
    assert_eq!(
        calls[1].body,
        json!({ "merchantMetadata": { "customInformation": "K1.void" } })
    );
    for script in [
        vec![line(&get_session(), voided())],
        vec![line(&get_session(), canceled("Expired"))],
        vec![refusal(&get_session(), 404, "ResourceNotFound")],
        // Another attempt pays by the same session now: its payment is left alone.
        vec![line(&get_session(), noted("K2"))],
        vec![line(&get_session(), fresh())],
        completed_for("K2"),
    ] {
        let (outcome, _) = void(&reference, script).await;
        assert_eq!(outcome, confirmed);
    }
    for answer in [
        refusal(&patch(), 422, "InvalidCheckoutSessionStatus"),
        refusal(&patch(), 503, "ServiceUnavailable"),
        line(&patch(), updated()),
        line(&patch(), noted("K2.void")),
        line(
            &patch(),
            with(voided(), "/statusDetails/state", "Completed"),
        ),
    ] {
        let (outcome, _) = void(&reference, vec![line(&get_session(), updated()), answer]).await;
        assert_eq!(outcome, None, "the session is read again");
    }
}

/// [B.02] What a session holds is released, and its permission closed, whichever reference the attempt knows.
#[tokio::test]
async fn a_void_releases_a_charge() {
    let (short, long) = (reference().await, reference_of_charge().await);
    let release = || {
        vec![
            line(&cancel(), charge("Canceled")),
            line(&close(), permission("Closed")),
        ]
    };
    let confirmed = Some(PaymentOutcome::Voided {
        reference: long.clone(),
    });
    assert_eq!(void(&long, release()).await.0, confirmed);
    // Also one that another server completed while it was being voided.
    for note in ["K1", "K1.void"] {
        let script = [completed_for(note), release()].concat();
        assert_eq!(void(&short, script).await.0, confirmed, "{note}");
    }
    let script = [completed_for("K1.void"), release()].concat();
    assert_eq!(query(script).await, confirmed);
    let again = |found| {
        vec![
            refusal(&cancel(), 422, "InvalidChargeStatus"),
            line(&get_charge(), charge(found)),
        ]
    };
    // Amazon answers before the charge is canceled: the charge is read again.
    let script = vec![
        line(&cancel(), charge("Authorized")),
        line(&get_charge(), charge("Canceled")),
        line(&close(), permission("Closed")),
    ];
    assert_eq!(void(&long, script).await.0, confirmed);
    let mut script = again("Canceled");
    script.push(refusal(&close(), 422, "InvalidChargePermissionStatus"));
    assert_eq!(void(&long, script).await.0, confirmed);
    let name = |outcome: Option<PaymentOutcome>| outcome.map(|it| it.name());
    assert_eq!(
        name(void(&long, again("Captured")).await.0),
        Some("captured")
    );
    assert_eq!(
        name(void(&long, again("CaptureInitiated")).await.0),
        Some("pending")
    );
    assert_eq!(
        name(void(&long, again("Authorized")).await.0),
        Some("declined")
    );
    // Until the permission is closed, the void is repeated.
    for (status, code) in [(503, "ServiceUnavailable"), (400, "InvalidRequest")] {
        let script = vec![
            line(&cancel(), charge("Canceled")),
            refusal(&close(), status, code),
        ];
        assert_eq!(void(&long, script).await.0, None, "{code}");
    }
    assert_eq!(
        void(&long, vec![refusal(&cancel(), 500, "ProcessingFailure")])
            .await
            .0,
        None
    );
}

/// [4.21] [B.03] Money that was captured for goods to another address is refunded, once, and the permission is closed. While the
/// refund is under way, the void is repeated; what Amazon refuses to refund is still captured, and a person looks.
#[tokio::test]
async fn a_void_returns_what_was_captured_for_another_address() {
    let reference = format!("{}/back", reference_of_charge().await);
    let make = "POST /refunds";
    let read = "GET /refunds/S02-1-1-R1";
    let captured = || {
        vec![
            refusal(&cancel(), 422, "InvalidChargeStatus"),
            line(&get_charge(), charge("Captured")),
        ]
    };
    let given_back = |state: &str| {
        let script = [
            line(make, refund("RefundInitiated")),
            line(read, refund(state)),
        ];
        [captured(), script.to_vec()].concat()
    };
    let closing = || line(&close(), permission("Closed"));
    let confirmed = PaymentOutcome::Voided {
        reference: reference.clone(),
    };
    let done = [given_back("Refunded"), vec![closing()]].concat();
    let (outcome, calls) = void(&reference, done).await;
    assert_eq!(outcome, Some(confirmed.clone()));
    let whole = json!({ "amount": "12.90", "currencyCode": "EUR" });
    assert_eq!(calls[2].body["refundAmount"], whole);
    let name = |outcome: Option<PaymentOutcome>| outcome.map(|it| it.name());
    for (state, expected) in [("RefundInitiated", "pending"), ("Declined", "captured")] {
        let (outcome, _) = void(&reference, given_back(state)).await;
        assert_eq!(name(outcome), Some(expected), "{state}");
    }
    let refused = refusal(make, 422, "InvalidChargeStatus");
    let (outcome, _) = void(&reference, [captured(), vec![refused]].concat()).await;
    assert_eq!(name(outcome), Some("captured"));
    // The merchant was faster.
    let price = json!({ "amount": "12.90", "currencyCode": "EUR" });
    let returned = with(charge("Captured"), "/refundedAmount", price);
    let mut script = captured();
    script[1] = line(&get_charge(), returned);
    script.push(closing());
    assert_eq!(void(&reference, script).await.0, Some(confirmed));
}

/// [B.02] An attempt without an order leaves no permission, and its open session to the next attempt; one whose money is
/// held is voided first.
#[tokio::test]
async fn an_attempt_without_an_order_leaves_nothing() {
    let release = async |script: Vec<Line>| {
        let (amazon, gateway) = Amazon::start(script).await;
        let released = gateway.release("K1", &session_of(SESSION, REVIEW)).await;
        amazon.calls();
        released.is_ok()
    };
    let completed = |note: &str, rest: Vec<Line>| [completed_for(note), rest].concat();
    let shown = |state| line(&get_charge(), charge(state));
    for state in ["Declined", "Canceled"] {
        let rest = vec![shown(state), line(&close(), permission("Closed"))];
        assert!(release(completed("K1", rest)).await);
    }
    for state in ["Authorized", "Captured"] {
        assert!(release(completed("K1", vec![shown(state)])).await);
    }
    let rest = vec![
        line(&cancel(), charge("Canceled")),
        line(&close(), permission("Closed")),
    ];
    assert!(release(completed("K1.void", rest)).await);
    let marked = vec![line(&get_session(), updated()), line(&patch(), voided())];
    assert!(release(marked).await);
    let unmarked = vec![line(&get_session(), updated()), line(&patch(), updated())];
    assert!(!release(unmarked).await);
    for session in [voided(), noted("K2"), fresh(), canceled("Expired")] {
        assert!(release(vec![line(&get_session(), session)]).await);
    }
    assert!(release(vec![refusal(&get_session(), 404, "ResourceNotFound")]).await);
    for note in ["K2", "K2.void"] {
        assert!(release(completed(note, vec![])).await, "{note}");
    }
    assert!(!release(vec![refusal(&get_session(), 503, "ServiceUnavailable")]).await);
}

/// [B.02] A refund has the key of its own; Amazon decides it later.
#[tokio::test]
async fn a_refund_is_made_once() {
    let payment = reference_of_charge().await;
    let request = RefundRequest {
        key: "F1".to_owned(),
        payment,
        amount: euros(500),
    };
    let refunded = async |request: &RefundRequest, script: Vec<Line>| {
        let (amazon, gateway) = Amazon::start(script).await;
        let outcome = gateway.refund(request).await.ok();
        (outcome, amazon.calls())
    };
    let (post, get) = ("POST /refunds", "GET /refunds/S02-1-1-R1");
    let reference = "S02-1-1-R1".to_owned();
    let made = RefundOutcome::Refunded {
        reference: reference.clone(),
        amount: euros(500),
    };
    let refused = |reason| Some(RefundOutcome::Refused { reason });
    let (outcome, calls) = refunded(&request, vec![line(post, refund("Refunded"))]).await;
    assert_eq!(outcome, Some(made.clone()));
    let price = json!({ "amount": "5.00", "currencyCode": "EUR" });
    assert_eq!(
        calls[0].body,
        json!({ "chargeId": CHARGE, "refundAmount": price })
    );
    let key = calls[0].idempotency_key.clone().expect("a key");
    for (state, expected) in [
        (
            "RefundInitiated",
            Some(RefundOutcome::Pending { reference }),
        ),
        ("Refunded", Some(made)),
        ("Declined", refused(RefundRefusal::Refused)),
    ] {
        let script = vec![
            line(post, refund("RefundInitiated")),
            line(get, refund(state)),
        ];
        let (outcome, calls) = refunded(&request, script).await;
        assert_eq!(outcome, expected, "{state}");
        assert_eq!(calls[0].idempotency_key.as_ref(), Some(&key));
    }
    for (status, code, expected) in [
        (
            422,
            "TransactionAmountExceeded",
            refused(RefundRefusal::TooMuch),
        ),
        (422, "InvalidChargeStatus", refused(RefundRefusal::Refused)),
        (404, "ResourceNotFound", None),
        (503, "ServiceUnavailable", None),
    ] {
        assert_eq!(
            refunded(&request, vec![refusal(post, status, code)])
                .await
                .0,
            expected,
            "{code}"
        );
    }
    let other = with(refund("Refunded"), "/refundAmount/amount", "4.00");
    assert_eq!(refunded(&request, vec![line(post, other)]).await.0, None);
    let second = RefundRequest {
        key: "F2".to_owned(),
        ..request.clone()
    };
    let (_, calls) = refunded(&second, vec![line(post, refund("Refunded"))]).await;
    assert_ne!(calls[0].idempotency_key.as_ref(), Some(&key));
    let (_, gateway) = Amazon::start(vec![]).await;
    let status = gateway.refund_status(&request).await.ok();
    assert_eq!(status, Some(RefundOutcome::Unknown), "it starts no refund");
}

/// [B.02] Amazon is not asked to refund nothing, or a payment that has no charge.
#[tokio::test]
async fn what_no_charge_holds_is_not_refunded() {
    let session = reference().await;
    let permission = format!("{session}/permission:{PERMISSION}");
    for (payment, minor) in [
        (reference_of_charge().await, 0),
        (session, 500),
        (permission, 500),
    ] {
        let request = RefundRequest {
            key: "F1".to_owned(),
            payment,
            amount: euros(minor),
        };
        let (amazon, gateway) = Amazon::start(vec![]).await;
        let outcome = gateway.refund(&request).await.ok();
        let reason = RefundRefusal::Refused;
        assert_eq!(
            outcome,
            Some(RefundOutcome::Refused { reason }),
            "{request:?}"
        );
        assert!(amazon.calls().is_empty());
    }
}

/// [B.02] A later charge names who causes it, and is charged once.
#[tokio::test]
async fn a_renewal_is_charged_to_the_permission() {
    let script = vec![line("POST /charges", charge("Captured"))];
    let (amazon, gateway) = Amazon::start(script).await;
    let renewal = NewCharge {
        permission: PERMISSION,
        amount: euros(1_290),
        captures: true,
        initiator: Initiator::Merchant,
        reference: "renewal-2",
    };
    let charge = gateway
        .client()
        .create_charge("renewal-2", &renewal)
        .await
        .expect("a charge");
    assert_eq!(
        (charge.id.as_str(), charge.captured),
        (CHARGE, Some(euros(1_290)))
    );
    let calls = amazon.calls();
    assert_eq!(calls[0].idempotency_key.as_deref(), Some("renewal-2"));
    assert_eq!(calls[0].body["chargeInitiator"], "MITR");
    assert_eq!(calls[0].body["captureNow"], true);
    assert_eq!(calls[0].body["chargePermissionId"], PERMISSION);
}

/// An id that is not Amazon's selects no other resource.
#[tokio::test]
async fn an_id_is_one_segment_of_a_path() {
    for id in ["", "../charges/1", "a?b", "a/complete", "a%2fb"] {
        let script = vec![refusal("GET /checkoutSessions/-", 404, "ResourceNotFound")];
        let (amazon, gateway) = Amazon::start(script).await;
        let session = gateway.client().session(id).await;
        assert!(matches!(session, Err(AmazonPayError::Refused(_))), "{id}");
        amazon.calls();
    }
}

/// [B.02] A session can be completed for a day: no key is honoured longer.
#[tokio::test]
async fn a_key_lives_less_than_a_session() {
    let (_, gateway) = Amazon::start(vec![]).await;
    assert_eq!(gateway.key_lifetime_ms(), 20 * 60 * 60 * 1_000);
}

/// [B.02] Settings that cannot work are refused, with what to do.
#[test]
fn wrong_settings_are_refused() {
    let good = || settings("https://pay-api.amazon.eu".to_owned());
    let error = |settings: &AmazonPaySettings| AmazonPayClient::new(settings).err();
    for api in [
        "",
        "pay-api.amazon.eu",
        "ftp://x",
        "https://x/v2",
        "https://x/?a",
        "https://a@x",
    ] {
        let wrong = settings(api.to_owned());
        assert!(
            matches!(error(&wrong), Some(AmazonPaySetupError::Address(_))),
            "{api}"
        );
    }
    let live = AmazonPaySettings {
        environment: Environment::Live,
        ..good()
    };
    assert!(matches!(
        error(&live),
        Some(AmazonPaySetupError::KeyEnvironment(_))
    ));
    let crowns = AmazonPaySettings {
        ledger: Currency::CZK,
        ..good()
    };
    assert!(matches!(
        error(&crowns),
        Some(AmazonPaySetupError::Ledger(_))
    ));
    for (region, api) in [
        (Region::Europe, "https://pay-api.amazon.eu"),
        (Region::NorthAmerica, "https://pay-api.amazon.com"),
        (Region::Japan, "https://pay-api.amazon.jp"),
    ] {
        assert_eq!(region.api(), api);
    }
}
