//! Compares the configured keys with those that the stored cards need.

use crate::ring::KeyRing;
use zkratka_commerce::gift_card::CodeKeyId;
use zkratka_commerce::order::Mode;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{CodeKeyUse, Store, StoreError};

/// Why a shop cannot run with its keys.
#[derive(Debug, thiserror::Error)]
pub enum KeyFault {
    #[error(
        "the key \"{0}\" in [gift_card_codes] has another secret than before: restore the first secret of this id, or give the new secret an id of its own"
    )]
    OtherSecret(CodeKeyId),
    #[error(
        "[gift_card_codes] does not name the key \"{key}\", which gift cards with a balance need ({cards}): add it again; without it nobody can pay with them. If it is lost, disable them (`zkratka gift-card disable NUMBER`) and issue others; `zkratka gift-card list --json` names the key of each card"
    )]
    Missing { key: CodeKeyId, cards: u64 },
    #[error(
        "[gift_card_codes] does not name the key \"{key}\", which used-up gift cards need if a cancelled order or a refund gives them money back ({cards}): add it again. If it is lost, disable them (`zkratka gift-card disable NUMBER`) and issue others when that happens"
    )]
    MissingForLater { key: CodeKeyId, cards: u64 },
    #[error(
        "[gift_card_codes] names no key, but there are gift cards with a balance ({cards}): make one with `openssl rand -base64 32`, and name its file or variable there"
    )]
    NoKey { cards: u64 },
    #[error(
        "[gift_card_codes] names no key, but payments under way sell gift cards ({attempts}), and their orders cannot be made without one: add the key again, or any other (`openssl rand -base64 32` makes one). Remove the last key only after these payments have ended"
    )]
    NoKeyForSales { attempts: u64 },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl KeyFault {
    /// Whether a shop of this mode must not start with the fault. Otherwise the log names it.
    #[must_use]
    pub fn stops(&self, mode: Mode) -> bool {
        match self {
            Self::OtherSecret(_) | Self::NoKeyForSales { .. } | Self::Store(_) => true,
            Self::Missing { .. } | Self::NoKey { .. } => mode == Mode::Live,
            Self::MissingForLater { .. } => false,
        }
    }
}

/// Records the configured keys at their first use, and compares them later. In live mode all keys must be there that cards
/// with a balance need; in test mode the log names the missing ones. In both modes payments under way that sell gift cards
/// need a key.
pub async fn check_keys(
    store: &dyn Store,
    ring: &KeyRing,
    mode: Mode,
    now: Timestamp,
) -> Result<(), KeyFault> {
    for fault in faults(store, ring, now, Compare::AndRecord).await? {
        if fault.stops(mode) {
            return Err(fault);
        }
        tracing::warn!("{fault}");
    }
    Ok(())
}

/// What is wrong with the configured keys. Records nothing.
pub async fn key_faults(
    store: &dyn Store,
    ring: &KeyRing,
    now: Timestamp,
) -> Result<Vec<KeyFault>, StoreError> {
    faults(store, ring, now, Compare::Only).await
}

/// What to do with a key that no server has used yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    AndRecord,
    Only,
}

async fn faults(
    store: &dyn Store,
    ring: &KeyRing,
    now: Timestamp,
    compare: Compare,
) -> Result<Vec<KeyFault>, StoreError> {
    let mut faults = Vec::new();
    for key in ring.keys() {
        let proof = key.proof();
        let recorded = match compare {
            Compare::AndRecord => Some(store.claim_code_key(key.id(), &proof).await?),
            Compare::Only => store.recorded_code_key(key.id()).await?,
        };
        if recorded.is_some_and(|recorded| recorded != proof) {
            faults.push(KeyFault::OtherSecret(key.id().clone()));
        }
    }
    if ring.is_empty() {
        let attempts = store.attempts_selling_gift_cards().await?;
        faults.extend((attempts > 0).then_some(KeyFault::NoKeyForSales { attempts }));
    }
    faults.extend(missing_keys(store, ring, now).await?);
    Ok(faults)
}

/// The keys that cards need and that are not configured.
async fn missing_keys(
    store: &dyn Store,
    ring: &KeyRing,
    now: Timestamp,
) -> Result<Vec<KeyFault>, StoreError> {
    let uses = store.code_key_uses(now).await?;
    Ok(uses
        .into_iter()
        .filter_map(|used| missing(ring, used))
        .collect())
}

pub(crate) fn missing(ring: &KeyRing, used: CodeKeyUse) -> Option<KeyFault> {
    let CodeKeyUse {
        key,
        with_balance: cards,
        may_get_money,
        ..
    } = used;
    match key {
        None => (cards > 0 && ring.is_empty()).then_some(KeyFault::NoKey { cards }),
        Some(key) if ring.ids().any(|id| *id == key) => None,
        Some(key) if cards > 0 => Some(KeyFault::Missing { key, cards }),
        Some(key) => (may_get_money > 0).then_some(KeyFault::MissingForLater {
            key,
            cards: may_get_money,
        }),
    }
}
