//! Refunds, reversals and disputes at the emulated PayPal, with the shop's client.

use super::world::{TOTAL, World, reference, request, world};
use serde_json::{Value, json};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use zkratka_payments::{
    CaptureRequest, NotificationContent, PaymentGateway as _, PaymentOutcome, RefundRequest,
};
use zkratka_sandbox::{Movement, MovementKind, read_movements};

fn crowns(minor: i64) -> Money {
    Money::new(MinorUnits::new(minor), TOTAL.currency)
}

/// The reference of a payment that was authorised for the total.
async fn held(world: &World) -> String {
    let order = world.approved("approve").await;
    let held = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    reference(&held.expect("an answer"))
}

/// The reference of a payment that was captured whole; two webhooks have told of it.
async fn captured(world: &World) -> String {
    let payment = held(world).await;
    let capture = CaptureRequest::whole(&payment, TOTAL);
    let taken = world.gateway.capture(&capture).await;
    assert!(matches!(taken, Ok(PaymentOutcome::Captured { .. })));
    world.received(2).await;
    payment
}

fn refund(payment: &str, key: &str, minor: i64) -> RefundRequest {
    RefundRequest {
        key: key.to_owned(),
        payment: payment.to_owned(),
        amount: crowns(minor),
    }
}

const fn refused(reason: RefundRefusal) -> RefundOutcome {
    RefundOutcome::Refused { reason }
}

impl World {
    async fn refund(&self, request: &RefundRequest) -> RefundOutcome {
        self.gateway.refund(request).await.expect("an answer")
    }

    async fn refund_status(&self, request: &RefundRequest) -> RefundOutcome {
        self.gateway
            .refund_status(request)
            .await
            .expect("an answer")
    }

    async fn control(&self, payment: &str, wish: Value) {
        let id = payment.trim_start_matches("paypal:");
        let url = format!("{}/authorizations/{id}/control", self.browser);
        let call = reqwest::Client::new().post(url).json(&wish);
        let answer = call.bearer_auth(self.token().await).send().await;
        assert_eq!(answer.expect("an answer").status(), 200, "{wish}");
    }

    fn movements(&self) -> Vec<Movement> {
        read_movements(&self.folder.path().join("paypal.db")).expect("a ledger")
    }

    /// The report in the webhook with this index; none if it reports nothing.
    async fn report(&self, payment: &str, index: usize) -> Option<PaymentReport> {
        let webhooks = self.received(index + 1).await;
        let (headers, body) = &webhooks[index];
        let read = self.read(headers, body).await;
        match read.expect("an answer").expect("genuine")?.content {
            NotificationContent::Captured {
                payment: named,
                key,
                report,
            } => {
                assert_eq!((&*named, key.as_deref()), (payment, Some("K1")));
                Some(report)
            }
            other @ NotificationContent::Authorisation { .. } => panic!("{other:?}"),
        }
    }
}

/// [B.02] Refunds of parts and of the rest, once for each key.
#[tokio::test]
async fn refunds_are_made_once_for_each_key_and_never_exceed_the_capture() {
    let world = world().await;
    let payment = captured(&world).await;
    let first = refund(&payment, "R1", 11_800);
    assert_eq!(world.refund_status(&first).await, RefundOutcome::Unknown);
    let done = world.refund(&first).await;
    let RefundOutcome::Refunded {
        reference: id,
        amount,
    } = &done
    else {
        panic!("{done:?}")
    };
    assert_eq!(*amount, crowns(11_800));
    assert_eq!(world.refund(&first).await, done);
    assert_eq!(world.refund_status(&first).await, done);
    let expected = PaymentReport::Refunded {
        reference: id.clone(),
        amount: crowns(11_800),
    };
    assert_eq!(world.report(&payment, 2).await, Some(expected));

    let other = refund(&payment, "R1", 11_801);
    world.gateway.refund(&other).await.expect_err("no decision");
    let too_much = world.refund(&refund(&payment, "R2", 40_001)).await;
    assert_eq!(too_much, refused(RefundRefusal::TooMuch));
    for bad in [refund(&payment, "R2", 0), refund(&payment, "R2", -1)] {
        assert_eq!(world.refund(&bad).await, refused(RefundRefusal::Refused));
    }
    let unknown = refund("paypal:A0", "R2", 1);
    world
        .gateway
        .refund(&unknown)
        .await
        .expect_err("no decision");
    let rest = world.refund(&refund(&payment, "R2", 40_000)).await;
    assert!(matches!(rest, RefundOutcome::Refunded { .. }));
    let more = world.refund(&refund(&payment, "R3", 1)).await;
    assert_eq!(more, refused(RefundRefusal::TooMuch));
    assert_eq!(world.movements().len(), 2);
    let again = world.gateway.query("K1", "paypal:O0").await;
    assert_eq!(again.expect("an answer"), PaymentOutcome::Unknown);
}

