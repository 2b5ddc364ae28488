//! Invariants at the end of every world.

use crate::chaos::Chaos;
use crate::gateway::{Card, Payment, Truth};
use crate::world::World;
use zkratka_commerce::attempt::{Attempt, AttemptState, FailureReason, Reservation};
use zkratka_commerce::order::OrderPayment;

pub(crate) fn check(world: &World, chaos: &Chaos) {
    let shop = &world.shop;
    assert_eq!(
        shop.initial_stock,
        shop.stock + shop.taken(),
        "stock is not conserved"
    );
    for (index, attempt) in shop.attempts.iter().enumerate() {
        ends(attempt);
        order_agrees(world, index, attempt);
        if chaos.is_fair() {
            ends_as_the_card_says(world, index, attempt);
        }
    }
    for payment in &world.gateway.payments {
        no_money_hangs(world, payment);
    }
    for (number, cart) in shop.carts.iter().enumerate() {
        let charged = world
            .gateway
            .payments
            .iter()
            .filter(|payment| payment.truth == Truth::Captured)
            .filter(|payment| {
                let attempt = &shop.attempts[payment.attempt];
                usize::try_from(attempt.cart.0) == Ok(number) && !in_review(attempt)
            })
            .count();
        assert!(charged <= 1, "cart {number} is charged {charged} times");
        assert_eq!(
            cart.order.is_none() && shop.is_open(number),
            cart_should_be_open(world, number),
            "cart {number} is open or closed wrongly"
        );
    }
}

const fn in_review(attempt: &Attempt) -> bool {
    matches!(attempt.state, AttemptState::NeedsReview { .. })
}

fn ends(attempt: &Attempt) {
    assert!(
        attempt.state.is_finished() && attempt.due_at.is_none(),
        "attempt {} does not end: {:?}, due {:?}",
        attempt.key.0,
        attempt.state,
        attempt.due_at
    );
    assert!(
        attempt.strays.is_empty(),
        "strays are left: {:?}",
        attempt.strays
    );
    let expected = match attempt.state {
        AttemptState::Captured { .. } => Reservation::Sold,
        AttemptState::Voided { .. } | AttemptState::Failed { .. } => Reservation::Released,
        _ => return,
    };
    assert_eq!(attempt.reservation, expected, "{:?}", attempt.state);
}

fn order_agrees(world: &World, index: usize, attempt: &Attempt) {
    let cart = &world.shop.carts[usize::try_from(attempt.cart.0).expect("64 bits")];
    let order = cart.order.as_ref().filter(|order| order.attempt == index);
    assert_eq!(
        order.is_some(),
        attempt.reservation == Reservation::Sold,
        "attempt {index} and its order disagree"
    );
    assert_eq!(order.is_some(), attempt.order.is_some());
    let Some(order) = order else { return };
    assert_eq!(order.total, attempt.snapshot.total);
    match &attempt.state {
        AttemptState::Captured { reference, .. } => {
            assert!(matches!(order.payment, OrderPayment::Captured { .. }));
            let payment = payment_of(world, reference);
            assert_eq!(payment.truth, Truth::Captured, "captured only in our books");
            assert_eq!(
                payment.amount.minor, order.total,
                "charged another amount than shown"
            );
            assert_eq!(payment.amount.currency, attempt.snapshot.currency);
        }
        AttemptState::NeedsReview { .. } => {
            assert_eq!(order.payment, OrderPayment::NeedsReview);
        }
        other => panic!("attempt {index} has an order and is {other:?}"),
    }
}

fn payment_of<'w>(world: &'w World, reference: &str) -> &'w Payment {
    world
        .gateway
        .payments
        .iter()
        .find(|payment| payment.reference == reference)
        .expect("a payment")
}

/// Money is held only while a person reviews the attempt. Captured money belongs to an order, or a person reviews it.
fn no_money_hangs(world: &World, payment: &Payment) {
    let attempt = &world.shop.attempts[payment.attempt];
    if in_review(attempt) {
        return;
    }
    match payment.truth {
        Truth::Held => panic!(
            "{} is held by attempt {} that is {:?}",
            payment.reference, attempt.key.0, attempt.state
        ),
        Truth::Captured => assert_eq!(
            attempt.state.reference(),
            Some(payment.reference.as_str()),
            "money was taken outside the order"
        ),
        Truth::Undecided | Truth::Challenged | Truth::Voided | Truth::Declined(_) => {}
    }
}

/// With an honest gateway and no long silence, only the card and the buyer decide.
fn ends_as_the_card_says(world: &World, index: usize, attempt: &Attempt) {
    let state = &attempt.state;
    let right = match world.cards[index] {
        Card::Approve | Card::Slow => matches!(state, AttemptState::Captured { .. }),
        Card::Decline => matches!(
            state,
            AttemptState::Failed {
                reason: FailureReason::Declined
            }
        ),
        Card::Challenge => matches!(
            state,
            AttemptState::Captured { .. }
                | AttemptState::Failed {
                    reason: FailureReason::ChallengeFailed
                }
                | AttemptState::Voided {
                    // Failed, or voided to be safe after an old answer still reported the challenge.
                    reason: FailureReason::ChallengeExpired | FailureReason::ChallengeFailed,
                    ..
                }
        ),
    };
    assert!(
        right,
        "attempt {index} with {:?} ends as {state:?}",
        world.cards[index]
    );
}

fn cart_should_be_open(world: &World, number: usize) -> bool {
    world
        .shop
        .attempts
        .iter()
        .filter(|attempt| usize::try_from(attempt.cart.0) == Ok(number))
        .all(|attempt| attempt.reservation == Reservation::Released)
}
