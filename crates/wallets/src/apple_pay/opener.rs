//! Verifies, decrypts and reads payment tokens.

use super::chain;
use super::check::{Check, Inspection, Progress};
use super::cms::SignedData;
use super::decrypt::decrypt;
use super::envelope::{Envelope, version_of};
use super::merchant_key::MerchantKey;
use super::payment::{self, Payment};
use super::refusal::Refusal;
use super::version::Version;
use crate::x509::Certificate;
use std::fmt;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;
use zkratka_commerce::time::Timestamp;

/// Greatest difference between the signing time and the present, in milliseconds. It allows for the token's way from the
/// buyer's device to the server, and for clocks that differ.
pub const SIGNING_WINDOW_MS: i64 = 5 * 60 * 1_000;

/// Decrypts the tokens of one merchant.
#[derive(Clone, Debug)]
pub struct Opener {
    /// The trusted roots.
    pub roots: Vec<Certificate>,
    /// The keys that decrypt tokens. There are several while one replaces another.
    pub keys: Vec<MerchantKey>,
}

/// A verified token. `Debug` prints nothing of the payment.
pub struct OpenedToken {
    pub version: Version,
    /// The signing time.
    pub signed_at: Timestamp,
    /// The decrypted message, unchanged.
    pub plaintext: Zeroizing<Vec<u8>>,
    /// The parsed message.
    pub payment: Payment,
}

impl fmt::Debug for OpenedToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("OpenedToken")
            .field("version", &self.version)
            .field("signed_at", &self.signed_at)
            .field("card", &self.payment.card)
            .finish_non_exhaustive()
    }
}

impl Opener {
    /// Verifies a token (the JSON text of `paymentData`), decrypts it and reads its message.
    pub fn open(&self, token: &str, now: Timestamp) -> Result<OpenedToken, Refusal> {
        self.inspect(token, now).result
    }

    /// Does the same as [`Self::open`], and returns the outcome of every check.
    #[must_use]
    pub fn inspect(&self, token: &str, now: Timestamp) -> Inspection {
        Inspection::of(|progress| self.run(token, now, progress))
    }

    fn run(
        &self,
        token: &str,
        now: Timestamp,
        progress: &mut Progress,
    ) -> Result<OpenedToken, Refusal> {
        let version = version_of(token)?;
        progress.passed(Check::Version);
        let envelope = Envelope::parse(token, version)?;
        progress.passed(Check::Shape);
        let signed_at = self.verify(&envelope, now, progress)?;
        let plaintext = decrypt(&envelope, &self.keys, progress)?;
        // The id is kept for longer than the token is accepted, because another server's clock may be behind this one.
        let expires_at = signed_at.plus(2 * SIGNING_WINDOW_MS);
        let payment = payment::read(&plaintext, &envelope.transaction_id, expires_at)?;
        progress.passed(Check::Payment);
        Ok(OpenedToken {
            version,
            signed_at,
            plaintext,
            payment,
        })
    }

    /// Verifies the signature and the signing time, and returns the signing time.
    fn verify(
        &self,
        envelope: &Envelope,
        now: Timestamp,
        progress: &mut Progress,
    ) -> Result<Timestamp, Refusal> {
        let signed = SignedData::read(&envelope.signature).ok_or(Refusal::SignatureMalformed)?;
        progress.passed(Check::SignatureShape);
        let leaf = chain::signer(&signed, &self.roots, progress)?;
        let same: bool = envelope.digest().ct_eq(signed.message_digest).into();
        if !same {
            return Err(Refusal::MessageDigest);
        }
        progress.passed(Check::MessageDigest);
        if !signed.is_made_by(leaf) {
            return Err(Refusal::Signature);
        }
        progress.passed(Check::Signature);
        if signed.signing_time.plus(SIGNING_WINDOW_MS) < now {
            return Err(Refusal::SignedTooLongAgo);
        }
        if now.plus(SIGNING_WINDOW_MS) < signed.signing_time {
            return Err(Refusal::SignedInFuture);
        }
        progress.passed(Check::SigningTime);
        Ok(signed.signing_time)
    }
}

/// Returns the signing time that a token claims. It is not verified, so do not trust it.
#[must_use]
pub fn signing_time(token: &str) -> Option<Timestamp> {
    let envelope = Envelope::parse(token, version_of(token).ok()?).ok()?;
    Some(SignedData::read(&envelope.signature)?.signing_time)
}
