//! One request with an idempotency key.

use super::{HEADER, KeyError};
use hyper::http::{HeaderMap, HeaderValue, Uri};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{KeyedCart, KeyedRequest};

/// How long a key is kept, in milliseconds.
const LIFETIME: i64 = 24 * 60 * 60 * 1000;
/// A client that guesses a key and its request gets the cart, so a short key is refused.
const LENGTHS: RangeInclusive<usize> = 16..=255;

/// A request with an idempotency key, and what became of it. Holds digests only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyed {
    key: String,
    request: String,
    end: OnceLock<KeyEnd>,
}

/// What is special about the answer to a request with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEnd {
    /// The answer shows the cart that the key has created before.
    Replayed,
    Refused(KeyError),
}

impl Keyed {
    /// Reads the key of a request; `None` without one. `telling` are the headers that change what the request does.
    #[must_use]
    pub fn of(
        headers: &HeaderMap,
        uri: &Uri,
        telling: &[&str],
        body: &[u8],
    ) -> Option<Result<Self, KeyError>> {
        let values = headers.get_all(HEADER).iter();
        let values: Vec<_> = values.map(HeaderValue::as_bytes).collect();
        if values.is_empty() {
            return None;
        }
        let uri = uri.to_string();
        let header = |name| headers.get(name).map_or(&b""[..], HeaderValue::as_bytes);
        let telling = telling.iter().map(|&name| header(name));
        let head: Vec<_> = telling.chain([uri.as_bytes()]).collect();
        Some(Self::read(&values, &head, body))
    }

    /// Reads the values of the header, and the request: the parts of its head that matter, and its JSON body. The order of
    /// members and the white space in the body do not matter.
    pub(super) fn read(values: &[&[u8]], head: &[&[u8]], body: &[u8]) -> Result<Self, KeyError> {
        let [value] = values else {
            return Err(KeyError::Form);
        };
        // The draft writes the key as a quoted string; most clients send it bare.
        let unquoted = value
            .strip_prefix(b"\"")
            .and_then(|rest| rest.strip_suffix(b"\""));
        let key = unquoted.unwrap_or(value);
        if !LENGTHS.contains(&key.len()) || !key.iter().all(u8::is_ascii_graphic) {
            return Err(KeyError::Form);
        }
        let parsed = serde_json::from_slice::<Value>(body);
        let body = parsed.map_or_else(|_| body.to_vec(), |value| value.to_string().into_bytes());
        let parts = head.iter().copied().chain([&body[..]]);
        Ok(Self {
            key: digest("key", [key]),
            request: digest("request", parts),
            end: OnceLock::new(),
        })
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The request for the store, at this time.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> KeyedRequest {
        KeyedRequest {
            key: self.key.clone(),
            request: self.request.clone(),
            now,
            since: now.plus(-LIFETIME),
        }
    }

    /// Records that the key has created this cart before. Returns whether the answer may show it.
    pub fn repeats(&self, earlier: &KeyedCart) -> bool {
        let is_same = earlier.request == self.request;
        let end = if is_same {
            KeyEnd::Replayed
        } else {
            KeyEnd::Refused(KeyError::Reused)
        };
        self.set(end);
        is_same
    }

    pub fn refuse(&self, error: KeyError) {
        self.set(KeyEnd::Refused(error));
    }

    pub fn end(&self) -> Option<KeyEnd> {
        self.end.get().copied()
    }

    fn set(&self, end: KeyEnd) {
        // A request has one root field, so one end.
        let _known = self.end.set(end);
    }
}

/// Each part is preceded by its length, so that no two lists of parts have the same digest.
fn digest<'p>(purpose: &str, parts: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut hasher = Sha256::new_with_prefix(format!("zkratka idempotency {purpose}"));
    for part in parts {
        hasher.update(part.len().to_be_bytes());
        hasher.update(part);
    }
    hex::encode(&hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"2f6c1f7e-0b1c-4a6e-9d55-0a1f6f0b7a11";

    #[test]
    fn a_key_is_one_long_printable_text() {
        let read = |values: &[&[u8]]| Keyed::read(values, &[], b"{}").map(|keyed| keyed.key);
        let quoted = [b"\"", KEY, b"\""].concat();
        assert_eq!(read(&[KEY]), read(&[&quoted]));
        let long = [b'x'; 256];
        let bad: [&[&[u8]]; 7] = [
            &[],
            &[b""],
            &[b"1"],
            &[b"fifteen-letters"],
            &[b"with a space in it"],
            &[&long],
            &[KEY, KEY],
        ];
        for values in bad {
            assert_eq!(read(values), Err(KeyError::Form), "{values:?}");
        }
    }

    #[test]
    fn a_request_is_the_same_however_its_json_is_written() {
        let read = |head: &[u8], body: &[u8]| {
            let keyed = Keyed::read(&[KEY], &[head], body).unwrap();
            keyed.request
        };
        let one = read(b"/api", b"{\"a\":1,\"b\":[2]}");
        assert_eq!(one, read(b"/api", b"{ \"b\": [2], \"a\": 1 }"));
        assert_ne!(one, read(b"/api", b"{\"a\":1,\"b\":[3]}"));
        assert_ne!(one, read(b"/other", b"{\"a\":1,\"b\":[2]}"));
    }

    /// Nothing of the buyer's is stored.
    #[test]
    fn the_store_gets_digests() {
        let body = br#"{"variables":{"email":"jana@example.cz"}}"#;
        let stored = Keyed::read(&[KEY], &[], body).unwrap().at(Timestamp(0));
        for text in [stored.key, stored.request] {
            assert_eq!(text.len(), 64);
            assert!(text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        }
    }
}
