//! Each rule of the comparison, with the youngest that counts and the oldest that does not.

use std::collections::BTreeMap;
use zkratka_commerce::ids::{AttemptKey, LineId, OrderNumber};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_life::{Dispute, LineUnits, RefundFailure, RefundStatus};
use zkratka_commerce::refund::RefundRefusal;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::LedgerKind::{Authorisation, Capture, Refund, Reversal};
use zkratka_payments::LedgerState::{Done, Pending, Unclear, Undone};
use zkratka_payments::{LedgerEntry, LedgerKind, LedgerState, PaymentLedger};
use zkratka_reconciliation::{Difference, Kind, OurMoney, OurPayment, OurRefund, Times, compare};

const NOW: Timestamp = Timestamp(1_790_000_000_000);
const GRACE: i64 = 3_600_000;
const LONG: i64 = 72 * 3_600_000;
const TIMES: Times = Times {
    now: NOW,
    grace_ms: GRACE,
    long_ms: LONG,
};
/// Old enough to count.
const OLD: Timestamp = Timestamp(NOW.0 - GRACE);
const YOUNG: Timestamp = Timestamp(OLD.0 + 1);
const LONG_AGO: Timestamp = Timestamp(NOW.0 - LONG);

fn minor(amount: i64) -> MinorUnits {
    MinorUnits::new(amount)
}

fn czk(amount: i64) -> Money {
    Money::new(minor(amount), Currency::CZK)
}

/// An order of 100.00 that is paid.
fn paid() -> OurPayment {
    OurPayment {
        attempt: AttemptKey(7),
        order: Some(OrderNumber(1001)),
        reference: Some("pay_1".to_owned()),
        currency: Currency::CZK,
        money: OurMoney::Captured {
            amount: minor(10_000),
            at: OLD,
        },
        refunds: Vec::new(),
        reversals: BTreeMap::new(),
        disputes: BTreeMap::new(),
        cancelled_at: None,
        changed_at: OLD,
    }
}

fn entry(id: &str, kind: LedgerKind, state: LedgerState, amount: i64) -> LedgerEntry {
    LedgerEntry {
        id: id.to_owned(),
        kind,
        state,
        amount: czk(amount),
        at: OLD,
        key: None,
        refund_key: None,
        payment: None,
    }
}

fn captured() -> LedgerEntry {
    entry("pay_1-1", Capture, Done, 10_000)
}

fn with(mut entries: Vec<LedgerEntry>) -> PaymentLedger {
    entries.insert(0, captured());
    only(entries)
}

fn only(entries: Vec<LedgerEntry>) -> PaymentLedger {
    PaymentLedger {
        entries,
        tells_reversals: true,
        tells_disputes: true,
        lists_disputed_money: false,
    }
}

fn kinds(found: &[Difference]) -> Vec<Kind> {
    found.iter().map(|one| one.kind).collect()
}

#[track_caller]
fn differs(ours: &OurPayment, theirs: &PaymentLedger, expected: &[Kind]) -> Vec<Difference> {
    let found = compare(Some(ours), theirs, TIMES);
    assert_eq!(kinds(&found), expected, "{found:#?}");
    found
}

fn refund(reference: Option<&str>, amount: i64, status: RefundStatus) -> OurRefund {
    OurRefund {
        number: Some(1),
        reference: reference.map(str::to_owned),
        key: Some("F1".to_owned()),
        amount: minor(amount),
        status,
        lines: vec![LineUnits {
            line: LineId(2),
            units: 1,
        }],
        at: OLD,
    }
}

