//! Limits guesses at codes that sign in. A challenge allows a few; these limits count them in all challenges together.

use crate::rate_limiter::{RateLimitKey, RateLimiter};
use std::net::IpAddr;
use zkratka_commerce::time::Timestamp;

/// Who has answered codes wrongly. Each server keeps the counts in its own memory.
#[derive(Debug)]
pub struct SignInGuesses {
    of_client: RateLimiter,
    of_all: RateLimiter,
}

impl Default for SignInGuesses {
    fn default() -> Self {
        Self {
            of_client: RateLimiter::for_sign_in_guesses(),
            of_all: RateLimiter::for_guesses_of_all(),
        }
    }
}

impl SignInGuesses {
    /// Whether another guess of this client may be answered now.
    #[must_use]
    pub fn may_guess(&self, client: IpAddr, now: Timestamp) -> bool {
        let client = self.of_client.wait(&[RateLimitKey::at(client)], now);
        let all = self.of_all.wait(&[RateLimitKey::Everybody], now);
        client.is_none() && all.is_none()
    }

    /// Counts a wrong answer. Answers that were decided at the same time all count.
    pub fn count(&self, client: IpAddr, now: Timestamp) {
        self.of_client.add(&[RateLimitKey::at(client)], now);
        self.of_all.add(&[RateLimitKey::Everybody], now);
    }
}

#[cfg(test)]
mod tests {
    use super::SignInGuesses;
    use std::net::{IpAddr, Ipv4Addr};
    use zkratka_commerce::time::Timestamp;

    const NOW: Timestamp = Timestamp(1_767_225_600_000);

    fn client(number: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, number))
    }

    /// [B.02] A client guesses 30 times, then once in 30 seconds; another client is not affected.
    #[test]
    fn a_client_guesses_few_codes() {
        let guesses = SignInGuesses::default();
        for number in 0..30 {
            assert!(guesses.may_guess(client(1), NOW), "{number}");
            guesses.count(client(1), NOW);
        }
        assert!(!guesses.may_guess(client(1), NOW));
        assert!(!guesses.may_guess(client(1), NOW.plus(29_999)));
        assert!(guesses.may_guess(client(1), NOW.plus(30_000)));
        assert!(guesses.may_guess(client(2), NOW));
    }

    /// [B.02] All clients together guess 200 times, then once in five seconds.
    #[test]
    fn all_clients_together_guess_few_codes() {
        let guesses = SignInGuesses::default();
        for number in 0..200 {
            let client = client(number);
            assert!(guesses.may_guess(client, NOW), "{number}");
            guesses.count(client, NOW);
        }
        assert!(!guesses.may_guess(client(201), NOW));
        assert!(!guesses.may_guess(client(201), NOW.plus(4_999)));
        assert!(guesses.may_guess(client(201), NOW.plus(5_000)));
    }
}
