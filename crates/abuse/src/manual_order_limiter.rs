//! Rate limiter for orders that are made before they are paid, or for nothing, by client address.
//!
//! The counts are in this server's memory, because an address is personal data. Several servers together allow that many
//! times more; the bounds by contact hold across servers.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use zkratka_commerce::payment::{CaptchaProof, Excess, ManualPaymentLimits, OrderBound};
use zkratka_commerce::time::Timestamp;
use zkratka_listener::client_network;

/// Addresses that are remembered: each has made an order within the window.
const MOST: usize = 65_536;
/// Addresses that are looked at with each order, to forget those whose window is over.
const KEYS_PER_SWEEP: usize = 4;

/// Counts orders that are made before they are paid, or for nothing.
#[derive(Debug)]
pub struct ManualOrderLimiter {
    limits: ManualPaymentLimits,
    digests: RandomState,
    table: Mutex<Table>,
}

/// Orders by address, and the sequence in which addresses are looked at.
#[derive(Debug, Default)]
struct Table {
    orders: HashMap<IpAddr, VecDeque<Order>>,
    /// Every address of `orders`, once.
    turns: VecDeque<IpAddr>,
}

#[derive(Debug)]
struct Order {
    /// A digest of its attempt token.
    token: u64,
    at: Timestamp,
}

impl ManualOrderLimiter {
    #[must_use]
    pub fn new(limits: ManualPaymentLimits) -> Self {
        Self {
            limits,
            digests: RandomState::new(),
            table: Mutex::default(),
        }
    }

    /// Whether a client may make one more order, which then counts. An attempt token counts once, however often it asks.
    ///
    /// # Errors
    /// So many orders have come from this address that it may make no more, or none without a captcha.
    pub fn admit(
        &self,
        client: Option<IpAddr>,
        token: &str,
        proof: CaptchaProof,
        now: Timestamp,
    ) -> Result<(), Excess> {
        let bound = self.limits.orders_per_address;
        let (Some(client), true) = (client, bound.plain > 0) else {
            return Ok(());
        };
        let token = self.digests.hash_one(token);
        let since = self.limits.forgotten_until(now);
        // What it keeps is right after every step.
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.forget(since);
        let order = Order { token, at: now };
        table.admit(client_network(client), order, bound, proof, since)
    }
}

impl Table {
    /// Looks at the next few addresses: those without orders in the window are forgotten.
    fn forget(&mut self, since: Timestamp) {
        for _ in 0..KEYS_PER_SWEEP {
            let Some(address) = self.turns.pop_front() else {
                return;
            };
            let orders = self.orders.get(&address);
            if orders.is_some_and(|orders| orders.back().is_some_and(|order| order.at > since)) {
                self.turns.push_back(address);
            } else {
                self.orders.remove(&address);
            }
        }
    }

    fn admit(
        &mut self,
        address: IpAddr,
        order: Order,
        bound: OrderBound,
        proof: CaptchaProof,
        since: Timestamp,
    ) -> Result<(), Excess> {
        if !self.orders.contains_key(&address) {
            if self.orders.len() >= MOST {
                // The bounds by contact and quantity still hold.
                return Ok(());
            }
            self.turns.push_back(address);
        }
        let orders = self.orders.entry(address).or_default();
        while orders.front().is_some_and(|first| first.at <= since) {
            orders.pop_front();
        }
        if !orders.iter().any(|known| known.token == order.token) {
            bound.admit(orders.len(), proof)?;
            orders.push_back(order);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: i64 = 1_000;

    fn limiter(plain: u32) -> ManualOrderLimiter {
        let with_captcha = 3;
        ManualOrderLimiter::new(ManualPaymentLimits {
            orders_per_address: OrderBound {
                plain,
                with_captcha,
            },
            window_ms: WINDOW,
            ..ManualPaymentLimits::default()
        })
    }

    fn admits(limiter: &ManualOrderLimiter, address: &str, token: &str, at: i64) -> bool {
        let (client, now) = (Some(ip(address)), Timestamp(at));
        let admitted = limiter.admit(client, token, CaptchaProof::Unavailable, now);
        admitted.is_ok()
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_token_counts_once_and_the_window_passes() {
        let limiter = limiter(2);
        let admits = |token: &str, at| admits(&limiter, "198.51.100.4", token, at);
        assert!(admits("first", 0) && admits("first", 1) && admits("second", 10));
        assert!(!admits("third", 20) && !admits("third", WINDOW - 1));
        assert!(admits("second", 30), "it was admitted before");
        assert!(admits("third", WINDOW) && !admits("fourth", WINDOW + 9));
        assert!(admits("fourth", WINDOW + 10));
        let other = super::tests::admits(&limiter, "198.51.100.5", "fifth", 20);
        assert!(other, "another address has its own bound");
    }

    /// [B.12] Many buyers can share an address: beyond the lower bound they solve a captcha.
    #[test]
    fn a_captcha_comes_before_a_refusal() {
        let limiter = limiter(1);
        let admit = |token: &str, proof| {
            limiter.admit(Some(ip("198.51.100.4")), token, proof, Timestamp(0))
        };
        let (missing, solved) = (CaptchaProof::Missing, CaptchaProof::Solved);
        assert_eq!(admit("a", missing), Ok(()));
        for token in ["b", "c"] {
            assert_eq!(admit(token, missing), Err(Excess::CaptchaRequired));
            assert_eq!(admit(token, solved), Ok(()));
            assert_eq!(admit(token, missing), Ok(()), "it counts already");
        }
        assert_eq!(admit("d", missing), Err(Excess::Refused));
        assert_eq!(admit("d", solved), Err(Excess::Refused));
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let limiter = limiter(1);
        let admits = |address, token: &str| admits(&limiter, address, token, 0);
        assert!(admits("2001:db8:1:2::1", "a") && !admits("2001:db8:1:2:ffff::9", "b"));
    }

    #[test]
    fn zero_is_no_bound() {
        let limiter = limiter(0);
        let mut tokens = (0..100).map(|number: i32| number.to_string());
        assert!(tokens.all(|token| admits(&limiter, "::1", &token, 0)));
    }

    #[test]
    fn addresses_are_forgotten_a_few_at_a_time() {
        let limiter = limiter(1);
        let order = |number: u32, at| {
            let address = Some(IpAddr::from(number.to_be_bytes()));
            let (token, proof) = (number.to_string(), CaptchaProof::Unavailable);
            limiter.admit(address, &token, proof, Timestamp(at)).is_ok()
        };
        for number in 0..100 {
            assert!(order(number, 0));
        }
        let known = || limiter.table.lock().unwrap().orders.len();
        assert_eq!(known(), 100);
        for number in 0..100 {
            order(1_000, WINDOW + i64::from(number));
        }
        assert_eq!(known(), 1);
    }
}
