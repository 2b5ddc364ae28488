//! Counts recent submits and failures for each address. Addresses are personal data, so they stay in the memory of one
//! server.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_listener::client_network;

/// Greatest number of addresses.
const CAPACITY: usize = 65_536;

/// The counts of one address since `since`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    since: Timestamp,
    /// Carts submitted.
    pub(super) submits: u32,
    /// Payments that failed, or whose result is not known yet.
    pub(super) failures: u32,
    /// Questions answered, rightly or wrongly.
    pub(super) answers: u32,
}

impl Counts {
    /// Counts a submit as failed for now.
    pub(super) fn enter(&mut self) {
        self.submits = self.submits.saturating_add(1);
        self.failures = self.failures.saturating_add(1);
    }
}

/// The recent counts of all addresses.
pub(super) struct ClientCounts {
    /// How long counts are kept, in milliseconds.
    window: i64,
    seen: HashMap<IpAddr, Counts>,
}

impl ClientCounts {
    pub(super) fn new(window: Duration) -> Self {
        Self {
            window: i64::try_from(window.as_millis()).unwrap_or(i64::MAX),
            seen: HashMap::new(),
        }
    }

    /// Returns the counts of an address; zero after the window has ended.
    pub(super) fn seen(&self, from: Option<IpAddr>, now: Timestamp) -> Counts {
        let known = self.seen.get(&holder_of(from)).copied();
        let fresh = known.filter(|seen| now < seen.since.plus(self.window));
        fresh.unwrap_or(Counts {
            since: now,
            ..Counts::default()
        })
    }

    /// Records an event of an address.
    pub(super) fn note(
        &mut self,
        from: Option<IpAddr>,
        now: Timestamp,
        what: impl FnOnce(&mut Counts),
    ) {
        let key = holder_of(from);
        let mut seen = self.seen(from, now);
        what(&mut seen);
        if self.seen.len() >= CAPACITY && !self.seen.contains_key(&key) {
            self.make_room(now);
        }
        self.seen.insert(key, seen);
    }

    /// Removes counts whose window has ended. If that is not enough, removes addresses without failures and wrong answers,
    /// and then all.
    fn make_room(&mut self, now: Timestamp) {
        let window = self.window;
        self.seen.retain(|_, seen| now < seen.since.plus(window));
        if self.seen.len() >= CAPACITY {
            self.seen
                .retain(|_, seen| seen.failures > 0 || seen.answers > 0);
        }
        if self.seen.len() >= CAPACITY {
            self.seen.clear();
        }
    }
}

/// Returns the network of the address. All requests without a known address share one count.
fn holder_of(from: Option<IpAddr>) -> IpAddr {
    from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), client_network)
}
