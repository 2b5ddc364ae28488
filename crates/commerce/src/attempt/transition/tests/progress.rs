//! The normal path to an order.

use super::fixture::*;
use crate::attempt::{
    AttemptState, Call, Commit, Effect, Event, NoTransition, PaymentOutcome, Progress, Reservation,
    begin,
};
use crate::ids::{OrderNumber, SellingPlanId};
use crate::money::MinorUnits;
use crate::order::{OrderPayment, OrderedPlan};
use crate::payment::{CardSummary, PaymentMethod};
use crate::selling_plan::{Interval, Schedule};

const WEEKLY: Schedule = Schedule {
    interval: Interval::Week,
    count: 1,
};

#[test]
fn without_a_gateway_the_order_is_made_at_once() {
    for (payment, expected) in [
        (PaymentMethod::CashOnDelivery, OrderPayment::DueOnDelivery),
        (PaymentMethod::BankTransfer, OrderPayment::AwaitingTransfer),
        (PaymentMethod::Free, OrderPayment::Free),
    ] {
        let beginning = begin(new_attempt(payment));
        assert_eq!(beginning.order, Some(expected));
        assert_eq!(beginning.attempt.state, AttemptState::Placed);
        assert_eq!(beginning.attempt.reservation, Reservation::Sold);
        assert_eq!(beginning.attempt.due_at, None);
        let driven = Driven {
            attempt: beginning.attempt,
            now: BEGAN,
        };
        assert_eq!(driven.try_step(&started()), Err(NoTransition::NoGateway));
        assert_eq!(
            driven.try_step(&Event::DueReached),
            Err(NoTransition::NoGateway)
        );
    }
}

#[test]
fn a_card_attempt_waits_for_its_start() {
    let driven = Driven::reserved();
    assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(20_000)));
    assert_eq!(driven.attempt.progress(), Progress::InProgress);
    assert_eq!(
        driven.try_step(&Event::DueReached),
        Err(NoTransition::NothingChanges)
    );
}

/// [B.03] The requested amount is the amount of the snapshot.
#[test]
fn it_is_stored_that_the_gateway_will_be_asked_before_it_is_asked() {
    let mut driven = Driven::reserved();
    let step = driven.step(&started());
    assert_eq!(
        step.effects,
        [Effect::Authorise {
            session: "ses_1".to_owned(),
            amount: czk(MinorUnits::new(TOTAL)),
            return_url: URL.to_owned(),
            not_after: BEGAN.plus(policy().start_within_ms),
        }]
    );
    assert_eq!(step.commit, Commit::Nothing);
    assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(policy().call_ms)));
    assert_eq!(
        driven.try_step(&started()),
        Err(NoTransition::NothingChanges)
    );
}

/// [B.03] A payment is started in its last moment, and not after it.
#[test]
fn a_payment_starts_until_its_last_moment() {
    let last = policy().start_within_ms;
    let mut driven = Driven::reserved();
    let step = driven.later(last).step(&started());
    assert!(matches!(step.effects[..], [Effect::Authorise { .. }]));
    let mut driven = Driven::reserved();
    let step = driven.later(last + 1).step(&started());
    assert!(step.effects.is_empty());
    assert!(matches!(driven.state(), AttemptState::Failed { .. }));
}

/// [B.03] Capture follows automatically once the order exists.
#[test]
fn money_held_as_asked_makes_the_order_and_then_is_captured() {
    let mut driven = Driven::authorising();
    let step = driven.answered(Call::Authorise, held("r1"));
    assert_eq!(
        step.commit,
        ordered(OrderPayment::Authorised { card: card() })
    );
    assert_eq!(
        step.effects,
        [Effect::Capture {
            reference: "r1".to_owned(),
            amount: czk(MinorUnits::new(TOTAL))
        }]
    );
    assert_eq!(driven.attempt.reservation, Reservation::Sold);
    driven.attempt.order = Some(OrderNumber(1_001));
    let step = driven.answered(Call::Capture, taken("r1"));
    assert_eq!(
        step.commit,
        Commit::UpdateOrderPayment(OrderPayment::Captured { card: card() })
    );
    assert!(step.effects.is_empty());
    assert_eq!(
        driven.attempt.progress(),
        Progress::Ordered(OrderNumber(1_001))
    );
}

