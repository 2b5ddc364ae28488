//! Limits how many connections one address may hold.

use crate::client_network::client_network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zkratka_config::Network;

/// One address may hold at most the total divided by this.
const PART: usize = 4;

type Held = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// The number of connections that each address holds.
pub(super) struct Shares {
    held: Held,
    most: usize,
    trusted: Vec<Network>,
}

/// A counted connection. Dropping it ends the count.
pub(super) struct Share {
    counted: Option<(Held, IpAddr)>,
}

impl Shares {
    /// `connections` is the total. Trusted proxies stand for many clients and may hold all of them.
    pub(super) fn new(connections: usize, trusted: Vec<Network>) -> Self {
        Self {
            held: Held::default(),
            most: (connections / PART).max(1),
            trusted,
        }
    }

    /// Counts one more connection of an address; `None` if the address already holds its share.
    pub(super) fn take(&self, address: IpAddr) -> Option<Share> {
        if self.trusted.iter().any(|network| network.contains(address)) {
            return Some(Share { counted: None });
        }
        let network = client_network(address);
        let mut held = locked(&self.held);
        let count = held.entry(network).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Share {
            counted: Some((Arc::clone(&self.held), network)),
        })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let Some((held, network)) = &self.counted else {
            return;
        };
        let mut held = locked(held);
        if let Some(count) = held.get_mut(network) {
            *count -= 1;
            if *count == 0 {
                held.remove(network);
            }
        }
    }
}

/// Every single change leaves the counts consistent, so a lock poisoned by a panic is safe to use.
fn locked(held: &Held) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_holds_a_quarter_and_gets_back_what_it_gave_back() {
        let shares = Shares::new(8, Vec::new());
        let first = shares.take(address("198.51.100.4"));
        let second = shares.take(address("::ffff:198.51.100.4"));
        assert!(first.is_some() && second.is_some());
        assert!(shares.take(address("198.51.100.4")).is_none());
        assert!(shares.take(address("198.51.100.5")).is_some());
        drop(first);
        assert!(shares.take(address("198.51.100.4")).is_some());
        drop(second);
        assert!(locked(&shares.held).is_empty(), "nobody is remembered");
    }

    #[test]
    fn addresses_of_one_ipv6_network_share() {
        let shares = Shares::new(4, Vec::new());
        let held = shares.take(address("2001:db8:1:2::1"));
        assert!(held.is_some());
        assert!(shares.take(address("2001:db8:1:2:ffff::9")).is_none());
        assert!(shares.take(address("2001:db8:1:3::1")).is_some());
    }

    #[test]
    fn a_trusted_proxy_stands_for_many() {
        let trusted = "10.0.0.0/8".parse().expect("a network");
        let shares = Shares::new(4, vec![trusted]);
        let held: Vec<_> = (0..9).map(|_| shares.take(address("10.1.1.1"))).collect();
        assert!(held.iter().all(Option::is_some));
    }
}
