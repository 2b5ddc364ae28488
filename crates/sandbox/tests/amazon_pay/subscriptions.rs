//! Subscriptions by the shop's gateway, at the emulated Amazon Pay.

use super::gateway::{authorise, declined, euros, gateway, pay, query, reference, request};
use super::world::{REVIEW, payload, session_path, world};
use serde_json::{Value, json};
use zkratka_payments::amazon_pay::{Initiator, NewCharge, session_of};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, DeclineReason, PaymentGateway as _, PaymentOutcome,
};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};

/// The payload of a button for a subscription of 9.99 EUR a month.
fn subscription() -> Value {
    let mut payload = payload();
    payload["chargePermissionType"] = json!("Recurring");
    payload["recurringMetadata"] = json!({
        "frequency": { "unit": "Month", "value": "1" },
        "amount": { "amount": "9.99", "currencyCode": "EUR" },
    });
    payload
}

/// [B.02] A subscription's charge permission pays its renewals.
#[tokio::test]
async fn a_subscription_is_charged_later() {
    let world = world().await;
    let gateway = gateway(&world, &world.api);
    let id = world.begin(&subscription()).await;
    world.choose(&id, "anna", "1111").await;
    let once = authorise(&gateway, &request(&id, "K1")).await;
    assert_eq!(once, declined(DeclineReason::Refused), "not what is asked");
    let asked = AuthoriseRequest {
        mandate: true,
        ..request(&id, "K1")
    };
    authorise(&gateway, &asked).await;
    pay(&world, &id).await;
    let held = query(&gateway, &id, "K1").await;
    let PaymentOutcome::Authorised { card, .. } = &held else {
        panic!("{held:?}")
    };
    let mandate = card.mandate.clone().expect("a mandate");
    let renewal = NewCharge {
        permission: &mandate,
        amount: euros(999),
        captures: true,
        initiator: Initiator::Merchant,
        reference: "renewal-2",
    };
    for _ in 0..2 {
        let renewed = gateway.client().create_charge("renewal-2", &renewal).await;
        assert_eq!(renewed.expect("a charge").captured, Some(euros(999)));
    }
    assert_eq!(world.happened(), [Authorised, Authorised, Captured]);
}

/// [B.02] Amazon refuses a zero amount. A subscription that costs nothing now shows the buyer what it costs later, and
/// charges nothing.
#[tokio::test]
async fn a_subscription_that_costs_nothing_now_is_confirmed() {
    let world = world().await;
    let gateway = gateway(&world, &world.api);
    let id = world.begin(&subscription()).await;
    world.choose(&id, "anna", "1111").await;
    let asked = AuthoriseRequest {
        amount: euros(0),
        mandate: true,
        ..request(&id, "K1")
    };
    let challenge = authorise(&gateway, &asked).await;
    assert_eq!(authorise(&gateway, &asked).await, challenge, "repeated");
    let (_, shown) = world.get(&session_path(&id)).await;
    assert_eq!(shown["paymentDetails"]["paymentIntent"], "Confirm");
    assert_eq!(shown["paymentDetails"]["chargeAmount"]["amount"], "9.99");
    pay(&world, &id).await;
    let held = query(&gateway, &id, "K1").await;
    let PaymentOutcome::Authorised { amount, card, .. } = &held else {
        panic!("{held:?}")
    };
    assert_eq!(*amount, euros(0));
    let mandate = card.mandate.clone().expect("a mandate");
    let capture = CaptureRequest::whole(&reference(&held), euros(0));
    let taken = gateway.capture(&capture).await;
    assert!(
        matches!(taken, Ok(PaymentOutcome::Captured { .. })),
        "{taken:?}"
    );
    let voided = gateway.void(&reference(&held)).await.expect("an answer");
    let expected = PaymentOutcome::Voided {
        reference: reference(&held),
    };
    assert_eq!(voided, expected);
    let (_, shown) = world.get(&format!("chargePermissions/{mandate}")).await;
    assert_eq!(shown["statusDetails"]["state"], "Closed");
    assert_eq!(world.happened(), []);
    // Without a later amount there is nothing that Amazon could show.
    let mut nothing = subscription();
    nothing["recurringMetadata"]["amount"] = Value::Null;
    let id = world.begin(&nothing).await;
    world.choose(&id, "anna", "1111").await;
    let asked = AuthoriseRequest {
        session: session_of(&id, REVIEW),
        ..asked
    };
    let refused = authorise(&gateway, &asked).await;
    assert_eq!(refused, declined(DeclineReason::Refused));
}