#[tokio::test]
async fn an_authorisation_is_captured_in_parts_and_refunded_from_the_capture_that_has_enough() {
    let world = world().await;
    let payment = held(&world).await;
    let part = |number, minor, is_last| CaptureRequest {
        reference: payment.clone(),
        amount: crowns(minor),
        number,
        is_last,
    };
    for (request, sum) in [
        (part(1, 10_000, false), 10_000),
        (part(1, 10_000, false), 10_000),
        (part(2, 40_000, false), 40_000),
    ] {
        let taken = world.gateway.capture(&request).await.expect("an answer");
        let PaymentOutcome::Captured { amount, .. } = taken else {
            panic!("{taken:?}")
        };
        assert_eq!(amount, crowns(sum));
    }
    let beyond = world.gateway.capture(&part(3, 1_801, true)).await;
    assert!(
        matches!(beyond, Ok(PaymentOutcome::Declined { .. })),
        "{beyond:?}"
    );
    let done = world.refund(&refund(&payment, "R1", 30_000)).await;
    assert!(matches!(done, RefundOutcome::Refunded { .. }), "{done:?}");
    let done = world.refund(&refund(&payment, "R2", 10_000)).await;
    assert!(matches!(done, RefundOutcome::Refunded { .. }), "{done:?}");
    let repeated = world.refund(&refund(&payment, "R2", 10_000)).await;
    assert_eq!(repeated, done);
    let none = world.refund(&refund(&payment, "R3", 10_001)).await;
    assert_eq!(none, refused(RefundRefusal::TooMuch));
    assert_eq!(world.movements().len(), 2);
}

#[tokio::test]
async fn a_held_refund_stays_pending_until_it_is_decided() {
    let world = world().await;
    let payment = captured(&world).await;
    let (first, second) = (refund(&payment, "R1", 100), refund(&payment, "R2", 51_800));
    world
        .control(&payment, json!({ "action": "hold_refunds" }))
        .await;
    let pending = world.refund(&first).await;
    let RefundOutcome::Pending { reference } = &pending else {
        panic!("{pending:?}")
    };
    assert_eq!(world.refund(&first).await, pending, "made once");
    assert_eq!(world.refund_status(&first).await, pending);
    assert_eq!(world.report(&payment, 2).await, None);
    assert_eq!(
        world.refund(&second).await,
        refused(RefundRefusal::TooMuch),
        "a pending refund counts"
    );
    world
        .control(&payment, json!({ "action": "fail_refunds" }))
        .await;
    let failed = refused(RefundRefusal::Refused);
    assert_eq!(world.refund_status(&first).await, failed);
    assert_eq!(
        world.report(&payment, 3).await,
        Some(PaymentReport::RefundFailed {
            reference: reference.clone()
        })
    );
    let done = world.refund(&second).await;
    assert!(matches!(done, RefundOutcome::Refunded { .. }), "{done:?}");
}

/// [B.02] What the merchant or the bank takes back at PayPal is told to the shop.
#[tokio::test]
async fn refunds_and_reversals_made_elsewhere_are_reported() {
    let world = world().await;
    let payment = captured(&world).await;
    world
        .control(&payment, json!({ "action": "refund", "amount": 1_000 }))
        .await;
    world
        .control(&payment, json!({ "action": "reverse", "amount": 500 }))
        .await;
    let [refund, reversal] = &*world.movements() else {
        panic!("{:?}", world.movements())
    };
    assert_eq!(
        world.report(&payment, 2).await,
        Some(PaymentReport::Refunded {
            reference: refund.id.clone(),
            amount: crowns(1_000)
        })
    );
    assert_eq!(
        world.report(&payment, 3).await,
        Some(PaymentReport::Reversed {
            reference: reversal.id.clone(),
            amount: crowns(500)
        })
    );
}

