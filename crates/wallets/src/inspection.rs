//! What was checked of a token, step by step.

use std::fmt::Display;

/// One thing that is checked; each wallet has its own.
pub trait Check: Copy + Eq + 'static {
    /// Every check in the order of checking.
    const ALL: &'static [Self];

    /// A stable name for programs.
    fn name(self) -> &'static str;

    /// What a message need not have to be genuine, only to be a payment.
    fn is_of_the_message(self) -> bool {
        false
    }
}

/// Why a token is refused; each wallet has its own reasons.
pub trait Refusal: Copy + Eq + Display {
    /// What is checked.
    type Check: Check;

    /// A stable name for logs and programs.
    fn code(self) -> &'static str;

    /// The check that failed.
    fn check(self) -> Self::Check;
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome<R> {
    /// All is well.
    Passed,
    /// The token is refused here.
    Failed(R),
    /// The signed message has nothing of the kind. Nobody changed the token, but it can pay for nothing.
    Absent,
    /// The protocol has no such step, or an earlier check failed.
    NotDone,
}

/// What came of opening a token, with every check.
#[derive(Debug)]
pub struct Inspection<T, R: Refusal> {
    passed: Vec<R::Check>,
    /// The opened token, or why it is refused.
    pub result: Result<T, R>,
}

impl<T, R: Refusal> Inspection<T, R> {
    /// Opens a token, noting each check that it passes.
    pub(crate) fn of(open: impl FnOnce(&mut Progress<R::Check>) -> Result<T, R>) -> Self {
        let mut progress = Progress(Vec::new());
        let result = open(&mut progress);
        Self {
            passed: progress.0,
            result,
        }
    }

    /// Every check with its outcome, in order.
    pub fn checks(&self) -> impl Iterator<Item = (R::Check, CheckOutcome<R>)> {
        let all = R::Check::ALL.iter().copied();
        all.map(|check| (check, self.outcome(check)))
    }

    fn outcome(&self, check: R::Check) -> CheckOutcome<R> {
        match &self.result {
            Err(refusal) if refusal.check() == check => CheckOutcome::Failed(*refusal),
            _ if self.passed.contains(&check) => CheckOutcome::Passed,
            Ok(_) if check.is_of_the_message() => CheckOutcome::Absent,
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
