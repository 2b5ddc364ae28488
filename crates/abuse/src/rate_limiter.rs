//! Rate limiters by address and cart: for invalid discount and gift-card codes, for calls to wallets' providers, and others.
//!
//! A valid gift-card code is money for anybody who guesses it. A client that enters many invalid codes has to wait: a
//! person who mistypes never notices, and a program that tries all codes gets nowhere. A call to a provider is slow, and
//! providers limit how many a shop may make. Each server keeps the limits in its own memory, so the limits of several
//! servers add up.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zkratka_commerce::account::AccountId;
use zkratka_commerce::discount::code_key;
use zkratka_commerce::time::Timestamp;
use zkratka_listener::client_network;

/// How often a client may do something.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// How often for one cart without waiting.
    of_cart: i64,
    /// How often from one address without waiting.
    of_address: i64,
    /// Time after which once more is allowed, in milliseconds.
    another_after: i64,
}

/// Invalid codes: a cart sees the mistakes of one buyer, and many people can share an address.
const WRONG_CODES: Limits = Limits {
    of_cart: 10,
    of_address: 30,
    another_after: 30_000,
};
/// Calls to wallets' providers. A press of a wallet's button needs three at most.
const WALLET_CALLS: Limits = Limits {
    of_cart: 60,
    of_address: 60,
    another_after: 1_000,
};
/// Carts created under an idempotency key, each of which leaves a row for a day.
const KEYED_CARTS: Limits = Limits {
    of_cart: 60,
    of_address: 60,
    another_after: 1_000,
};
/// Requests with browsers' reports. A page that is refused something sends few, and many people can share an address.
const REPORTS: Limits = Limits {
    of_cart: 20,
    of_address: 20,
    another_after: 10_000,
};
/// Requests to be told by e-mail when goods can be bought again. Each may send an e-mail to somebody else.
const STOCK_ALERTS: Limits = Limits {
    of_cart: 20,
    of_address: 20,
    another_after: 60_000,
};
/// Questions to the register of companies. A buyer asks once for each number, and many people can share an address.
const COMPANY_QUESTIONS: Limits = Limits {
    of_cart: 20,
    of_address: 20,
    another_after: 5_000,
};
/// Questions to a provider about one payment whose buyer is back. Between them the server asks by itself.
const PAYMENT_QUESTIONS: Limits = Limits {
    of_cart: 5,
    of_address: 5,
    another_after: 15_000,
};
/// Ceremonies of passkeys. A page with an e-mail field begins one by itself.
const PASSKEYS: Limits = Limits {
    of_cart: 60,
    of_address: 60,
    another_after: 5_000,
};
/// Confirmations that a saved card pays. A buyer needs one for each press of the order button.
const CARD_PAYMENTS: Limits = Limits {
    of_cart: 20,
    of_address: 40,
    another_after: 15_000,
};
/// Addresses that owners type: as many as an account holds, and as many changes. Each brings an e-mail.
const TYPED_ADDRESSES: Limits = Limits {
    of_cart: 40,
    of_address: 40,
    another_after: 60_000,
};
/// Sign-ins that begin. Each may send an e-mail to somebody else.
const SIGN_INS: Limits = Limits {
    of_cart: 20,
    of_address: 20,
    another_after: 30_000,
};
/// Codes to addresses without an account, by all clients together: an attack from many addresses floods no mailboxes with e-mails of
/// the shop.
const CODES_TO_STRANGERS: Limits = Limits {
    of_cart: 200,
    of_address: 200,
    another_after: 5_000,
};
/// Wrong answers to codes that sign in, of one client in all its challenges.
const SIGN_IN_GUESSES: Limits = Limits {
    of_cart: 30,
    of_address: 30,
    another_after: 30_000,
};
/// Wrong answers to codes that sign in, of all clients together: guesses from many networks come to nothing either.
const GUESSES_OF_ALL: Limits = Limits {
    of_cart: 200,
    of_address: 200,
    another_after: 5_000,
};
/// Longest wait, in milliseconds.
const LONGEST: i64 = 15 * 60_000;
/// Recent invalid codes kept for each key. Repeating one of them does not count as another guess.
const REMEMBERED: usize = 8;
/// Greatest number of keys. A key is kept only for minutes after an invalid code, so the table fills only in an attack.
const MOST: usize = 100_000;
/// Number of keys checked for expiry with each invalid code. One invalid code adds fewer keys than this, so the table
/// shrinks. The number is small, so that no request is delayed.
const KEYS_PER_SWEEP: usize = 4;

/// A client or a cart whose invalid codes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimitKey {
    /// The network of the client.
    Address(IpAddr),
    /// The cart, as a digest of its token.
    Cart(u64),
    /// The account of the shop's wallet.
    Account(AccountId),
    /// All clients together.
    Everybody,
}

/// What every client and cart has done recently.
#[derive(Debug)]
pub struct RateLimiter {
    limits: Limits,
    digests: RandomState,
    table: Mutex<Table>,
}

/// Counts by key, and the order in which expired keys are removed.
#[derive(Debug, Default)]
struct Table {
    tallies: HashMap<RateLimitKey, Tally>,
    /// Every key of `tallies`, once.
    turns: VecDeque<RateLimitKey>,
}

