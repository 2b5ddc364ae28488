//! What the shop asks Amazon after a notification.

use super::{
    Amazon, CHARGE, Line, PERMISSION, charge, completed, euros, get_charge, get_permission,
    get_session, line, permission, reference_of_charge, refund, refusal, with,
};
use serde_json::{Value, json};
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::refund::PaymentReport;
use zkratka_payments::NotificationContent;
use zkratka_wallets::amazon_pay::notification::{ChangedObject, ObjectKind};

/// What a notification of an object becomes, with this script; `None` if Amazon should repeat it.
async fn ask(
    kind: ObjectKind,
    id: &str,
    script: Vec<Line>,
) -> Option<Option<(String, NotificationContent)>> {
    let (amazon, gateway) = Amazon::start(script).await;
    let object = ChangedObject {
        kind,
        id: id.to_owned(),
        charge_permission: None,
    };
    let notification = gateway.changed("m-1", &object).await;
    amazon.calls();
    notification.map(|it| it.map(|it| (it.id, it.content))).ok()
}

/// Amazon shows a captured charge, whose it is, and its session.
fn origin(session: Value) -> Vec<Line> {
    vec![
        line(&get_charge(), charge("Captured")),
        line(&get_permission(), permission("Chargeable")),
        line(&get_session(), session),
    ]
}

/// [B.02] A notification makes the shop ask; what Amazon answers is the outcome of the attempt in the permission.
#[tokio::test]
async fn a_notification_is_answered_by_amazon() {
    let reference = reference_of_charge().await;
    let Some(Some((id, NotificationContent::Authorisation { key, outcome }))) =
        ask(ObjectKind::Charge, CHARGE, origin(completed())).await
    else {
        panic!("no outcome")
    };
    assert_eq!((id.as_str(), key.as_str()), ("m-1", "K1"));
    assert!(matches!(&outcome, PaymentOutcome::Captured { reference: it, .. } if *it == reference));
    // Amazon forgets a session after 30 days: nobody waits for the payment then.
    let mut script = origin(completed());
    script[2] = refusal(&get_session(), 404, "ResourceNotFound");
    assert_eq!(ask(ObjectKind::Charge, CHARGE, script).await, Some(None));
    // A renewal is charged under the same permission, and is no payment of the attempt.
    let renewed = with(completed(), "/chargeId", "S02-1-1-C0");
    assert_eq!(
        ask(ObjectKind::Charge, CHARGE, origin(renewed.clone())).await,
        Some(None)
    );
    let get_refund = "GET /refunds/S02-1-1-R1";
    for (state, report) in [
        (
            "Refunded",
            PaymentReport::Refunded {
                reference: "S02-1-1-R1".to_owned(),
                amount: euros(500),
            },
        ),
        (
            "Declined",
            PaymentReport::RefundFailed {
                reference: "S02-1-1-R1".to_owned(),
            },
        ),
    ] {
        let mut script = vec![line(get_refund, refund(state))];
        script.extend(origin(completed()));
        let content = NotificationContent::Captured {
            payment: reference.clone(),
            key: Some("K1".to_owned()),
            report,
        };
        let expected = Some(Some(("m-1".to_owned(), content)));
        assert_eq!(
            ask(ObjectKind::Refund, "S02-1-1-R1", script.clone()).await,
            expected
        );
        // Amazon forgets the session after 30 days, but not the charge.
        script[3] = refusal(&get_session(), 404, "ResourceNotFound");
        assert_eq!(
            ask(ObjectKind::Refund, "S02-1-1-R1", script.clone()).await,
            expected
        );
        script[3] = line(&get_session(), renewed.clone());
        assert_eq!(
            ask(ObjectKind::Refund, "S02-1-1-R1", script).await,
            Some(None)
        );
    }
    let initiated = vec![line(get_refund, refund("RefundInitiated"))];
    assert_eq!(
        ask(ObjectKind::Refund, "S02-1-1-R1", initiated).await,
        Some(None)
    );
    assert_eq!(
        ask(ObjectKind::ChargePermission, PERMISSION, vec![]).await,
        Some(None)
    );
}

/// [B.02] What a notification tells names the mandate, too, if the buyer permits later charges.
#[tokio::test]
async fn a_notified_payment_names_its_mandate() {
    for (permission_type, expected) in [("OneTime", None), ("Recurring", Some(PERMISSION))] {
        let permission = permission("Chargeable");
        let permission = with(permission, "/chargePermissionType", permission_type);
        let mut script = origin(completed());
        script[1] = line(&get_permission(), permission);
        let told = ask(ObjectKind::Charge, CHARGE, script).await.flatten();
        let Some((_, NotificationContent::Authorisation { outcome, .. })) = told else {
            panic!("{told:?}")
        };
        let PaymentOutcome::Captured { card, .. } = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(card.mandate.as_deref(), expected, "{permission_type}");
    }
}

/// [B.02] Only a session that Amazon does not know is forgotten. After any other error Amazon repeats the notification: the
/// charge may be a renewal's.
#[tokio::test]
async fn a_session_that_is_not_shown_decides_nothing() {
    for (status, code) in [
        (503, "ServiceUnavailable"),
        (422, "InvalidCheckoutSessionStatus"),
    ] {
        let mut script = origin(completed());
        script[2] = refusal(&get_session(), status, code);
        let of_charge = ask(ObjectKind::Charge, CHARGE, script.clone()).await;
        assert_eq!(of_charge, None, "{code}");
        script.insert(0, line("GET /refunds/S02-1-1-R1", refund("Refunded")));
        let of_refund = ask(ObjectKind::Refund, "S02-1-1-R1", script).await;
        assert_eq!(of_refund, None, "{code}");
    }
}

