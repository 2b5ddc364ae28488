//! The shop's Amazon Pay gateway against the emulated Amazon Pay, over HTTP.

use super::line::Line;
use super::world::{DAY_MS, RESULT, REVIEW, World, payload, world};
use serde_json::json;
use zkratka_commerce::attempt::is_same_payment;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::amazon_pay::{AmazonPayGateway, session_of};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, DeclineReason, PaymentGateway as _, PaymentOutcome,
    RefundOutcome, RefundRefusal, RefundRequest,
};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};

pub(super) fn euros(minor: i64) -> Money {
    Money::new(MinorUnits::new(minor), Currency::new("EUR").expect("euros"))
}

pub(super) fn gateway(world: &World, api: &str) -> AmazonPayGateway {
    AmazonPayGateway::new(&world.settings(api)).expect("a gateway")
}

pub(super) fn request(id: &str, key: &str) -> AuthoriseRequest {
    AuthoriseRequest {
        key: key.to_owned(),
        session: session_of(id, REVIEW),
        amount: euros(1_999),
        return_url: RESULT.to_owned(),
        mandate: false,
        charged_mandate: None,
    }
}

/// A session in which the buyer has chosen.
pub(super) async fn chosen(world: &World) -> String {
    let id = world.begin(&payload()).await;
    world.choose(&id, "anna", "1111").await;
    id
}

/// The buyer confirms at Amazon.
pub(super) async fn pay(world: &World, id: &str) {
    let (status, said) = world.page(&format!("/sessions/{id}/pay"), json!({})).await;
    assert_eq!(status, 200, "{said}");
}

pub(super) async fn authorise(
    gateway: &AmazonPayGateway,
    request: &AuthoriseRequest,
) -> PaymentOutcome {
    gateway.authorise(request).await.expect("an answer")
}

pub(super) async fn query(gateway: &AmazonPayGateway, id: &str, key: &str) -> PaymentOutcome {
    let answer = gateway.query(key, &session_of(id, REVIEW)).await;
    answer.expect("an answer")
}

pub(super) fn reference(outcome: &PaymentOutcome) -> String {
    match outcome {
        PaymentOutcome::RequiresAction { reference, .. }
        | PaymentOutcome::Authorised { reference, .. }
        | PaymentOutcome::Captured { reference, .. } => reference.clone(),
        other => panic!("{other:?}"),
    }
}

/// An authorised payment of the attempt K1: its session and its outcome.
pub(super) async fn authorised(
    world: &World,
    gateway: &AmazonPayGateway,
) -> (String, PaymentOutcome) {
    let id = chosen(world).await;
    authorise(gateway, &request(&id, "K1")).await;
    pay(world, &id).await;
    let outcome = query(gateway, &id, "K1").await;
    (id, outcome)
}

fn refund(payment: &str, key: &str, minor: i64) -> RefundRequest {
    RefundRequest {
        key: key.to_owned(),
        payment: payment.to_owned(),
        amount: euros(minor),
    }
}

pub(super) fn declined(reason: DeclineReason) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: None,
        reason,
    }
}