/// [B.12] Money that both sides know is no difference; money that one side alone knows is.
#[test]
fn captures_are_compared() {
    differs(&paid(), &with(vec![]), &[]);
    let here_only = differs(&paid(), &only(vec![]), &[Kind::CapturedHereOnly]);
    assert_eq!(here_only[0].id.as_deref(), Some("pay_1"));
    assert_eq!(
        (here_only[0].here, here_only[0].there),
        (Some(czk(10_000)), None)
    );
    let undone = only(vec![entry("pay_1-1", Capture, Undone, 10_000)]);
    differs(&paid(), &undone, &[Kind::CapturedHereOnly]);
    for money in [
        OurMoney::None,
        OurMoney::UnderWay,
        OurMoney::Held { since: OLD },
    ] {
        let ours = OurPayment { money, ..paid() };
        differs(&ours, &with(vec![]), &[Kind::CapturedNotHere]);
        differs(&ours, &only(vec![]), &[]);
    }
    let orphan = OurPayment {
        order: None,
        money: OurMoney::None,
        ..paid()
    };
    let found = differs(&orphan, &with(vec![]), &[Kind::CapturedWithoutOrder]);
    assert!(
        found[0].remedy().contains("attempts show 7"),
        "{}",
        found[0].remedy()
    );
    let unknown = compare(None, &with(vec![]), TIMES);
    assert_eq!(kinds(&unknown), [Kind::CapturedWithoutOrder]);
    // Nothing was due.
    let money = OurMoney::Captured {
        amount: MinorUnits::ZERO,
        at: OLD,
    };
    differs(&OurPayment { money, ..paid() }, &only(vec![]), &[]);
}

/// [B.12] A wrong amount, a wrong currency and a second capture are different kinds.
#[test]
fn amounts_of_captures_are_compared() {
    let other = only(vec![entry("c", Capture, Done, 9_999)]);
    let found = differs(&paid(), &other, &[Kind::AmountDiffers]);
    assert_eq!(
        (found[0].here, found[0].there),
        (Some(czk(10_000)), Some(czk(9_999)))
    );
    let euros = Money::new(minor(10_000), Currency::new("EUR").expect("euros"));
    let other = only(vec![LedgerEntry {
        amount: euros,
        ..captured()
    }]);
    let found = differs(&paid(), &other, &[Kind::AmountDiffers]);
    assert_eq!(found[0].there, Some(euros));
    let twice = with(vec![entry("c2", Capture, Done, 10_000)]);
    let found = differs(&paid(), &twice, &[Kind::CapturedTwice]);
    assert!(
        found[0].remedy().contains("(100.00)"),
        "{}",
        found[0].remedy()
    );
    // Parts of the whole.
    let parts = only(vec![
        entry("c1", Capture, Done, 4_000),
        entry("c2", Capture, Done, 6_000),
    ]);
    differs(&paid(), &parts, &[]);
}

/// [B.12] What is young may be under way between the sides.
#[test]
fn young_movements_are_no_differences() {
    let young = |kind, state| LedgerEntry {
        at: YOUNG,
        ..entry("x", kind, state, 1_000)
    };
    let ours = OurPayment {
        money: OurMoney::UnderWay,
        ..paid()
    };
    differs(&ours, &only(vec![young(Capture, Done)]), &[]);
    let money = OurMoney::Captured {
        amount: minor(10_000),
        at: YOUNG,
    };
    differs(&OurPayment { money, ..paid() }, &only(vec![]), &[]);
    for kind in [Refund, Reversal] {
        differs(&paid(), &with(vec![young(kind, Done)]), &[]);
    }
    for state in [Pending, Done, Unclear] {
        differs(&paid(), &with(vec![young(LedgerKind::Dispute, state)]), &[]);
    }
    let mut ours = paid();
    ours.changed_at = YOUNG;
    ours.refunds = vec![OurRefund {
        at: YOUNG,
        ..refund(Some("re_1"), 1_000, RefundStatus::Done)
    }];
    ours.reversals.insert("rv_1".to_owned(), minor(1));
    ours.disputes.insert(
        "dp_1".to_owned(),
        Dispute {
            amount: Some(minor(1)),
            ..Dispute::default()
        },
    );
    differs(&ours, &with(vec![]), &[]);
}

