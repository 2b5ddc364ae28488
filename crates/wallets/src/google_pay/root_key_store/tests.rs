//! What the store does at each moment of the keys' lifetime.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use super::*;
use crate::x509::Certificate;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

const CERTIFICATE: &[u8] = include_bytes!("../../../tests/keys/certificate.pem");
const RENEW_FROM: i64 = 90_000;
const FRESH_UNTIL: i64 = 100_000;

/// Keys without an expiration: once stale, they are not used.
fn keys() -> Arc<RootKeys> {
    let certificate = Certificate::from_bytes(CERTIFICATE).expect("a certificate");
    let value = STANDARD.encode(certificate.public_key_info());
    let list = serde_json::json!({ "keys": [{ "keyValue": value, "protocolVersion": "ECv1" }] });
    Arc::new(RootKeys::from_json(&list.to_string()).expect("keys"))
}

fn step(now: i64, has_failed: bool) -> &'static str {
    let failure = has_failed.then_some(Failure {
        error: RootKeysUnavailable::Connection,
        at: Timestamp(now),
    });
    let inner = Inner {
        source: Source::new("http://localhost/", Duration::ZERO).expect("a source"),
        deadline: Duration::ZERO,
        clock: Arc::new(move || Timestamp(now)),
        state: Mutex::new(State {
            cached: Some(Cached {
                keys: keys(),
                renew_from: Timestamp(RENEW_FROM),
                fresh_until: Timestamp(FRESH_UNTIL),
            }),
            failure,
            attempts: 0,
        }),
        flight: Arc::default(),
    };
    match inner.step() {
        Step::Answer(Ok(_)) => "answer",
        Step::Answer(Err(_)) => "fail",
        Step::AnswerAndRenew(_) => "renew",
        Step::Fetch { .. } => "fetch",
    }
}

/// Keys are renewed shortly before they become stale, fetched once they are, and neither in the pause after a failure.
#[test]
fn the_keys_age_and_a_failure_decide_the_step() {
    for (now, normally, after_a_failure) in [
        (RENEW_FROM - 1, "answer", "answer"),
        (RENEW_FROM, "renew", "answer"),
        (FRESH_UNTIL - 1, "renew", "answer"),
        (FRESH_UNTIL, "fetch", "fail"),
        (FRESH_UNTIL + 1, "fetch", "fail"),
    ] {
        assert_eq!(step(now, false), normally, "{now}");
        assert_eq!(step(now, true), after_a_failure, "{now}");
    }
}
