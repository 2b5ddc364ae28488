//! A shop's store, into which a test writes what the shop believes.

use super::support::{
    NOW, asking, authorised, begin_new, captured, card, given_up, product, ready_cart, take,
    tracked,
};
use std::sync::Arc;
use tempfile::TempDir;
use zkratka_commerce::attempt::{Attempt, AttemptState};
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::Mode;
use zkratka_commerce::order_life::{Action, LifeEvent, Operation};
use zkratka_commerce::refund::{PaymentReport, RefundOutcome};
use zkratka_commerce::time::Timestamp;
use zkratka_reconciliation::{Comparison, Kind, Provider, Question};
use zkratka_store::{AttemptStep, OrderStep, OrderStepOutcome, Store};
use zkratka_testing::open_store;

pub(crate) const DAY: i64 = 24 * 60 * 60 * 1_000;
/// When the comparison runs: long after everything has happened.
pub(crate) const LATER: Timestamp = Timestamp(NOW.0 + 10 * DAY);

/// Everything from this moment on, asked at [`LATER`].
pub(crate) const fn compared_since(since: Timestamp) -> Question {
    Question {
        since,
        until: LATER,
        now: LATER,
        mode: Mode::Test,
    }
}
/// Two mugs and the delivery.
pub(crate) const TOTAL: i64 = 58_900;

pub(crate) fn czk(amount: i64) -> Money {
    Money::new(MinorUnits::new(amount), Currency::CZK)
}

pub(crate) struct Shop {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) folder: TempDir,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        let folder = TempDir::new().expect("a folder");
        let store = open_store(folder.path()).await;
        let mug = product("hrnek", &[("Modrá", 25_000, tracked(1_000))]);
        store.import(vec![mug]).await.expect("imported");
        Self { store, folder }
    }

    /// An attempt to pay two mugs by card.
    pub(crate) async fn begun(&self, key: u64) -> Attempt {
        let cart = ready_cart(&*self.store, key, &[(VariantId(1), 2)], card()).await;
        let attempt = begin_new(&*self.store, &cart, 100 + key).await;
        take(&*self.store, asking(&attempt)).await
    }

    /// The shop learns that the money is held.
    pub(crate) async fn held(&self, attempt: &Attempt, reference: &str) -> Attempt {
        let card = match authorised(attempt).attempt.state {
            AttemptState::Authorised { card, .. } => card,
            other => panic!("{other:?}"),
        };
        let reference = reference.to_owned();
        let step = named(authorised(attempt), &reference);
        let state = AttemptState::Authorised { reference, card };
        take(&*self.store, with(step, state)).await
    }

    /// The shop learns that the held money is captured. Returns the order's number.
    pub(crate) async fn paid(&self, attempt: &Attempt, reference: &str) -> OrderNumber {
        let held = self.held(attempt, reference).await;
        let card = match captured(&held).attempt.state {
            AttemptState::Captured { card, .. } => card,
            other => panic!("{other:?}"),
        };
        let reference = reference.to_owned();
        let step = named(captured(&held), &reference);
        let state = AttemptState::Captured { reference, card };
        let attempt = take(&*self.store, with(step, state)).await;
        attempt.order.expect("an order")
    }

    /// The shop believes that no money was held.
    pub(crate) async fn failed(&self, attempt: &Attempt) -> Attempt {
        take(&*self.store, given_up(attempt)).await
    }

    pub(crate) async fn event(&self, order: OrderNumber, event: LifeEvent) {
        let step = OrderStep {
            order,
            event,
            now: NOW.plus(60_000),
        };
        let outcome = self.store.advance_order(step).await.expect("an answer");
        assert!(
            matches!(outcome, OrderStepOutcome::Stored(_)),
            "{outcome:?}"
        );
    }

    pub(crate) async fn operate(&self, order: OrderNumber, action: Action) {
        let operation = Operation {
            key: None,
            by: "jana".to_owned(),
            reason: "test".to_owned(),
            action,
        };
        self.event(order, LifeEvent::Operated(operation)).await;
    }

    pub(crate) async fn report(&self, order: OrderNumber, report: PaymentReport) {
        self.event(order, LifeEvent::Reported(report)).await;
    }

    /// The gateway's answer to a refund of the shop's.
    pub(crate) async fn answer(&self, order: OrderNumber, refund: u32, outcome: RefundOutcome) {
        let now = NOW.plus(60_000);
        let leased = self.store.claim_refunds(now, now, 10).await;
        let leased = leased.expect("an answer").into_iter();
        let mut leased = leased.filter(|it| it.order == order && it.refund == refund);
        let event = LifeEvent::Answered {
            refund,
            lease: leased.next().map_or(0, |lease| lease.version),
            outcome,
        };
        self.event(order, event).await;
    }

    /// Compares everything.
    pub(crate) async fn compared(&self, provider: &Provider) -> Comparison {
        let question = compared_since(NOW.plus(-DAY));
        let (comparison, stopped) = provider.compare(&*self.store, question).await;
        assert!(stopped.is_none(), "{stopped:?}");
        comparison
    }
}

fn named(step: AttemptStep, reference: &str) -> AttemptStep {
    let mut step = step;
    for entry in &mut step.timeline {
        reference.clone_into(&mut entry.detail);
    }
    step
}

fn with(mut step: AttemptStep, state: AttemptState) -> AttemptStep {
    step.attempt.state = state;
    step
}

/// The planted differences: the kind, and the order under which each must be reported.
pub(crate) type Planted = Vec<(Kind, Option<OrderNumber>)>;

/// The differences are those that were planted, and no others.
#[track_caller]
pub(crate) fn assert_found(comparison: &Comparison, planted: Planted) {
    let found = comparison.told();
    let mut found: Planted = found.map(|one| (one.kind, one.order)).collect();
    let mut planted = planted;
    found.sort_unstable();
    planted.sort_unstable();
    assert_eq!(found, planted, "{:#?}", comparison.differences);
}