/// [B.12] Refunds are known by the provider's id or by the shop's key.
#[test]
fn refunds_are_compared() {
    let there = |id: &str, state, amount, key: Option<&str>| LedgerEntry {
        refund_key: key.map(str::to_owned),
        ..entry(id, Refund, state, amount)
    };
    let foreign = with(vec![there("re_1", Done, 2_500, None)]);
    let found = differs(&paid(), &foreign, &[Kind::RefundedElsewhere]);
    assert_eq!(
        found[0].remedy(),
        "record it: `zkratka orders refund 1001 --made-elsewhere re_1 --amount 25.00 --reason 'WHY'`"
    );
    let mut ours = paid();
    ours.refunds = vec![refund(Some("re_1"), 2_500, RefundStatus::Done)];
    differs(&ours, &foreign, &[]);
    differs(&ours, &with(vec![]), &[Kind::RefundedHereOnly]);
    let failed = with(vec![there("re_1", Undone, 2_500, None)]);
    differs(&ours, &failed, &[Kind::RefundedHereOnly]);
    let other = with(vec![there("re_1", Done, 2_501, None)]);
    differs(&ours, &other, &[Kind::AmountDiffers]);
    // A second refund with the key of the first, which is known by its id.
    let second = with(vec![
        there("re_1", Done, 2_500, Some("F1")),
        there("re_2", Done, 2_500, Some("F1")),
    ]);
    let found = differs(&ours, &second, &[Kind::RefundedElsewhere]);
    assert_eq!(found[0].id.as_deref(), Some("re_2"));
    // Refused in the answer, and made nevertheless: it is recorded with its lines.
    let refused = RefundStatus::Failed(RefundFailure::Refused(RefundRefusal::Refused));
    ours.refunds = vec![refund(None, 2_500, refused)];
    let made = with(vec![there("re_1", Done, 2_500, Some("F1"))]);
    let found = differs(&ours, &made, &[Kind::RefundedElsewhere]);
    assert!(
        found[0]
            .remedy()
            .contains("--made-elsewhere re_1 --refused 1 --line 2:1 --amount 25.00 "),
        "{}",
        found[0].remedy()
    );
    differs(&ours, &with(vec![]), &[]);
    // The server asks again by itself.
    ours.refunds = vec![refund(None, 2_500, RefundStatus::Pending)];
    differs(&ours, &made, &[]);
    differs(&ours, &with(vec![]), &[]);
    let euros = Money::new(minor(2_500), Currency::new("EUR").expect("euros"));
    let foreign = with(vec![LedgerEntry {
        amount: euros,
        ..there("re_9", Done, 0, None)
    }]);
    differs(&paid(), &foreign, &[Kind::AmountDiffers]);
}

/// [B.12] Whatever is pending for days is reported, on either side.
#[test]
fn what_is_pending_for_long_is_told() {
    let since = |at| LedgerEntry {
        at,
        ..entry("x", Refund, Pending, 1_000)
    };
    let just_not = Timestamp(LONG_AGO.0 + 1);
    differs(&paid(), &with(vec![since(LONG_AGO)]), &[Kind::PendingLong]);
    differs(&paid(), &with(vec![since(just_not)]), &[]);
    let mut ours = paid();
    for (at, expected) in [(LONG_AGO, &[Kind::PendingLong][..]), (just_not, &[])] {
        ours.refunds = vec![OurRefund {
            at,
            ..refund(None, 2_500, RefundStatus::Pending)
        }];
        differs(&ours, &with(vec![]), expected);
        let held = OurPayment {
            money: OurMoney::Held { since: at },
            ..paid()
        };
        differs(&held, &only(vec![]), expected);
        let capture = LedgerEntry {
            at,
            ..entry("c", Capture, Pending, 10_000)
        };
        let under_way = OurPayment {
            money: OurMoney::UnderWay,
            ..paid()
        };
        differs(&under_way, &only(vec![capture]), expected);
    }
}

