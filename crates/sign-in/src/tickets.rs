//! What the cookies hold: an id and a secret of 256 bits ([decision 127](../../../docs/decisions/0127-accounts-are-recognised-by-secrets.md)).

use sha2::{Digest as _, Sha256};
use zkratka_commerce::ids::Secret;
use zkratka_ids::{Ids, parse_secret, secret_hex};
use zkratka_store::{Ticket, TicketId};

/// A new ticket, and the cookie's value. Nothing but the browser keeps the value.
pub struct MintedTicket {
    pub ticket: Ticket,
    pub cookie: String,
}

/// Makes a ticket.
#[must_use]
pub fn mint(ids: &Ids) -> MintedTicket {
    let [id, first, second] = ids.secrets();
    MintedTicket {
        ticket: ticket(&id, &first, &second),
        cookie: [&id, &first, &second].map(secret_hex).concat(),
    }
}

/// The ticket of a cookie's value; `None` if no server made it.
#[must_use]
pub fn read_ticket(cookie: &str) -> Option<Ticket> {
    let id = parse_secret(cookie.get(..32)?)?;
    let first = parse_secret(cookie.get(32..64)?)?;
    let second = parse_secret(cookie.get(64..)?)?;
    Some(ticket(&id, &first, &second))
}

fn ticket(id: &Secret, first: &Secret, second: &Secret) -> Ticket {
    Ticket {
        id: TicketId(id.0),
        secret_hash: Sha256::digest([first.0, second.0].concat()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{mint, read_ticket};
    use std::sync::Arc;
    use zkratka_ids::Ids;
    use zkratka_store::clock::SystemClock;

    /// [B.02] A cookie is read as it was made, and nothing else is.
    #[test]
    fn a_cookie_is_read_as_it_was_made() {
        let minted = mint(&Ids::new(Arc::new(SystemClock)));
        let cookie = minted.cookie;
        assert_eq!(cookie.len(), 96);
        assert!(read_ticket(&cookie).is_some_and(|read| read == minted.ticket));
        for wrong in [
            "",
            &cookie[1..],
            &format!("{cookie}0"),
            &cookie.replace(|letter: char| letter.is_ascii_digit(), "g"),
            &"ě".repeat(48),
        ] {
            assert!(read_ticket(wrong).is_none(), "{} letters", wrong.len());
        }
        let mut other = cookie.into_bytes();
        other[95] = if other[95] == b'0' { b'1' } else { b'0' };
        let other = read_ticket(std::str::from_utf8(&other).unwrap_or_default());
        assert!(other.is_some_and(|other| other.id == minted.ticket.id && other != minted.ticket));
    }
}