#[tokio::test]
async fn disputes_are_reported_and_their_reversals_are_not() {
    let world = world().await;
    let payment = captured(&world).await;
    let open = json!({ "action": "open_dispute", "amount": 20_000 });
    world.control(&payment, open.clone()).await;
    let asked = refund(&payment, "R1", 1);
    let disputed = refused(RefundRefusal::Disputed);
    assert_eq!(world.refund(&asked).await, disputed);
    let dispute = world.movements()[0].id.clone();
    let opened = PaymentReport::DisputeOpened {
        dispute: dispute.clone(),
        amount: crowns(20_000),
    };
    assert_eq!(world.report(&payment, 2).await, Some(opened));
    world
        .control(&payment, json!({ "action": "win_dispute" }))
        .await;
    let won = PaymentReport::DisputeWon { dispute };
    assert_eq!(world.report(&payment, 3).await, Some(won.clone()));
    assert_eq!(
        world.report(&payment, 2).await,
        Some(won),
        "a late webhook reports the present state"
    );
    world.control(&payment, open).await;
    world
        .control(&payment, json!({ "action": "lose_dispute" }))
        .await;
    let lost = world.report(&payment, 5).await;
    assert!(
        matches!(lost, Some(PaymentReport::DisputeLost { amount, .. }) if amount == crowns(20_000))
    );
    world
        .control(&payment, json!({ "action": "reverse", "amount": 1 }))
        .await;
    assert_eq!(
        world.report(&payment, 6).await,
        None,
        "the dispute told this money"
    );
}

/// [B.02] A refund of money that is not disputed does not lessen what a lost dispute takes. PayPal refunds nothing while a
/// dispute is open, but a late webhook is read after what came later.
#[tokio::test]
async fn a_lost_dispute_takes_its_amount_besides_other_refunds() {
    let world = world().await;
    let payment = captured(&world).await;
    let open = json!({ "action": "open_dispute", "amount": 20_000 });
    world.control(&payment, open).await;
    world
        .control(&payment, json!({ "action": "lose_dispute" }))
        .await;
    world
        .control(&payment, json!({ "action": "refund", "amount": 31_800 }))
        .await;
    world.received(5).await;
    let lost = world.report(&payment, 3).await;
    assert!(
        matches!(lost, Some(PaymentReport::DisputeLost { amount, .. }) if amount == crowns(20_000)),
        "{lost:?}"
    );
}

/// [B.02] A declined capture does not undo a payment that another capture has taken, however late its webhook comes.
#[tokio::test]
async fn a_declined_capture_does_not_undo_another_one() {
    let world = world().await;
    let payment = held(&world).await;
    let take = |number, minor| CaptureRequest {
        reference: payment.clone(),
        amount: crowns(minor),
        number,
        is_last: false,
    };
    let fail = || world.control(&payment, json!({ "action": "fail_capture" }));
    // One webhook tells of the authorisation, and each capture has one for its success.
    let first = world.gateway.capture(&take(1, 10_000)).await;
    assert!(matches!(first, Ok(PaymentOutcome::Captured { .. })));
    world.received(2).await;
    fail().await;
    let failed = Some(PaymentReport::CaptureFailed);
    assert_eq!(world.report(&payment, 2).await, failed);

    let second = world.gateway.capture(&take(2, 41_800)).await;
    assert!(matches!(second, Ok(PaymentOutcome::Captured { .. })));
    world.received(4).await;
    assert_eq!(world.report(&payment, 2).await, None, "told again");

    fail().await;
    for webhook in [2, 4] {
        let report = world.report(&payment, webhook).await;
        assert_eq!(report, failed, "no capture has money: {webhook}");
    }
}

#[tokio::test]
async fn a_capture_can_fail_later() {
    let world = world().await;
    let payment = captured(&world).await;
    world
        .control(&payment, json!({ "action": "fail_capture" }))
        .await;
    let report = world.report(&payment, 2).await;
    assert_eq!(report, Some(PaymentReport::CaptureFailed));
    let movements = world.movements();
    assert_eq!(movements[0].kind, MovementKind::CaptureFailure);
    let answer = world.refund(&refund(&payment, "R1", 1)).await;
    assert_eq!(answer, refused(RefundRefusal::Refused));
    let webhooks = world.received(2).await;
    let (headers, body) = &webhooks[1];
    let read = world.read(headers, body).await.expect("an answer");
    assert_eq!(read.expect("genuine"), None, "the money is gone by now");
}