/// The invalid codes of one key.
#[derive(Debug)]
struct Tally {
    /// When all of its invalid codes have expired, in milliseconds.
    forgiven_at: i64,
    /// Digests of the last invalid codes.
    codes: VecDeque<u64>,
}

impl RateLimitKey {
    /// Returns the key of an IPv4 address or an IPv6 network.
    #[must_use]
    pub fn at(address: IpAddr) -> Self {
        Self::Address(client_network(address))
    }
}

impl Limits {
    const fn allowance(self, of: RateLimitKey) -> i64 {
        match of {
            RateLimitKey::Address(_) | RateLimitKey::Everybody => self.of_address,
            RateLimitKey::Cart(_) | RateLimitKey::Account(_) => self.of_cart,
        }
    }
}

impl RateLimiter {
    /// Limits wrong codes.
    #[must_use]
    pub fn for_codes() -> Self {
        Self::with(WRONG_CODES)
    }

    /// Limits calls to wallets' providers.
    #[must_use]
    pub fn for_wallet_calls() -> Self {
        Self::with(WALLET_CALLS)
    }

    /// Limits carts that are created under an idempotency key.
    #[must_use]
    pub fn for_keyed_carts() -> Self {
        Self::with(KEYED_CARTS)
    }

    /// Limits requests with browsers' reports.
    #[must_use]
    pub fn for_reports() -> Self {
        Self::with(REPORTS)
    }

    /// Limits requests to be told when goods can be bought again.
    #[must_use]
    pub fn for_stock_alerts() -> Self {
        Self::with(STOCK_ALERTS)
    }

    /// Limits questions to the register of companies.
    #[must_use]
    pub fn for_company_questions() -> Self {
        Self::with(COMPANY_QUESTIONS)
    }

    /// Limits questions to a provider about a payment whose buyer is back.
    #[must_use]
    pub fn for_payment_questions() -> Self {
        Self::with(PAYMENT_QUESTIONS)
    }

    /// Limits ceremonies of passkeys.
    #[must_use]
    pub fn for_passkeys() -> Self {
        Self::with(PASSKEYS)
    }

    /// Limits confirmations that a saved card pays.
    #[must_use]
    pub fn for_card_payments() -> Self {
        Self::with(CARD_PAYMENTS)
    }

    /// Limits addresses that owners of accounts type.
    #[must_use]
    pub fn for_typed_addresses() -> Self {
        Self::with(TYPED_ADDRESSES)
    }

    /// Limits sign-ins that begin.
    #[must_use]
    pub fn for_sign_ins() -> Self {
        Self::with(SIGN_INS)
    }

    /// Limits codes to addresses without an account.
    #[must_use]
    pub fn for_codes_to_strangers() -> Self {
        Self::with(CODES_TO_STRANGERS)
    }

    /// Limits a client's wrong answers to codes that sign in.
    pub(crate) fn for_sign_in_guesses() -> Self {
        Self::with(SIGN_IN_GUESSES)
    }

    /// Limits everybody's wrong answers to codes that sign in.
    pub(crate) fn for_guesses_of_all() -> Self {
        Self::with(GUESSES_OF_ALL)
    }

    fn with(limits: Limits) -> Self {
        Self {
            limits,
            digests: RandomState::default(),
            table: Mutex::default(),
        }
    }

    /// Returns the key of a cart's token.
    pub fn cart(&self, token: &str) -> RateLimitKey {
        RateLimitKey::Cart(self.digests.hash_one(token))
    }

    /// Returns how long these keys must wait before the server checks another code; `None` if they need not wait.
    pub fn wait(&self, who: &[RateLimitKey], now: Timestamp) -> Option<Duration> {
        self.lock().wait(who, self.limits, now)
    }

    /// Counts one call, or returns how long these keys must wait before the next.
    pub fn take(&self, who: &[RateLimitKey], now: Timestamp) -> Result<(), Duration> {
        let mut table = self.lock();
        if let Some(wait) = table.wait(who, self.limits, now) {
            return Err(wait);
        }
        table.add(who, self.limits, now);
        Ok(())
    }

    /// Counts one call that has been made already.
    pub fn add(&self, who: &[RateLimitKey], now: Timestamp) {
        self.lock().add(who, self.limits, now);
    }

    /// Counts a call no more that [`Self::take`] has counted: it came to nothing.
    pub fn give_back(&self, who: &[RateLimitKey]) {
        let mut table = self.lock();
        for client in who {
            if let Some(tally) = table.tallies.get_mut(client) {
                tally.forgiven_at -= self.limits.another_after;
            }
        }
    }

    /// Counts an invalid code.
    pub fn count(&self, who: &[RateLimitKey], wrong: &str, now: Timestamp) {
        let digest = self.digests.hash_one(code_key(wrong));
        let mut table = self.lock();
        table.forget_forgiven(now);
        for &guesser in who {
            if let Some(tally) = table.tally(guesser, now) {
                tally.count(digest, self.limits, guesser, now.0);
            }
        }
    }

