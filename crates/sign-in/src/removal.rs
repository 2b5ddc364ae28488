//! Removing what an account has saved.

use crate::notices::{letter, tell_owner};
use crate::rules::{is_fresh, may_remove_passkeys};
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_store::{Account, AccountLetterKind, Accounts, EntryId, Session, StoreError, TicketId};

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
    /// A code in a new browser removes no passkey yet, nor an account that has one.
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

/// Deletes an account, and tells its owner. Where there are passkeys, it wants what removing one wants: the account would otherwise be
/// a way around them.
///
/// # Errors
/// The store does not answer.
pub async fn delete(
    accounts: Accounts<'_>,
    ids: &Ids,
    (owner, session): (&Account, &Session),
    now: Timestamp,
) -> Result<Removal, StoreError> {
    if !is_fresh(session, now) {
        return Ok(Removal::Stale);
    }
    let has_passkey = !accounts.passkeys_of(owner.id).await?.is_empty();
    if has_passkey && !may_remove(accounts, session, now).await? {
        return Ok(Removal::TooEarly);
    }
    let farewell = letter(ids, owner, (AccountLetterKind::AccountDeleted, ""), now);
    let is_deleted = accounts.delete_account(owner.id, Some(&farewell)).await?;
    Ok(if is_deleted {
        Removal::Removed
    } else {
        Removal::Missing
    })
}

/// Whether a session may remove passkeys, as its device is now.
async fn may_remove(
    accounts: Accounts<'_>,
    session: &Session,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let devices = accounts.devices_of(session.account).await?;
    let device = devices.iter().find(|it| Some(it.id) == session.device);
    Ok(may_remove_passkeys(session, device, now))
}

async fn remove_passkey(
    accounts: Accounts<'_>,
    ids: &Ids,
    session: &Session,
    id: &[u8],
    now: Timestamp,
) -> Result<Removal, StoreError> {
    if !may_remove(accounts, session, now).await? {
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
