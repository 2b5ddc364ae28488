//! The shop's PayPal client against the emulated PayPal, over HTTP.

mod accounts;
mod after_sale;
mod bodies;
mod pages;
mod renamed;
mod reporting;
mod webhooks;
mod world;

use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use world::{
    NOW, TOTAL, breakdown, new_order, outcome_in, read_by, reference, request, settings, world,
};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::paypal::{NewOrder, OrderStatus, PayPalGateway, WebhookHeaders, session_of};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, DeclineReason, InvalidNotification, PaymentGateway,
    PaymentOutcome,
};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};
use zkratka_sandbox::paypal::SECRET;

/// [7.09] [B.02] A real order: created once, approved elsewhere, reported, authorised, captured.
#[tokio::test]
async fn an_order_is_created_approved_and_captured() {
    let world = world().await;
    let order = world.create(&new_order()).await;
    assert_eq!(world.create(&new_order()).await.id, order.id, "repeated");
    assert_eq!((order.status, order.amount), (OrderStatus::Open, TOTAL));
    let early = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    let invalid = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::SessionInvalid,
    };
    assert_eq!(early.expect("an answer"), invalid);
    world.approve(&order, "approve").await;
    let known = world
        .gateway
        .client()
        .order(&order.id)
        .await
        .expect("an order");
    assert_eq!(known.status, OrderStatus::Approved);
    assert_eq!(
        known.buyer.email.as_deref(),
        Some("jana.novakova@example.cz")
    );
    let destination = known.buyer.destination.expect("an address");
    assert_eq!(destination.last_name.as_deref(), Some("Nováková"));
    assert_eq!(destination.postal_code.as_deref(), Some("110 00"));
    let held = world
        .gateway
        .authorise(&request(&order, "K1", TOTAL))
        .await
        .expect("an answer");
    assert!(matches!(&held, PaymentOutcome::Authorised { amount, .. } if *amount == TOTAL));
    let taken = world
        .gateway
        .capture(&CaptureRequest::whole(&reference(&held), TOTAL))
        .await
        .expect("an answer");
    assert!(matches!(&taken, PaymentOutcome::Captured { amount, .. } if *amount == TOTAL));
    assert_eq!(reference(&taken), reference(&held));
    assert_eq!(world.happened(), [Authorised, Captured]);
    assert!(
        world
            .rows()
            .iter()
            .all(|row| row.key == "K1" && row.amount == TOTAL)
    );
}

/// Calls with the same key run once; other keys have no access.
#[tokio::test]
async fn a_repetition_moves_nothing_twice() {
    let world = world().await;
    let order = world.approved("answer_lost").await;
    let request = request(&order, "K1", TOTAL);
    assert!(
        world.gateway.authorise(&request).await.is_err(),
        "the answer was lost"
    );
    let held = world.gateway.authorise(&request).await.expect("an answer");
    let asked = world.gateway.query("K1", &session_of(&order.id)).await;
    assert_eq!(asked.expect("an answer"), held);
    let other = AuthoriseRequest {
        key: "K2".to_owned(),
        ..request
    };
    let refused = world.gateway.authorise(&other).await.expect("an answer");
    assert!(
        matches!(refused, PaymentOutcome::Declined { .. }),
        "{refused:?}"
    );
    let asked = world.gateway.query("K2", &session_of(&order.id)).await;
    assert_eq!(asked.expect("an answer"), PaymentOutcome::Unknown);
    for _ in 0..2 {
        let taken = world
            .gateway
            .capture(&CaptureRequest::whole(&reference(&held), TOTAL))
            .await;
        assert!(
            matches!(taken, Ok(PaymentOutcome::Captured { .. })),
            "{taken:?}"
        );
    }
    let late = world.gateway.void(&reference(&held)).await;
    assert!(
        matches!(late, Ok(PaymentOutcome::Captured { .. })),
        "{late:?}"
    );
    assert_eq!(world.happened(), [Authorised, Captured]);
}

/// Any amount but the approved one is refused before the authorisation.
#[tokio::test]
async fn another_amount_than_approved_is_refused() {
    let world = world().await;
    let order = world.approved("approve").await;
    let more = Money::new(TOTAL.minor + MinorUnits::new(1), TOTAL.currency);
    let refused = world.gateway.authorise(&request(&order, "K1", more)).await;
    let expected = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::Refused,
    };
    assert_eq!(refused.expect("an answer"), expected);
    assert_eq!(world.happened(), []);
    let client = world.gateway.client();
    let lower = Money::new(MinorUnits::new(50_000), Currency::CZK);
    let known = client.order(&order.id).await.expect("an order");
    client
        .set_amount(&known, &breakdown(lower))
        .await
        .expect("changed");
    let held = world
        .gateway
        .authorise(&request(&order, "K1", lower))
        .await
        .expect("an answer");
    assert!(matches!(&held, PaymentOutcome::Authorised { amount, .. } if *amount == lower));
    let gone = world
        .gateway
        .void(&reference(&held))
        .await
        .expect("an answer");
    assert_eq!(
        gone,
        PaymentOutcome::Voided {
            reference: reference(&held)
        }
    );
    assert_eq!(
        world
            .gateway
            .void(&reference(&held))
            .await
            .expect("an answer"),
        gone
    );
    let late = world
        .gateway
        .capture(&CaptureRequest::whole(&reference(&held), lower))
        .await
        .expect("an answer");
    assert_eq!(late, gone);
    assert_eq!(world.happened(), [Authorised, Voided]);
}

