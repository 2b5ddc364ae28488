//! Counts recent submits and failures for each address. Addresses are personal data, so they stay in the memory of one
//! server.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::time::Timestamp;
use zkratka_listener::client_network;

/// Greatest number of addresses.
const CAPACITY: usize = 65_536;
/// Greatest number of waiting payments of one address. Any further one counts as failed.
const MOST_WAITING: usize = 16;

/// The counts of one address since `since`.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    since: Timestamp,
    /// Carts submitted.
    pub(super) submits: u32,
    /// Payments that failed, and submits that are not answered yet.
    pub(super) failures: u32,
    /// Payments that wait for their buyer or their gateway. They have not failed yet.
    pub(super) waiting: Vec<AttemptKey>,
    /// Questions answered, rightly or wrongly.
    pub(super) answers: u32,
}

impl Counts {
    /// Counts a submit as failed for now.
    pub(super) fn enter(&mut self) {
        self.submits = self.submits.saturating_add(1);
        self.failures = self.failures.saturating_add(1);
    }

    /// The submit that was counted as failed did not fail.
    pub(super) fn withdraw(&mut self) {
        self.failures = self.failures.saturating_sub(1);
    }

    /// The payment of the submit that was counted as failed goes on.
    pub(super) fn wait_for(&mut self, attempt: AttemptKey) {
        if self.waiting.contains(&attempt) {
            self.withdraw();
        } else if self.waiting.len() < MOST_WAITING {
            self.withdraw();
            self.waiting.push(attempt);
        }
    }

    /// A waiting payment has ended.
    pub(super) fn end_wait(&mut self, attempt: AttemptKey, has_failed: bool) {
        let Some(at) = self.waiting.iter().position(|known| *known == attempt) else {
            return;
        };
        self.waiting.swap_remove(at);
        if has_failed {
            self.failures = self.failures.saturating_add(1);
        }
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
        let known = self.seen.get(&holder_of(from));
        let fresh = known.filter(|seen| now < seen.since.plus(self.window));
        fresh.cloned().unwrap_or_else(|| Counts {
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
            self.seen.retain(|_, seen| {
                seen.failures > 0 || seen.answers > 0 || !seen.waiting.is_empty()
            });
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
