//! Rate limiter for invalid discount and gift-card codes.
//!
//! A code is money for whoever guesses it. A client that enters many invalid codes has to wait: a person who mistypes never
//! notices, and a program that tries all codes gets nowhere. The limits are in this server's memory, so several servers
//! together allow that many times more.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zkratka_commerce::discount::code_key;
use zkratka_commerce::time::Timestamp;
use zkratka_config::Network;
use zkratka_listener::client_network;

/// Wrong codes that a cart may try at once: one buyer's slips.
const OF_CART: i64 = 10;
/// Wrong codes that an address may try at once: many people can share one.
const OF_ADDRESS: i64 = 30;
/// After so long one more may be tried, in milliseconds.
const ANOTHER_AFTER: i64 = 30_000;
/// Whatever was tried, nobody waits longer than this, in milliseconds.
const LONGEST: i64 = 15 * 60_000;
/// Wrong codes that are remembered of each: the same code again is no new guess.
const REMEMBERED: usize = 8;
/// Guessers that are remembered; each has made a wrong guess within minutes, so that there are never so many but in an attack.
const MOST: usize = 100_000;
/// Guessers that are looked at with each wrong code, to forget those who are forgiven: more than come with it, so that the
/// table empties again, and so few that nobody waits for it.
const LOOKED_AT: usize = 4;

/// Who tries codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimitKey {
    /// The network that the request comes from; none for a proxy of our own, which stands for everybody.
    Address(IpAddr),
    /// The cart that the codes are for, by a digest of its token.
    Cart(u64),
}

/// Everybody who has tried wrong codes lately.
#[derive(Debug, Default)]
pub struct CodeRateLimiter {
    digests: RandomState,
    table: Mutex<Table>,
}

/// Guessers, and the order in which they are looked at.
#[derive(Debug, Default)]
struct Table {
    tallies: HashMap<RateLimitKey, Tally>,
    /// Every guesser of the tallies, once.
    turns: VecDeque<RateLimitKey>,
}

/// What one guesser has tried.
#[derive(Debug)]
struct Tally {
    /// When all of it will have been forgiven.
    forgiven_at: i64,
    /// Digests of the last wrong codes.
    codes: VecDeque<u64>,
}

impl RateLimitKey {
    /// One IPv4 address, or one network of IPv6. None for a proxy of our own that has not said for whom it asks.
    #[must_use]
    pub fn at(address: IpAddr, proxies: &[Network]) -> Option<Self> {
        let is_proxy = proxies.iter().any(|network| network.contains(address));
        (!is_proxy).then(|| Self::Address(client_network(address)))
    }

    const fn allowance(self) -> i64 {
        match self {
            Self::Address(_) => OF_ADDRESS,
            Self::Cart(_) => OF_CART,
        }
    }
}

impl CodeRateLimiter {
    /// The guesser that a cart's token stands for.
    pub fn cart(&self, token: &str) -> RateLimitKey {
        RateLimitKey::Cart(self.digests.hash_one(token))
    }

    /// How long these must wait before another code is looked at; none: it is looked at now.
    pub fn wait(&self, who: &[RateLimitKey], now: Timestamp) -> Option<Duration> {
        let table = self.lock();
        let waits = who.iter().filter_map(|guesser| {
            let tally = table.tallies.get(guesser)?;
            let free = (guesser.allowance() - 1) * ANOTHER_AFTER;
            let wait = tally.forgiven_at - now.0 - free;
            u64::try_from(wait).ok().filter(|&wait| wait > 0)
        });
        waits.max().map(Duration::from_millis)
    }

    /// Counts a code that there is not.
    pub fn count(&self, who: &[RateLimitKey], wrong: &str, now: Timestamp) {
        let digest = self.digests.hash_one(code_key(wrong));
        let mut table = self.lock();
        table.forget_forgiven(now);
        for &guesser in who {
            if let Some(tally) = table.tally(guesser, now) {
                tally.count(digest, guesser.allowance(), now.0);
            }
        }
    }

    /// What it keeps is right after every step.
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Looks at the next few guessers: whoever is forgiven is forgotten, the others have their turn again later.
    fn forget_forgiven(&mut self, now: Timestamp) {
        for _ in 0..LOOKED_AT {
            let Some(guesser) = self.turns.pop_front() else {
                return;
            };
            let known = self.tallies.get(&guesser);
            if known.is_some_and(|tally| tally.forgiven_at > now.0) {
                self.turns.push_back(guesser);
            } else {
                self.tallies.remove(&guesser);
            }
        }
    }

