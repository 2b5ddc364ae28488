//! Orders that wait for their transfer.

use super::order::{NOW, Story, card_paid, fulfil, minor, order, partly_by_gift_card, refund_all};
use crate::order::OrderPayment;
use crate::order_event::OrderEventKind;
use crate::order_life::{
    Action, Attention, CancelReason, Change, LifeEvent, Operation, OperationKey, Plan, Refusal,
    TransferWait,
};
use crate::time::Timestamp;
use crate::transfer::TransferDue;
use proptest::prelude::*;

const DAY: i64 = 86_400_000;
const REMINDER: Timestamp = NOW.plus(5 * DAY);
const OVERDUE: Timestamp = NOW.plus(7 * DAY);
const END: Timestamp = NOW.plus(10 * DAY);

fn due() -> TransferDue {
    TransferDue {
        day: "2025-10-16".parse().unwrap(),
        remind_at: Some(REMINDER),
        overdue_at: OVERDUE,
        expires_at: END,
    }
}

fn waiting() -> Story {
    let mut order = order(OrderPayment::AwaitingTransfer);
    order.transfer_due = Some(due());
    Story::of(order)
}

fn look(story: &mut Story, now: Timestamp) -> Plan {
    story
        .try_event_at(&LifeEvent::TransferTimeReached, now)
        .unwrap()
}

const UNTIL_END: Option<TransferWait> = Some(TransferWait::Until(END));
const OVER: Option<TransferWait> = Some(TransferWait::Over);

/// [B.12] A due transfer causes one event.
#[test]
fn a_buyer_is_reminded_once() {
    let mut story = waiting();
    let early = look(&mut story, REMINDER.plus(-1));
    assert!(early.events.is_empty() && early.timeline.is_empty());
    assert_eq!(early.transfer, Some(TransferWait::Until(REMINDER)));
    let plan = look(&mut story, REMINDER);
    assert_eq!(plan.events, [OrderEventKind::PaymentDue]);
    assert_eq!(plan.timeline[0].event, "payment_due");
    assert!(plan.entries.is_empty() && plan.restocked.is_empty());
    assert_eq!(plan.transfer, UNTIL_END);
    let again = look(&mut story, END.plus(-1));
    assert!(again.events.is_empty() && again.timeline.is_empty());
    assert_eq!(again.transfer, UNTIL_END);
    assert_eq!(story.life().cancelled_at, None);
}

/// [B.12] An order without a reminder causes no event, and ends at the same time.
#[test]
fn a_shop_need_not_remind() {
    let mut story = waiting();
    story.order.transfer_due = Some(TransferDue {
        remind_at: None,
        ..due()
    });
    let plan = look(&mut story, OVERDUE);
    assert!(plan.events.is_empty());
    assert_eq!(plan.transfer, UNTIL_END);
}

/// [B.12] An order that nobody paid in time is cancelled as by an operator, once.
#[test]
fn an_unpaid_order_expires() {
    let mut expired = waiting();
    let plan = look(&mut expired, END);
    let mut cancelled = waiting();
    let by_operator = cancelled.operate(Action::Cancel { restock: true }).unwrap();
    assert_eq!(plan.restocked, by_operator.restocked);
    assert!(plan.restocked.iter().map(|one| one.units).eq([3, 1]));
    assert!(plan.frees_contact && plan.returns_discount_uses);
    assert_eq!(plan.events, [OrderEventKind::Cancelled]);
    assert_eq!((plan.transfer, by_operator.transfer), (OVER, OVER));
    assert_eq!(
        plan.timeline[0].detail,
        "not paid in time, units back in stock"
    );
    let life = expired.life();
    assert_eq!(life.cancelled_at, Some(END));
    assert_eq!(life.cancelled_because, Some(CancelReason::Unpaid));
    assert_eq!(cancelled.life().cancelled_because, None);
    let again = look(&mut expired, END.plus(DAY));
    assert!(again.entries.is_empty() && again.restocked.is_empty() && again.events.is_empty());
    assert_eq!(again.transfer, OVER);
}

