//! A challenge: `<answer from>.<until>.<difficulty>.<salt>.<signature>`. The signature also covers the
//! purpose, which the client knows without being sent it. The expected answer is derived from the salt with the secret key.

use super::question::Question;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zkratka_commerce::ids::{CartKey, Secret};
use zkratka_commerce::time::Timestamp;
use zkratka_ids::{parse_secret, secret_hex};

/// Longest accepted challenge, in bytes.
const MAX_CHALLENGE: usize = 256;
/// Longest accepted proof of work, in digits.
const MAX_WORK: usize = 20;

/// The purpose of a challenge: one attempt on one cart. A solution is not valid for any other.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'p> {
    pub cart: CartKey,
    /// The client's attempt token.
    pub token: &'p str,
}

/// A challenge for the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The text that the client sends back with the solution.
    pub text: String,
    /// The proof of work: the client searches for a decimal number. The SHA-256 of the challenge, a colon and the number
    /// must begin with this many zero bits.
    pub difficulty: u32,
    /// A question in Czech as an alternative; `None` if only the proof of work is offered.
    pub question: Option<String>,
}

/// The client's solution: a proof of work or an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    pub challenge: String,
    /// The number that the client found.
    pub work: Option<String>,
    /// The answer to the question.
    pub answer: Option<String>,
}

/// Signs and verifies challenges.
pub(super) struct Signer {
    mac: Hmac<Sha256>,
}

/// When a challenge can be solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Validity {
    /// An answer that comes sooner was not typed by a person. Work may take any time.
    pub(super) answer_from: Timestamp,
    pub(super) until: Timestamp,
}

/// The verified content of a challenge.
pub(super) struct Signed {
    pub(super) answer_from: Timestamp,
    difficulty: u32,
    pub(super) salt: Secret,
}

impl Signer {
    pub(super) fn new(key: &[u8]) -> Self {
        // A key of exactly one block makes the constructor infallible, whatever the length of the secret.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&Sha256::digest(key));
        Self {
            mac: Hmac::<Sha256>::new(&block.into()),
        }
    }

    pub(super) fn challenge(
        &self,
        purpose: Purpose<'_>,
        salt: &Secret,
        validity: Validity,
        difficulty: u32,
        asks: bool,
    ) -> Challenge {
        let Validity { answer_from, until } = validity;
        let salt_text = secret_hex(salt);
        let head = format!("{}.{}.{difficulty}.{salt_text}", answer_from.0, until.0);
        let signature = hex(&self.signature(&head, purpose));
        Challenge {
            text: format!("{head}.{signature}"),
            difficulty,
            question: asks.then(|| self.question(salt).text()),
        }
    }

    /// Verifies and reads a challenge; `None` unless this shop made it for this purpose and it has not expired.
    pub(super) fn read(&self, text: &str, purpose: Purpose<'_>, now: Timestamp) -> Option<Signed> {
        if text.len() > MAX_CHALLENGE {
            return None;
        }
        let (head, signature) = text.rsplit_once('.')?;
        let expected = hex(&self.signature(head, purpose));
        let is_ours: bool = expected.as_bytes().ct_eq(signature.as_bytes()).into();
        let mut parts = head.split('.');
        let answer_from = Timestamp(parts.next()?.parse().ok()?);
        let until = Timestamp(parts.next()?.parse().ok()?);
        let difficulty = parts.next()?.parse().ok()?;
        let salt = parse_secret(parts.next()?)?;
        (is_ours && now < until).then_some(Signed {
            answer_from,
            difficulty,
            salt,
        })
    }

    pub(super) fn question(&self, salt: &Secret) -> Question {
        let digest = self.digest(&[b"question", &salt.0]);
        Question::of(digest[0], digest[1])
    }

    fn signature(&self, head: &str, purpose: Purpose<'_>) -> [u8; 32] {
        let cart = purpose.cart.0.to_be_bytes();
        self.digest(&[
            b"challenge",
            head.as_bytes(),
            &cart,
            purpose.token.as_bytes(),
        ])
    }

    /// Returns the HMAC of the parts. Each part is preceded by its length, so that different parts never give the same
    /// text.
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.mac.clone();
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl Signed {
    /// Whether the number is a valid proof of work.
    pub(super) fn is_worked(&self, challenge: &str, work: &str) -> bool {
        let is_number = work.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || work.is_empty() || work.len() > MAX_WORK {
            return false;
        }
        let digest = Sha256::digest(format!("{challenge}:{work}"));
        let mut zeros = 0;
        for byte in digest {
            zeros += byte.leading_zeros();
            if byte != 0 {
                break;
            }
        }
        zeros >= self.difficulty
    }
}

fn hex(digest: &[u8; 32]) -> String {
    let mut text = String::with_capacity(2 * digest.len());
    for half in digest.iter().flat_map(|byte| [byte >> 4, byte & 15]) {
        text.extend(char::from_digit(u32::from(half), 16));
    }
    text
}
