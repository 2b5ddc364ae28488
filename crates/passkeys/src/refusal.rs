//! Why a ceremony is refused.

/// The check that failed. None of these carries anything that the browser sent, so each may be logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the client data is no JSON object with type, challenge and origin")]
    ClientData,
    #[error("the client data is of another ceremony")]
    Ceremony,
    #[error("the challenge differs")]
    Challenge,
    #[error("the origin is not the relying party's")]
    Origin,
    #[error("the ceremony ran in a frame")]
    Framed,
    #[error("the ceremony ran in a frame of an unknown page")]
    TopOrigin,
    #[error("the authenticator data is malformed")]
    AuthenticatorData,
    #[error("the authenticator data is for another relying party")]
    RelyingParty,
    #[error("no user was present")]
    UserPresence,
    #[error("the user was not verified")]
    UserVerification,
    #[error("the passkey is backed up although it may not be")]
    BackupState,
    #[error("the credential id is empty or too long, or not the authenticator's")]
    CredentialId,
    #[error("the algorithm was not offered")]
    Algorithm,
    #[error("the public key is malformed, weak, or of another algorithm")]
    PublicKey,
    #[error("the public key is not the authenticator's")]
    OtherPublicKey,
    #[error("the passkey's eligibility for backup changed")]
    BackupEligibility,
    #[error("the signature is wrong")]
    Signature,
    #[error("the signature counter did not grow: the passkey may have been copied")]
    Counter,
}
