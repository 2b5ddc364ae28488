//! Compares the configured keys with those that the stored cards need.

use crate::ring::KeyRing;
use zkratka_commerce::gift_card::CodeKeyId;
use zkratka_commerce::order::Mode;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{Store, StoreError};

/// Why a shop cannot run with its keys.
#[derive(Debug, thiserror::Error)]
pub enum KeyFault {
    #[error(
        "the key \"{0}\" in [gift_card_codes] has another secret than before: restore the first secret of this id, or give the new secret an id of its own"
    )]
    OtherSecret(CodeKeyId),
    #[error(
        "[gift_card_codes] does not name the key \"{key}\", which gift cards with a balance need ({cards}): add it again; without it nobody can pay with them (see `zkratka gift-card keys`)"
    )]
    Missing { key: CodeKeyId, cards: u64 },
    #[error(
        "[gift_card_codes] names no key, but there are gift cards with a balance ({cards}): make one with `openssl rand -base64 32`, and name its file or variable there"
    )]
    NoKey { cards: u64 },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Records the configured keys at their first use, and compares them later. In live mode all keys must be there that cards
/// with a balance need; in test mode the log names the missing ones.
pub async fn check_keys(
    store: &dyn Store,
    ring: &KeyRing,
    mode: Mode,
    now: Timestamp,
) -> Result<(), KeyFault> {
    for key in ring.keys() {
        let proof = key.proof();
        if store.claim_code_key(key.id(), &proof).await? != proof {
            return Err(KeyFault::OtherSecret(key.id().clone()));
        }
    }
    for fault in missing_keys(store, ring, now).await? {
        if mode == Mode::Live {
            return Err(fault);
        }
        tracing::warn!("{fault}");
    }
    Ok(())
}

/// The keys that cards with a balance need and that are not configured. Changes nothing.
pub async fn missing_keys(
    store: &dyn Store,
    ring: &KeyRing,
    now: Timestamp,
) -> Result<Vec<KeyFault>, StoreError> {
    let uses = store.code_key_uses(now).await?;
    let needed = uses.into_iter().filter(|used| used.with_balance > 0);
    let missing = needed.filter_map(|used| match used.key {
        None if ring.is_empty() => Some(KeyFault::NoKey {
            cards: used.with_balance,
        }),
        Some(key) if ring.ids().all(|id| *id != key) => Some(KeyFault::Missing {
            key,
            cards: used.with_balance,
        }),
        None | Some(_) => None,
    });
    Ok(missing.collect())
}
