//! The shop's own captcha against programs that test stolen cards. The client computes a proof of work; a buyer whose
//! device cannot do that answers a question. The captcha calls no third party and stores no solutions: a challenge is
//! signed, expires, and is valid for one attempt token of one cart, which can make at most one attempt.

mod challenge;
mod demand;
mod question;
#[cfg(test)]
mod tests;

pub use challenge::{Challenge, Purpose, Solution};

use challenge::{Signer, Validity};
use demand::{ClientCounts, Counts};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zkratka_commerce::ids::{AttemptKey, Secret};
use zkratka_commerce::payment::CaptchaProof;
use zkratka_commerce::time::Timestamp;
use zkratka_config::{CaptchaDemand, CaptchaSettings};

/// How long a challenge is valid, in milliseconds.
const LIFETIME: i64 = 10 * 60 * 1_000;
/// An answer that comes sooner after its question was not typed by a person, in milliseconds. The checkout waits as
/// long (web/checkout/src/flow/captcha.ts).
const ANSWER_AFTER: i64 = 2_000;
/// After so many answers from one address within the window, right or wrong, only work is accepted there: a program
/// solves any sum.
const ANSWERS: u32 = 5;
/// How often the work doubles: once for each failed payment beyond the configured number.
const MAX_DOUBLINGS: u32 = 4;
/// Work that a telephone can still do while a challenge is valid, in zero bits.
const MAX_DIFFICULTY: u32 = 24;

/// How a submit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmitEnd {
    /// The payment failed.
    Failed,
    /// There is an order.
    Accepted,
    /// This attempt waits for its buyer or its gateway.
    Waiting(AttemptKey),
    /// It began no attempt.
    NotBegun,
}

/// Whether a count has reached its limit; 0 is no limit.
const fn reached(count: u32, limit: u32) -> bool {
    limit > 0 && count >= limit
}

/// Decides who must solve a captcha, and creates and checks challenges.
pub struct Captcha {
    settings: CaptchaSettings,
    signer: Signer,
    watch: Mutex<ClientCounts>,
}

impl Captcha {
    /// `secret` signs challenges if the settings have no secret. That is enough for a single server.
    #[must_use]
    pub fn new(settings: CaptchaSettings, secret: &Secret) -> Self {
        let configured = settings.secret.as_ref().map(|secret| secret.0.as_bytes());
        let signer = Signer::new(configured.unwrap_or(&secret.0));
        let watch = Mutex::new(ClientCounts::new(settings.window));
        Self {
            settings,
            signer,
            watch,
        }
    }

    /// Lets a submit from this address begin without a captcha; false if one must be solved first. A submit counts as
    /// failed from here on until [`Captcha::ended`] says otherwise: else any number of them could begin before the first
    /// one fails.
    #[must_use]
    pub fn try_enter(&self, from: Option<IpAddr>, now: Timestamp) -> bool {
        match self.settings.demand {
            CaptchaDemand::Never => true,
            CaptchaDemand::Always => false,
            CaptchaDemand::Suspicious => {
                let mut watch = self.watch();
                let is_free = !self.is_suspicious(&watch.seen(from, now));
                if is_free {
                    watch.note(from, now, Counts::enter);
                }
                is_free
            }
        }
    }

    /// What a submit proves that has solved a captcha, or none.
    #[must_use]
    pub fn proof(&self, is_solved: bool) -> CaptchaProof {
        match self.settings.demand {
            CaptchaDemand::Never => CaptchaProof::Unavailable,
            CaptchaDemand::Suspicious | CaptchaDemand::Always if is_solved => CaptchaProof::Solved,
            CaptchaDemand::Suspicious | CaptchaDemand::Always => CaptchaProof::Missing,
        }
    }

    /// Counts a submit whose captcha was solved, like [`Captcha::try_enter`].
    pub fn enter_solved(&self, from: Option<IpAddr>, now: Timestamp) {
        self.watch().note(from, now, Counts::enter);
    }