/// [B.02] Challenged, confirmed by the buyer, completed, captured and refunded; each repetition has the same answer.
#[tokio::test]
async fn a_payment_is_made_once() {
    let world = world().await;
    let gateway = gateway(&world, &world.api);
    let id = chosen(&world).await;
    let asked = request(&id, "K1");
    let challenge = authorise(&gateway, &asked).await;
    let PaymentOutcome::RequiresAction { redirect_url, .. } = &challenge else {
        panic!("{challenge:?}")
    };
    let page = format!("{}/pay?amazonCheckoutSessionId={id}", world.pages);
    assert_eq!(*redirect_url, page);
    assert_eq!(authorise(&gateway, &asked).await, challenge, "repeated");
    assert_eq!(query(&gateway, &id, "K1").await, challenge, "not confirmed");
    assert_eq!(world.happened(), []);
    pay(&world, &id).await;
    let held = query(&gateway, &id, "K1").await;
    let PaymentOutcome::Authorised { amount, card, .. } = &held else {
        panic!("{held:?}")
    };
    assert_eq!((*amount, &card.mandate), (euros(1_999), &None));
    assert!(is_same_payment(&reference(&challenge), &reference(&held)));
    assert_eq!(query(&gateway, &id, "K1").await, held, "repeated");
    assert_eq!(authorise(&gateway, &asked).await, held, "repeated");
    let capture = CaptureRequest::whole(&reference(&held), euros(1_999));
    for _ in 0..2 {
        let taken = gateway.capture(&capture).await.expect("an answer");
        assert!(
            matches!(&taken, PaymentOutcome::Captured { amount, .. } if *amount == euros(1_999))
        );
        assert_eq!(reference(&taken), reference(&held));
    }
    let half = refund(&reference(&held), "F1", 1_000);
    let first = gateway.refund(&half).await.expect("an answer");
    assert!(matches!(&first, RefundOutcome::Refunded { amount, .. } if *amount == euros(1_000)));
    assert_eq!(gateway.refund(&half).await.expect("an answer"), first);
    let more = refund(&reference(&held), "F2", 1_000);
    let refused = RefundOutcome::Refused {
        reason: RefundRefusal::TooMuch,
    };
    assert_eq!(gateway.refund(&more).await.expect("an answer"), refused);
    assert_eq!(world.happened(), [Authorised, Captured]);
    assert!(world.rows().iter().all(|row| row.key == "K1"));
    let (_, shown) = world.get(&format!("charges/{}", charge_of(&held))).await;
    assert_eq!(shown["refundedAmount"]["amount"], "10.00");
}

pub(super) fn charge_of(outcome: &PaymentOutcome) -> String {
    let reference = reference(outcome);
    let (_, charge) = reference.split_once('/').expect("a charge");
    charge.to_owned()
}

/// [B.02] An answer that is lost leaves no doubt: Amazon's objects tell, and nothing is done twice.
#[tokio::test]
async fn a_lost_answer_is_found_again() {
    let world = world().await;
    let (line, api) = Line::to(&world).await;
    let gateway = gateway(&world, &api);
    let id = chosen(&world).await;
    authorise(&gateway, &request(&id, "K1")).await;
    pay(&world, &id).await;
    let session = session_of(&id, REVIEW);
    line.lose("/complete");
    assert!(gateway.query("K1", &session).await.is_err());
    assert_eq!(world.happened(), [Authorised]);
    let held = query(&gateway, &id, "K1").await;
    assert!(
        matches!(held, PaymentOutcome::Authorised { .. }),
        "{held:?}"
    );
    let capture = CaptureRequest::whole(&reference(&held), euros(1_999));
    line.lose("/capture");
    assert!(gateway.capture(&capture).await.is_err());
    let taken = gateway.capture(&capture).await.expect("an answer");
    assert!(
        matches!(taken, PaymentOutcome::Captured { .. }),
        "{taken:?}"
    );
    let back = refund(&reference(&held), "F1", 500);
    line.lose("/refunds");
    assert!(gateway.refund(&back).await.is_err());
    let done = gateway.refund(&back).await.expect("an answer");
    assert!(matches!(done, RefundOutcome::Refunded { .. }), "{done:?}");
    assert_eq!(world.happened(), [Authorised, Captured]);
    let (_, shown) = world.get(&format!("charges/{}", charge_of(&held))).await;
    assert_eq!(shown["refundedAmount"]["amount"], "5.00");
}