#[tokio::test]
async fn a_declined_payment_method_authorises_nothing() {
    let world = world().await;
    let order = world.approved("decline").await;
    let declined = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    let expected = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::Declined,
    };
    assert_eq!(declined.expect("an answer"), expected);
    assert_eq!(world.happened(), []);
}

/// Renewals are charged to a stored account.
#[tokio::test]
async fn an_account_is_stored_on_request() {
    let world = world().await;
    let order = world
        .create(&NewOrder {
            vault: true,
            ..new_order()
        })
        .await;
    world.approve(&order, "approve").await;
    let held = world
        .gateway
        .authorise(&request(&order, "K1", TOTAL))
        .await
        .expect("an answer");
    let PaymentOutcome::Authorised { card, .. } = &held else {
        panic!("{held:?}")
    };
    assert_eq!(card.network, "paypal");
    assert!(card.mandate.is_some());
    // A report does not delete the account.
    let webhooks = world.received(1).await;
    let (headers, body) = &webhooks[0];
    let read = world.read(headers, body).await;
    let report = read.expect("an answer").expect("genuine").expect("ours");
    assert_eq!(outcome_in(report).1, held);
}

/// Webhooks are accepted with their own signature only, and repeated until accepted.
#[tokio::test]
async fn webhooks_are_signed_and_repeated() {
    let world = world().await;
    world.refusals.store(1, Ordering::SeqCst);
    let order = world.approved("approve").await;
    let held = world
        .gateway
        .authorise(&request(&order, "K1", TOTAL))
        .await
        .expect("an answer");
    world
        .gateway
        .capture(&CaptureRequest::whole(&reference(&held), TOTAL))
        .await
        .expect("an answer");
    let webhooks = world.received(2).await;
    let (headers, body) = &webhooks[0];
    let read = world.read(headers, body).await.expect("an answer");
    let notification = read.expect("genuine").expect("about a payment");
    assert_eq!(outcome_in(notification), ("K1".to_owned(), held));
    let forged = |change: fn(&mut WebhookHeaders)| {
        let mut headers = headers.clone();
        change(&mut headers);
        headers
    };
    let mut tampered = body.clone();
    tampered.push(b' ');
    for (what, headers, body) in [
        ("body", headers.clone(), &tampered),
        ("id", forged(|it| it.transmission_id.push('x')), body),
        ("time", forged(|it| it.transmission_time.push('x')), body),
        ("signature", forged(|it| it.signature = String::new()), body),
        (
            "algorithm",
            forged(|it| it.algorithm = "SHA1withRSA".to_owned()),
            body,
        ),
        (
            "certificate",
            forged(|it| {
                it.certificate_url = "https://cizi.example/v1/notifications/certs/C".to_owned();
            }),
            body,
        ),
    ] {
        let read = world.read(&headers, body).await.expect("an answer");
        assert_eq!(read, Err(InvalidNotification::Signature), "{what}");
    }
    let mut other = settings(&world.api, SECRET);
    other.webhook_id = Some("ANOTHER".to_owned());
    let other = PayPalGateway::new(&other).expect("a gateway");
    let read = read_by(&other, headers, body, NOW)
        .await
        .expect("an answer");
    assert_eq!(
        read,
        Err(InvalidNotification::Signature),
        "another's webhook"
    );
}

/// Wrong credentials are no decision about a payment.
#[tokio::test]
async fn wrong_credentials_get_no_answer() {
    let world = world().await;
    let order = world.approved("approve").await;
    let stranger = PayPalGateway::new(&settings(&world.api, "jiné")).expect("a gateway");
    assert!(
        stranger
            .authorise(&request(&order, "K1", TOTAL))
            .await
            .is_err()
    );
    assert!(stranger.query("K1", &session_of(&order.id)).await.is_err());
    assert_eq!(world.happened(), []);
}

/// `PayPal-Mock-Response` requests a refusal with a code.
#[tokio::test]
async fn refusals_can_be_requested() {
    let world = world().await;
    let client = reqwest::Client::new();
    let token = world.token().await;
    for (code, status) in [
        ("INSTRUMENT_DECLINED", 422),
        ("INTERNAL_SERVER_ERROR", 500),
        ("RESOURCE_NOT_FOUND", 404),
    ] {
        let mock = json!({ "mock_application_codes": code }).to_string();
        let answer = client
            .get(format!("{}/v2/checkout/orders/X", world.api))
            .bearer_auth(&token)
            .header("paypal-mock-response", mock)
            .send()
            .await
            .expect("an answer");
        assert_eq!(answer.status(), status, "{code}");
        let body: Value = answer.json().await.expect("JSON");
        assert_eq!(body["details"][0]["issue"], code);
    }
}
