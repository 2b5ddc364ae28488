//! Signing out.

use crate::sessions::signed_in;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{Accounts, StoreError, Ticket};

/// Ends a browser's session, and recognises it no more.
///
/// # Errors
/// The store does not answer.
pub async fn sign_out(
    accounts: Accounts<'_>,
    session: Option<&Ticket>,
    device: Option<&Ticket>,
    now: Timestamp,
) -> Result<(), StoreError> {
    if let Some(session) = session {
        accounts.end_session(session).await?;
    }
    let Some(ticket) = device else {
        return Ok(());
    };
    if let Some(device) = accounts.device(ticket, now).await? {
        accounts.end_device(device.account, device.id).await?;
    }
    Ok(())
}

/// Ends all devices and sessions of the account that this session is of. Returns false if the session has ended.
///
/// # Errors
/// The store does not answer.
pub async fn sign_out_everywhere(
    accounts: Accounts<'_>,
    session: &Ticket,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let Some(session) = signed_in(accounts, session, now).await? else {
        return Ok(false);
    };
    accounts.end_devices(session.account).await?;
    Ok(true)
}