/// [B.02] A payment that nobody waits for is never completed, or what it holds is released.
#[tokio::test]
async fn a_void_holds_before_and_after_the_completion() {
    let world = world().await;
    let (line, api) = Line::to(&world).await;
    let gateway = gateway(&world, &api);
    let id = chosen(&world).await;
    let challenge = authorise(&gateway, &request(&id, "K1")).await;
    let voided = PaymentOutcome::Voided {
        reference: reference(&challenge),
    };
    let void = async |reference: &str| gateway.void(reference).await.expect("an answer");
    assert_eq!(void(&reference(&challenge)).await, voided);
    pay(&world, &id).await;
    assert_eq!(query(&gateway, &id, "K1").await, voided);
    let again = authorise(&gateway, &request(&id, "K1")).await;
    assert_eq!(again, declined(DeclineReason::SessionInvalid));
    assert_eq!(world.happened(), []);
    // The same cart's next attempt pays by the same session.
    let next = authorise(&gateway, &request(&id, "K2")).await;
    assert!(
        matches!(next, PaymentOutcome::RequiresAction { .. }),
        "{next:?}"
    );
    pay(&world, &id).await;
    assert_eq!(query(&gateway, &id, "K1").await, PaymentOutcome::Unknown);
    let held = query(&gateway, &id, "K2").await;
    assert!(
        matches!(held, PaymentOutcome::Authorised { .. }),
        "{held:?}"
    );
    assert_eq!(void(&reference(&challenge)).await, voided, "K1's only");
    assert_eq!(world.happened(), [Authorised]);
    let voided = PaymentOutcome::Voided {
        reference: reference(&held),
    };
    line.lose("/cancel");
    assert!(gateway.void(&reference(&held)).await.is_err());
    for _ in 0..2 {
        assert_eq!(void(&reference(&held)).await, voided);
        // The short reference leads to the charge, too.
        assert_eq!(void(&reference(&next)).await, voided);
    }
    assert_eq!(query(&gateway, &id, "K2").await, voided);
    assert_eq!(world.happened(), [Authorised, Voided]);
    let charge = charge_of(&held);
    let (permission, _) = charge.rsplit_once("-C").expect("a permission");
    let (_, shown) = world.get(&format!("chargePermissions/{permission}")).await;
    assert_eq!(shown["statusDetails"]["state"], "Closed");
}

/// [B.02] An attempt that ended without an order leaves its session to the cart's next attempt.
#[tokio::test]
async fn an_ended_attempt_leaves_its_session() {
    let world = world().await;
    let gateway = gateway(&world, &world.api);
    let id = chosen(&world).await;
    authorise(&gateway, &request(&id, "K1")).await;
    let early = authorise(&gateway, &request(&id, "K2")).await;
    assert_eq!(early, declined(DeclineReason::SessionInvalid));
    let session = session_of(&id, REVIEW);
    gateway.release("K1", &session).await.expect("released");
    let next = authorise(&gateway, &request(&id, "K2")).await;
    assert!(
        matches!(next, PaymentOutcome::RequiresAction { .. }),
        "{next:?}"
    );
    pay(&world, &id).await;
    let held = query(&gateway, &id, "K2").await;
    assert!(
        matches!(held, PaymentOutcome::Authorised { .. }),
        "{held:?}"
    );
    // Money that is held is not released; the void does that.
    gateway.release("K2", &session).await.expect("released");
    gateway.release("K1", &session).await.expect("released");
    assert_eq!(world.happened(), [Authorised]);
}

/// [B.02] A buyer who cancels, or whose card is declined, has paid nothing.
#[tokio::test]
async fn a_cancelled_session_is_declined() {
    let world = world().await;
    let gateway = gateway(&world, &world.api);
    for (card, reason) in [
        ("3064", DeclineReason::ChallengeFailed),
        ("3434", DeclineReason::Declined),
    ] {
        let id = world.begin(&payload()).await;
        world.choose(&id, "anna", card).await;
        authorise(&gateway, &request(&id, "K1")).await;
        pay(&world, &id).await;
        assert_eq!(query(&gateway, &id, "K1").await, declined(reason), "{card}");
        let again = authorise(&gateway, &request(&id, "K1")).await;
        assert_eq!(again, declined(reason), "{card}");
    }
    let late = chosen(&world).await;
    let challenge = authorise(&gateway, &request(&late, "K1")).await;
    world.wait(DAY_MS);
    let expired = declined(DeclineReason::SessionInvalid);
    assert_eq!(query(&gateway, &late, "K1").await, expired);
    let voided = gateway.void(&reference(&challenge)).await;
    assert!(
        matches!(voided, Ok(PaymentOutcome::Voided { .. })),
        "{voided:?}"
    );
    assert_eq!(world.happened(), []);
}
