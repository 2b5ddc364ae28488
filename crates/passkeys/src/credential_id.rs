//! Ids of credentials.

use crate::Refusal;

/// The id that an authenticator gave a credential: 1 to 1023 bytes, unique in the shop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CredentialId(Vec<u8>);

impl CredentialId {
    pub const MAX_BYTES: usize = 1023;

    pub fn new(bytes: &[u8]) -> Result<Self, Refusal> {
        let fits = (1..=Self::MAX_BYTES).contains(&bytes.len());
        fits.then(|| Self(bytes.to_vec()))
            .ok_or(Refusal::CredentialId)
    }

    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}