/// [B.12] Money that is still held days after its payment or its order ended is reported.
#[test]
fn money_that_is_held_for_nothing_is_told() {
    let held = |state| {
        only(vec![LedgerEntry {
            at: LONG_AGO,
            ..entry("pay_1", Authorisation, state, 10_000)
        }])
    };
    let ended = |changed_at| OurPayment {
        order: None,
        money: OurMoney::None,
        changed_at,
        ..paid()
    };
    differs(&ended(LONG_AGO), &held(Pending), &[Kind::HeldForNothing]);
    differs(&ended(LONG_AGO), &held(Unclear), &[Kind::HeldForNothing]);
    differs(&ended(LONG_AGO), &held(Undone), &[]);
    differs(&ended(OLD), &held(Pending), &[]);
    let cancelled = |at| OurPayment {
        money: OurMoney::Held { since: OLD },
        cancelled_at: Some(at),
        ..paid()
    };
    differs(
        &cancelled(LONG_AGO),
        &held(Pending),
        &[Kind::HeldForNothing],
    );
    differs(&cancelled(OLD), &held(Pending), &[]);
    assert_eq!(
        kinds(&compare(None, &held(Pending), TIMES)),
        [Kind::HeldForNothing]
    );
    // Its capture is under way.
    let order = OurPayment {
        money: OurMoney::Held { since: OLD },
        ..paid()
    };
    differs(&order, &held(Pending), &[]);
}

/// [B.12] Money that is held by a second payment is reported, whether the listing names the captured first one or not, and
/// the first payment's own authorisation is not.
#[test]
fn money_that_is_held_beside_a_captured_payment_is_told() {
    let of = |payment: Option<&str>, state, at| LedgerEntry {
        at,
        payment: payment.map(str::to_owned),
        ..entry("pay_2", Authorisation, state, 10_000)
    };
    let long_paid = || OurPayment {
        money: OurMoney::Captured {
            amount: minor(10_000),
            at: LONG_AGO,
        },
        ..paid()
    };
    let second = Some("pay_2");
    for (held, expected) in [
        (of(second, Pending, LONG_AGO), &[Kind::HeldForNothing][..]),
        (of(second, Unclear, LONG_AGO), &[Kind::HeldForNothing]),
        (of(second, Done, LONG_AGO), &[]),
        (of(second, Undone, LONG_AGO), &[]),
        (of(second, Pending, OLD), &[]),
        (of(Some("pay_1"), Unclear, LONG_AGO), &[]),
        // The provider has added the charge's id to the reference.
        (of(Some("pay_1/charge_1"), Unclear, LONG_AGO), &[]),
        (of(None, Unclear, LONG_AGO), &[]),
    ] {
        differs(&long_paid(), &with(vec![held.clone()]), expected);
        // It was paid lately.
        differs(&paid(), &with(vec![held]), &[]);
    }
    let held = of(second, Pending, LONG_AGO);
    let expected = [Kind::CapturedHereOnly, Kind::HeldForNothing];
    differs(&long_paid(), &only(vec![held]), &expected);
}

/// [B.12] Reversals count once, also if they are recorded under a dispute's id.
#[test]
fn reversals_are_compared() {
    let there = with(vec![entry("rv_1", Reversal, Done, 3_000)]);
    let found = differs(&paid(), &there, &[Kind::ReversedElsewhere]);
    assert!(
        found[0]
            .remedy()
            .contains("--reversed-elsewhere rv_1 --amount 30.00 ")
    );
    // It may be the money of a dispute, while disputes cannot be read.
    let closed = PaymentLedger {
        tells_disputes: false,
        ..there.clone()
    };
    let found = differs(&paid(), &closed, &[Kind::DisputeUnclear]);
    assert!(!found[0].remedy().contains("zkratka orders refund"));
    let mut ours = paid();
    ours.reversals.insert("rv_1".to_owned(), minor(3_000));
    differs(&ours, &closed, &[]);
    differs(&ours, &there, &[]);
    differs(&ours, &with(vec![]), &[Kind::ReversedHereOnly]);
    let silent = PaymentLedger {
        tells_reversals: false,
        ..with(vec![])
    };
    differs(&ours, &silent, &[]);
    let other = with(vec![entry("rv_1", Reversal, Done, 3_001)]);
    differs(&ours, &other, &[Kind::AmountDiffers]);
    // The provider reports it as a dispute.
    let lost = with(vec![entry("rv_1", LedgerKind::Dispute, Done, 3_000)]);
    differs(&ours, &lost, &[]);
}

