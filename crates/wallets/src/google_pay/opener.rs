//! Opens payment method tokens: verifies, decrypts, reads.

use super::SENDER;
use super::check::{Check, Inspection, Progress};
use super::envelope::{Envelope, IntermediateSigningKey, protocol_of};
use super::message::Message;
use super::protocol::Protocol;
use super::recipient::Recipient;
use super::refusal::Refusal;
use super::root_keys::{RootKeys, parse_milliseconds};
use super::sealed::unseal;
use super::signature::{VerifyingKey, any_verifies, length_prefixed};
use crate::{CardDetails, DecryptionKey};
use serde::Deserialize;
use std::fmt;
use zeroize::Zeroizing;
use zkratka_commerce::time::Timestamp;

/// Opens the tokens of one recipient.
#[derive(Clone, Debug)]
pub struct Opener {
    /// Who may sign.
    pub roots: RootKeys,
    /// For whom tokens must be meant.
    pub recipient: Recipient,
    /// The keys to which tokens may be encrypted, as several are valid while one replaces another. With a key,
    /// encrypted tokens are accepted and no others; without one, only `ECv2SigningOnly`.
    pub keys: Vec<DecryptionKey>,
    /// The protocols that are accepted, as far as the keys allow.
    pub protocols: Vec<Protocol>,
}

/// A verified token. Printing it shows nothing of the payment.
pub struct OpenedToken {
    /// The form in which it came.
    pub protocol: Protocol,
    /// The message's id, by which a second use is noticed.
    pub message_id: Option<String>,
    /// When the message expires.
    pub expires_at: Option<Timestamp>,
    /// The message as its sender wrote it.
    pub plaintext: Zeroizing<String>,
    /// The card, if the message is a card payment.
    pub card: Option<CardDetails>,
    /// The merchant's name at the payment gateway, in a token that is meant for a gateway.
    pub gateway_merchant_id: Option<String>,
}

/// What a token must hold to pay with it.
#[derive(Debug)]
pub struct Payment {
    /// The message's id, by which a second use is noticed.
    pub message_id: String,
    /// When the message expires, and its id may be forgotten.
    pub expires_at: Timestamp,
    pub card: CardDetails,
    /// For which of its merchants a gateway was given the token.
    pub gateway_merchant_id: Option<String>,
}

impl OpenedToken {
    /// Whether [`OpenedToken::into_payment`] finds a payment.
    #[must_use]
    pub const fn is_payment(&self) -> bool {
        self.message_id.is_some() && self.expires_at.is_some() && self.card.is_some()
    }

    /// The payment; a message without an id or an expiration could be used again and again, and is refused.
    pub fn into_payment(self) -> Result<Payment, Refusal> {
        match (self.message_id, self.expires_at, self.card) {
            (Some(message_id), Some(expires_at), Some(card)) => Ok(Payment {
                message_id,
                expires_at,
                card,
                gateway_merchant_id: self.gateway_merchant_id,
            }),
            _ => Err(Refusal::NotAPayment),
        }
    }
}

impl fmt::Debug for OpenedToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("OpenedToken")
            .field("protocol", &self.protocol)
            .field("message_id", &self.message_id)
            .field("expires_at", &self.expires_at)
            .field("card", &self.card)
            .finish_non_exhaustive()
    }
}

/// `signedKey`; unknown members are allowed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IntermediateKey {
    key_value: String,
    key_expiration: String,
}

impl Opener {
    /// Verifies a token (its JSON text), decrypts it and reads its message.
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
        let protocol = protocol_of(token)?;
        let fits_keys = protocol.is_encrypted() != self.keys.is_empty();
        if !fits_keys || !self.protocols.contains(&protocol) {
            return Err(Refusal::ProtocolNotAccepted(protocol));
        }
        progress.passed(Check::Protocol);
        let envelope = Envelope::parse(token, protocol)?;
        progress.passed(Check::Shape);
        self.verify(&envelope, protocol, now, progress)?;
        let plaintext = self.plaintext(envelope.signed_message, protocol, progress)?;
        progress.passed(Check::Text);
        let message = Message::read(&plaintext, now, progress)?;
        let opened = OpenedToken {
            protocol,
            message_id: message.id,
            expires_at: message.expires_at,
            plaintext,
            card: message.card,
            gateway_merchant_id: message.gateway_merchant_id,
        };
        if opened.is_payment() {
            progress.passed(Check::Payment);
        }
        Ok(opened)
    }

    /// The chain from a root key to the message.
    fn verify(
        &self,
        envelope: &Envelope,
        protocol: Protocol,
        now: Timestamp,
        progress: &mut Progress,
    ) -> Result<(), Refusal> {
        let roots = self.roots.valid(protocol, now)?;
        progress.passed(Check::RootKeys);
        let intermediate;
        let signers = match &envelope.intermediate {
            None => roots,
            Some(key) => {
                intermediate = verify_intermediate(key, &roots, protocol, now, progress)?;
                vec![&intermediate]
            }
        };
        let signed = length_prefixed(&[
            SENDER,
            self.recipient.as_str(),
            protocol.name(),
            &envelope.signed_message,
        ]);
        if !any_verifies(&signers, std::slice::from_ref(&envelope.signature), &signed) {
            return Err(Refusal::MessageSignature);
        }
        progress.passed(Check::MessageSignature);
        Ok(())
    }

    fn plaintext(
        &self,
        signed_message: String,
        protocol: Protocol,
        progress: &mut Progress,
    ) -> Result<Zeroizing<String>, Refusal> {
        if !protocol.is_encrypted() {
            return Ok(Zeroizing::new(signed_message));
        }
        let bytes = unseal(&signed_message, protocol, &self.keys, progress)?;
        let text = std::str::from_utf8(&bytes).map_err(|_| Refusal::MessageNotText)?;
        Ok(Zeroizing::new(text.to_owned()))
    }
}

/// The intermediate key, if a root key signed it and it has not expired.
fn verify_intermediate(
    intermediate: &IntermediateSigningKey,
    roots: &[&VerifyingKey],
    protocol: Protocol,
    now: Timestamp,
    progress: &mut Progress,
) -> Result<VerifyingKey, Refusal> {
    let signed = length_prefixed(&[SENDER, protocol.name(), &intermediate.signed_key]);
    if !any_verifies(roots, &intermediate.signatures, &signed) {
        return Err(Refusal::IntermediateSignature);
    }
    progress.passed(Check::IntermediateSignature);
    let (key, expires_at) =
        read_intermediate(&intermediate.signed_key).ok_or(Refusal::IntermediateKeyMalformed)?;
    progress.passed(Check::IntermediateKey);
    if expires_at <= now {
        return Err(Refusal::IntermediateKeyExpired);
    }
    progress.passed(Check::IntermediateExpiration);
    Ok(key)
}

fn read_intermediate(text: &str) -> Option<(VerifyingKey, Timestamp)> {
    let read: IntermediateKey = serde_json::from_str(text).ok()?;
    let expires_at = parse_milliseconds(&read.key_expiration)?;
    Some((VerifyingKey::from_base64(&read.key_value)?, expires_at))
}
