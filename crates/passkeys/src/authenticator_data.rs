//! Authenticator data: what an authenticator signs besides the client data.

use crate::{CredentialId, Refusal};

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const ATTESTED_CREDENTIAL: u8 = 1 << 6;
const EXTENSIONS: u8 = 1 << 7;
/// CBOR's major type of maps, in the three highest bits of its first byte.
const CBOR_MAP: u8 = 0b101;

/// The parsed authenticator data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthenticatorData<'b> {
    /// SHA-256 of the relying party's id.
    pub relying_party_hash: &'b [u8; 32],
    flags: u8,
    /// The signature counter; 0 if the authenticator has none.
    pub count: u32,
    pub credential: Option<AttestedCredential<'b>>,
}

/// The new credential in the authenticator data of a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttestedCredential<'b> {
    pub id: &'b [u8],
    /// The public key (COSE), and extensions behind it if there are any.
    pub key_and_extensions: &'b [u8],
}

impl<'b> AuthenticatorData<'b> {
    pub fn read(bytes: &'b [u8]) -> Result<Self, Refusal> {
        Self::split(bytes).ok_or(Refusal::AuthenticatorData)
    }

    fn split(bytes: &'b [u8]) -> Option<Self> {
        let (relying_party_hash, rest) = bytes.split_first_chunk::<32>()?;
        let (&[flags], rest) = rest.split_first_chunk::<1>()?;
        let (count, rest) = rest.split_first_chunk::<4>()?;
        let has = |flag: u8| flags & flag != 0;
        let credential = if has(ATTESTED_CREDENTIAL) {
            Some(AttestedCredential::split(rest)?)
        } else {
            let ends = if has(EXTENSIONS) {
                is_map(rest)
            } else {
                rest.is_empty()
            };
            ends.then_some(None)?
        };
        Some(Self {
            relying_party_hash,
            flags,
            count: u32::from_be_bytes(*count),
            credential,
        })
    }

    #[must_use]
    pub const fn user_present(&self) -> bool {
        self.has(USER_PRESENT)
    }

    #[must_use]
    pub const fn user_verified(&self) -> bool {
        self.has(USER_VERIFIED)
    }

    /// Whether the passkey may be copied to the user's other devices.
    #[must_use]
    pub const fn backup_eligible(&self) -> bool {
        self.has(BACKUP_ELIGIBLE)
    }

    #[must_use]
    pub const fn backed_up(&self) -> bool {
        self.has(BACKED_UP)
    }

    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether the new credential's public key is this one (COSE), with nothing behind it but announced extensions.
    pub(crate) fn has_key(&self, credential: &AttestedCredential<'_>, cose: &[u8]) -> bool {
        let behind = credential.key_and_extensions.strip_prefix(cose);
        behind.is_some_and(|behind| {
            if self.has(EXTENSIONS) {
                is_map(behind)
            } else {
                behind.is_empty()
            }
        })
    }
}

impl<'b> AttestedCredential<'b> {
    fn split(bytes: &'b [u8]) -> Option<Self> {
        // The authenticator's model comes first. Without attestation it proves nothing.
        let (_, rest) = bytes.split_first_chunk::<16>()?;
        let (length, rest) = rest.split_first_chunk::<2>()?;
        let length = usize::from(u16::from_be_bytes(*length));
        let fits = (1..=CredentialId::MAX_BYTES).contains(&length);
        let (id, key_and_extensions) = rest.split_at_checked(fits.then_some(length)?)?;
        Some(Self {
            id,
            key_and_extensions,
        })
    }
}

fn is_map(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|first| first >> 5 == CBOR_MAP)
}
