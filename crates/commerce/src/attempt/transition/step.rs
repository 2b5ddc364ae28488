//! A step under construction. It enforces what holds for every step: the version grows by one; an order is created or
//! stock released only while the reservation is held; the state decides the due times.

use crate::attempt::event::{Commit, Effect, Transition};
use crate::attempt::policy::Policy;
use crate::attempt::{
    Attempt, AttemptState, FailureReason, Reservation, ReviewReason, SoldGiftCard, sold_gift_cards,
};
use crate::gift_card::SoldCodes;
use crate::money::Money;
use crate::order::{OrderPayment, TimelineEntry};
use crate::payment::CardSummary;
use crate::time::Timestamp;

/// Timeline event for an order that will be renewed.
pub(super) const SUBSCRIPTION_BEGAN: &str = "subscription_began";
/// Timeline event for an order that has sold gift cards.
pub(super) const GIFT_CARDS_SOLD: &str = "gift_cards_sold";

/// The amount shown to the buyer. No other amount is ever authorised, accepted or captured.
pub(super) const fn total(attempt: &Attempt) -> Money {
    Money {
        minor: attempt.snapshot.total,
        currency: attempt.snapshot.currency,
    }
}

pub(super) struct Step<'a> {
    pub(super) now: Timestamp,
    pub(super) policy: &'a Policy,
    codes: &'a dyn SoldCodes,
    pub(super) attempt: Attempt,
    commit: Commit,
    effects: Vec<Effect>,
    timeline: Vec<TimelineEntry>,
}

impl<'a> Step<'a> {
    pub(super) fn new(
        attempt: &Attempt,
        now: Timestamp,
        policy: &'a Policy,
        codes: &'a dyn SoldCodes,
    ) -> Self {
        let mut attempt = attempt.clone();
        attempt.version += 1;
        Self {
            now,
            policy,
            codes,
            attempt,
            commit: Commit::Nothing,
            effects: Vec::new(),
            timeline: Vec::new(),
        }
    }

    pub(super) const fn state(&self) -> &AttemptState {
        &self.attempt.state
    }

    pub(super) const fn reservation(&self) -> Reservation {
        self.attempt.reservation
    }

    pub(super) const fn total(&self) -> Money {
        total(&self.attempt)
    }

    pub(super) fn log(&mut self, event: &str, detail: impl Into<String>) {
        self.timeline.push(TimelineEntry {
            at: self.now,
            event: event.to_owned(),
            detail: detail.into(),
        });
    }

