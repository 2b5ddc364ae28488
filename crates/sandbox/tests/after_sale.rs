//! What happens to captured money at the emulated gateway: captures in parts, refunds, disputes, reversals.

use super::support::{SECRET, World, czk, world};
use serde_json::{Value, json};
use zkratka_commerce::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use zkratka_payments::{
    CaptureRequest, DeclineReason, NotificationContent, PaymentGateway, PaymentOutcome,
    RefundRequest,
};
use zkratka_sandbox::gateway::RowKind;
use zkratka_sandbox::{Movement, MovementKind, MovementStatus, read_movements};

const APPROVE: &str = "4111111111111111";
const TOTAL: i64 = 129_050;

async fn held(world: &World) -> String {
    let request = world.request("K1", APPROVE).await;
    match world.client.authorise(&request).await {
        Ok(PaymentOutcome::Authorised { reference, .. }) => reference,
        other => panic!("{other:?}"),
    }
}

/// A payment that is captured whole, and its two notifications have arrived.
async fn captured(world: &World) -> String {
    let reference = held(world).await;
    let capture = CaptureRequest::whole(&reference, czk(TOTAL));
    let taken = world.client.capture(&capture).await;
    assert!(matches!(taken, Ok(PaymentOutcome::Captured { .. })));
    world.shop.told(2).await;
    reference
}

fn part(reference: &str, number: u32, minor: i64, is_last: bool) -> CaptureRequest {
    CaptureRequest {
        reference: reference.to_owned(),
        amount: czk(minor),
        number,
        is_last,
    }
}

fn refund(payment: &str, key: &str, minor: i64) -> RefundRequest {
    RefundRequest {
        key: key.to_owned(),
        payment: payment.to_owned(),
        amount: czk(minor),
    }
}

fn amount_in(outcome: &PaymentOutcome) -> Option<i64> {
    match outcome {
        PaymentOutcome::Captured { amount, .. } => Some(amount.minor.get()),
        _ => None,
    }
}

const fn refused(reason: RefundRefusal) -> RefundOutcome {
    RefundOutcome::Refused { reason }
}

impl World {
    async fn capture_part(&self, request: &CaptureRequest) -> PaymentOutcome {
        self.client.capture(request).await.expect("an answer")
    }

    async fn refund(&self, request: &RefundRequest) -> RefundOutcome {
        self.client.refund(request).await.expect("an answer")
    }

    async fn refund_status(&self, request: &RefundRequest) -> RefundOutcome {
        self.client.refund_status(request).await.expect("an answer")
    }

    async fn control(&self, payment: &str, wish: &Value) -> u16 {
        let url = format!("{}/payments/{payment}/control", self.base);
        let call = self.http.post(url).bearer_auth(SECRET).json(wish);
        call.send().await.expect("an answer").status().as_u16()
    }

    fn movements(&self) -> Vec<Movement> {
        read_movements(&self.ledger).expect("a ledger")
    }

    /// Waits for this many notifications about captured money, and returns the reports.
    async fn reports(&self, payment: &str, times: usize) -> Vec<PaymentReport> {
        let told = self.shop.told(2 + times).await;
        let reports = told.into_iter().filter_map(|it| match it.content {
            NotificationContent::Captured {
                payment: named,
                key,
                report,
            } => {
                assert_eq!((&*named, key.as_deref()), (payment, Some("K1")));
                Some(report)
            }
            NotificationContent::Authorisation { .. } => None,
        });
        reports.collect()
    }
}

#[tokio::test]
async fn an_amount_is_captured_in_parts_and_never_beyond_what_is_held() {
    let world = world().await;
    let reference = held(&world).await;
    let first = part(&reference, 1, 100_000, false);
    for _ in 0..2 {
        let taken = world.capture_part(&first).await;
        assert_eq!(amount_in(&taken), Some(100_000), "{taken:?}");
    }
    for bad in [
        part(&reference, 1, 99_999, false),
        part(&reference, 1, 100_000, true),
        part(&reference, 2, 29_051, true),
        part(&reference, 2, 0, true),
        part(&reference, 2, -1, true),
    ] {
        let answer = world.capture_part(&bad).await;
        let is_refused = matches!(
            answer,
            PaymentOutcome::Declined {
                reason: DeclineReason::Refused,
                ..
            }
        );
        assert!(is_refused, "{bad:?}: {answer:?}");
    }
    let rest = world.capture_part(&part(&reference, 2, 29_000, true)).await;
    assert_eq!(amount_in(&rest), Some(29_000));
    let whole = world.client.query("K1", "").await.expect("an answer");
    assert_eq!(amount_in(&whole), Some(129_000));
    assert_eq!(world.kinds(), [RowKind::Authorised, RowKind::Captured]);
    assert_eq!(world.rows()[1].amount, czk(129_000));
    let late = world.capture_part(&part(&reference, 3, 50, true)).await;
    assert_eq!(amount_in(&late), Some(129_000), "nothing more is held");
    assert_eq!(world.rows().len(), 2);
}