    /// What this guesser has tried; none when there is no room for one more.
    fn tally(&mut self, guesser: RateLimitKey, now: Timestamp) -> Option<&mut Tally> {
        let count = self.tallies.len();
        match self.tallies.entry(guesser) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(_) if count >= MOST => None,
            Entry::Vacant(place) => {
                self.turns.push_back(guesser);
                Some(place.insert(Tally {
                    forgiven_at: now.0,
                    codes: VecDeque::new(),
                }))
            }
        }
    }
}

impl Tally {
    fn count(&mut self, digest: u64, allowance: i64, now: i64) {
        if self.codes.contains(&digest) {
            return;
        }
        self.codes.push_back(digest);
        if self.codes.len() > REMEMBERED {
            self.codes.pop_front();
        }
        let latest = now + (allowance - 1) * ANOTHER_AFTER + LONGEST;
        let later = self.forgiven_at.max(now) + ANOTHER_AFTER;
        self.forgiven_at = later.min(latest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CART: RateLimitKey = RateLimitKey::Cart(1);

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp(milliseconds)
    }

    fn try_codes(guesses: &CodeRateLimiter, who: &[RateLimitKey], count: i64, now: Timestamp) {
        for number in 0..count {
            assert_eq!(guesses.wait(who, now), None, "{number}");
            guesses.count(who, &format!("KOD-{now:?}-{number}"), now);
        }
    }

    #[test]
    fn so_many_are_free_then_one_comes_back_after_each_pause() {
        let guesses = CodeRateLimiter::default();
        try_codes(&guesses, &[CART], OF_CART, at(0));
        let pause = Duration::from_secs(30);
        assert_eq!(guesses.wait(&[CART], at(0)), Some(pause));
        assert_eq!(guesses.wait(&[CART], at(29_000)), Some(pause / 30));
        try_codes(&guesses, &[CART], 1, at(30_000));
        assert_eq!(guesses.wait(&[CART], at(30_000)), Some(pause));
        assert_eq!(
            guesses.wait(&[RateLimitKey::Cart(2)], at(0)),
            None,
            "others do not wait"
        );
        try_codes(&guesses, &[CART], OF_CART, at(3_600_000));
    }

    #[test]
    fn the_same_code_again_is_no_new_guess() {
        let guesses = CodeRateLimiter::default();
        for _ in 0..100 {
            guesses.count(&[CART], "LETO", at(0));
            guesses.count(&[CART], " leto ", at(0));
        }
        assert_eq!(guesses.wait(&[CART], at(0)), None);
    }

    #[test]
    fn other_carts_do_not_help_an_address() {
        let guesses = CodeRateLimiter::default();
        let address = RateLimitKey::at("198.51.100.4".parse().unwrap(), &[]).unwrap();
        for cart in 0..3 {
            try_codes(
                &guesses,
                &[address, RateLimitKey::Cart(cart)],
                OF_CART,
                at(cart.cast_signed()),
            );
        }
        let fresh = [address, RateLimitKey::Cart(9)];
        assert!(guesses.wait(&fresh, at(3)).is_some());
        let many = (0..1000).map(|number| number.to_string());
        many.for_each(|code| guesses.count(&fresh, &code, at(3)));
        let longest = Duration::from_millis(LONGEST.unsigned_abs());
        assert_eq!(guesses.wait(&fresh, at(3)), Some(longest));
    }

    #[test]
    fn a_network_of_ipv6_is_one_guesser_and_our_own_proxy_is_none() {
        let guesser =
            |text: &str| RateLimitKey::at(text.parse().unwrap(), &["10.0.0.0/8".parse().unwrap()]);
        assert_eq!(guesser("2001:db8:1:2::1"), guesser("2001:db8:1:2:ffff::9"));
        assert_ne!(guesser("2001:db8:1:2::1"), guesser("2001:db8:1:3::1"));
        assert_eq!(guesser("10.1.2.3"), None);
    }

    /// However full the table is, a wrong code looks at a few guessers and no more; it empties all the same.
    #[test]
    fn those_who_are_forgiven_are_forgotten_a_few_at_a_time() {
        let guesses = CodeRateLimiter::default();
        let full = || guesses.lock().tallies.len();
        for cart in 0..u64::try_from(MOST).unwrap() {
            guesses.count(&[RateLimitKey::Cart(cart)], "X", at(0));
        }
        let last = RateLimitKey::Cart(u64::MAX);
        guesses.count(&[last], "X", at(0));
        assert_eq!(full(), MOST, "there is no room for one more");
        let later = at(ANOTHER_AFTER);
        guesses.count(&[last], "X", later);
        assert_eq!(full(), MOST - LOOKED_AT + 1);
        for number in 0..MOST / LOOKED_AT {
            guesses.count(&[last], &format!("X{number}"), later);
        }
        assert_eq!(full(), 1, "only who goes on is remembered");
        assert!(guesses.wait(&[last], later).is_some());
        assert_eq!(guesses.lock().turns, [last]);
    }
}
