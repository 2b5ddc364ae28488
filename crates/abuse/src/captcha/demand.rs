//! What has come from each address of late. In memory only, of this server: an address is personal data.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_listener::client_network;

/// Most addresses that are remembered.
const CAPACITY: usize = 65_536;

/// What has come from one address since `since`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    since: Timestamp,
    /// Carts submitted.
    pub(super) submits: u32,
    /// Payments that failed.
    pub(super) failures: u32,
    /// Questions answered wrongly.
    pub(super) wrong_answers: u32,
}

/// What has come from each address of late.
pub(super) struct Watch {
    /// How long it is remembered, in milliseconds.
    window: i64,
    seen: HashMap<IpAddr, Seen>,
}

impl Watch {
    pub(super) fn new(window: Duration) -> Self {
        Self {
            window: i64::try_from(window.as_millis()).unwrap_or(i64::MAX),
            seen: HashMap::new(),
        }
    }

    /// What has come from an address; nothing once the window is over.
    pub(super) fn seen(&self, from: Option<IpAddr>, now: Timestamp) -> Seen {
        let known = self.seen.get(&holder_of(from)).copied();
        let fresh = known.filter(|seen| now < seen.since.plus(self.window));
        fresh.unwrap_or(Seen {
            since: now,
            ..Seen::default()
        })
    }

    /// Notes something that has come from an address.
    pub(super) fn note(
        &mut self,
        from: Option<IpAddr>,
        now: Timestamp,
        what: impl FnOnce(&mut Seen),
    ) {
        let key = holder_of(from);
        let mut seen = self.seen(from, now);
        what(&mut seen);
        if self.seen.len() >= CAPACITY && !self.seen.contains_key(&key) {
            self.make_room(now);
        }
        self.seen.insert(key, seen);
    }

    /// Forgets what is over, then those who did nothing wrong, then everybody.
    fn make_room(&mut self, now: Timestamp) {
        let window = self.window;
        self.seen.retain(|_, seen| now < seen.since.plus(window));
        if self.seen.len() >= CAPACITY {
            self.seen
                .retain(|_, seen| seen.failures > 0 || seen.wrong_answers > 0);
        }
        if self.seen.len() >= CAPACITY {
            self.seen.clear();
        }
    }
}

/// What comes from nowhere that is known is all of one holder.
fn holder_of(from: Option<IpAddr>) -> IpAddr {
    from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), client_network)
}
