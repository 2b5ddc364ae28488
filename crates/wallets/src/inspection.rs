//! Records the outcome of each check of a token.

use std::fmt::Display;

/// A check of a token. Each wallet has its own checks.
pub trait Check: Copy + Eq + 'static {
    /// All checks, in the order of checking.
    const ALL: &'static [Self];

    /// The checks of members that a genuine message can lack. A message without one of them is no payment.
    const OF_THE_MESSAGE: &'static [Self] = &[];

    /// Returns a stable name for programs.
    fn name(self) -> &'static str;
}

/// Why a token is refused. Each wallet has its own reasons.
pub trait Refusal: Copy + Eq + Display {
    /// The wallet's checks.
    type Check: Check;

    /// Returns a stable name for logs and programs.
    fn code(self) -> &'static str;

    /// Returns the check that failed.
    fn check(self) -> Self::Check;
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome<R> {
    /// The check succeeded.
    Passed,
    /// The check failed, and the token is refused.
    Failed(R),
    /// The signed message lacks the checked member. The token is genuine, but it is no payment.
    Absent,
    /// The protocol has no such step, or an earlier check failed.
    NotDone,
}

/// The result of opening a token, with the outcome of every check.
#[derive(Debug)]
pub struct Inspection<T, R: Refusal> {
    passed: Vec<R::Check>,
    /// The opened token, or why it is refused.
    pub result: Result<T, R>,
}

impl<T, R: Refusal> Inspection<T, R> {
    /// Runs `open` and records each check that passes.
    pub(crate) fn of(open: impl FnOnce(&mut Progress<R::Check>) -> Result<T, R>) -> Self {
        let mut progress = Progress(Vec::new());
        let result = open(&mut progress);
        Self {
            passed: progress.0,
            result,
        }
    }

    /// Returns every check with its outcome, in order.
    pub fn checks(&self) -> impl Iterator<Item = (R::Check, CheckOutcome<R>)> {
        let all = R::Check::ALL.iter().copied();
        all.map(|check| (check, self.outcome(check)))
    }

    fn outcome(&self, check: R::Check) -> CheckOutcome<R> {
        match &self.result {
            Err(refusal) if refusal.check() == check => CheckOutcome::Failed(*refusal),
            _ if self.passed.contains(&check) => CheckOutcome::Passed,
            Ok(_) if R::Check::OF_THE_MESSAGE.contains(&check) => CheckOutcome::Absent,
            _ => CheckOutcome::NotDone,
        }
    }
}

/// The checks passed so far.
#[derive(Debug)]
pub(crate) struct Progress<C>(Vec<C>);

impl<C> Progress<C> {
    pub(crate) fn passed(&mut self, check: C) {
        self.0.push(check);
    }
}
