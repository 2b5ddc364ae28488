//! The shop's own captcha against programs that test stolen cards. The client computes a proof of work; a buyer whose
//! device cannot do that answers a question. The captcha calls no third party and stores no solutions: a challenge is
//! signed, expires, and is valid for one attempt token of one cart, which can make at most one attempt.

mod challenge;
mod demand;
mod question;
#[cfg(test)]
mod tests;

pub use challenge::{Challenge, Purpose, Solution};

use challenge::Signer;
use demand::ClientCounts;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zkratka_commerce::ids::Secret;
use zkratka_commerce::time::Timestamp;
use zkratka_config::{CaptchaDemand, CaptchaSettings};

/// How long a challenge is valid, in milliseconds.
const LIFETIME: i64 = 10 * 60 * 1_000;
/// After this many wrong answers from one address, the server neither asks that address questions nor accepts answers from
/// it.
const WRONG_ANSWERS: u32 = 5;

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

    /// Whether a submit from this address needs a solved captcha.
    pub fn is_demanded(&self, from: Option<IpAddr>, now: Timestamp) -> bool {
        let reached = |count: u32, limit: u32| limit > 0 && count >= limit;
        match self.settings.demand {
            CaptchaDemand::Never => false,
            CaptchaDemand::Always => true,
            CaptchaDemand::Suspicious => {
                let seen = self.watch().seen(from, now);
                reached(seen.submits, self.settings.submits)
                    || reached(seen.failures, self.settings.failures)
            }
        }
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
        let asks = self.watch().seen(from, now).wrong_answers < WRONG_ANSWERS;
        let until = now.plus(LIFETIME);
        self.signer
            .challenge(purpose, salt, until, self.settings.difficulty, asks)
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
        if watch.seen(from, now).wrong_answers >= WRONG_ANSWERS {
            return false;
        }
        let is_right = self.signer.question(&signed.salt).is_answer(answer);
        if !is_right {
            watch.note(from, now, |seen| seen.wrong_answers += 1);
        }
        is_right
    }

    /// Records that a cart was submitted from this address, and whether its payment failed.
    pub fn submitted(&self, from: Option<IpAddr>, failed: bool, now: Timestamp) {
        if self.settings.demand == CaptchaDemand::Suspicious {
            self.watch().note(from, now, |seen| {
                seen.submits = seen.submits.saturating_add(1);
                seen.failures = seen.failures.saturating_add(u32::from(failed));
            });
        }
    }

    fn watch(&self) -> MutexGuard<'_, ClientCounts> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
