//! Random actions, answers and reports against a provider with a ledger of its own.

use super::order::{
    Story, card_held, czk, fulfil, minor, order, refund_all, refund_amount, refund_lines, units,
};
use crate::order_life::{Action, LifeEvent, Plan, RefundSize, RefundStatus, TransferWait};
use crate::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What the provider knows: the truth about the money.
#[derive(Default)]
struct Provider {
    captured: i64,
    /// Our refunds by their number, with the provider's id and whether they failed later.
    ours: BTreeMap<u32, (String, i64, bool)>,
    /// Refunds that somebody made at the provider, and reversals, by the provider's ids.
    elsewhere: Vec<(String, i64)>,
    reversed: Vec<(String, i64)>,
    /// Amount and end (won, lost) of each dispute.
    disputes: Vec<(i64, Option<bool>)>,
    /// Reports that are under way.
    reports: Vec<PaymentReport>,
    ids: u32,
}

impl Provider {
    fn left(&self) -> i64 {
        let ours: i64 = self
            .ours
            .values()
            .filter(|one| !one.2)
            .map(|one| one.1)
            .sum();
        let disputed = self.disputes.iter().filter(|one| one.1 != Some(false));
        let disputed: i64 = disputed.map(|one| one.0).sum();
        self.captured - ours - sum(&self.elsewhere) - sum(&self.reversed) - disputed
    }

    fn id(&mut self, kind: &str) -> String {
        self.ids += 1;
        format!("{kind}-{}", self.ids)
    }

    /// Idempotent by the refund's number.
    fn refund(&mut self, number: u32, amount: i64) -> RefundOutcome {
        if !self.ours.contains_key(&number) {
            if amount > self.left() {
                let reason = RefundRefusal::TooMuch;
                return RefundOutcome::Refused { reason };
            }
            let id = self.id("r");
            self.ours.insert(number, (id.clone(), amount, false));
            self.reports.push(refunded(&id, amount));
        }
        let (id, amount, _) = &self.ours[&number];
        super::order::refunded(id, *amount)
    }

    fn fail_refund(&mut self, pick: usize) {
        let standing = self.ours.values_mut().filter(|one| !one.2);
        let standing: Vec<_> = standing.collect();
        let count = standing.len();
        if let Some(one) = standing.into_iter().nth(pick % count.max(1)) {
            one.2 = true;
            self.reports.push(PaymentReport::RefundFailed {
                reference: one.0.clone(),
            });
        }
    }

    fn take(&mut self, what: u8, amount: i64) {
        let amount = amount.min(self.left());
        if amount <= 0 {
            return;
        }
        match what {
            0 => {
                let id = self.id("x");
                self.elsewhere.push((id.clone(), amount));
                self.reports.push(refunded(&id, amount));
            }
            1 => {
                let reference = self.id("v");
                self.reversed.push((reference.clone(), amount));
                self.reports.push(PaymentReport::Reversed {
                    reference,
                    amount: czk(amount),
                });
            }
            _ => {
                self.reports.push(PaymentReport::DisputeOpened {
                    dispute: format!("d-{}", self.disputes.len()),
                    amount: czk(amount),
                });
                self.disputes.push((amount, None));
            }
        }
    }

    fn end_dispute(&mut self, pick: usize, lost: bool) {
        let open = self.disputes.iter_mut().enumerate();
        let mut open: Vec<_> = open.filter(|(_, one)| one.1.is_none()).collect();
        let count = open.len().max(1);
        if let Some((number, one)) = open.get_mut(pick % count) {
            one.1 = Some(lost);
            let dispute = format!("d-{number}");
            self.reports.push(if lost {
                PaymentReport::DisputeLost {
                    dispute,
                    amount: czk(one.0),
                }
            } else {
                PaymentReport::DisputeWon { dispute }
            });
        }
    }

    /// What an operator who reads the provider's ledger may record.
    fn facts(&self) -> Vec<Action> {
        let ours = self.ours.values().filter(|one| !one.2);
        let ours = ours.map(|(id, amount, _)| (id.clone(), *amount));
        let refunds = self.elsewhere.iter().cloned().chain(ours);
        let refunds = refunds.map(|(reference, amount)| Action::RecordRefund {
            reference,
            size: RefundSize::Amount(minor(amount)),
            restock: false,
            refused: None,
        });
        let disputes = self.disputes.iter().enumerate();
        let lost = disputes.filter(|(_, one)| one.1 == Some(true));
        let lost = lost.map(|(number, one)| (format!("d-{number}"), one.0));
        let reversals = self.reversed.iter().cloned().chain(lost);
        let reversals = reversals.map(|(reference, amount)| Action::RecordReversal {
            reference,
            amount: minor(amount),
        });
        refunds.chain(reversals).collect()
    }

    /// What has gone back, and what is withheld.
    fn truth(&self) -> (i64, i64) {
        let ours: i64 = self
            .ours
            .values()
            .filter(|one| !one.2)
            .map(|one| one.1)
            .sum();
        let of = |end| {
            let having = self.disputes.iter().filter(move |one| one.1 == end);
            having.map(|one| one.0).sum::<i64>()
        };
        (
            ours + sum(&self.elsewhere) + sum(&self.reversed) + of(Some(true)),
            of(None),
        )
    }
}

