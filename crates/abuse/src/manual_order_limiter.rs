//! Rate limiter for orders that are made before they are paid, by client address.
//!
//! The counts are in this server's memory, because an address is personal data. Several servers together allow that many
//! times more; the bounds by contact hold across servers.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use zkratka_commerce::payment::ManualPaymentLimits;
use zkratka_commerce::time::Timestamp;
use zkratka_listener::client_network;

/// Addresses that are remembered: each has made an order within the window.
const MOST: usize = 65_536;
/// Addresses that are looked at with each order, to forget those whose window is over.
const KEYS_PER_SWEEP: usize = 4;

/// Counts orders that are made before they are paid.
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
    pub fn admits(&self, client: Option<IpAddr>, token: &str, now: Timestamp) -> bool {
        let limit = self.limits.orders_per_address as usize;
        let (Some(client), true) = (client, limit > 0) else {
            return true;
        };
        let token = self.digests.hash_one(token);
        let since = self.limits.forgotten_until(now);
        // What it keeps is right after every step.
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.forget(since);
        table.admits(
            client_network(client),
            Order { token, at: now },
            limit,
            since,
        )
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

    fn admits(&mut self, address: IpAddr, order: Order, limit: usize, since: Timestamp) -> bool {
        if !self.orders.contains_key(&address) {
            if self.orders.len() >= MOST {
                // The bounds by contact and quantity still hold.
                return true;
            }
            self.turns.push_back(address);
        }
        let orders = self.orders.entry(address).or_default();
        while orders.front().is_some_and(|first| first.at <= since) {
            orders.pop_front();
        }
        if orders.iter().any(|known| known.token == order.token) {
            return true;
        }
        let has_room = orders.len() < limit;
        if has_room {
            orders.push_back(order);
        }
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: i64 = 1_000;

    fn limiter(orders_per_address: u32) -> ManualOrderLimiter {
        ManualOrderLimiter::new(ManualPaymentLimits {
            orders_per_address,
            window_ms: WINDOW,
            ..ManualPaymentLimits::default()
        })
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_token_counts_once_and_the_window_passes() {
        let limiter = limiter(2);
        let admits =
            |token: &str, at| limiter.admits(Some(ip("198.51.100.4")), token, Timestamp(at));
        assert!(admits("first", 0) && admits("first", 1) && admits("second", 10));
        assert!(!admits("third", 20) && !admits("third", WINDOW - 1));
        assert!(admits("second", 30), "it was admitted before");
        assert!(admits("third", WINDOW) && !admits("fourth", WINDOW + 9));
        assert!(admits("fourth", WINDOW + 10));
        let other = limiter.admits(Some(ip("198.51.100.5")), "fifth", Timestamp(20));
        assert!(other, "another address has its own bound");
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let limiter = limiter(1);
        let admits = |address, token: &str| limiter.admits(Some(ip(address)), token, Timestamp(0));
        assert!(admits("2001:db8:1:2::1", "a") && !admits("2001:db8:1:2:ffff::9", "b"));
    }

    #[test]
    fn zero_is_no_bound() {
        let limiter = limiter(0);
        let mut tokens = (0..100).map(|number: i32| number.to_string());
        assert!(tokens.all(|token| limiter.admits(Some(ip("::1")), &token, Timestamp(0))));
    }

    #[test]
    fn addresses_are_forgotten_a_few_at_a_time() {
        let limiter = limiter(1);
        let order = |number: u32, at| {
            let address = Some(IpAddr::from(number.to_be_bytes()));
            limiter.admits(address, &number.to_string(), Timestamp(at))
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
