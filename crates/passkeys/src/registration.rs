//! Registration: the browser created a passkey.

use crate::client_data::Ceremony;
use crate::{
    Algorithm, AuthenticatorData, Challenge, CredentialId, PublicKey, Refusal, RelyingParty,
    UserVerification,
};

/// What `navigator.credentials.create` returned.
#[derive(Clone, Copy, Debug)]
pub struct Registration<'b> {
    pub client_data_json: &'b [u8],
    /// `response.getAuthenticatorData()`.
    pub authenticator_data: &'b [u8],
    /// `response.getPublicKey()`.
    pub public_key: &'b [u8],
    /// `response.getPublicKeyAlgorithm()`.
    pub algorithm: i64,
    /// `rawId`.
    pub credential_id: &'b [u8],
}

/// A verified passkey, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    pub id: CredentialId,
    /// A `SubjectPublicKeyInfo` in DER.
    pub public_key: Vec<u8>,
    pub algorithm: Algorithm,
    /// The last signature counter; 0 if the authenticator has none.
    pub count: u32,
    /// Whether it may be copied to the user's other devices. It never changes.
    pub backup_eligible: bool,
    pub backed_up: bool,
    /// Whether the authenticator verified the user when it was created.
    pub user_verified: bool,
}

impl RelyingParty {
    /// Verifies a registration. The caller refuses a credential id that is known already.
    pub fn verify_registration(
        &self,
        registration: &Registration<'_>,
        challenge: &Challenge,
        verification: UserVerification,
    ) -> Result<Passkey, Refusal> {
        self.check_client(registration.client_data_json, Ceremony::Create, challenge)?;
        let data = AuthenticatorData::read(registration.authenticator_data)?;
        self.check_authenticator(&data, verification)?;
        let credential = data.credential.ok_or(Refusal::AuthenticatorData)?;
        if credential.id != registration.credential_id {
            return Err(Refusal::CredentialId);
        }
        let algorithm = Algorithm::from_cose(registration.algorithm)?;
        let key = PublicKey::read(registration.public_key, algorithm)?;
        if !data.has_key(&credential, &key.cose()) {
            return Err(Refusal::OtherPublicKey);
        }
        Ok(Passkey {
            id: CredentialId::new(credential.id)?,
            public_key: registration.public_key.to_vec(),
            algorithm,
            count: data.count,
            backup_eligible: data.backup_eligible(),
            backed_up: data.backed_up(),
            user_verified: data.user_verified(),
        })
    }
}
