//! Adding a passkey to an account.

use super::PasskeyError;
use super::ceremony::end;
use super::label::{known_transports, passkey_label};
use crate::rules::is_fresh;
use zkratka_commerce::time::Timestamp;
use zkratka_passkeys::{Registration, RelyingParty, UserVerification};
use zkratka_store::{
    AccountId, AccountPasskey, Accounts, MAX_PASSKEYS, Session, SessionProof, SignInPurpose,
    StoreError, Ticket,
};

/// What a browser sends.
pub struct CreationAnswer<'b> {
    pub registration: Registration<'b>,
    /// How the authenticator is reached, in the browser's words.
    pub transports: &'b [String],
    /// The browser, as its owner recognises it.
    pub browser: &'b str,
}

/// A passkey that an account has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskey {
    pub id: Vec<u8>,
    /// What its owner recognises it by.
    pub label: String,
}

#[derive(Debug, thiserror::Error)]
pub enum CreationRefused {
    #[error("the account has as many passkeys as it may have")]
    TooMany,
    #[error(transparent)]
    Passkey(#[from] PasskeyError),
}

impl From<StoreError> for CreationRefused {
    fn from(error: StoreError) -> Self {
        Self::Passkey(error.into())
    }
}

/// Whether a session may add a passkey. A found security key, which asks nobody who holds it, must not become one that pays.
#[must_use]
pub fn may_create(session: &Session, now: Timestamp) -> bool {
    let is_proven = match session.proof {
        SessionProof::Code | SessionProof::VerifiedPasskey => true,
        SessionProof::Passkey => false,
    };
    is_proven && is_fresh(session, now)
}

/// Verifies a new passkey and adds it to the account that began the ceremony. `ticket` is the ceremony's cookie.
///
/// # Errors
/// The passkey is not accepted; the ceremony is over all the same.
pub async fn add_passkey(
    accounts: Accounts<'_>,
    relying_party: &RelyingParty,
    (ticket, account): (&Ticket, AccountId),
    answer: &CreationAnswer<'_>,
    now: Timestamp,
) -> Result<NewPasskey, CreationRefused> {
    let (challenge, of) = end(accounts, ticket, SignInPurpose::Creation, now).await?;
    if of != Some(account) {
        return Err(PasskeyError::OtherAccount.into());
    }
    let optional = UserVerification::Optional;
    let verified = relying_party.verify_registration(&answer.registration, &challenge, optional);
    let verified = verified.map_err(PasskeyError::from)?;
    let passkey = AccountPasskey {
        id: verified.id.as_bytes().to_vec(),
        account,
        public_key: verified.public_key,
        algorithm: verified.algorithm.cose(),
        count: verified.count,
        backup_eligible: verified.backup_eligible,
        backed_up: verified.backed_up,
        transports: known_transports(answer.transports).join(","),
        label: passkey_label(answer.transports, answer.browser),
        created_at: now,
        used_at: None,
    };
    if accounts.add_passkey(&passkey).await? {
        return Ok(NewPasskey {
            id: passkey.id,
            label: passkey.label,
        });
    }
    let kept = accounts.passkeys_of(account).await?;
    if u32::try_from(kept.len()).is_ok_and(|count| count >= MAX_PASSKEYS) {
        return Err(CreationRefused::TooMany);
    }
    // Its id is known already, so it is another account's, or was sent twice.
    Err(PasskeyError::OtherAccount.into())
}

#[cfg(test)]
mod tests {
    use super::may_create;
    use zkratka_commerce::time::Timestamp;
    use zkratka_store::{AccountId, Session, SessionProof};

    /// [B.02] Adding a passkey wants a recent sign-in, and one that proves more than a found key.
    #[test]
    fn a_found_key_makes_no_other() {
        let now = Timestamp(1_767_225_600_000);
        for (proof, at_once) in [
            (SessionProof::Code, true),
            (SessionProof::VerifiedPasskey, true),
            (SessionProof::Passkey, false),
        ] {
            let session = Session {
                account: AccountId([1; 32]),
                device: None,
                proof,
                started_at: now,
                idle_until: now,
                ends_at: now,
            };
            assert_eq!(may_create(&session, now), at_once, "{proof:?}");
            assert!(!may_create(&session, now.plus(15 * 60_000)), "{proof:?}");
        }
    }
}
