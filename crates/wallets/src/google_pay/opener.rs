//! Verifies, decrypts and reads payment method tokens.

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

/// Decrypts the tokens of one recipient.
#[derive(Clone, Debug)]
pub struct Opener {
    /// The keys that may sign.
    pub roots: RootKeys,
    /// The recipient that tokens must name.
    pub recipient: Recipient,
    /// The keys that decrypt tokens. There are several while one replaces another. With a key, only encrypted tokens are
    /// accepted; without one, only `ECv2SigningOnly`.
    pub keys: Vec<DecryptionKey>,
    /// The accepted protocols, as far as the keys allow them.
    pub protocols: Vec<Protocol>,
}

/// A verified token. `Debug` prints nothing of the payment.
pub struct OpenedToken {
    pub protocol: Protocol,
    /// The message's id, by which a second use is detected.
    pub message_id: Option<String>,
    /// When the message expires.
    pub expires_at: Option<Timestamp>,
    /// The decrypted message, unchanged.
    pub plaintext: Zeroizing<String>,
    /// The card, if the message is a card payment.
    pub card: Option<CardDetails>,
    /// The shop's id at the payment gateway, in a token for a gateway.
    pub gateway_merchant_id: Option<String>,
}

/// The content of a token with which the shop can charge the buyer.
#[derive(Debug)]
pub struct Payment {
    /// The message's id, by which a second use is detected.
    pub message_id: String,
    /// When the message expires. Its id can then be deleted.
    pub expires_at: Timestamp,
    pub card: CardDetails,
    /// The shop's id at the gateway for which the token was issued.
    pub gateway_merchant_id: Option<String>,
}

impl OpenedToken {
    /// Whether [`OpenedToken::into_payment`] returns a payment.
    #[must_use]
    pub const fn is_payment(&self) -> bool {
        self.message_id.is_some() && self.expires_at.is_some() && self.card.is_some()
    }

    /// Returns the payment. A message without an id or an expiration is refused, because it could be used again and again.
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

/// The content of `signedKey`. Unknown members are ignored.
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

    /// Verifies the chain of signatures from a root key to the message.
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

/// Returns the intermediate key if a root key signed it and it has not expired.
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
