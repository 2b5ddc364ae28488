//! Assertion: a passkey signed a challenge.

use crate::client_data::Ceremony;
use crate::{
    AuthenticatorData, Challenge, Passkey, PublicKey, Refusal, RelyingParty, UserVerification,
};
use sha2::{Digest as _, Sha256};

/// What `navigator.credentials.get` returned.
#[derive(Clone, Copy, Debug)]
pub struct Assertion<'b> {
    pub client_data_json: &'b [u8],
    pub authenticator_data: &'b [u8],
    pub signature: &'b [u8],
    /// `rawId`.
    pub credential_id: &'b [u8],
}

/// What to remember of a verified assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asserted {
    /// The new signature counter.
    pub count: u32,
    pub backed_up: bool,
    pub user_verified: bool,
}

impl RelyingParty {
    /// Verifies an assertion of this passkey. The caller has found the passkey by the credential id, and checks that it belongs to
    /// the account of the user handle.
    pub fn verify_assertion(
        &self,
        assertion: &Assertion<'_>,
        passkey: &Passkey,
        challenge: &Challenge,
        verification: UserVerification,
    ) -> Result<Asserted, Refusal> {
        if assertion.credential_id != passkey.id.as_bytes() {
            return Err(Refusal::CredentialId);
        }
        self.check_client(assertion.client_data_json, Ceremony::Get, challenge)?;
        let data = AuthenticatorData::read(assertion.authenticator_data)?;
        self.check_authenticator(&data, verification)?;
        if data.credential.is_some() {
            return Err(Refusal::AuthenticatorData);
        }
        if data.backup_eligible() != passkey.backup_eligible {
            return Err(Refusal::BackupEligibility);
        }
        let key = PublicKey::read(&passkey.public_key, passkey.algorithm)?;
        if !key.verifies(&signed_text(assertion), assertion.signature) {
            return Err(Refusal::Signature);
        }
        // Synced passkeys have no counter: theirs stays 0.
        let counted = data.count != 0 || passkey.count != 0;
        if counted && data.count <= passkey.count {
            return Err(Refusal::Counter);
        }
        Ok(Asserted {
            count: data.count,
            backed_up: data.backed_up(),
            user_verified: data.user_verified(),
        })
    }
}

fn signed_text(assertion: &Assertion<'_>) -> Vec<u8> {
    let client = Sha256::digest(assertion.client_data_json);
    [assertion.authenticator_data, &client].concat()
}