fn sum(amounts: &[(String, i64)]) -> i64 {
    amounts.iter().map(|(_, amount)| amount).sum()
}

fn refunded(id: &str, amount: i64) -> PaymentReport {
    PaymentReport::Refunded {
        reference: id.to_owned(),
        amount: czk(amount),
    }
}

/// What the shop hears of a call for a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    Outcome,
    Nothing,
    /// That the refund is accepted, if it was made.
    Acceptance,
    /// A refusal, although the refund may have been made.
    Refusal,
}

#[derive(Clone, Debug)]
enum Step {
    Operate(Action),
    /// The gateway is called for a refund that is under way.
    Call {
        pick: usize,
        heard: Heard,
    },
    /// A report arrives; it may arrive again later.
    Deliver {
        pick: usize,
        keep: bool,
    },
    /// An operator records what the provider's ledger shows.
    Record {
        pick: usize,
    },
    Capture,
    Take {
        what: u8,
        amount: i64,
    },
    EndDispute {
        pick: usize,
        lost: bool,
    },
    FailRefund {
        pick: usize,
    },
    /// A server looks at the order as at one that waits for a transfer.
    LookForTransfer,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        (1..40_000_i64).prop_map(refund_amount),
        (1..3_u32, 1..3_u32, any::<bool>())
            .prop_map(|(line, count, restock)| refund_lines(&[units(line, count)], restock)),
        Just(refund_all()),
        any::<bool>().prop_map(|restock| Action::Cancel { restock }),
        (1..3_u32, 1..3_u32).prop_map(|(line, count)| fulfil(&[units(line, count)])),
        Just(Action::MarkPaid),
    ]
}

fn heard() -> impl Strategy<Value = Heard> {
    prop_oneof![
        2 => Just(Heard::Outcome),
        2 => Just(Heard::Nothing),
        1 => Just(Heard::Acceptance),
        1 => Just(Heard::Refusal),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => action().prop_map(Step::Operate),
        4 => (any::<usize>(), heard()).prop_map(|(pick, heard)| Step::Call { pick, heard }),
        4 => (any::<usize>(), any::<bool>()).prop_map(|(pick, keep)| Step::Deliver { pick, keep }),
        2 => any::<usize>().prop_map(|pick| Step::Record { pick }),
        1 => Just(Step::Capture),
        2 => (0..3_u8, 1..30_000_i64).prop_map(|(what, amount)| Step::Take { what, amount }),
        1 => (any::<usize>(), any::<bool>())
            .prop_map(|(pick, lost)| Step::EndDispute { pick, lost }),
        1 => any::<usize>().prop_map(|pick| Step::FailRefund { pick }),
        1 => Just(Step::LookForTransfer),
    ]
}

struct World {
    story: Story,
    provider: Provider,
    /// Units back in stock, by line.
    stock: BTreeMap<u32, u32>,
    /// A refund that was made has been refused to the shop, so that its units may be refunded again.
    is_misled: bool,
}

impl World {
    fn new() -> Self {
        Self {
            story: Story::of(order(card_held())),
            provider: Provider::default(),
            stock: BTreeMap::new(),
            is_misled: false,
        }
    }

    fn apply(&mut self, step: &Step) {
        match step {
            Step::Operate(action) => self.operate(action),
            Step::Call { pick, heard } => self.call(*pick, *heard),
            Step::Deliver { pick, keep } => self.deliver(*pick, *keep),
            Step::Record { pick } => self.record(*pick),
            Step::Capture => self.capture(),
            Step::Take { what, amount } => self.provider.take(*what, *amount),
            Step::EndDispute { pick, lost } => self.provider.end_dispute(*pick, *lost),
            Step::FailRefund { pick } => self.provider.fail_refund(*pick),
            Step::LookForTransfer => self.look_for_transfer(),
        }
    }

    /// Nothing happens to an order that a card pays.
    fn look_for_transfer(&mut self) {
        let plan = self.story.try_event(&LifeEvent::TransferTimeReached);
        let expected = Plan {
            transfer: Some(TransferWait::Over),
            ..Plan::default()
        };
        assert_eq!(plan, Ok(expected));
    }

    fn record(&mut self, pick: usize) {
        let facts = self.provider.facts();
        if let Some(fact) = facts.get(pick % facts.len().max(1)) {
            self.operate(fact);
        }
    }

    fn capture(&mut self) {
        if self.story.life().awaits_capture() {
            self.story.capture();
            self.provider.captured = 48_900;
        }
    }