    /// Corrects the count of a submit when its result is known.
    pub fn ended(&self, from: Option<IpAddr>, end: SubmitEnd, now: Timestamp) {
        if self.settings.demand == CaptchaDemand::Never || end == SubmitEnd::Failed {
            return;
        }
        self.watch().note(from, now, |seen| match end {
            SubmitEnd::Failed => {}
            SubmitEnd::Accepted => seen.withdraw(),
            SubmitEnd::Waiting(attempt) => seen.wait_for(attempt),
            SubmitEnd::NotBegun => {
                seen.withdraw();
                seen.submits = seen.submits.saturating_sub(1);
            }
        });
    }

    /// The waiting payments of an address, if so many would bring a captcha once they have failed. Look up how they are, and
    /// call [`Captcha::waited`] for those that have ended: any server may have ended them.
    #[must_use]
    pub fn waiting(&self, from: Option<IpAddr>, now: Timestamp) -> Vec<AttemptKey> {
        if self.settings.demand != CaptchaDemand::Suspicious {
            return Vec::new();
        }
        let seen = self.watch().seen(from, now);
        if self.is_suspicious(&seen) {
            // They decide nothing any more.
            return Vec::new();
        }
        let waiting = u32::try_from(seen.waiting.len()).unwrap_or(u32::MAX);
        if reached(
            seen.failures.saturating_add(waiting),
            self.settings.failures,
        ) {
            seen.waiting
        } else {
            Vec::new()
        }
    }

    /// A waiting payment has ended, with a failure or without one.
    pub fn waited(
        &self,
        from: Option<IpAddr>,
        attempt: AttemptKey,
        has_failed: bool,
        now: Timestamp,
    ) {
        self.watch()
            .note(from, now, |seen| seen.end_wait(attempt, has_failed));
    }

    fn is_suspicious(&self, seen: &Counts) -> bool {
        reached(seen.submits, self.settings.submits)
            || reached(seen.failures, self.settings.failures)
    }

    /// The work that is demanded: the more payments have failed, the more.
    fn difficulty(&self, seen: &Counts) -> u32 {
        let base = self.settings.difficulty;
        let beyond = match self.settings.failures {
            0 => 0,
            limit => seen.failures.saturating_sub(limit),
        };
        let raised = base + beyond.min(MAX_DOUBLINGS);
        raised.min(MAX_DIFFICULTY.max(base))
    }

    /// Creates a challenge.
    #[must_use]
    pub fn challenge(
        &self,
        purpose: Purpose<'_>,
        from: Option<IpAddr>,
        salt: &Secret,
        now: Timestamp,
    ) -> Challenge {
        let seen = self.watch().seen(from, now);
        let validity = Validity {
            answer_from: now.plus(ANSWER_AFTER),
            until: now.plus(LIFETIME),
        };
        let (difficulty, asks) = (self.difficulty(&seen), seen.answers < ANSWERS);
        self.signer
            .challenge(purpose, salt, validity, difficulty, asks)
    }

    /// Whether this is a solution of an unexpired challenge that was made for this purpose.
    pub fn is_solved(
        &self,
        solution: &Solution,
        purpose: Purpose<'_>,
        from: Option<IpAddr>,
        now: Timestamp,
    ) -> bool {
        let Some(signed) = self.signer.read(&solution.challenge, purpose, now) else {
            return false;
        };
        if let Some(work) = &solution.work {
            return signed.is_worked(&solution.challenge, work);
        }
        let Some(answer) = &solution.answer else {
            return false;
        };
        let mut watch = self.watch();
        if watch.seen(from, now).answers >= ANSWERS {
            return false;
        }
        watch.note(from, now, |seen| seen.answers += 1);
        now >= signed.answer_from && self.signer.question(&signed.salt).is_answer(answer)
    }

    fn watch(&self) -> MutexGuard<'_, ClientCounts> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
