//! An attempt for 1 290 Kč, and reports of a gateway.

use crate::attempt::{
    Attempt, AttemptState, Call, Commit, DeclineReason, Event, NewAttempt, NoTransition,
    PaymentOutcome, Policy, Transition, begin, transition,
};
use crate::gift_card::{CodeDigest, SoldCode, SoldCodes};
use crate::ids::{AttemptKey, CartKey, LineId, Secret, VariantId};
use crate::money::{Currency, MinorUnits, Money};
use crate::order::{OrderLine, OrderPayment, OrderSnapshot};
use crate::payment::{CardSummary, PaymentMethod};
use crate::tax::TaxRate;
use crate::time::Timestamp;

pub(super) const BEGAN: Timestamp = Timestamp(1_760_000_000_000);
pub(super) const TOTAL: i64 = 129_000;
pub(super) const HOUR: i64 = 3_600_000;
pub(super) const URL: &str = "https://shop.example/attempts/A1/return";

/// Codes that show the number of their unit.
#[derive(Debug)]
pub(super) struct Numbered;

impl SoldCodes for Numbered {
    fn sell(&self, _: &Secret, _: LineId, unit: u32) -> Option<SoldCode> {
        Some(SoldCode {
            last_characters: format!("{unit:04}"),
            digest: CodeDigest {
                key: None,
                digest: format!("digest {unit}"),
            },
        })
    }
}

/// The commit of an order without gift cards.
pub(super) fn ordered(payment: OrderPayment) -> Commit {
    Commit::MakeOrder {
        payment,
        cards: Vec::new(),
    }
}

pub(super) fn policy() -> Policy {
    Policy::default()
}

pub(super) fn new_attempt(payment: PaymentMethod) -> NewAttempt {
    let line = OrderLine {
        id: LineId(1),
        parent: None,
        variant: VariantId(1),
        title: "Hrnek".to_owned(),
        variant_title: None,
        sku: String::new(),
        quantity: 1,
        unit_price: MinorUnits::new(TOTAL),
        total: MinorUnits::new(TOTAL),
        tax_rate: TaxRate::of::<2_100>(),
        requires_shipping: false,
        tracked: true,
        attributes: Vec::new(),
        gift_card: None,
        selling_plan: None,
        download: None,
    };
    let snapshot = OrderSnapshot {
        currency: Currency::CZK,
        market: None,
        taxation: crate::market::Taxation::Included,
        rounding: MinorUnits::ZERO,
        duty: MinorUnits::ZERO,
        email: "jana@example.cz".to_owned(),
        phone: None,
        delivery_address: None,
        billing_address: None,
        lines: vec![line],
        delivery: None,
        note: None,
        attributes: Vec::new(),
        visitor_consent: crate::consent::VisitorConsent::default(),
        download_consent: None,
        save_for: None,
        subtotal: MinorUnits::new(TOTAL),
        discounts: Vec::new(),
        gift_cards: Vec::new(),
        total: MinorUnits::new(TOTAL),
        taxes: Vec::new(),
        payment,
    };
    NewAttempt {
        key: AttemptKey(1),
        token_secret: Secret([1; 16]),
        secret: Secret([2; 16]),
        cart: CartKey(1),
        token: "token".to_owned(),
        cart_revision: 7,
        contents: None,
        now: BEGAN,
        key_expires_at: BEGAN.plus(24 * HOUR),
        due_at: BEGAN.plus(20_000),
        snapshot,
    }
}

/// The attempt under test. Every step also asserts the general invariants.
pub(super) struct Driven {
    pub(super) attempt: Attempt,
    pub(super) now: Timestamp,
}

impl Driven {
    /// Stock is reserved; nothing else has happened.
    pub(super) fn reserved() -> Self {
        let session = "ses_1".to_owned();
        Self {
            attempt: begin(new_attempt(PaymentMethod::Card { session })).attempt,
            now: BEGAN,
        }
    }

    /// The authorisation has been sent.
    pub(super) fn authorising() -> Self {
        let mut driven = Self::reserved();
        driven.step(&started());
        driven
    }

