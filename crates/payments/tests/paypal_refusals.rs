//! What the gateway concludes from PayPal's refusals and from orders in unexpected states.

use super::paypal_client::{
    APPROVED, HELD, KEPT, NOTED, by_agreement, nothing, refused, serve, wanted,
};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::paypal::{Due, PayPalGateway, session_of, session_of_agreement};
use zkratka_payments::{PaymentGateway as _, RefundOutcome, RefundRefusal, RefundRequest};

type Answers = fn(usize) -> Response;

fn done() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// No call follows.
fn unexpected() -> Response {
    panic!("asked for more")
}

async fn gateway(answers: Answers) -> (PayPalGateway, impl Fn(&str) -> bool) {
    let (settings, seen) = serve(3_600, answers).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let was_called = move |path: &str| {
        let seen = seen.lock().expect("whole");
        seen.iter()
            .any(|line| line.starts_with(&format!("{path} ")))
    };
    (gateway, was_called)
}

const ACCOUNT: &str = "/v3/vault/payment-tokens/p1";
const AUTHORIZE: &str = "/v2/checkout/orders/O1/authorize";

/// [7.09] An account that does not exist any more is released; one that PayPal refuses to delete is not.
#[tokio::test]
async fn an_account_that_paypal_keeps_is_not_released() {
    let cases: [(Answers, bool); 3] = [
        (|_| done(), true),
        (nothing, true),
        (|_| refused("INVALID_RESOURCE_ID"), false),
    ];
    for (index, (answers, is_released)) in cases.into_iter().enumerate() {
        let (gateway, was_called) = gateway(answers).await;
        let reference = "paypal:account:p1".to_owned();
        let outcome = gateway.void(&reference).await.ok();
        let expected = is_released.then_some(PaymentOutcome::Voided { reference });
        assert_eq!(outcome, expected, "{index}");
        assert!(was_called(ACCOUNT));
    }
}

/// [7.09] Only a refusal for the authorisation's state leads to its state; if PayPal does not know it, nothing is voided.
#[tokio::test]
async fn a_refused_void_is_no_void() {
    let (gateway, _) = gateway(|number| match number {
        1 => nothing(number),
        _ => r#"{"id":"A1","status":"VOIDED","amount":{"currency_code":"CZK","value":"518.00"}}"#
            .into_response(),
    })
    .await;
    let outcome = gateway.void(&session_of("A1")).await;
    assert!(outcome.is_err(), "{outcome:?}");
}

/// [B.03] Only an order that PayPal does not know was never authorised. Any other refusal leaves the outcome open.
#[tokio::test]
async fn a_refused_query_is_no_outcome() {
    let due = session_of_agreement("S1", Due::Order("O1"));
    for session in [session_of("O1"), due] {
        let (unknown, _) = gateway(nothing).await;
        let outcome = unknown.query("K", &session).await.ok();
        assert_eq!(outcome, Some(PaymentOutcome::Unknown), "{session}");
        let (refusing, _) = gateway(|_| refused("INVALID_RESOURCE_ID")).await;
        let outcome = refusing.query("K", &session).await;
        assert!(outcome.is_err(), "{session} {outcome:?}");
    }
}

fn pending() -> Response {
    HELD.replace("CREATED", "PENDING").into_response()
}

/// [B.03] Only an approved order without an authorisation is authorised, and a stored account pays only an order that can
/// still be approved. In any other nothing is written, and no account is stored for it.
#[tokio::test]
async fn an_order_that_is_not_approved_is_not_authorised() {
    fn created(number: usize) -> Response {
        match number {
            1 => APPROVED.replace("APPROVED", "CREATED").into_response(),
            _ => unexpected(),
        }
    }
    fn held_while_approved(number: usize) -> Response {
        match number {
            1 => HELD.replace("COMPLETED", "APPROVED").into_response(),
            _ => unexpected(),
        }
    }
    fn voided(number: usize) -> Response {
        match number {
            1 => APPROVED.replace("APPROVED", "VOIDED").into_response(),
            _ => unexpected(),
        }
    }
    for (what, answers, request) in [
        ("created", created as Answers, wanted("L")),
        ("held", held_while_approved, wanted("L")),
        ("voided, by account", voided, by_agreement("L")),
        ("held, by account", held_while_approved, by_agreement("L")),
    ] {
        let (gateway, _) = gateway(answers).await;
        let outcome = gateway.authorise(&request).await.ok();
        let expected = PaymentOutcome::Declined {
            reference: None,
            reason: DeclineReason::SessionInvalid,
        };
        assert_eq!(outcome, Some(expected), "{what}");
    }
}

/// [B.03] A completed order of another attempt that holds nothing is not authorised again.
#[tokio::test]
async fn an_order_that_holds_nothing_is_left_alone() {
    let (gateway, was_called) = gateway(|number| match number {
        1 => pending(),
        _ => unexpected(),
    })
    .await;
    let outcome = gateway.authorise(&wanted("L")).await.expect("an answer");
    let expected = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::SessionInvalid,
    };
    assert_eq!(outcome, expected);
    assert!(!was_called(AUTHORIZE));
}

