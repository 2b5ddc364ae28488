//! Passkeys: verifies what a browser's `navigator.credentials.create` and `.get` return (Web Authentication Level 3), with
//! attestation `none`. The caller keeps challenges and passkeys, and lets each challenge be used once.
//!
//! A [`RelyingParty`] verifies a [`Registration`] and returns the [`Passkey`] to keep; later it verifies an [`Assertion`] with that
//! passkey and returns what to remember of it. Every refusal names the check that failed ([`Refusal`]).

mod assertion;
mod authenticator_data;
mod client_data;
mod credential_id;
mod public_key;
mod refusal;
mod registration;
mod relying_party;

pub use assertion::{Asserted, Assertion};
pub use authenticator_data::{AttestedCredential, AuthenticatorData};
pub use client_data::{Ceremony, ClientData};
pub use credential_id::CredentialId;
pub use public_key::{Algorithm, PublicKey};
pub use refusal::Refusal;
pub use registration::{Passkey, Registration};
pub use relying_party::{Challenge, Frames, RelyingParty, UserVerification};
