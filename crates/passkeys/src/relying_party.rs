//! Who asks for passkeys, and what both ceremonies have in common.

use crate::client_data::{Ceremony, ClientData};
use crate::{AuthenticatorData, Refusal};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The random bytes that the browser has signed. The caller lets each be used once, within its time.
#[derive(Clone, Copy)]
pub struct Challenge(pub [u8; 32]);

/// Whether a ceremony is refused if the authenticator did not check the user's finger, face or PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserVerification {
    Required,
    Optional,
}

/// The frames in which an assertion may be made. Passkeys are created in the top page only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Frames {
    #[default]
    Refused,
    /// Frames of pages of these origins. The browser must name the page.
    Of(Vec<String>),
    /// The same, but a browser older than Level 3, which does not name the page, is believed: only for documents whose
    /// `frame-ancestors` names these origins.
    OfOrUnnamed(Vec<String>),
}

/// The shop, as authenticators and browsers know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    /// A host, or a parent domain of it. Passkeys belong to it for ever.
    pub id: String,
    /// The origins of the pages that may ask, exactly as browsers write them.
    pub origins: Vec<String>,
    pub frames: Frames,
}

impl RelyingParty {
    /// Checks what the browser says about the ceremony.
    pub(crate) fn check_client(
        &self,
        json: &[u8],
        ceremony: Ceremony,
        challenge: &Challenge,
    ) -> Result<(), Refusal> {
        let client = ClientData::read(json)?;
        if client.ceremony != Some(ceremony) {
            return Err(Refusal::Ceremony);
        }
        if !bool::from(client.challenge.ct_eq(&challenge.0)) {
            return Err(Refusal::Challenge);
        }
        if !self.origins.contains(&client.origin) {
            return Err(Refusal::Origin);
        }
        if client.cross_origin || client.top_origin.is_some() {
            return self.check_frame(ceremony, client.top_origin.as_ref());
        }
        Ok(())
    }

    fn check_frame(&self, ceremony: Ceremony, top: Option<&String>) -> Result<(), Refusal> {
        let (tops, unnamed) = match &self.frames {
            _ if ceremony == Ceremony::Create => return Err(Refusal::Framed),
            Frames::Refused => return Err(Refusal::Framed),
            Frames::Of(tops) => (tops, false),
            Frames::OfOrUnnamed(tops) => (tops, true),
        };
        let allowed = top.map_or(unnamed, |top| tops.contains(top));
        allowed.then_some(()).ok_or(Refusal::TopOrigin)
    }

    /// Checks what the authenticator says about the ceremony.
    pub(crate) fn check_authenticator(
        &self,
        data: &AuthenticatorData<'_>,
        verification: UserVerification,
    ) -> Result<(), Refusal> {
        if data.relying_party_hash[..] != Sha256::digest(&self.id)[..] {
            return Err(Refusal::RelyingParty);
        }
        if !data.user_present() {
            return Err(Refusal::UserPresence);
        }
        if verification == UserVerification::Required && !data.user_verified() {
            return Err(Refusal::UserVerification);
        }
        if data.backed_up() && !data.backup_eligible() {
            return Err(Refusal::BackupState);
        }
        Ok(())
    }
}
