//! Signing out.

use crate::visitor::{Visitor, recognise};
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

/// Ends all devices and sessions of the account of this browser. If its session has ended, its device is enough: signing out only protects
/// the account. Returns false if neither is known any more.
///
/// # Errors
/// The store does not answer.
pub async fn sign_out_everywhere(
    accounts: Accounts<'_>,
    session: Option<&Ticket>,
    device: Option<&Ticket>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let account = match recognise(accounts, session, device, now).await? {
        Visitor::Unknown => return Ok(false),
        Visitor::Recognised(account) => account,
        Visitor::SignedIn(session) => session.account,
    };
    accounts.end_devices(account).await?;
    Ok(true)
}