/// [B.02] Amazon repeats a notification of an object that it does not show yet. A payment of another system is ignored.
#[tokio::test]
async fn an_object_that_is_not_shown_is_asked_again() {
    for (kind, get) in [
        (ObjectKind::Charge, format!("GET /charges/{CHARGE}")),
        (ObjectKind::Refund, format!("GET /refunds/{CHARGE}")),
        (ObjectKind::Chargeback, format!("GET /disputes/{CHARGE}")),
    ] {
        let unknown = vec![refusal(&get, 404, "ResourceNotFound")];
        assert_eq!(ask(kind, CHARGE, unknown).await, None, "{kind:?}");
    }
    let hidden = vec![
        line(&get_charge(), charge("Captured")),
        refusal(&get_permission(), 404, "ResourceNotFound"),
    ];
    assert_eq!(ask(ObjectKind::Charge, CHARGE, hidden).await, None);
    let lost = vec![refusal(&get_charge(), 503, "ServiceUnavailable")];
    assert_eq!(ask(ObjectKind::Charge, CHARGE, lost).await, None);
    for metadata in [
        Value::Null,
        json!({ "merchantReferenceId": "A-17" }),
        json!({ "customInformation": "A-17" }),
    ] {
        let foreign = with(permission("Chargeable"), "/merchantMetadata", metadata);
        let script = vec![
            line(&get_charge(), charge("Captured")),
            line(&get_permission(), foreign.clone()),
        ];
        let told = ask(ObjectKind::Charge, CHARGE, script).await;
        assert_eq!(told, Some(None), "{foreign}");
    }
    let without = with(charge("Captured"), "/chargePermissionId", Value::Null);
    let script = vec![line(&get_charge(), without)];
    assert_eq!(ask(ObjectKind::Charge, CHARGE, script).await, Some(None));
}

fn dispute(state: &str, resolution: Option<&str>, amount: &str) -> Value {
    json!({
        "disputeId": "S02-1-1-B1", "chargeId": CHARGE,
        "disputeAmount": { "amount": amount, "currencyCode": "EUR" },
        "statusDetails": { "state": state, "resolution": resolution },
    })
}

/// [B.02] A chargeback contests the payment until it is decided; a lost one takes what refunds have left.
#[tokio::test]
async fn a_chargeback_is_a_dispute() {
    let reported = async |dispute: &Value, charge: &Value, rest: Vec<Line>| {
        let first = vec![
            line("GET /disputes/S02-1-1-B1", dispute.clone()),
            line(&get_charge(), charge.clone()),
        ];
        let script = [first, rest].concat();
        let told = ask(ObjectKind::Chargeback, "S02-1-1-B1", script).await;
        told.flatten().map(|(_, content)| content)
    };
    let rest = || origin(completed()).split_off(1);
    let id = || "S02-1-1-B1".to_owned();
    let opened = |amount| PaymentReport::DisputeOpened {
        dispute: id(),
        amount,
    };
    let lost = |amount| PaymentReport::DisputeLost {
        dispute: id(),
        amount,
    };
    let price = json!({ "amount": "5.00", "currencyCode": "EUR" });
    let refunded = with(charge("Captured"), "/refundedAmount", price);
    for (state, resolution, charge, report) in [
        (
            "UnderReview",
            None,
            charge("Captured"),
            opened(euros(1_000)),
        ),
        (
            "ActionRequired",
            None,
            refunded.clone(),
            opened(euros(1_000)),
        ),
        (
            "Resolved",
            Some("NoFault"),
            charge("Captured"),
            opened(euros(1_000)),
        ),
        (
            "Resolved",
            Some("MerchantWon"),
            charge("Captured"),
            PaymentReport::DisputeWon { dispute: id() },
        ),
        (
            "Closed",
            Some("BuyerWon"),
            charge("Captured"),
            lost(euros(1_000)),
        ),
        ("Closed", Some("BuyerWon"), refunded, lost(euros(790))),
    ] {
        let content = NotificationContent::Captured {
            payment: reference_of_charge().await,
            key: Some("K1".to_owned()),
            report,
        };
        let dispute = dispute(state, resolution, "10.00");
        let told = reported(&dispute, &charge, rest()).await;
        assert_eq!(told, Some(content), "{state}");
    }
    // All that was captured may be disputed.
    let whole = dispute("UnderReview", None, "12.90");
    let told = reported(&whole, &charge("Captured"), rest()).await;
    assert!(told.is_some());
    // More than was captured, an unknown end, or no captured money is no answer.
    let open = dispute("UnderReview", None, "10.00");
    let more = dispute("UnderReview", None, "12.91");
    assert_eq!(reported(&more, &charge("Captured"), vec![]).await, None);
    assert_eq!(reported(&open, &charge("Authorized"), vec![]).await, None);
    for (state, resolution) in [("Resolved", None), ("Melted", Some("BuyerWon"))] {
        let unknown = dispute(state, resolution, "10.00");
        let (amazon, gateway) = Amazon::start(vec![line("GET /disputes/B1", unknown)]).await;
        assert!(gateway.client().dispute("B1").await.is_err(), "{state}");
        amazon.calls();
    }
}
