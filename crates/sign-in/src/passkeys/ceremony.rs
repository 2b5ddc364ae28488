//! Ceremonies: a browser gets a challenge, and may answer it once within its time.

use super::PasskeyError;
use crate::sessions::MINUTE_MS;
use crate::tickets::mint;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_passkeys::Challenge;
use zkratka_store::{AccountId, Accounts, NewSignInChallenge, SignInPurpose, StoreError, Ticket};

/// For how long a ceremony may be answered.
pub const CEREMONY_MS: i64 = 5 * MINUTE_MS;

/// A ceremony that a browser may answer.
pub struct BegunCeremony {
    /// What the passkey signs.
    pub challenge: [u8; 32],
    /// The value of the cookie that binds it to the browser.
    pub cookie: String,
}

/// Begins a sign-in.
///
/// # Errors
/// The store does not answer.
pub async fn begin_sign_in(
    accounts: Accounts<'_>,
    ids: &Ids,
    now: Timestamp,
) -> Result<BegunCeremony, StoreError> {
    begin(accounts, ids, (SignInPurpose::Passkey, None), now).await
}

/// Begins the creation of a passkey of this account.
///
/// # Errors
/// The store does not answer.
pub async fn begin_creation(
    accounts: Accounts<'_>,
    ids: &Ids,
    account: AccountId,
    now: Timestamp,
) -> Result<BegunCeremony, StoreError> {
    begin(accounts, ids, (SignInPurpose::Creation, Some(account)), now).await
}

async fn begin(
    accounts: Accounts<'_>,
    ids: &Ids,
    (purpose, account): (SignInPurpose, Option<AccountId>),
    now: Timestamp,
) -> Result<BegunCeremony, StoreError> {
    let minted = mint(ids);
    let mut challenge = [0; 32];
    let random = ids.secrets::<2>().map(|secret| secret.0);
    challenge.copy_from_slice(random.as_flattened());
    let new = NewSignInChallenge {
        ticket: minted.ticket,
        purpose,
        account,
        answer: challenge,
        now,
        expires_at: now.plus(CEREMONY_MS),
    };
    accounts.add_challenge(new).await?;
    Ok(BegunCeremony {
        challenge,
        cookie: minted.cookie,
    })
}

/// Ends a ceremony, whether its answer is right or wrong. Of several answers at once, one gets the challenge.
pub(super) async fn end(
    accounts: Accounts<'_>,
    ticket: &Ticket,
    purpose: SignInPurpose,
    now: Timestamp,
) -> Result<(Challenge, Option<AccountId>), PasskeyError> {
    let tried = accounts.try_challenge(ticket, purpose, now).await?;
    let begun = tried.ok_or(PasskeyError::Ceremony)?;
    if !accounts.spend_challenge(ticket, now).await? {
        return Err(PasskeyError::Ceremony);
    }
    Ok((Challenge(begun.answer), begun.account))
}
