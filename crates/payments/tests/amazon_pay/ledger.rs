//! What Amazon says of a payment, for the comparison with the shop's own records.

use super::{
    Amazon, CHARGE, Line, charge, completed_for, euros, get_charge, line, reference,
    reference_of_charge, refund, refusal, with,
};
use serde_json::json;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{LedgerEntry, LedgerError, LedgerKind, LedgerState, ProviderLedger as _};

const REFUND: &str = "GET /refunds/S02-1-1-R1";

/// An entry, as far as it is compared.
type Seen = (LedgerKind, LedgerState, String, Money);

/// A refund that the shop knows by this id.
fn known(id: &str, minor: i64) -> LedgerEntry {
    LedgerEntry {
        id: id.to_owned(),
        kind: LedgerKind::Refund,
        state: LedgerState::Unclear,
        amount: euros(minor),
        at: Timestamp(0),
        key: None,
        refund_key: None,
        payment: None,
    }
}

async fn asked(
    payment: &str,
    known: &[LedgerEntry],
    script: Vec<Line>,
) -> Result<Vec<Seen>, LedgerError> {
    let (amazon, gateway) = Amazon::start(script).await;
    let seen = gateway.payment(payment, known).await;
    amazon.calls();
    let entries = seen?.entries.into_iter();
    Ok(entries
        .map(|one| (one.kind, one.state, one.id, one.amount))
        .collect())
}

fn of_charge(kind: LedgerKind, state: LedgerState) -> Seen {
    (kind, state, CHARGE.to_owned(), euros(1_290))
}

/// [B.12] Each state of a charge says where its money is. A charge that Amazon does not show has none.
#[tokio::test]
async fn a_charge_is_money_held_or_taken() {
    use LedgerKind::{Authorisation, Capture};
    use LedgerState::{Done, Pending, Undone};
    let payment = reference_of_charge().await;
    for (state, kind, expected) in [
        ("AuthorizationInitiated", Authorisation, Pending),
        ("Authorized", Authorisation, Pending),
        ("CaptureInitiated", Capture, Pending),
        ("Captured", Capture, Done),
        ("Canceled", Authorisation, Undone),
        ("Declined", Authorisation, Undone),
    ] {
        let script = vec![line(&get_charge(), charge(state))];
        let seen = asked(&payment, &[], script).await.expect("an answer");
        assert_eq!(seen, [of_charge(kind, expected)], "{state}");
    }
    let script = vec![refusal(&get_charge(), 404, "ResourceNotFound")];
    assert_eq!(asked(&payment, &[], script).await.expect("an answer"), []);
}

/// [B.12] A throttled answer is asked for again, a few times. A refused key ends the comparison.
#[tokio::test]
async fn a_throttled_answer_is_asked_for_again() {
    let payment = reference_of_charge().await;
    let throttled = || refusal(&get_charge(), 429, "TooManyRequests");
    let script = vec![
        throttled(),
        throttled(),
        line(&get_charge(), charge("Captured")),
    ];
    let seen = asked(&payment, &[], script).await.expect("an answer");
    assert_eq!(seen, [of_charge(LedgerKind::Capture, LedgerState::Done)]);
    let script = vec![throttled(), throttled(), throttled(), throttled()];
    let never = asked(&payment, &[], script).await;
    assert!(matches!(never, Err(LedgerError::NoAnswer(_))), "{never:?}");
    let script = vec![refusal(&get_charge(), 403, "UnauthorizedAccess")];
    let refused = asked(&payment, &[], script).await;
    assert!(
        matches!(refused, Err(LedgerError::NotPermitted(_))),
        "{refused:?}"
    );
}

/// [B.12] An object that this software cannot read is named, and not asked for again. A proxy's page is no object.
#[tokio::test]
async fn an_unreadable_object_is_named() {
    let payment = reference_of_charge().await;
    for odd in [charge("Melted"), json!({ "chargeId": 7 })] {
        let seen = asked(&payment, &[], vec![line(&get_charge(), odd)]).await;
        let named = matches!(&seen, Err(LedgerError::Unreadable { id, .. }) if id == CHARGE);
        assert!(named, "{seen:?}");
    }
    let script = vec![
        line(&get_charge(), charge("Captured")),
        line(REFUND, refund("Melted")),
    ];
    let seen = asked(&payment, &[known("S02-1-1-R1", 500)], script).await;
    let named = matches!(&seen, Err(LedgerError::Unreadable { id, .. }) if id == "S02-1-1-R1");
    assert!(named, "{seen:?}");
}

/// [B.12] A refund that the shop knows is shown by its id. What Amazon has refunded besides is one sum under the charge's id; a
/// refund whose answer was lost is no other one.
#[tokio::test]
async fn refunds_are_told_apart() {
    let payment = reference_of_charge().await;
    let price = json!({ "amount": "7.50", "currencyCode": "EUR" });
    let captured = || {
        line(
            &get_charge(),
            with(charge("Captured"), "/refundedAmount", price.clone()),
        )
    };
    let taken = of_charge(LedgerKind::Capture, LedgerState::Done);
    let rest = |minor| {
        let (kind, state) = (LedgerKind::UnnamedRefund, LedgerState::Done);
        (kind, state, CHARGE.to_owned(), euros(minor))
    };
    let own = |state| {
        let id = "S02-1-1-R1".to_owned();
        (LedgerKind::Refund, state, id, euros(500))
    };
    let id = "S02-1-1-R1";
    for (what, given, more, expected) in [
        ("none", vec![], None, vec![rest(750)]),
        (
            "done",
            vec![known(id, 500)],
            Some("Refunded"),
            vec![own(LedgerState::Done), rest(250)],
        ),
        (
            "open",
            vec![known(id, 500)],
            Some("RefundInitiated"),
            vec![own(LedgerState::Pending), rest(750)],
        ),
        ("lost answer", vec![known("", 750)], None, vec![]),
        (
            "recorded by hand",
            vec![known(CHARGE, 750)],
            None,
            vec![rest(750)],
        ),
    ] {
        let mut script = vec![captured()];
        script.extend(more.map(|state| line(REFUND, refund(state))));
        let seen = asked(&payment, &given, script).await.expect("an answer");
        let expected: Vec<Seen> = expected.into_iter().chain([taken.clone()]).collect();
        assert_eq!(seen, expected, "{what}");
    }
    let other = with(refund("Refunded"), "/chargeId", "S02-9-9-C9");
    let script = vec![captured(), line(REFUND, other)];
    let seen = asked(&payment, &[known(id, 500)], script)
        .await
        .expect("an answer");
    assert_eq!(seen, [rest(750), taken], "of another charge");
}

/// [B.12] A payment of which the shop knows no charge yet has its session's, if this attempt paid it.
#[tokio::test]
async fn a_session_leads_to_its_charge() {
    let payment = reference().await;
    let mut script = completed_for("K1");
    script.push(line(&get_charge(), charge("Captured")));
    let seen = asked(&payment, &[], script).await.expect("an answer");
    assert_eq!(seen, [of_charge(LedgerKind::Capture, LedgerState::Done)]);
    let seen = asked(&payment, &[], completed_for("K2")).await;
    assert_eq!(seen.expect("an answer"), [], "another attempt's");
}
