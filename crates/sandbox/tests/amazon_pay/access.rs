//! Who may call: signatures of requests and of buttons, and idempotency keys.

use super::world::{
    Call, MINUTE_MS, V1, V2, assert_refused, button, eur, payload, session_path, sign, world,
};
use reqwest::Method;
use serde_json::{Value, json};
use zkratka_sandbox::amazon_pay::STORE_ID;
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};

const UNKNOWN: &str = "checkoutSessions/0";

/// [B.02] Both algorithms sign requests, each with its own length of the salt.
#[tokio::test]
async fn a_salt_belongs_to_its_algorithm() {
    let world = world().await;
    for (algorithm, salt, is_right) in [
        (V2, 32, true),
        (V1, 20, true),
        (V2, 20, false),
        (V1, 32, false),
    ] {
        let mut call = world.call(Method::GET, UNKNOWN, &Value::Null);
        (call.algorithm, call.salt) = (algorithm, salt);
        let answer = world.send(&call).await;
        let (status, reason) = if is_right {
            (404, "ResourceNotFound")
        } else {
            (403, "InvalidRequestSignature")
        };
        assert_refused(&answer, status, reason, &format!("{algorithm} {salt}"));
    }
}

type Change = fn(&mut Call);

/// [B.02] The signature covers the method, the path, the listed headers and the body.
#[tokio::test]
async fn a_signature_covers_the_whole_request() {
    let world = world().await;
    let body = json!({ "captureAmount": eur("1.00") });
    let signed = world
        .call(Method::POST, "charges/C/capture", &body)
        .keyed("one");
    let answer = world.send(&signed).await;
    assert_refused(&answer, 404, "ResourceNotFound", "as signed");
    let unsupported = world.call(Method::PUT, "charges/C/capture", &body);
    let answer = world.send(&unsupported).await;
    assert_refused(&answer, 405, "UnsupportedOperation", "another method");
    let changes: [(&str, Change); 6] = [
        ("method", |call| call.method = Method::PUT),
        ("path", |call| {
            call.path = call.path.replace("charges/C", "charges/D");
        }),
        ("query", |call| call.path.push_str("?a=b")),
        ("body", |call| call.body = call.body.replace("1.00", "9.00")),
        ("key", |call| *call = call.clone().keyed("two")),
        ("region", |call| {
            *call = call.clone().with("x-amz-pay-region", "na");
        }),
    ];
    for (what, change) in changes {
        let mut other = signed.clone();
        change(&mut other);
        let answer = world.send_as(&other, &signed.authorization()).await;
        assert_refused(&answer, 403, "InvalidRequestSignature", what);
    }
}

/// [B.02] What is missing, malformed or not covered is named.
#[tokio::test]
async fn a_request_is_complete() {
    let world = world().await;
    let good = world.call(Method::GET, UNKNOWN, &Value::Null);
    let without = |name: &str| {
        let mut call = good.clone();
        call.headers.retain(|(known, _)| *known != name);
        call
    };
    for (name, status, reason) in [
        ("x-amz-pay-date", 400, "MissingHeader"),
        ("x-amz-pay-region", 400, "MissingHeader"),
        ("x-amz-pay-host", 403, "InvalidRequestSignature"),
    ] {
        assert_refused(&world.send(&without(name)).await, status, reason, name);
    }
    let mut stranger = good.clone();
    stranger.key_id = "SANDBOX-STRANGER";
    assert_refused(
        &world.send(&stranger).await,
        401,
        "UnauthorizedAccess",
        "key",
    );
    let moon = good.clone().with("x-amz-pay-region", "moon");
    assert_refused(
        &world.send(&moon).await,
        400,
        "InvalidHeaderValue",
        "region",
    );
    let authorization = good.authorization();
    let wrong = [
        ("", "MissingHeaderValue"),
        (
            "AMZN-PAY-RSASSA-PSS-V3 PublicKeyId=a, SignedHeaders=b, Signature=c",
            "InvalidHeaderValue",
        ),
        (
            "AMZN-PAY-RSASSA-PSS-V2 SignedHeaders=b, Signature=c",
            "InvalidHeaderValue",
        ),
    ];
    for (given, reason) in wrong {
        assert_refused(&world.send_as(&good, given).await, 400, reason, given);
    }
    let unsorted = authorization.replace("accept;content-type", "content-type;accept");
    let answer = world.send_as(&good, &unsorted).await;
    assert_refused(&answer, 403, "InvalidRequestSignature", "unsorted");
    let added = good.clone().keyed("added");
    let answer = world.send_as(&added, &authorization).await;
    assert_refused(
        &answer,
        403,
        "InvalidRequestSignature",
        "a key that is not covered",
    );
}

