//! How long browsers stay recognised and signed in, and starting and keeping that.

use crate::notices::tell_owner;
use crate::tickets::mint;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_ids::Ids;
use zkratka_store::{
    Account, AccountId, AccountLetterKind, Accounts, NewDevice, NewSession, Session, SessionProof,
    StoreError, Ticket, TicketId,
};

pub(crate) const MINUTE_MS: i64 = 60_000;
/// A session ends when its browser is idle for so long.
pub const SESSION_IDLE_MS: i64 = 20 * MINUTE_MS;
/// A session ends after so long in any case.
pub const SESSION_MS: i64 = 120 * MINUTE_MS;
/// A browser that is not used for so long is forgotten.
pub const DEVICE_MS: i64 = 180 * DAY_MS;
/// The first device in so short a time after an account was opened is the one that opened it.
const OPENING_MS: i64 = MINUTE_MS;
/// For how long a code or a passkey's ceremony may be answered.
pub const CHALLENGE_MS: i64 = 10 * MINUTE_MS;

/// What a browser gets when its owner has signed in.
pub struct SignedIn {
    /// The value of the session's cookie. It is always a new one.
    pub session_cookie: String,
    /// The value of the device's cookie; `None` if the browser has one of this account already.
    pub device_cookie: Option<String>,
}

/// Signs a browser in. `device` is the device's cookie, whoever's it is. `label` is what the owner recognises a new device by: an
/// e-mail about it waits to be sent, unless this sign-in has opened the account.
///
/// # Errors
/// The store does not answer.
pub async fn sign_in(
    accounts: Accounts<'_>,
    ids: &Ids,
    account: AccountId,
    proof: SessionProof,
    device: Option<&Ticket>,
    label: &str,
    now: Timestamp,
) -> Result<SignedIn, StoreError> {
    let known = known_device(accounts, account, device, now).await?;
    let (device, device_cookie) = if let Some(device) = known {
        (device, None)
    } else {
        let minted = mint(ids);
        let id = minted.ticket.id;
        let new = NewDevice {
            ticket: minted.ticket,
            account,
            label: label.to_owned(),
            now,
            expires_at: now.plus(DEVICE_MS),
        };
        let is_first = accounts.devices_of(account).await?.is_empty();
        accounts.add_device(new).await?;
        tell_of_device(accounts, ids, account, (label, is_first), now).await?;
        (id, Some(minted.cookie))
    };
    let minted = mint(ids);
    let session = Session {
        account,
        device: Some(device),
        proof,
        started_at: now,
        idle_until: now.plus(SESSION_IDLE_MS),
        ends_at: now.plus(SESSION_MS),
    };
    let ticket = minted.ticket;
    accounts
        .start_session(NewSession { ticket, session })
        .await?;
    Ok(SignedIn {
        session_cookie: minted.cookie,
        device_cookie,
    })
}

async fn tell_of_device(
    accounts: Accounts<'_>,
    ids: &Ids,
    account: AccountId,
    (label, is_first): (&str, bool),
    now: Timestamp,
) -> Result<(), StoreError> {
    let owner = accounts.account(account).await?;
    let is_opening = |owner: &Account| is_first && owner.created_at.plus(OPENING_MS) > now;
    match owner.filter(|owner| !is_opening(owner)) {
        Some(owner) => {
            let about = (AccountLetterKind::NewDevice, label);
            tell_owner(accounts, ids, &owner, about, now).await
        }
        None => Ok(()),
    }
}

/// The browser's device, kept for another while if it is one of this account. Another account's ends: the browser recognises one owner.
async fn known_device(
    accounts: Accounts<'_>,
    account: AccountId,
    device: Option<&Ticket>,
    now: Timestamp,
) -> Result<Option<TicketId>, StoreError> {
    let Some(ticket) = device else {
        return Ok(None);
    };
    let Some(device) = accounts.device(ticket, now).await? else {
        return Ok(None);
    };
    if device.account != account {
        accounts.end_device(device.account, device.id).await?;
        return Ok(None);
    }
    let expires_at = now.plus(DEVICE_MS);
    let seen = accounts.see_device(ticket, now, expires_at).await?;
    Ok(seen.map(|device| device.id))
}

/// The session of this cookie, kept for another while.
///
/// # Errors
/// The store does not answer.
pub async fn signed_in(
    accounts: Accounts<'_>,
    session: &Ticket,
    now: Timestamp,
) -> Result<Option<Session>, StoreError> {
    let idle_until = now.plus(SESSION_IDLE_MS);
    accounts.keep_session(session, now, idle_until).await
}