    pub(super) fn perform(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(super) fn enter(&mut self, state: AttemptState, detail: impl Into<String>) {
        let name = state.name();
        self.attempt.state = state;
        self.attempt.retries = 0;
        self.log(name, detail);
    }

    pub(super) const fn due_at(&mut self, at: Timestamp) {
        self.attempt.due_at = Some(at);
    }

    /// Sets the due time for a call that is about to be made: no other server takes over before the call has certainly
    /// ended.
    pub(super) const fn due_after_call(&mut self) {
        self.due_at(self.now.plus(self.policy.call_ms));
    }

    /// Schedules a repeat after a backoff because the present step had no usable answer. A challenge is repeated at its
    /// end at the latest.
    ///
    /// Only this function counts a call as unanswered; taking over from a crashed server does not count. Repeats of the
    /// authorisation are counted where they are sent, because they alternate with queries and have no maximum count.
    pub(super) fn repeat_later(&mut self) {
        let failures = self.attempt.retries.saturating_add(1);
        if !matches!(self.attempt.state, AttemptState::Authorising { .. }) {
            self.attempt.retries = failures;
        }
        // Servers that crash and are replaced repeat quickly. A buyer who has just started must not wait for their
        // backoff.
        let age = self.now.0.saturating_sub(self.attempt.created_at.0);
        let longest = age.max(self.policy.back_off.first_ms);
        let delay = self.policy.back_off.delay_ms(failures).min(longest);
        let mut at = self.now.plus(delay);
        if let AttemptState::RequiresAction { expires_at, .. } = &self.attempt.state
            && self.now < *expires_at
        {
            at = at.min(*expires_at);
        }
        self.due_at(at);
    }

    /// The money is held for exactly the requested amount: creates the order; capture follows.
    pub(super) fn order_authorised(&mut self, reference: String, card: CardSummary) {
        let card = self.renewed_by(card);
        let payment = OrderPayment::Authorised { card: card.clone() };
        self.sell(payment);
        self.enter(
            AttemptState::Authorised {
                reference: reference.clone(),
                card,
            },
            reference.clone(),
        );
        let amount = self.total();
        self.perform(Effect::Capture { reference, amount });
        self.due_after_call();
    }

    /// The money was captured for exactly the requested amount before the order existed.
    pub(super) fn order_captured(&mut self, reference: String, card: CardSummary) {
        let card = self.renewed_by(card);
        self.sell(OrderPayment::Captured { card: card.clone() });
        let detail = reference.clone();
        self.enter(AttemptState::Captured { reference, card }, detail);
    }

    /// A saved card that pays the first order of a subscription also pays the next ones.
    pub(super) fn renewed_by(&self, card: CardSummary) -> CardSummary {
        let snapshot = &self.attempt.snapshot;
        let charged = snapshot.payment.charged_mandate();
        let charged = charged.filter(|_| snapshot.has_selling_plan());
        CardSummary {
            mandate: card.mandate.or_else(|| charged.map(str::to_owned)),
            ..card
        }
    }

    fn sell(&mut self, payment: OrderPayment) {
        debug_assert_eq!(self.attempt.reservation, Reservation::Held);
        self.attempt.reservation = Reservation::Sold;
        self.log_subscription(&payment);
        let cards = sold_gift_cards(&self.attempt, self.codes);
        self.log_gift_cards(&cards);
        self.commit = Commit::MakeOrder { payment, cards };
    }

    /// Logs that the order starts a subscription, with its selling plans and the mandate to charge the buyer again.
    /// The merchant's system does the renewals.
    fn log_subscription(&mut self, payment: &OrderPayment) {
        let lines = self.attempt.snapshot.lines.iter();
        let plans = lines.filter_map(|line| line.selling_plan.as_ref());
        let mut plans: Vec<u64> = plans.map(|plan| plan.id.0).collect();
        plans.sort_unstable();
        plans.dedup();
        if plans.is_empty() {
            return;
        }
        let plans: Vec<_> = plans.iter().map(u64::to_string).collect();
        let mandate = match payment {
            OrderPayment::Authorised { card } | OrderPayment::Captured { card } => {
                card.mandate.as_deref()
            }
            _ => None,
        };
        // Without a mandate the merchant must ask the buyer for one.
        let mandate = mandate.unwrap_or("none");
        let detail = format!("plans {}, mandate {mandate}", plans.join(" "));
        self.log(SUBSCRIPTION_BEGAN, detail);
    }

    /// Logs the sold gift cards, so that the merchant can send them: last characters and value only. A code is as good
    /// as money, so codes never go into the log.
    fn log_gift_cards(&mut self, cards: &[SoldGiftCard]) {
        let cards: Vec<_> = cards
            .iter()
            .map(|card| {
                let (end, amount) = (&card.last_characters, card.unit.amount);
                format!("...{end} {} {}", amount.decimal(), amount.currency)
            })
            .collect();
        if !cards.is_empty() {
            self.log(GIFT_CARDS_SOLD, cards.join(", "));
        }
    }

    pub(super) fn update_order(&mut self, payment: OrderPayment) {
        debug_assert_eq!(self.attempt.reservation, Reservation::Sold);
        self.commit = Commit::UpdateOrderPayment(payment);
    }

    /// Starts voiding money that is or may come to be held and cannot become an order. The stock is released once the
    /// gateway has confirmed the void.
    pub(super) fn void(&mut self, reference: String, reason: FailureReason) {
        self.perform(Effect::Void {
            reference: reference.clone(),
        });
        self.enter(AttemptState::Voiding { reference, reason }, reason.name());
        self.due_after_call();
    }

    /// The gateway never held money.
    pub(super) fn fail(&mut self, reason: FailureReason) {
        self.enter(AttemptState::Failed { reason }, reason.name());
        self.release();
    }

    /// The gateway confirmed that it holds nothing any more.
    pub(super) fn voided(&mut self, reference: String, reason: FailureReason) {
        self.enter(AttemptState::Voided { reference, reason }, reason.name());
        self.release();
    }

    /// Releases the stock, unless an earlier step has done so.
    fn release(&mut self) {
        if self.attempt.reservation == Reservation::Held {
            self.attempt.reservation = Reservation::Released;
            self.commit = Commit::Release;
            self.log("released", "");
        }
    }

    /// Puts the attempt in review, and the payment of its order if there is one.
    pub(super) fn review(&mut self, reason: ReviewReason, reference: Option<String>) {
        if self.attempt.reservation == Reservation::Sold {
            self.update_order(OrderPayment::NeedsReview);
        }
        self.enter(
            AttemptState::NeedsReview { reason, reference },
            reason.name(),
        );
    }

    pub(super) fn finish(mut self) -> Transition {
        if self.attempt.state.is_finished() {
            self.attempt.due_at = if self.attempt.strays.is_empty() {
                None
            } else {
                // The due time repeats the voids of the strays. If none is set yet, wait until the first void's call
                // has ended.
                let call_ended = self.now.plus(self.policy.call_ms);
                Some(self.attempt.due_at.unwrap_or(call_ended))
            };
        }
        Transition {
            attempt: self.attempt,
            commit: self.commit,
            effects: self.effects,
            timeline: self.timeline,
        }
    }
}
