//! Attempts and their steps, as the driver would make them.

use super::{NOW, rules};
use std::sync::Arc;
use zkratka_commerce::attempt::{
    Attempt, AttemptState, FailureReason, GiftCardUnit, Reservation, ReviewReason, SoldGiftCard,
    gift_card_units,
};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::gift_card::{CodeDigest, CodeKeyId};
use zkratka_commerce::ids::{AttemptKey, CartKey, Secret};
use zkratka_commerce::order::{Mode, OrderPayment, TimelineEntry};
use zkratka_commerce::payment::CardSummary;
use zkratka_store::{
    AttemptStep, BeginAttempt, BeginOutcome, CartCheck, ManualOrderCheck, StepCommit, StepOutcome,
    Store,
};

/// A request to begin an attempt on this cart; its token comes from the attempt's key.
pub(crate) fn begin_on(cart: CartKey, attempt: u64) -> BeginAttempt {
    BeginAttempt {
        cart,
        token: format!("token-{attempt}"),
        sealed_tokens: Vec::new(),
        attempt: AttemptKey(attempt),
        token_secret: Secret([7; 16]),
        // Each attempt has its own secret, because two attempts must not sell the same gift card code.
        secret: Secret(u128::from(attempt).to_be_bytes()),
        check: CartCheck::any(),
        manual: ManualOrderCheck::unbounded(),
        now: NOW,
        key_expires_at: NOW.plus(86_400_000),
        due_at: NOW.plus(20_000),
        mode: Mode::Test,
        start: None,
    }
}

pub(crate) async fn begin(store: &dyn Store, cart: &Cart, attempt: u64) -> BeginOutcome {
    store
        .begin_attempt(begin_on(cart.key, attempt), Arc::new(rules()))
        .await
        .unwrap()
}

/// Begins an attempt, and asserts that it is new.
pub(crate) async fn begin_new(store: &dyn Store, cart: &Cart, attempt: u64) -> Attempt {
    match begin(store, cart, attempt).await {
        BeginOutcome::New(attempt) => *attempt,
        other => panic!("expected a new attempt, got {other:?}"),
    }
}

fn next(attempt: &Attempt) -> Attempt {
    Attempt {
        version: attempt.version + 1,
        ..attempt.clone()
    }
}

fn entry(event: &str, seconds: i64) -> TimelineEntry {
    TimelineEntry {
        at: NOW.plus(seconds * 1000),
        event: event.into(),
        detail: String::new(),
    }
}

pub(crate) fn visa() -> CardSummary {
    CardSummary {
        network: "visa".into(),
        last_four: "1111".into(),
        mandate: None,
        expires: None,
    }
}

/// The step before the call of the gateway.
pub(crate) fn asking(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::Authorising {
                return_url: "https://shop.example/return".into(),
            },
            ..next(attempt)
        },
        commit: StepCommit::Nothing,
        timeline: vec![entry("authorising", 1)],
    }
}

/// The gift cards that the attempt sells. Their digests name the attempt's secret, the line and the unit.
pub(crate) fn sold_cards(attempt: &Attempt) -> Vec<SoldGiftCard> {
    let secret = attempt.secret.as_ref().map(|secret| secret.0[0]);
    let card = |unit: GiftCardUnit| SoldGiftCard {
        unit,
        last_characters: format!("000{}", unit.unit),
        digest: CodeDigest {
            key: CodeKeyId::parse("test").ok(),
            digest: format!("{}-{secret:?}-{}-{}", attempt.key.0, unit.line.0, unit.unit),
        },
    };
    gift_card_units(&attempt.snapshot).map(card).collect()
}

/// The step after the gateway authorised the money.
pub(crate) fn authorised(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::Authorised {
                reference: "pay-1".into(),
                card: visa(),
            },
            reservation: Reservation::Sold,
            ..next(attempt)
        },
        commit: StepCommit::MakeOrder {
            mode: Mode::Test,
            payment: OrderPayment::Authorised { card: visa() },
            cards: sold_cards(attempt),
        },
        timeline: vec![entry("authorised", 2)],
    }
}

/// The step after the gateway captured the money.
pub(crate) fn captured(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::Captured {
                reference: "pay-1".into(),
                card: visa(),
            },
            due_at: None,
            ..next(attempt)
        },
        commit: StepCommit::UpdateOrderPayment(OrderPayment::Captured { card: visa() }),
        timeline: vec![entry("captured", 3)],
    }
}

/// The step after the gateway refused the capture.
pub(crate) fn capture_refused(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::NeedsReview {
                reason: ReviewReason::CaptureRefused,
                reference: Some("pay-1".into()),
            },
            due_at: None,
            ..next(attempt)
        },
        commit: StepCommit::UpdateOrderPayment(OrderPayment::NeedsReview),
        timeline: vec![entry("needs_review", 3)],
    }
}

/// The step after the gateway declined.
pub(crate) fn declined(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::Failed {
                reason: FailureReason::Declined,
            },
            reservation: Reservation::Released,
            due_at: None,
            ..next(attempt)
        },
        commit: StepCommit::Release,
        timeline: vec![entry("declined", 2)],
    }
}

/// The step that ends an attempt without a call of the gateway, because the buyer left.
pub(crate) fn given_up(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::Failed {
                reason: FailureReason::TooLate,
            },
            reservation: Reservation::Released,
            due_at: None,
            ..next(attempt)
        },
        commit: StepCommit::Release,
        timeline: vec![entry("failed", 2), entry("released", 2)],
    }
}

/// The step to a person's review, because it is unknown whether the gateway holds money.
pub(crate) fn in_review(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::NeedsReview {
                reason: ReviewReason::OutcomeUnknown,
                reference: None,
            },
            due_at: None,
            ..next(attempt)
        },
        commit: StepCommit::Nothing,
        timeline: vec![entry("needs_review", 2)],
    }
}

/// The step to a person's review, because money was taken after the reservation was released.
pub(crate) fn in_review_after_release(attempt: &Attempt) -> AttemptStep {
    AttemptStep {
        attempt: Attempt {
            state: AttemptState::NeedsReview {
                reason: ReviewReason::Contradiction,
                reference: Some("pay-1".into()),
            },
            ..next(attempt)
        },
        commit: StepCommit::Nothing,
        timeline: vec![entry("needs_review", 3)],
    }
}

/// Stores a step, and asserts that no other step came first.
pub(crate) async fn take(store: &dyn Store, step: AttemptStep) -> Attempt {
    match store.advance(step).await.unwrap() {
        StepOutcome::Stored(attempt) => *attempt,
        StepOutcome::Superseded(stored) => panic!("superseded by version {}", stored.version),
    }
}

pub(crate) async fn stored_cart(store: &dyn Store, key: CartKey) -> Cart {
    store.cart(key).await.unwrap().expect("the cart is stored")
}

/// The status of a cart that this attempt holds.
pub(crate) fn completing(attempt: u64) -> CartStatus {
    CartStatus::Completing {
        attempt: AttemptKey(attempt),
    }
}

pub(crate) fn events(timeline: &[TimelineEntry]) -> Vec<&str> {
    timeline.iter().map(|entry| entry.event.as_str()).collect()
}
