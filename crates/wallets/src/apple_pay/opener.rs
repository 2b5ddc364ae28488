//! Opens payment tokens: verifies, decrypts, reads.

use super::certificate::Certificate;
use super::chain;
use super::check::{Check, Inspection, Progress};
use super::cms::SignedData;
use super::decrypt::decrypt;
use super::envelope::{Envelope, version_of};
use super::merchant_key::MerchantKey;
use super::payment::{self, Payment};
use super::refusal::Refusal;
use super::version::Version;
use std::fmt;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;
use zkratka_commerce::time::Timestamp;

/// How far from now a token may have been signed, in milliseconds: the way from the buyer's device to here, and clocks
/// that differ.
pub const SIGNING_WINDOW_MS: i64 = 5 * 60 * 1_000;

/// Opens the tokens of one merchant.
#[derive(Clone, Debug)]
pub struct Opener {
    /// Whose chains are trusted.
    pub roots: Vec<Certificate>,
    /// The keys to which tokens may be encrypted, as several are in use while one replaces another.
    pub keys: Vec<MerchantKey>,
}

/// A verified token. Printing it shows nothing of the payment.
pub struct OpenedToken {
    /// The form in which it came.
    pub version: Version,
    /// When it was signed.
    pub signed_at: Timestamp,
    /// The message as its sender wrote it.
    pub plaintext: Zeroizing<Vec<u8>>,
    /// What it says.
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

    /// The same, with every check on the way.
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
        // Remembered for longer than it is accepted: another server's clock may be behind this one.
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

    /// When Apple signed the token, if it did.
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

/// When a token says that it was signed; believed by nobody who has not verified it.
#[must_use]
pub fn signing_time(token: &str) -> Option<Timestamp> {
    let envelope = Envelope::parse(token, version_of(token).ok()?).ok()?;
    Some(SignedData::read(&envelope.signature)?.signing_time)
}