#[tokio::test]
async fn voiding_after_a_part_keeps_the_part() {
    let world = world().await;
    let reference = held(&world).await;
    world
        .capture_part(&part(&reference, 1, 100_000, false))
        .await;
    let voided = world.client.void(&reference).await.expect("an answer");
    assert_eq!(amount_in(&voided), Some(100_000));
    let too_much = world.refund(&refund(&reference, "R1", 100_001)).await;
    assert_eq!(too_much, refused(RefundRefusal::TooMuch));
}

#[tokio::test]
async fn refunds_are_made_once_for_each_key_and_never_exceed_the_capture() {
    let world = world().await;
    let payment = captured(&world).await;
    let first = refund(&payment, "R1", 29_050);
    assert_eq!(world.refund_status(&first).await, RefundOutcome::Unknown);
    let done = world.refund(&first).await;
    assert!(matches!(&done, RefundOutcome::Refunded { amount, .. } if *amount == czk(29_050)));
    assert_eq!(world.refund(&first).await, done);
    assert_eq!(world.refund_status(&first).await, done);

    let other = refused(RefundRefusal::Refused);
    assert_eq!(world.refund(&refund(&payment, "R1", 29_049)).await, other);
    assert_eq!(world.refund(&refund("pay_0", "R2", 1)).await, other);
    assert_eq!(world.refund(&refund(&payment, "R2", 0)).await, other);
    let too_much = world.refund(&refund(&payment, "R2", 100_001)).await;
    assert_eq!(too_much, refused(RefundRefusal::TooMuch));

    let rest = world.refund(&refund(&payment, "R2", 100_000)).await;
    assert!(matches!(rest, RefundOutcome::Refunded { .. }));
    let more = world.refund(&refund(&payment, "R3", 1)).await;
    assert_eq!(more, refused(RefundRefusal::TooMuch));
    assert_eq!(world.movements().len(), 2);
    let reports = world.reports(&payment, 2).await;
    let is_refund = |it: &PaymentReport| matches!(it, PaymentReport::Refunded { .. });
    assert!(reports.iter().all(is_refund), "{reports:?}");
}

#[tokio::test]
async fn nothing_is_refunded_before_the_capture() {
    let world = world().await;
    let payment = held(&world).await;
    let answer = world.refund(&refund(&payment, "R1", 1)).await;
    assert_eq!(answer, refused(RefundRefusal::Refused));
}

#[tokio::test]
async fn a_held_refund_stays_pending_until_it_is_decided() {
    let world = world().await;
    let payment = captured(&world).await;
    let (first, second) = (refund(&payment, "R1", 100), refund(&payment, "R2", TOTAL));
    let hold = json!({ "action": "hold_refunds" });
    assert_eq!(world.control(&payment, &hold).await, 200);
    let pending = world.refund(&first).await;
    let RefundOutcome::Pending { reference } = &pending else {
        panic!("{pending:?}")
    };
    assert_eq!(world.refund_status(&first).await, pending);
    assert_eq!(
        world.refund(&second).await,
        refused(RefundRefusal::TooMuch),
        "a pending refund counts"
    );
    let fail = json!({ "action": "fail_refunds" });
    assert_eq!(world.control(&payment, &fail).await, 200);
    let failed = refused(RefundRefusal::Refused);
    assert_eq!(world.refund_status(&first).await, failed);
    assert_eq!(
        world.reports(&payment, 1).await,
        [PaymentReport::RefundFailed {
            reference: reference.clone()
        }]
    );
    world.control(&payment, &hold).await;
    world.refund(&second).await;
    let settle = json!({ "action": "settle_refunds" });
    assert_eq!(world.control(&payment, &settle).await, 200);
    let settled = world.refund_status(&second).await;
    assert!(matches!(settled, RefundOutcome::Refunded { .. }));
    assert_eq!(world.control(&payment, &settle).await, 409, "none is left");
}