/// [B.02] A recorded request cannot be sent minutes later. Both forms of a moment are read.
#[tokio::test]
async fn a_request_is_of_this_moment() {
    let world = world().await;
    let at = |minutes: i64| {
        let at = world.now().plus(minutes * MINUTE_MS);
        Call::new(Method::GET, UNKNOWN, &Value::Null, at)
    };
    for (minutes, is_right) in [(0, true), (4, true), (-4, true), (6, false), (-6, false)] {
        let answer = world.send(&at(minutes)).await;
        let (status, reason) = if is_right {
            (404, "ResourceNotFound")
        } else {
            (400, "InvalidHeaderValue")
        };
        assert_refused(&answer, status, reason, &format!("{minutes} minutes"));
    }
    for (text, status) in [
        ("20270115T080000Z", 404),
        ("2027-01-15 08:00:00", 400),
        ("now", 400),
    ] {
        let answer = world.send(&at(0).with("x-amz-pay-date", text)).await;
        assert_eq!(answer.0, status, "{text}");
    }
}

/// [B.02] The environment is named by the path or by the key.
#[tokio::test]
async fn an_environment_is_named() {
    let world = world().await;
    for (prefix, status) in [
        ("/v2/", 404),
        ("/sandbox/v2/", 404),
        ("/live/v2/", 404),
        ("/v3/", 404),
    ] {
        let mut call = world.call(Method::GET, UNKNOWN, &Value::Null);
        call.path = call.path.replace("/v2/", prefix);
        assert_eq!(world.send(&call).await.0, status, "{prefix}");
    }
    let mut call = world.call(Method::GET, UNKNOWN, &Value::Null);
    call.key_id = "ZKRATKA7SNDBX2KEY3ABCDE";
    assert_refused(
        &world.send(&call).await,
        400,
        "InvalidRequest",
        "no environment",
    );
}

/// [B.02] A button's signature covers its exact text, under the salt of its algorithm.
#[tokio::test]
async fn a_button_is_signed() {
    let world = world().await;
    let text = payload().to_string();
    let press = async |algorithm: Value, signature: String, text: &str| {
        let mut button = button(text);
        let config = &mut button["createCheckoutSessionConfig"];
        config["signature"] = json!(signature);
        config["algorithm"] = algorithm;
        world.page("/sessions", button).await
    };
    for (algorithm, named, salt) in [
        (V2, json!(V2), 32),
        (V1, json!(V1), 20),
        (V1, Value::Null, 20),
    ] {
        let (status, made) = press(named, sign(algorithm, salt, &text), &text).await;
        assert_eq!(status, 201, "{made}");
        let id = made["checkoutSessionId"].as_str().expect("an id");
        assert_eq!(made, json!({ "checkoutSessionId": id }));
    }
    let signature = sign(V2, 32, &text);
    for (what, named, signature, text) in [
        ("salt", V2, sign(V2, 20, &text), text.clone()),
        ("salt", V1, sign(V1, 32, &text), text.clone()),
        ("algorithm", V1, signature.clone(), text.clone()),
        ("spaces", V2, signature.clone(), text.replacen(':', ": ", 1)),
        (
            "address",
            V2,
            signature.clone(),
            text.replace("obchod.example", "zlodej.example"),
        ),
        ("signature", V2, "AAAA".to_owned(), text.clone()),
        ("base64", V2, "?".to_owned(), text.clone()),
    ] {
        let answer = press(json!(named), signature, &text).await;
        assert_refused(&answer, 403, "InvalidRequestSignature", what);
    }
    let answer = press(json!("V3"), signature, &text).await;
    assert_refused(&answer, 400, "InvalidParameterValue", "algorithm");
}