    /// The buyer is at the bank's challenge.
    pub(super) fn challenged() -> Self {
        let mut driven = Self::authorising();
        driven.answered(Call::Authorise, challenge("r1"));
        driven
    }

    pub(super) fn authorised() -> Self {
        let mut driven = Self::authorising();
        driven.answered(Call::Authorise, held("r1"));
        driven
    }

    /// Too much was held; the void is under way.
    pub(super) fn voiding() -> Self {
        let mut driven = Self::authorising();
        driven.answered(
            Call::Authorise,
            held_of("r1", czk(MinorUnits::new(TOTAL + 1))),
        );
        driven
    }

    pub(super) fn later(&mut self, milliseconds: i64) -> &mut Self {
        self.now = self.now.plus(milliseconds);
        self
    }

    pub(super) fn try_step(&self, event: &Event) -> Result<Transition, NoTransition> {
        transition(&self.attempt, event, self.now, &policy(), &Numbered)
    }

    pub(super) fn step(&mut self, event: &Event) -> Transition {
        let step = self.try_step(event).expect("something follows");
        assert_eq!(step.attempt.version, self.attempt.version + 1);
        assert_eq!(step.attempt.snapshot, self.attempt.snapshot);
        let finished = step.attempt.state.is_finished() && step.attempt.strays.is_empty();
        assert_eq!(
            step.attempt.due_at.is_none(),
            finished,
            "{:?}",
            step.attempt
        );
        assert!(step.timeline.iter().all(|entry| entry.at == self.now));
        self.attempt = step.attempt.clone();
        step
    }

    pub(super) fn answered(&mut self, call: Call, outcome: PaymentOutcome) -> Transition {
        self.step(&Event::Answered { call, outcome })
    }

    pub(super) fn notified(&mut self, outcome: PaymentOutcome) -> Transition {
        self.step(&Event::Notified { outcome })
    }

    pub(super) fn due(&mut self) -> Transition {
        let due = self.attempt.due_at.expect("something is due");
        self.now = self.now.max(due);
        self.step(&Event::DueReached)
    }

    /// Asserts that this report changes nothing.
    pub(super) fn ignores(&self, outcome: &PaymentOutcome) {
        let event = Event::Notified {
            outcome: outcome.clone(),
        };
        let step = self.try_step(&event);
        assert_eq!(
            step,
            Err(NoTransition::NothingChanges),
            "{:?}",
            self.attempt.state
        );
    }

    pub(super) fn state(&self) -> &AttemptState {
        &self.attempt.state
    }
}

pub(super) fn started() -> Event {
    Event::Started {
        return_url: URL.to_owned(),
    }
}

pub(super) fn void_of(reference: &str) -> Call {
    Call::Void {
        reference: reference.to_owned(),
    }
}

pub(super) const fn czk(minor: MinorUnits) -> Money {
    Money {
        minor,
        currency: Currency::CZK,
    }
}

pub(super) fn card() -> CardSummary {
    CardSummary {
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        mandate: None,
        expires: None,
    }
}

pub(super) fn held(reference: &str) -> PaymentOutcome {
    held_of(reference, czk(MinorUnits::new(TOTAL)))
}

pub(super) fn held_of(reference: &str, amount: Money) -> PaymentOutcome {
    PaymentOutcome::Authorised {
        reference: reference.to_owned(),
        amount,
        card: card(),
    }
}

pub(super) fn taken(reference: &str) -> PaymentOutcome {
    taken_of(reference, czk(MinorUnits::new(TOTAL)))
}

pub(super) fn taken_of(reference: &str, amount: Money) -> PaymentOutcome {
    PaymentOutcome::Captured {
        reference: reference.to_owned(),
        amount,
        card: card(),
    }
}

pub(super) fn challenge(reference: &str) -> PaymentOutcome {
    PaymentOutcome::RequiresAction {
        reference: reference.to_owned(),
        redirect_url: "https://bank.example/challenge".to_owned(),
    }
}

pub(super) fn declined(reason: DeclineReason) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: None,
        reason,
    }
}

pub(super) fn voided(reference: &str) -> PaymentOutcome {
    PaymentOutcome::Voided {
        reference: reference.to_owned(),
    }
}
