//! Gift cards: the keys that make their codes and digests, looking codes up, and the codes of sold cards.
//!
//! A key comes from the environment or a file and is in no database. Without it nobody can compute the code of a card that
//! an order sold, or try codes against the stored digests.

mod check;
mod issue;
mod key;
mod lookup;
mod ring;
mod sold;
mod uses;

#[cfg(test)]
mod tests;

pub use check::{KeyFault, check_keys, key_faults};
pub use issue::{IssueError, Terms, issue};
pub use key::{CodeKey, NotAKey};
pub use lookup::{CodeLookup, look_up};
pub use ring::KeyRing;
pub use sold::{IssuedCard, SoldCards, sold_cards};
pub use uses::{KeyRow, KeyState, key_rows};
pub use zkratka_store::{GiftCard, GiftCardState};