    /// Every single change leaves the table consistent, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn wait(&self, who: &[RateLimitKey], limits: Limits, now: Timestamp) -> Option<Duration> {
        let waits = who.iter().filter_map(|&guesser| {
            let tally = self.tallies.get(&guesser)?;
            let free = (limits.allowance(guesser) - 1) * limits.another_after;
            let wait = tally.forgiven_at - now.0 - free;
            u64::try_from(wait).ok().filter(|&wait| wait > 0)
        });
        waits.max().map(Duration::from_millis)
    }

    fn add(&mut self, who: &[RateLimitKey], limits: Limits, now: Timestamp) {
        self.forget_forgiven(now);
        for &client in who {
            if let Some(tally) = self.tally(client, now) {
                tally.add(limits, client, now.0);
            }
        }
    }

    /// Checks the next few keys: expired ones are removed, the others go to the end of the queue.
    fn forget_forgiven(&mut self, now: Timestamp) {
        for _ in 0..KEYS_PER_SWEEP {
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

    /// Returns the count of this key; `None` if the key is new and the table is full.
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
    fn count(&mut self, digest: u64, limits: Limits, guesser: RateLimitKey, now: i64) {
        if self.codes.contains(&digest) {
            return;
        }
        self.codes.push_back(digest);
        if self.codes.len() > REMEMBERED {
            self.codes.pop_front();
        }
        self.add(limits, guesser, now);
    }

    fn add(&mut self, limits: Limits, client: RateLimitKey, now: i64) {
        let latest = now + (limits.allowance(client) - 1) * limits.another_after + LONGEST;
        let later = self.forgiven_at.max(now) + limits.another_after;
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

    fn try_codes(guesses: &RateLimiter, who: &[RateLimitKey], count: i64, now: Timestamp) {
        for number in 0..count {
            assert_eq!(guesses.wait(who, now), None, "{number}");
            guesses.count(who, &format!("KOD-{now:?}-{number}"), now);
        }
    }

    #[test]
    fn so_many_are_free_then_one_comes_back_after_each_pause() {
        let guesses = RateLimiter::for_codes();
        try_codes(&guesses, &[CART], WRONG_CODES.of_cart, at(0));
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
        try_codes(&guesses, &[CART], WRONG_CODES.of_cart, at(3_600_000));
    }

    #[test]
    fn the_same_code_again_is_no_new_guess() {
        let guesses = RateLimiter::for_codes();
        for _ in 0..100 {
            guesses.count(&[CART], "LETO", at(0));
            guesses.count(&[CART], " leto ", at(0));
        }
        assert_eq!(guesses.wait(&[CART], at(0)), None);
    }

    #[test]
    fn other_carts_do_not_help_an_address() {
        let guesses = RateLimiter::for_codes();
        let address = RateLimitKey::at("198.51.100.4".parse().unwrap());
        for cart in 0..3 {
            try_codes(
                &guesses,
                &[address, RateLimitKey::Cart(cart)],
                WRONG_CODES.of_cart,
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
    fn calls_have_a_budget_that_comes_back() {
        let calls = RateLimiter::for_wallet_calls();
        let address = RateLimitKey::at("198.51.100.4".parse().unwrap());
        let made = (0..1_000).filter(|_| calls.take(&[address], at(0)).is_ok());
        assert_eq!(made.count(), 60);
        let second = Duration::from_secs(1);
        assert_eq!(calls.take(&[address], at(0)), Err(second));
        assert_eq!(calls.take(&[address], at(1_000)), Ok(()));
        assert_eq!(calls.take(&[RateLimitKey::Cart(1)], at(0)), Ok(()));
    }

    #[test]
    fn a_network_of_ipv6_is_one_guesser() {
        let guesser = |text: &str| RateLimitKey::at(text.parse().unwrap());
        assert_eq!(guesser("2001:db8:1:2::1"), guesser("2001:db8:1:2:ffff::9"));
        assert_ne!(guesser("2001:db8:1:2::1"), guesser("2001:db8:1:3::1"));
    }

    /// However full the table is, an invalid code checks only a few keys, and the table still empties.
    #[test]
    fn those_who_are_forgiven_are_forgotten_a_few_at_a_time() {
        let guesses = RateLimiter::for_codes();
        let full = || guesses.lock().tallies.len();
        for cart in 0..u64::try_from(MOST).unwrap() {
            guesses.count(&[RateLimitKey::Cart(cart)], "X", at(0));
        }
        let last = RateLimitKey::Cart(u64::MAX);
        guesses.count(&[last], "X", at(0));
        assert_eq!(full(), MOST, "there is no room for one more");
        let later = at(WRONG_CODES.another_after);
        guesses.count(&[last], "X", later);
        assert_eq!(full(), MOST - KEYS_PER_SWEEP + 1);
        for number in 0..MOST / KEYS_PER_SWEEP {
            guesses.count(&[last], &format!("X{number}"), later);
        }
        assert_eq!(full(), 1, "only who goes on is remembered");
        assert!(guesses.wait(&[last], later).is_some());
        assert_eq!(guesses.lock().turns, [last]);
    }
}
