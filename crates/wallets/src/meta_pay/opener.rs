//! Verifies, decrypts and reads containers.

use super::check::{Check, Inspection, Progress};
use super::container_type::ContainerType;
use super::envelope::{Content, Envelope};
use super::jwe::Jwe;
use super::jws::Jws;
use super::message::{self, Message};
use super::mode::Mode;
use super::payment::OpenedContainer;
use super::refusal::Refusal;
use crate::DecryptionKey;
use crate::x509::Certificate;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;

/// Greatest difference between the time of creation and the present, in milliseconds. It allows for the container's way
/// from Meta through the buyer's browser to the server, and for clocks that differ.
pub const CREATION_WINDOW_MS: i64 = 5 * 60 * 1_000;

/// Opens the containers of one merchant.
#[derive(Clone, Debug)]
pub struct Opener {
    /// The trusted roots.
    pub roots: Vec<Certificate>,
    /// The partner's keys, to which containers are encrypted. There are several while one replaces another.
    pub keys: Vec<DecryptionKey>,
    /// The only accepted mode.
    pub mode: Mode,
    /// The merchant that containers must name.
    pub merchant_id: String,
}

impl Opener {
    /// Verifies a container (its JSON text), decrypts it and reads its message. Amount and context are checked by
    /// [`OpenedContainer::into_payment`].
    pub fn open(&self, container: &str, now: Timestamp) -> Result<OpenedContainer, Refusal> {
        self.inspect(container, now).result
    }

    /// Does the same for the members that a script receives.
    pub fn open_content(
        &self,
        content: Content<'_>,
        now: Timestamp,
    ) -> Result<OpenedContainer, Refusal> {
        let opened = Inspection::of(|progress| self.run(Envelope::of(content)?, now, progress));
        opened.result
    }

    /// Does the same as [`Self::open`], and returns the outcome of every check.
    #[must_use]
    pub fn inspect(&self, container: &str, now: Timestamp) -> Inspection {
        Inspection::of(|progress| self.run(Envelope::parse(container)?, now, progress))
    }

    fn run(
        &self,
        envelope: Envelope,
        now: Timestamp,
        progress: &mut Progress,
    ) -> Result<OpenedContainer, Refusal> {
        progress.passed(Check::Shape);
        if Mode::named(&envelope.mode) != Some(self.mode) {
            return Err(Refusal::Mode);
        }
        progress.passed(Check::Mode);
        let (jws, payload) = Jws::attached(&envelope.container_data)?;
        progress.passed(Check::SignatureShape);
        let chain = jws.chain(&self.roots)?;
        progress.passed(Check::Chain);
        jws.check_made_by(&chain)?;
        progress.passed(Check::Signature);
        let plaintext = self.decrypt(&payload, progress)?;
        let message = Message::read(&plaintext)?;
        let created_at = message.created_at()?;
        progress.passed(Check::Message);
        check_age(created_at, now)?;
        progress.passed(Check::CreatedTime);
        chain.check_valid_at(created_at)?;
        progress.passed(Check::CertificateValidity);
        if message.merchant_id != self.merchant_id {
            return Err(Refusal::Merchant);
        }
        progress.passed(Check::Merchant);
        let container_type = ContainerType::named(&message.container_type);
        let container_type = container_type.ok_or(Refusal::ContainerType)?;
        progress.passed(Check::ContainerType);
        let card = message::card(&plaintext, container_type)?;
        progress.passed(Check::Payment);
        Ok(OpenedContainer {
            mode: self.mode,
            container_id: envelope.container_id,
            container_type,
            created_at,
            amount: envelope.amount,
            plaintext,
            message_id: hex::encode(&Sha256::digest(&jws.signed)),
            context: message.container_context,
            card,
        })
    }

    fn decrypt(
        &self,
        payload: &[u8],
        progress: &mut Progress,
    ) -> Result<Zeroizing<String>, Refusal> {
        let sealed = Jwe::read(payload)?;
        progress.passed(Check::EncryptionShape);
        let bytes = sealed.open(&self.keys)?;
        progress.passed(Check::Decryption);
        let text = std::str::from_utf8(&bytes).map_err(|_| Refusal::Message)?;
        Ok(Zeroizing::new(text.to_owned()))
    }
}

fn check_age(created_at: Timestamp, now: Timestamp) -> Result<(), Refusal> {
    if created_at.plus(CREATION_WINDOW_MS) < now {
        return Err(Refusal::CreatedTooLongAgo);
    }
    if now.plus(CREATION_WINDOW_MS) < created_at {
        return Err(Refusal::CreatedInFuture);
    }
    Ok(())
}