    fn operate(&mut self, action: &Action) {
        let before = self.story.life().sums();
        if let Ok(plan) = self.story.operate(action.clone()) {
            let asked: i64 = plan.calls.iter().map(|call| call.amount.minor.get()).sum();
            let most = match action {
                Action::Cancel { .. } => before.refundable.get().max(48_900 - before.paid.get()),
                _ => before.refundable.get(),
            };
            assert!(asked <= most, "{action:?} asks for {asked} of {most}");
            for units in plan.restocked {
                *self.stock.entry(units.line.0).or_default() += units.units;
            }
        }
    }

    fn call(&mut self, pick: usize, heard: Heard) {
        let life = self.story.life();
        if life.captured_reference().is_none() {
            return;
        }
        let pending = |one: &&crate::order_life::RefundState| one.status == RefundStatus::Pending;
        let pending: Vec<_> = life.refunds.iter().filter(pending).collect();
        if let Some(one) = pending.get(pick % pending.len().max(1)) {
            let outcome = self.provider.refund(one.number, one.refund.amount.get());
            if let Some(outcome) = self.answer(outcome, heard) {
                let event = LifeEvent::Answered {
                    lease: 1,
                    refund: one.number,
                    outcome,
                };
                let _known = self.story.try_event(&event);
            }
        }
    }

    fn answer(&mut self, outcome: RefundOutcome, heard: Heard) -> Option<RefundOutcome> {
        match (heard, outcome) {
            (Heard::Nothing, _) => None,
            (Heard::Acceptance, RefundOutcome::Refunded { reference, .. }) => {
                Some(RefundOutcome::Pending { reference })
            }
            (Heard::Refusal, RefundOutcome::Refunded { .. }) => {
                self.is_misled = true;
                let reason = RefundRefusal::Refused;
                Some(RefundOutcome::Refused { reason })
            }
            (_, outcome) => Some(outcome),
        }
    }

    fn deliver(&mut self, pick: usize, keep: bool) {
        if self.provider.reports.is_empty() {
            return;
        }
        let place = pick % self.provider.reports.len();
        let report = self.provider.reports[place].clone();
        if !keep {
            self.provider.reports.remove(place);
        }
        let _known = self.story.report(report);
    }

    fn check(&self) {
        let life = self.story.life();
        let sums = life.sums();
        assert_eq!(sums.balance, sums.paid - sums.returned);
        assert!(!sums.refundable.is_negative() && !sums.pending.is_negative());
        for line in &self.story.order.snapshot.lines {
            assert!(self.is_misled || life.refunded(line.id) <= line.quantity);
            assert!(life.sent(line.id) <= line.quantity);
            let back = self.stock.get(&line.id.0).copied().unwrap_or(0);
            assert_eq!(life.restocked(line.id), back);
            assert!(
                back <= line.quantity,
                "{back} of {} came back",
                line.quantity
            );
        }
        for (place, entry) in (1..).zip(&self.story.entries) {
            assert_eq!(entry.sequence, place);
        }
    }

    /// Everything that is under way ends.
    fn settle(&mut self) {
        self.capture();
        for _ in 0..1_000 {
            let is_pending = self.story.life().sums().pending.is_positive();
            if !is_pending && self.provider.reports.is_empty() {
                return;
            }
            self.call(0, Heard::Outcome);
            self.deliver(0, false);
        }
        panic!("something is under way for ever");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    /// [B.12] Whatever happens in whatever order, in the end the balance is what the provider has left of the capture, and
    /// no unit is in stock twice.
    #[test]
    fn the_balance_is_what_the_provider_has(steps in prop::collection::vec(step(), 0..60)) {
        let mut world = World::new();
        for step in &steps {
            world.apply(step);
            world.check();
        }
        world.settle();
        world.check();
        let (returned, withheld) = world.provider.truth();
        let sums = world.story.life().sums();
        prop_assert_eq!(sums.paid.get(), world.provider.captured);
        prop_assert_eq!(sums.returned.get(), returned);
        prop_assert_eq!(sums.withheld.get(), withheld);
        prop_assert_eq!(sums.pending.get(), 0);
        prop_assert!(sums.balance.get() >= 0);
    }

    /// The state does not depend on the order in which reports arrive.
    #[test]
    fn the_order_of_reports_makes_no_difference(
        steps in prop::collection::vec(step(), 0..40),
        seed in any::<u64>(),
    ) {
        let mut world = World::new();
        world.apply(&Step::Capture);
        for step in steps.iter().filter(|step| !matches!(step, Step::Deliver { .. })) {
            world.apply(step);
        }
        let reports = world.provider.reports.clone();
        let mut turned: Vec<_> = (0..reports.len()).collect();
        turned.sort_by_key(|&place| seed.rotate_left(u32::try_from(place).unwrap()).wrapping_mul(0x9E37_79B9));
        let mut ends = Vec::new();
        for order in [(0..reports.len()).collect::<Vec<_>>(), turned] {
            let mut story = Story {
                order: world.story.order.clone(),
                sold: Vec::new(),
                timeline: world.story.timeline.clone(),
                entries: world.story.entries.clone(),
            };
            for place in order {
                let _known = story.report(reports[place].clone());
            }
            ends.push(story.sums());
        }
        prop_assert_eq!(ends[0], ends[1]);
    }
}