/// [B.12] A gift card that paid a part gets it back at once.
#[test]
fn an_expired_order_gives_back_what_gift_cards_paid() {
    let mut order = partly_by_gift_card(OrderPayment::AwaitingTransfer);
    order.transfer_due = Some(due());
    let mut story = Story::of(order);
    let plan = look(&mut story, END);
    assert!(
        plan.credited_cards
            .iter()
            .map(|one| one.amount)
            .eq([minor(10_000)])
    );
    assert!(plan.calls.is_empty());
    assert_eq!(
        plan.events,
        [OrderEventKind::Cancelled, OrderEventKind::Refunded]
    );
    let again = look(&mut story, END.plus(DAY));
    assert!(again.credited_cards.is_empty());
}

/// [B.12] A payment that was recorded first keeps the order, in the last moment of its time and after it.
#[test]
fn a_paid_order_does_not_expire() {
    for now in [REMINDER, END, END.plus(DAY)] {
        let mut story = waiting();
        let paid = story.operate(Action::MarkPaid).unwrap();
        assert_eq!(paid.events, [OrderEventKind::Paid]);
        assert_eq!(paid.transfer, OVER);
        let plan = look(&mut story, now);
        assert!(plan.entries.is_empty() && plan.events.is_empty());
        assert_eq!(plan.transfer, OVER);
    }
}

/// [B.12] Orders of older versions, and orders that are paid otherwise, never expire.
#[test]
fn an_order_without_a_due_day_is_left_alone() {
    for payment in [
        OrderPayment::AwaitingTransfer,
        OrderPayment::DueOnDelivery,
        card_paid(),
        OrderPayment::Free,
    ] {
        let mut story = Story::of(order(payment));
        let plan = look(&mut story, END.plus(1_000 * DAY));
        assert!(plan.entries.is_empty() && plan.events.is_empty());
        assert_eq!(plan.transfer, OVER);
    }
    let mut older = Story::of(order(OrderPayment::AwaitingTransfer));
    let paid = older.operate(Action::MarkPaid).unwrap();
    assert_eq!(paid.transfer, None, "nothing waits");
}

/// [B.12] Money that arrives late does not bring the order back: it waits in the balance until a person has paid it back.
#[test]
fn a_late_payment_is_told_to_a_person() {
    let mut story = waiting();
    look(&mut story, END);
    assert_eq!(story.life().attention(&story.order, END), None);
    let plan = story.operate_as(Some("late"), Action::MarkPaid).unwrap();
    assert_eq!(plan.events, [OrderEventKind::PaymentLate]);
    assert_eq!(plan.timeline[0].event, "payment_late");
    assert!(
        plan.notes[0].contains("orders refund 1001 --all"),
        "{:?}",
        plan.notes
    );
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    let again = story.operate_as(Some("late"), Action::MarkPaid);
    assert!(matches!(again, Err(Refusal::Repeated(_))), "{again:?}");
    let life = story.life();
    assert_eq!(life.cancelled_at, Some(END));
    let Some(Attention::PayBack(amount)) = life.attention(&story.order, END) else {
        panic!("{:?}", life.attention(&story.order, END));
    };
    assert_eq!(amount.minor, minor(48_900));
    let refund = story.operate(refund_all()).unwrap();
    assert!(refund.restocked.is_empty(), "the units are back already");
    assert_eq!(story.sums(), (0, 0, 0, 0));
    assert_eq!(story.life().attention(&story.order, END), None);
}

/// [B.12] Goods that were sent before they were paid cannot come back to stock by themselves: a person decides.
#[test]
fn an_order_of_which_goods_were_sent_is_left_to_a_person() {
    let mut story = waiting();
    let Action::Fulfil { lines, .. } = fulfil(&[super::order::units(1, 1)]) else {
        panic!("goods are sent");
    };
    let sent = Action::Fulfil {
        lines,
        carrier: None,
        tracking_number: None,
        before_payment: true,
        despite_dispute: false,
    };
    story.operate(sent).unwrap();
    assert_eq!(
        look(&mut story, REMINDER).events,
        [OrderEventKind::PaymentDue]
    );
    assert_eq!(story.life().attention(&story.order, END.plus(-1)), None);
    let plan = look(&mut story, END);
    assert!(plan.entries.is_empty() && plan.restocked.is_empty());
    assert_eq!(plan.events, [OrderEventKind::PaymentOverdue]);
    assert_eq!(plan.timeline[0].event, "unpaid");
    assert_eq!(plan.transfer, OVER);
    let life = story.life();
    assert_eq!(life.attention(&story.order, END), Some(Attention::Unpaid));
    let paid = story.operate(Action::MarkPaid).unwrap();
    assert_eq!(paid.events, [OrderEventKind::Paid]);
    assert_eq!(story.life().attention(&story.order, END), None);
    assert_eq!(story.sums().0, 48_900);
}