#[tokio::test]
async fn a_dispute_withholds_money_and_stops_refunds_until_it_is_decided() {
    let world = world().await;
    let payment = captured(&world).await;
    let open = json!({ "action": "open_dispute", "amount": 9_000 });
    let asked = refund(&payment, "R1", 1);
    assert_eq!(world.control(&payment, &open).await, 200);
    let disputed = refused(RefundRefusal::Disputed);
    assert_eq!(world.refund(&asked).await, disputed);
    let lose = json!({ "action": "lose_dispute" });
    assert_eq!(world.control(&payment, &lose).await, 200);
    assert_eq!(world.control(&payment, &lose).await, 409);
    let rest = world
        .refund(&refund(&payment, "R2", TOTAL - 9_000 + 1))
        .await;
    assert_eq!(rest, refused(RefundRefusal::TooMuch));
    assert_eq!(world.control(&payment, &open).await, 200);
    let win = json!({ "action": "win_dispute" });
    assert_eq!(world.control(&payment, &win).await, 200);
    let rest = world.refund(&refund(&payment, "R3", TOTAL - 9_000)).await;
    assert!(matches!(rest, RefundOutcome::Refunded { .. }), "{rest:?}");
    let reports = world.reports(&payment, 5).await;
    let names: Vec<_> = reports.iter().map(PaymentReport::name).collect();
    assert_eq!(
        names,
        [
            "dispute_opened",
            "dispute_lost",
            "dispute_opened",
            "dispute_won",
            "refunded"
        ]
    );
}

#[tokio::test]
async fn the_gateway_reports_what_others_take_back() {
    let world = world().await;
    let payment = captured(&world).await;
    for wish in [
        json!({ "action": "refund", "amount": 1_000 }),
        json!({ "action": "reverse", "amount": 500 }),
    ] {
        assert_eq!(world.control(&payment, &wish).await, 200, "{wish}");
    }
    let too_much = json!({ "action": "reverse", "amount": TOTAL });
    assert_eq!(world.control(&payment, &too_much).await, 409);
    let [refund, reversal] = &*world.movements() else {
        panic!("{:?}", world.movements())
    };
    assert_eq!((refund.kind, &refund.key), (MovementKind::Refund, &None));
    assert_eq!(reversal.status, MovementStatus::Done);
    assert_eq!(
        world.reports(&payment, 2).await,
        [
            PaymentReport::Refunded {
                reference: refund.id.clone(),
                amount: czk(1_000)
            },
            PaymentReport::Reversed {
                reference: reversal.id.clone(),
                amount: czk(500)
            },
        ]
    );
}

#[tokio::test]
async fn a_capture_can_fail_later() {
    let world = world().await;
    let payment = captured(&world).await;
    let fail = json!({ "action": "fail_capture" });
    assert_eq!(world.control(&payment, &fail).await, 200);
    assert_eq!(world.control(&payment, &fail).await, 409);
    assert_eq!(
        world.reports(&payment, 1).await,
        [PaymentReport::CaptureFailed]
    );
    let capture = CaptureRequest::whole(&payment, czk(TOTAL));
    for answer in [
        world.capture_part(&capture).await,
        world.client.query("K1", "").await.expect("an answer"),
    ] {
        assert!(matches!(answer, PaymentOutcome::Declined { .. }));
    }
    let answer = world.refund(&refund(&payment, "R1", 1)).await;
    assert_eq!(answer, refused(RefundRefusal::Refused));
}

#[tokio::test]
async fn only_the_shop_refunds_and_controls() {
    let world = world().await;
    let payment = captured(&world).await;
    for path in ["control", "refunds/R1"] {
        let url = format!("{}/payments/{payment}/{path}", world.base);
        let body = json!({ "action": "reverse", "amount": 1 });
        let answer = world.http.post(url).json(&body).send().await;
        assert_eq!(answer.expect("an answer").status(), 401, "{path}");
    }
    assert!(world.movements().is_empty());
}