#[test]
fn a_notification_is_as_good_as_an_answer() {
    let mut driven = Driven::authorising();
    let step = driven.notified(held("r1"));
    assert!(matches!(step.commit, Commit::MakeOrder { .. }));
    driven.ignores(&held("r1"));
    driven.notified(taken("r1"));
    assert!(matches!(driven.state(), AttemptState::Captured { .. }));
}

#[test]
fn a_challenge_sends_the_buyer_to_the_bank_and_the_return_asks_how_it_went() {
    let mut driven = Driven::challenged();
    assert_eq!(
        driven.attempt.progress(),
        Progress::ActionRequired {
            redirect_url: "https://bank.example/challenge"
        }
    );
    assert_eq!(
        driven.attempt.due_at,
        Some(BEGAN.plus(policy().challenge_ms))
    );
    let step = driven.later(60_000).step(&Event::BuyerReturned);
    assert_eq!(step.effects, [Effect::Query]);
    let step = driven.answered(Call::Query, held("r1"));
    assert!(matches!(step.commit, Commit::MakeOrder { .. }));
}

#[test]
fn coming_back_does_not_put_off_the_end_of_the_challenge() {
    let mut driven = Driven::challenged();
    driven
        .later(policy().challenge_ms - 1_000)
        .step(&Event::BuyerReturned);
    let ends = BEGAN.plus(policy().challenge_ms);
    assert_eq!(driven.attempt.due_at, Some(ends));
}

/// A challenge that ends at this moment has ended: the call of the query has its time.
#[test]
fn coming_back_at_the_end_of_the_challenge_waits_for_the_call() {
    let end = policy().challenge_ms;
    let mut driven = Driven::challenged();
    driven.later(end).step(&Event::BuyerReturned);
    let call_ended = BEGAN.plus(end + policy().call_ms);
    assert_eq!(driven.attempt.due_at, Some(call_ended));
}

#[test]
fn a_buyer_who_returns_undecided_can_go_on_deciding() {
    let mut driven = Driven::challenged();
    driven.later(60_000).step(&Event::BuyerReturned);
    driven.answered(Call::Query, challenge("r1"));
    assert!(matches!(
        driven.state(),
        AttemptState::RequiresAction { .. }
    ));
    driven.ignores(&challenge("r1"));
    let step = driven.due();
    assert_eq!(step.effects, [Effect::Query]);
}

#[test]
fn money_already_taken_makes_a_captured_order() {
    let mut driven = Driven::authorising();
    let step = driven.answered(Call::Query, taken("r1"));
    assert_eq!(
        step.commit,
        ordered(OrderPayment::Captured { card: card() })
    );
    assert!(step.effects.is_empty());
}

/// A saved card with a mandate of its own.
fn saved_card() -> PaymentMethod {
    PaymentMethod::SavedCard {
        mandate: "mnd_2".to_owned(),
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        confirmation: String::new(),
    }
}