/// [B.12] Where a provider lists disputed money as reversals, disputes explain as much of them as they took, and no more.
#[test]
fn disputes_explain_no_more_reversals_than_they_took() {
    use LedgerKind::Dispute as Disputed;
    let listing = |disputes: &[(LedgerState, i64)], reversals: &[i64]| {
        let mut entries = Vec::new();
        for (number, (state, amount)) in disputes.iter().enumerate() {
            entries.push(entry(&format!("PP-D-{number}"), Disputed, *state, *amount));
        }
        for (number, amount) in reversals.iter().enumerate() {
            entries.push(entry(&format!("T{number}"), Reversal, Done, *amount));
        }
        PaymentLedger {
            tells_reversals: false,
            lists_disputed_money: true,
            ..with(entries)
        }
    };
    for (disputes, reversals, expected) in [
        (&[(Done, 1_000)][..], &[1_000][..], &[][..]),
        (&[(Done, 1_000)], &[1_000, 1_000], &[("T1", 1_000)]),
        (&[(Done, 1_000)], &[2_500, 1_000], &[("T0", 2_500)]),
        (&[(Done, 1_000)], &[1_500], &[("T0", 500)]),
        (&[(Done, 1_000)], &[600, 400], &[]),
        (&[(Done, 1_000)], &[600, 600], &[("T1", 200)]),
        (&[(Done, 600), (Done, 400)], &[1_000], &[]),
        (&[(Pending, 1_000)], &[1_000], &[]),
        (&[(Pending, 1_000)], &[1_001], &[("T0", 1)]),
        (&[(Undone, 1_000)], &[1_001], &[("T0", 1_001)]),
        (&[(Done, 0)], &[1_000], &[("T0", 1_000)]),
    ] {
        // The shop knows the disputes.
        let mut ours = paid();
        for (number, (state, amount)) in disputes.iter().enumerate() {
            let known = Dispute {
                amount: Some(minor(*amount)),
                lost: (*state == Done).then(|| minor(*amount)),
                won: *state == Undone,
            };
            ours.disputes.insert(format!("PP-D-{number}"), known);
        }
        let kinds = vec![Kind::ReversedElsewhere; expected.len()];
        let found = differs(&ours, &listing(disputes, reversals), &kinds);
        for (one, (id, rest)) in found.iter().zip(expected) {
            assert_eq!(one.id.as_deref(), Some(*id), "{disputes:?} {reversals:?}");
            assert_eq!(one.there, Some(czk(*rest)), "{disputes:?} {reversals:?}");
        }
        // Once they are recorded as told, both sides are equal.
        for (id, rest) in expected {
            ours.reversals.insert((*id).to_owned(), minor(*rest));
        }
        differs(&ours, &listing(disputes, reversals), &[]);
    }
    // A dispute that the merchant won may have taken the money and given it back: nothing to record.
    let mut ours = paid();
    let won = Dispute {
        won: true,
        ..Dispute::default()
    };
    ours.disputes.insert("PP-D-0".to_owned(), won);
    let back = listing(&[(Undone, 1_000)], &[1_000]);
    differs(&ours, &back, &[Kind::DisputeUnclear]);
    // A reversal that the shop knows is not what the dispute took.
    let mut ours = paid();
    ours.reversals.insert("T0".to_owned(), minor(1_000));
    let lost = listing(&[(Done, 1_000)], &[1_000, 1_000]);
    differs(&ours, &lost, &[Kind::DisputeLostThere]);
    // Elsewhere a dispute's money is no reversal.
    let apart = PaymentLedger {
        lists_disputed_money: false,
        ..lost
    };
    differs(
        &ours,
        &apart,
        &[Kind::ReversedElsewhere, Kind::DisputeLostThere],
    );
}

