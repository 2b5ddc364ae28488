//! An attempt's public id: what clients poll with, and the idempotency key at the gateway.

use crate::ids::{encode_public, parse_public};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{AttemptKey, Secret};

/// First letter of an attempt's public id.
const KIND: char = 'A';

/// The id as text, 40 characters.
#[must_use]
pub fn public_id(attempt: &Attempt) -> String {
    encode_public(KIND, attempt.key.0, &attempt.tail)
}

/// Reads an id; the tail must still be compared with the stored one, in constant time.
#[must_use]
pub fn parse_public_id(text: &str) -> Option<(AttemptKey, Secret)> {
    let (key, tail) = parse_public(KIND, text)?;
    Some((AttemptKey(key), tail))
}
