//! Signing in by a passkey.

use super::PasskeyError;
use super::ceremony::end;
use zkratka_commerce::time::Timestamp;
use zkratka_passkeys::{
    Algorithm, Assertion, CredentialId, Passkey, Refusal, RelyingParty, UserVerification,
};
use zkratka_store::{
    AccountId, AccountPasskey, Accounts, PasskeyUse, SessionProof, SignInPurpose, Ticket,
};

/// What a browser sends.
pub struct SignInAnswer<'b> {
    pub assertion: Assertion<'b>,
    /// The account's id, which the authenticator keeps.
    pub user_handle: &'b [u8],
}

/// Who has signed in, and how far a session may trust that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenBy {
    pub account: AccountId,
    pub proof: SessionProof,
}

/// Verifies the answer to a ceremony. `ticket` is the ceremony's cookie. Authenticators that cannot verify their user sign in too, but
/// only a verified one gives [`SessionProof::VerifiedPasskey`].
///
/// # Errors
/// The passkey is not accepted; the ceremony is over all the same.
pub async fn verify_sign_in(
    accounts: Accounts<'_>,
    relying_party: &RelyingParty,
    ticket: &Ticket,
    answer: &SignInAnswer<'_>,
    now: Timestamp,
) -> Result<ProvenBy, PasskeyError> {
    let (challenge, _) = end(accounts, ticket, SignInPurpose::Passkey, now).await?;
    let kept = accounts.passkey(answer.assertion.credential_id).await?;
    let kept = kept.ok_or(PasskeyError::Unknown)?;
    if answer.user_handle != kept.account.0 {
        return Err(PasskeyError::OtherAccount);
    }
    let passkey = read(&kept)?;
    let optional = UserVerification::Optional;
    let asserted =
        relying_party.verify_assertion(&answer.assertion, &passkey, &challenge, optional)?;
    let used = PasskeyUse {
        before: kept.count,
        count: asserted.count,
        backed_up: asserted.backed_up,
        now,
    };
    // Another answer with the same counter came first: one of the two is a copy.
    if !accounts.record_passkey_use(&kept.id, used).await? {
        return Err(Refusal::Counter.into());
    }
    Ok(ProvenBy {
        account: kept.account,
        proof: if asserted.user_verified {
            SessionProof::VerifiedPasskey
        } else {
            SessionProof::Passkey
        },
    })
}

fn read(kept: &AccountPasskey) -> Result<Passkey, Refusal> {
    Ok(Passkey {
        id: CredentialId::new(&kept.id)?,
        public_key: kept.public_key.clone(),
        algorithm: Algorithm::from_cose(kept.algorithm)?,
        count: kept.count,
        backup_eligible: kept.backup_eligible,
        backed_up: kept.backed_up,
        // Each assertion says anew whether its user was verified.
        user_verified: false,
    })
}