/// [B.03] An authorisation under a changed key that PayPal has not decided yet cannot be voided yet.
#[tokio::test]
async fn an_undecided_authorisation_under_a_changed_key_stays_open() {
    let (gateway, was_called) = gateway(|number| match number {
        1 => APPROVED.into_response(),
        3 => pending(),
        _ => done(),
    })
    .await;
    let outcome = gateway.authorise(&wanted("L")).await.expect("an answer");
    assert_eq!(outcome, PaymentOutcome::Pending);
    assert!(was_called(AUTHORIZE));
    let void = "/v2/payments/authorizations/A1/void";
    assert!(!was_called(void));
}

/// [B.03] Another server wrote a key into the order first. If it is this attempt's key, this server authorises the order, too;
/// if it is another attempt's, the order is not this attempt's to authorise. If PayPal refuses the key for any other reason than
/// that there is one, nothing is authorised.
#[tokio::test]
async fn an_order_noted_meanwhile_is_authorised_under_its_own_key_only() {
    fn noted_meanwhile(number: usize) -> Response {
        match number {
            1 => APPROVED.into_response(),
            2 => refused("INVALID_PATCH_OPERATION"),
            3 => NOTED.into_response(),
            _ => HELD.into_response(),
        }
    }
    fn not_permitted(number: usize) -> Response {
        match number {
            2 => refused("PERMISSION_DENIED"),
            _ => noted_meanwhile(number),
        }
    }
    for (what, answers, key, expected) in [
        ("own", noted_meanwhile as Answers, "K", true),
        ("another's", noted_meanwhile, "L", false),
        ("not permitted", not_permitted, "K", false),
    ] {
        let (gateway, was_called) = gateway(answers).await;
        let outcome = gateway.authorise(&wanted(key)).await.expect("an answer");
        let is_authorised = matches!(outcome, PaymentOutcome::Authorised { .. });
        assert_eq!(is_authorised, expected, "{what}: {outcome:?}");
        assert_eq!(was_called(AUTHORIZE), expected, "{what}");
    }
}

/// [7.09] An attempt that ended leaves no account, also if PayPal has forgotten its order or its agreement. If PayPal refuses
/// to show the order, nothing is known of the account.
#[tokio::test]
async fn an_account_is_released_although_its_order_is_forgotten() {
    let cases: [(Answers, bool); 3] = [
        (
            |number| match number {
                1 => nothing(number),
                2 => r#"{"id":"S1","status":"USED"}"#.into_response(),
                3 => KEPT.into_response(),
                _ => done(),
            },
            true,
        ),
        (
            |number| match number {
                1 | 2 => nothing(number),
                3 => KEPT.into_response(),
                _ => done(),
            },
            true,
        ),
        (
            |number| match number {
                1 => refused("INVALID_RESOURCE_ID"),
                _ => unexpected(),
            },
            false,
        ),
    ];
    for (index, (answers, is_deleted)) in cases.into_iter().enumerate() {
        let (gateway, was_called) = gateway(answers).await;
        let session = session_of_agreement("S1", Due::Order("O1"));
        gateway.release("K", &session).await.expect("released");
        assert_eq!(was_called(ACCOUNT), is_deleted, "{index}");
    }
}

fn refund_of(amount: Money) -> RefundRequest {
    RefundRequest {
        key: "R1".to_owned(),
        payment: session_of("A1"),
        amount,
    }
}

const REFUSED: RefundOutcome = RefundOutcome::Refused {
    reason: RefundRefusal::Refused,
};

/// [B.12] PayPal is not asked to refund nothing, or a currency that it does not know.
#[tokio::test]
async fn an_impossible_refund_is_refused_without_a_call() {
    let lei = Currency::new("RON").expect("lei");
    for amount in [
        Money::new(MinorUnits::ZERO, Currency::CZK),
        Money::new(MinorUnits::new(100), lei),
    ] {
        let (gateway, was_called) = gateway(|_| unexpected()).await;
        let outcome = gateway.refund(&refund_of(amount)).await.expect("an answer");
        assert_eq!(outcome, REFUSED, "{amount:?}");
        assert!(!was_called("/v1/oauth2/token"));
    }
}

/// [B.12] A capture whose money went to another merchant is not refunded by this one.
#[tokio::test]
async fn another_merchants_capture_is_not_refunded() {
    let (gateway, was_called) = gateway(|number| match number {
        1 => r#"{"id":"A1","status":"CAPTURED","amount":{"currency_code":"CZK","value":"518.00"},
            "supplementary_data":{"related_ids":{"order_id":"O1"}}}"#
            .into_response(),
        2 => r#"{"purchase_units":[{"payments":{"captures":[{"id":"C1","status":"COMPLETED",
            "payee":{"merchant_id":"STRANGERSHPXY"},"amount":{"currency_code":"CZK","value":"518.00"}}]}}]}"#
            .into_response(),
        _ => unexpected(),
    })
    .await;
    let crown = Money::new(MinorUnits::new(100), Currency::CZK);
    let outcome = gateway.refund(&refund_of(crown)).await.expect("an answer");
    assert_eq!(outcome, REFUSED);
    assert!(!was_called("/v2/payments/captures/C1/refund"));
}

/// [B.03] PayPal documents three hours for an account's request id, and six for an order's: the shorter counts.
#[tokio::test]
async fn a_key_lives_as_long_as_paypal_documents() {
    let (gateway, _) = gateway(|_| unexpected()).await;
    assert_eq!(gateway.key_lifetime_ms(), 3 * 60 * 60 * 1_000);
}
