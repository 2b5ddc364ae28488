//! The codes that a browser has asked for: what its challenge's cookie holds.

use crate::tickets::read_ticket;
use zkratka_store::Ticket;

/// How many codes a cookie remembers.
const MOST: usize = 6;
const BETWEEN: char = '.';

/// The challenges of a browser, newest first. A request for a code keeps the challenges before it, whether or not an e-mail goes out:
/// the buyer may hold the code of an earlier one, and the cookie tells nobody which of them brought a code.
pub struct AskedCodes<'c> {
    newest: Ticket,
    earlier: Vec<Ticket>,
    cookie: &'c str,
}

impl<'c> AskedCodes<'c> {
    /// Reads a cookie's value; `None` if no server made it.
    #[must_use]
    pub fn read(cookie: &'c str) -> Option<Self> {
        let values = cookie.split(BETWEEN).take(MOST);
        let mut tickets = values.map_while(read_ticket);
        Some(Self {
            newest: tickets.next()?,
            earlier: tickets.collect(),
            cookie,
        })
    }

    #[must_use]
    pub const fn newest(&self) -> &Ticket {
        &self.newest
    }

    pub(crate) fn earlier(&self) -> &[Ticket] {
        &self.earlier
    }

    /// The cookie of a further challenge.
    pub(crate) fn with(&self, newest: &str) -> String {
        let earlier = self.cookie.split(BETWEEN).take(MOST - 1);
        let values: Vec<_> = std::iter::once(newest).chain(earlier).collect();
        values.join(&BETWEEN.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{AskedCodes, MOST};
    use crate::tickets::mint;
    use std::sync::Arc;
    use zkratka_ids::Ids;
    use zkratka_store::clock::SystemClock;

    /// [B.02] A cookie keeps the newest challenges, and nothing that no server made.
    #[test]
    fn a_cookie_keeps_the_newest_challenges() {
        let ids = Ids::new(Arc::new(SystemClock));
        let minted: Vec<_> = (0..=MOST).map(|_| mint(&ids)).collect();
        let mut cookie = minted[0].cookie.clone();
        for next in &minted[1..] {
            let asked = AskedCodes::read(&cookie);
            cookie = asked.map_or_else(String::new, |asked| asked.with(&next.cookie));
        }
        let asked = AskedCodes::read(&cookie);
        let kept = asked
            .iter()
            .flat_map(|asked| std::iter::once(asked.newest()).chain(asked.earlier()));
        let kept: Vec<_> = kept.map(|ticket| ticket.id).collect();
        let made: Vec<_> = minted[1..].iter().rev().map(|one| one.ticket.id).collect();
        assert!(kept == made, "{} of {MOST}", kept.len());
        let half = &minted[0].cookie[1..];
        assert!(AskedCodes::read(half).is_none());
        let spoiled = format!("{}.{half}", minted[0].cookie);
        assert!(AskedCodes::read(&spoiled).is_some_and(|asked| asked.earlier().is_empty()));
    }
}
