//! Removing what an account has saved.

use crate::notices::tell_owner;
use crate::rules::{is_fresh, may_remove_passkeys};
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_store::{AccountLetterKind, Accounts, EntryId, Session, StoreError, TicketId};

/// What is removed.
pub enum Entry {
    Address(EntryId),
    Card(EntryId),
    Passkey(Vec<u8>),
    Device(TicketId),
}

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    Removed,
    /// The account has no such thing.
    Missing,
    /// The owner must sign in anew.
    Stale,
    /// A code in a new browser removes no passkey yet.
    TooEarly,
}

impl Entry {
    /// Reads what a form names.
    #[must_use]
    pub fn read(kind: &str, id: &str) -> Option<Self> {
        let bytes = hex::decode(id)?;
        let short = || <[u8; 16]>::try_from(bytes.as_slice()).ok();
        match kind {
            "address" => short().map(|id| Self::Address(EntryId(id))),
            "card" => short().map(|id| Self::Card(EntryId(id))),
            "device" => short().map(|id| Self::Device(TicketId(id))),
            "passkey" => Some(Self::Passkey(bytes)),
            _ => None,
        }
    }
}

/// Removes something from the account that this session is of.
///
/// # Errors
/// The store does not answer.
pub async fn remove(
    accounts: Accounts<'_>,
    ids: &Ids,
    session: &Session,
    entry: Entry,
    now: Timestamp,
) -> Result<Removal, StoreError> {
    let account = session.account;
    // Signing out another browser only protects the account.
    let is_protection = matches!(entry, Entry::Device(_));
    if !is_protection && !is_fresh(session, now) {
        return Ok(Removal::Stale);
    }
    let is_removed = match entry {
        Entry::Address(id) => accounts.remove_address(account, id).await?,
        // Its mandate is ended by the store.
        Entry::Card(id) => accounts.remove_card(account, id).await?.is_some(),
        Entry::Device(id) => accounts.end_device(account, id).await?,
        Entry::Passkey(id) => return remove_passkey(accounts, ids, session, &id, now).await,
    };
    Ok(if is_removed {
        Removal::Removed
    } else {
        Removal::Missing
    })
}

async fn remove_passkey(
    accounts: Accounts<'_>,
    ids: &Ids,
    session: &Session,
    id: &[u8],
    now: Timestamp,
) -> Result<Removal, StoreError> {
    let devices = accounts.devices_of(session.account).await?;
    let device = devices.iter().find(|it| Some(it.id) == session.device);
    if !may_remove_passkeys(session, device, now) {
        return Ok(Removal::TooEarly);
    }
    let passkeys = accounts.passkeys_of(session.account).await?;
    let Some(passkey) = passkeys.into_iter().find(|passkey| passkey.id == id) else {
        return Ok(Removal::Missing);
    };
    if !accounts.remove_passkey(session.account, id).await? {
        return Ok(Removal::Missing);
    }
    if let Some(owner) = accounts.account(session.account).await? {
        let about = (AccountLetterKind::PasskeyRemoved, passkey.label.as_str());
        tell_owner(accounts, ids, &owner, about, now).await?;
    }
    Ok(Removal::Removed)
}