/// Renewals are the merchant's task: the timeline says that there will be some, and under which mandate. That of a saved card
/// which has paid renews.
#[test]
fn an_order_under_a_plan_says_that_a_subscription_began() {
    let plan = OrderedPlan {
        id: SellingPlanId(7),
        name: "Každý týden".to_owned(),
        group: None,
        billing: WEEKLY,
        delivery: WEEKLY,
        recurring_deliveries: true,
        prices: Vec::new(),
    };
    for (saved, mandate, detail) in [
        (false, Some("mnd_1"), "plans 7, mandate mnd_1"),
        (false, None, "plans 7, mandate none"),
        (true, None, "plans 7, mandate mnd_2"),
    ] {
        let mut driven = Driven::reserved();
        if saved {
            driven.attempt.snapshot.payment = saved_card();
        }
        driven.attempt.snapshot.lines[0].selling_plan = Some(Box::new(plan.clone()));
        driven.step(&started());
        let card = CardSummary {
            mandate: mandate.map(str::to_owned),
            ..card()
        };
        let step = driven.step(&Event::Answered {
            call: Call::Authorise,
            outcome: PaymentOutcome::Authorised {
                reference: "pay_1".to_owned(),
                amount: czk(MinorUnits::new(TOTAL)),
                card: card.clone(),
            },
        });
        let card = CardSummary {
            mandate: mandate.or(saved.then_some("mnd_2")).map(str::to_owned),
            ..card
        };
        assert_eq!(step.commit, ordered(OrderPayment::Authorised { card }));
        let told: Vec<_> = step
            .timeline
            .iter()
            .filter(|entry| entry.event == "subscription_began")
            .map(|entry| entry.detail.as_str())
            .collect();
        assert_eq!(told, [detail]);
    }
}

/// The merchant sends gift cards: the timeline lists them once, without the codes.
#[test]
fn an_order_of_gift_cards_says_that_they_are_sold() {
    let mut driven = Driven::reserved();
    driven.attempt.snapshot.lines[0].gift_card = Some(czk(MinorUnits::new(50_000)));
    driven.attempt.snapshot.lines[0].quantity = 2;
    driven.step(&started());
    let ordered = driven.answered(Call::Authorise, held("pay_1"));
    let captured = driven.answered(Call::Capture, taken("pay_1"));
    let entries = ordered.timeline.iter().chain(&captured.timeline);
    let told: Vec<_> = entries
        .filter(|entry| entry.event == "gift_cards_sold")
        .map(|entry| entry.detail.clone())
        .collect();
    assert_eq!(told, ["...0000 500.00 CZK, ...0001 500.00 CZK"]);
    let Commit::MakeOrder { cards, .. } = ordered.commit else {
        panic!("no order");
    };
    let digests: Vec<_> = cards.iter().map(|card| &card.digest.digest).collect();
    assert_eq!(digests, ["digest 0", "digest 1"]);
    assert!(
        cards
            .iter()
            .all(|card| card.unit.amount == czk(MinorUnits::new(50_000)))
    );
}

#[test]
fn an_order_without_a_plan_says_nothing_of_a_subscription() {
    let mut driven = Driven::reserved();
    driven.step(&started());
    let step = driven.step(&Event::Answered {
        call: Call::Authorise,
        outcome: PaymentOutcome::Authorised {
            reference: "pay_1".to_owned(),
            amount: czk(MinorUnits::new(TOTAL)),
            card: card(),
        },
    });
    assert!(
        step.timeline
            .iter()
            .all(|entry| entry.event != "subscription_began")
    );
}

/// [B.03] After the challenge a gateway may add to the payment's reference what it has learnt: it is still the attempt's own
/// payment. Every later call then names the longer one.
#[test]
fn a_reference_may_grow_after_the_challenge() {
    let mut driven = Driven::challenged();
    driven.step(&Event::BuyerReturned);
    let step = driven.answered(Call::Query, held("r1/c1"));
    assert!(driven.attempt.strays.is_empty());
    assert!(matches!(step.commit, Commit::MakeOrder { .. }));
    assert_eq!(driven.state().reference(), Some("r1/c1"));
    let reference = "r1/c1".to_owned();
    let amount = czk(MinorUnits::new(TOTAL));
    assert_eq!(step.effects, [Effect::Capture { reference, amount }]);
    // Another charge of the same session is another payment.
    driven.notified(held("r1/c2"));
    assert_eq!(driven.attempt.strays, ["r1/c2"]);
}

/// [B.03] The void of a challenge may be answered with the longer reference.
#[test]
fn a_void_may_name_what_it_released() {
    let mut driven = Driven::challenged();
    driven.due();
    driven.answered(Call::Query, challenge("r1"));
    driven.answered(void_of("r1"), voided("r1/c1"));
    assert!(matches!(driven.state(), AttemptState::Voided { .. }));
    assert!(driven.attempt.strays.is_empty());
}
