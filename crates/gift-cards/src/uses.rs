//! Which keys the cards need, for operators.

use crate::ring::KeyRing;
use zkratka_commerce::gift_card::CodeKeyId;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{Store, StoreError};

/// A key, and the cards that depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// `None`: cards from before there were keys.
    pub key: Option<CodeKeyId>,
    pub state: KeyState,
    pub cards: u64,
    /// Cards with a balance that have neither expired nor been disabled.
    pub with_balance: u64,
    /// Used-up cards that get money back if a payment fails or an order is cancelled or refunded.
    pub may_get_money: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// Makes the codes of new cards.
    Current,
    /// Configured for older cards.
    Old,
    /// Cards need it, and it is not configured.
    Missing,
    /// The cards need no key.
    NotNeeded,
}

impl KeyState {
    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Old => "old",
            Self::Missing => "missing",
            Self::NotNeeded => "unkeyed",
        }
    }
}

/// The configured keys in their order, and then what else cards need.
pub async fn key_rows(
    store: &dyn Store,
    ring: &KeyRing,
    now: Timestamp,
) -> Result<Vec<KeyRow>, StoreError> {
    let mut uses = store.code_key_uses(now).await?;
    let mut rows = Vec::new();
    for (place, id) in ring.ids().enumerate() {
        let found = uses.iter().position(|used| used.key.as_ref() == Some(id));
        let counts = found.map(|found| uses.remove(found));
        rows.push(KeyRow {
            key: Some(id.clone()),
            state: if place == 0 {
                KeyState::Current
            } else {
                KeyState::Old
            },
            cards: counts.as_ref().map_or(0, |used| used.cards),
            with_balance: counts.as_ref().map_or(0, |used| used.with_balance),
            may_get_money: counts.as_ref().map_or(0, |used| used.may_get_money),
        });
    }
    rows.extend(uses.into_iter().map(|used| KeyRow {
        state: if used.key.is_some() {
            KeyState::Missing
        } else {
            KeyState::NotNeeded
        },
        key: used.key,
        cards: used.cards,
        with_balance: used.with_balance,
        may_get_money: used.may_get_money,
    }));
    Ok(rows)
}