/// [B.12] A server of an older version reads the entry of an order that expired, and this one an entry of an older version.
#[test]
fn an_entry_says_why_the_shop_cancelled() {
    let restocked = Vec::new();
    let by_operator = Change::Cancelled {
        restocked: restocked.clone(),
        because: None,
    };
    let unpaid = Change::Cancelled {
        restocked,
        because: Some(CancelReason::Unpaid),
    };
    for (change, text) in [
        (by_operator, r#"{"kind":"cancelled","restocked":[]}"#),
        (
            unpaid,
            r#"{"kind":"cancelled","restocked":[],"because":"unpaid"}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&change).unwrap(), text);
        assert_eq!(serde_json::from_str::<Change>(text).unwrap(), change);
    }
    let order = order(OrderPayment::AwaitingTransfer);
    let text = serde_json::to_string(&order).unwrap();
    assert!(!text.contains("transfer_due"), "{text}");
    assert_eq!(
        serde_json::from_str::<crate::order::Order>(&text).unwrap(),
        order
    );
}

#[derive(Clone, Debug)]
enum Step {
    Look,
    Operate(Action),
}

fn step() -> impl Strategy<Value = Step> {
    let before_payment = |line| Action::Fulfil {
        lines: vec![super::order::units(line, 1)],
        carrier: None,
        tracking_number: None,
        before_payment: true,
        despite_dispute: false,
    };
    prop_oneof![
        6 => Just(Step::Look),
        1 => Just(Step::Operate(Action::MarkPaid)),
        1 => any::<bool>().prop_map(|restock| Step::Operate(Action::Cancel { restock })),
        1 => (1..3_u32).prop_map(move |line| Step::Operate(before_payment(line))),
        1 => Just(Step::Operate(refund_all())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 512, ..ProptestConfig::default() })]

    /// [B.12] Whatever operators do meanwhile, an order is reminded at most once, before its end, and ends paid, cancelled or
    /// with a person; its units come back once, and a cancelled order never causes `order.paid`.
    #[test]
    fn a_wait_ends_once(steps in prop::collection::vec((step(), 0..60_i64), 0..14)) {
        let mut story = waiting();
        let mut now = NOW;
        let mut told: Vec<OrderEventKind> = Vec::new();
        let mut back = 0;
        let mut wait = Some(TransferWait::Until(REMINDER));
        let steps = steps.into_iter().chain([(Step::Look, 24 * 365)]);
        for (place, (step, hours)) in steps.enumerate() {
            now = now.plus(hours * 3_600_000);
            let event = match step {
                Step::Look => LifeEvent::TransferTimeReached,
                Step::Operate(action) => LifeEvent::Operated(Operation {
                    key: Some(OperationKey(place.to_string())),
                    by: "jana".to_owned(),
                    reason: "test".to_owned(),
                    action,
                }),
            };
            let was_cancelled = story.life().cancelled_at.is_some();
            let Ok(plan) = story.try_event_at(&event, now) else {
                continue;
            };
            let paid = plan.events.contains(&OrderEventKind::Paid);
            prop_assert!(!(was_cancelled && paid));
            prop_assert!(now < END || !plan.events.contains(&OrderEventKind::PaymentDue));
            back += plan.restocked.iter().map(|units| units.units).sum::<u32>();
            told.extend(&plan.events);
            wait = plan.transfer.or(wait);
        }
        prop_assert_eq!(wait, OVER);
        let count = |kind| told.iter().filter(|one| **one == kind).count();
        prop_assert!(count(OrderEventKind::PaymentDue) <= 1);
        prop_assert!(count(OrderEventKind::Cancelled) <= 1);
        let life = story.life();
        let was_sent = story.order.snapshot.lines.iter().any(|line| life.sent(line.id) > 0);
        prop_assert!(life.paid.is_positive() || life.cancelled_at.is_some() || was_sent);
        prop_assert!(back <= 4, "{} units came back", back);
        if life.cancelled_because.is_some() {
            prop_assert_eq!(back, 4);
        }
    }
}
