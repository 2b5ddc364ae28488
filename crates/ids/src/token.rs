//! The cart token, and the format of public identifiers.

use std::fmt::{self, Write};
use zkratka_commerce::ids::{CartKey, Secret};

/// Crockford's base 32: without I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Digits of a 63-bit key.
const KEY_DIGITS: usize = 13;
/// Digits of a 128-bit secret.
const SECRET_DIGITS: usize = 26;
/// A cart's public token: `Z`, the storage key and an unguessable secret. The upper-case `Z` ensures that no element
/// takes it for a legacy token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartToken {
    pub key: CartKey,
    pub token_secret: Secret,
}

impl CartToken {
    /// 40 characters.
    #[must_use]
    pub fn encode(&self) -> String {
        encode_public('Z', self.key.0, &self.token_secret)
    }

    /// None unless the text is exactly what [`CartToken::encode`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (key, token_secret) = parse_public('Z', text)?;
        Some(Self {
            key: CartKey(key),
            token_secret,
        })
    }
}

impl fmt::Display for CartToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_public(formatter, 'Z', self.key.0, &self.token_secret)
    }
}

/// Writes a public identifier: a letter for its kind, the key, the secret.
#[must_use]
pub fn encode_public(kind: char, key: u64, token_secret: &Secret) -> String {
    let mut text = String::with_capacity(1 + KEY_DIGITS + SECRET_DIGITS);
    // Writing to a `String` cannot fail.
    let _complete = write_public(&mut text, kind, key, token_secret);
    text
}

fn write_public(out: &mut impl Write, kind: char, key: u64, token_secret: &Secret) -> fmt::Result {
    out.write_char(kind)?;
    write_digits(out, u128::from(key), KEY_DIGITS)?;
    write_digits(out, u128::from_be_bytes(token_secret.0), SECRET_DIGITS)
}

/// Parses what [`encode_public`] writes. Each identifier has exactly one accepted spelling.
#[must_use]
pub fn parse_public(kind: char, text: &str) -> Option<(u64, Secret)> {
    let digits = text.strip_prefix(kind)?;
    if !digits.is_ascii() || digits.len() != KEY_DIGITS + SECRET_DIGITS {
        return None;
    }
    let (key, token_secret) = digits.split_at(KEY_DIGITS);
    let key = u64::try_from(read_digits(key)?).ok()?;
    if key > u64::MAX >> 1 {
        return None;
    }
    Some((key, Secret(read_digits(token_secret)?.to_be_bytes())))
}

fn write_digits(out: &mut impl Write, value: u128, digits: usize) -> fmt::Result {
    (0..digits).rev().try_for_each(|position| {
        let digit = (value >> (position * 5)) & 31;
        // `digit` is below 32.
        out.write_char(char::from(ALPHABET[usize::try_from(digit).unwrap_or(0)]))
    })
}

fn read_digits(text: &str) -> Option<u128> {
    text.bytes().try_fold(0_u128, |value, byte| {
        let digit = ALPHABET.iter().position(|&letter| letter == byte)?;
        // The shift would drop the high bits of a first digit that exceeds 128 bits.
        let shifted = value.checked_mul(32)?;
        Some(shifted | u128::try_from(digit).ok()?)
    })
}