/// [B.02] What a button says beside its payload must be the merchant's.
#[tokio::test]
async fn a_button_is_the_merchants() {
    let world = world().await;
    for (member, value) in [
        ("merchantId", json!("A2OTHER")),
        ("ledgerCurrency", json!("CZK")),
        ("ledgerCurrency", json!("USD")),
        ("productType", json!("SignIn")),
        ("checkoutLanguage", json!("cs_CZ")),
        // The key names the environment already.
        ("sandbox", json!(true)),
    ] {
        let mut button = button(&payload().to_string());
        button[member] = value;
        let answer = world.page("/sessions", button).await;
        assert_refused(&answer, 400, "InvalidParameterValue", member);
    }
    let answer = world.page("/sessions", button("{")).await;
    assert_refused(&answer, 400, "InvalidRequestFormat", "payload");
    let mut other = payload();
    other["storeId"] = json!("amzn1.application-oa2-client.other");
    let answer = world.page("/sessions", button(&other.to_string())).await;
    assert_refused(&answer, 400, "InvalidParameterValue", "storeId");
}

/// [B.02] [B.03] Requests that move money need a key. A repetition gets the same answer and does nothing; another request
/// under the same key is refused.
#[tokio::test]
async fn a_key_names_one_request() {
    let world = world().await;
    let session =
        json!({ "storeId": STORE_ID, "webCheckoutDetails": payload()["webCheckoutDetails"] });
    let (_, charge) = world.authorised().await;
    let capture = format!("charges/{charge}/capture");
    let amount = json!({ "captureAmount": eur("10.00") });
    let refund = json!({ "chargeId": charge, "refundAmount": eur("1.00") });
    for (path, body) in [
        ("checkoutSessions", &session),
        ("charges", &amount),
        (&capture, &amount),
        ("refunds", &refund),
    ] {
        let call = world.call(Method::POST, path, body);
        assert_refused(&world.send(&call).await, 400, "MissingHeader", path);
        let long = "k".repeat(33);
        assert_refused(
            &world.send(&call.keyed(&long)).await,
            400,
            "InvalidHeaderValue",
            path,
        );
    }
    let first = world.post(&capture, "key", amount.clone()).await;
    assert_eq!(first.0, 200, "{}", first.1);
    world.wait(MINUTE_MS);
    assert_eq!(world.post(&capture, "key", amount).await, first);
    assert_eq!(world.happened(), [Authorised, Captured]);
    let other = json!({ "captureAmount": eur("9.00") });
    for (path, body) in [(capture.as_str(), other), ("refunds", refund.clone())] {
        let answer = world.post(path, "key", body).await;
        assert_refused(&answer, 400, "DuplicateIdempotencyKey", path);
    }
    // A refused request uses no key up.
    let much = json!({ "chargeId": charge, "refundAmount": eur("10.01") });
    let answer = world.post("refunds", "refund", much).await;
    assert_refused(&answer, 422, "TransactionAmountExceeded", "refund");
    let first = world.post("refunds", "refund", refund.clone()).await;
    assert_eq!(first.0, 201, "{}", first.1);
    assert_eq!(world.post("refunds", "refund", refund).await, first);
    let (_, shown) = world.get(&format!("charges/{charge}")).await;
    assert_eq!(shown["refundedAmount"], eur("1.00"));
    let made = world
        .post("checkoutSessions", "session", session.clone())
        .await;
    assert_eq!(
        world.post("checkoutSessions", "session", session).await,
        made
    );
    let id = made.1["checkoutSessionId"].as_str().expect("an id");
    assert_eq!(world.get(&session_path(id)).await.1, made.1);
}
