//! Tells owners by e-mail what has changed in their accounts.

use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_store::{
    Account, AccountLetterId, AccountLetterKind, Accounts, NewAccountLetter, StoreError,
};

/// Queues an e-mail to the owner. [`ShopWallet::letters`] wakes what sends it. `detail` is what the owner recognises the device, passkey, card or address by.
///
/// # Errors
/// The store does not answer.
pub async fn tell_owner(
    accounts: Accounts<'_>,
    ids: &Ids,
    account: &Account,
    (kind, detail): (AccountLetterKind, &str),
    now: Timestamp,
) -> Result<(), StoreError> {
    let letter = letter(ids, account, (kind, detail), now);
    accounts.add_letter(&letter).await
}

/// An e-mail to the owner.
#[must_use]
pub fn letter(
    ids: &Ids,
    account: &Account,
    (kind, detail): (AccountLetterKind, &str),
    now: Timestamp,
) -> NewAccountLetter {
    NewAccountLetter {
        id: AccountLetterId(ids.secret().0),
        kind,
        email: account.email.clone(),
        detail: detail.to_owned(),
        now,
    }
}

#[cfg(doc)]
use crate::wallet::ShopWallet;