/// [B.12] Each state of a dispute against each other.
#[test]
fn disputes_are_compared() {
    let none = None;
    let open = Some(Dispute {
        amount: Some(minor(1_000)),
        ..Dispute::default()
    });
    let won = Some(Dispute {
        won: true,
        ..Dispute::default()
    });
    let lost = Some(Dispute {
        lost: Some(minor(1_000)),
        ..Dispute::default()
    });
    let there = |state, amount| with(vec![entry("dp_1", LedgerKind::Dispute, state, amount)]);
    let inquiry = |amount| with(vec![entry("dp_1", LedgerKind::Inquiry, Pending, amount)]);
    let silent = || PaymentLedger {
        tells_disputes: false,
        ..with(vec![])
    };
    for (known, theirs, expected) in [
        (none, there(Pending, 1_000), Some(Kind::DisputeOpenThere)),
        (won, there(Pending, 1_000), Some(Kind::DisputeOpenThere)),
        (open, there(Pending, 1_000), None),
        (none, inquiry(1_000), Some(Kind::InquiryOpenThere)),
        (won, inquiry(1_000), Some(Kind::InquiryOpenThere)),
        (open, inquiry(1_000), None),
        (open, inquiry(900), Some(Kind::AmountDiffers)),
        (open, there(Pending, 900), Some(Kind::AmountDiffers)),
        (none, there(Done, 1_000), Some(Kind::DisputeLostThere)),
        (open, there(Done, 1_000), Some(Kind::DisputeLostThere)),
        (lost, there(Done, 1_000), None),
        (lost, there(Done, 900), Some(Kind::AmountDiffers)),
        (none, there(Done, 0), None),
        (won, there(Done, 0), None),
        (open, there(Done, 0), Some(Kind::DisputeOpenHere)),
        (none, there(Undone, 1_000), None),
        (won, there(Undone, 1_000), None),
        (open, there(Undone, 1_000), Some(Kind::DisputeOpenHere)),
        (lost, there(Undone, 1_000), Some(Kind::DisputeLostHereOnly)),
        (none, there(Unclear, 1_000), Some(Kind::DisputeUnclear)),
        (open, with(vec![]), Some(Kind::DisputeOpenHere)),
        (lost, with(vec![]), Some(Kind::DisputeLostHereOnly)),
        (won, with(vec![]), None),
        (open, silent(), Some(Kind::DisputeUnclear)),
        (lost, silent(), None),
    ] {
        let mut ours = paid();
        if let Some(known) = known {
            ours.disputes.insert("dp_1".to_owned(), known);
        }
        let found = compare(Some(&ours), &theirs, TIMES);
        let expected: Vec<Kind> = expected.into_iter().collect();
        assert_eq!(kinds(&found), expected, "{known:?} {theirs:?}");
    }
}

/// [B.12] A command records an amount in the order's currency, so it stands beside no other.
#[test]
fn a_lost_dispute_in_another_currency_stands_in_no_command() {
    let mut lost = entry("dp_1", LedgerKind::Dispute, Done, 1_000);
    lost.amount = Money::new(minor(1_000), Currency::new("EUR").expect("a currency"));
    let found = differs(&paid(), &with(vec![lost]), &[Kind::AmountDiffers]);
    assert!(!found[0].remedy().contains("--amount"));
}

/// What a provider sends cannot become a command.
#[test]
fn an_id_that_is_none_stands_in_no_command() {
    let odd = with(vec![entry("x'; rm -rf ~; '", Refund, Done, 1)]);
    let found = differs(&paid(), &odd, &[Kind::RefundedElsewhere]);
    let remedy = found[0].remedy();
    assert!(!remedy.contains("rm"), "{remedy}");
}
