//! Whom a browser belongs to, as far as its device's cookie says: enough to recognise somebody, never to pay.

use crate::sessions::DEVICE_MS;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_store::{AccountId, Accounts, SavedCard, StoreError, Ticket};

/// A recognised browser.
pub struct Recognised {
    pub account: AccountId,
    /// It will be recognised for another while if it gets its cookie again.
    pub is_renewed: bool,
}

/// The account that a browser is recognised by. It is recorded once a day, so that pages cost no writing.
///
/// # Errors
/// The store does not answer.
pub async fn recognise_device(
    accounts: Accounts<'_>,
    device: &Ticket,
    now: Timestamp,
) -> Result<Option<Recognised>, StoreError> {
    let Some(known) = accounts.device(device, now).await? else {
        return Ok(None);
    };
    let is_due = known.seen_at.plus(DAY_MS) <= now;
    let is_renewed = is_due
        && accounts
            .see_device(device, now, now.plus(DEVICE_MS))
            .await?
            .is_some();
    Ok(Some(Recognised {
        account: known.account,
        is_renewed,
    }))
}

/// The card of an account that was used last.
///
/// # Errors
/// The store does not answer.
pub async fn last_card(
    accounts: Accounts<'_>,
    account: AccountId,
) -> Result<Option<SavedCard>, StoreError> {
    Ok(accounts.cards_of(account).await?.into_iter().next())
}
