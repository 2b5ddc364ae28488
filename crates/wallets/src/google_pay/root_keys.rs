//! Google's root keys.

use super::protocol::Protocol;
use super::refusal::Refusal;
use super::signature::VerifyingKey;
use serde::Deserialize;
use zkratka_commerce::time::Timestamp;

/// The root keys that may sign tokens or intermediate keys, as Google publishes them.
#[derive(Clone, Debug)]
pub struct RootKeys(Vec<RootKey>);

#[derive(Clone, Debug)]
struct RootKey {
    protocol: Protocol,
    key: VerifyingKey,
    expires_at: Option<Timestamp>,
}

/// Why a list of root keys cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootKeysError {
    /// The text is not `{"keys": [{"keyValue", "protocolVersion", "keyExpiration"?}, ..]}`.
    #[error(
        "not a JSON object with the list `keys` of keyValue, protocolVersion and keyExpiration"
    )]
    Malformed,
    /// The list has no readable key of a known protocol.
    #[error("none of the keys is a P-256 key of a known protocol")]
    Empty,
}

#[derive(Deserialize)]
struct List {
    keys: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    key_value: String,
    protocol_version: String,
    key_expiration: Option<String>,
}

impl RootKeys {
    /// Parses Google's `keys.json`. Keys of unknown protocols are skipped, because Google adds protocols over time.
    pub fn from_json(text: &str) -> Result<Self, RootKeysError> {
        let list: List = serde_json::from_str(text).map_err(|_| RootKeysError::Malformed)?;
        let keys: Vec<_> = list.keys.into_iter().filter_map(RootKey::read).collect();
        if keys.is_empty() {
            return Err(RootKeysError::Empty);
        }
        Ok(Self(keys))
    }

    /// Returns the keys that may sign for a protocol now, at least one.
    pub(super) fn valid(
        &self,
        protocol: Protocol,
        now: Timestamp,
    ) -> Result<Vec<&VerifyingKey>, Refusal> {
        let mut refusal = Refusal::NoRootKey(protocol);
        let mut valid = Vec::new();
        for root in self.0.iter().filter(|root| root.protocol == protocol) {
            match root.expires_at {
                Some(at) if at <= now => refusal = Refusal::RootKeyExpired(protocol),
                None if protocol != Protocol::EcV1 => {
                    refusal = Refusal::RootKeyWithoutExpiration(protocol);
                }
                _ => valid.push(&root.key),
            }
        }
        if valid.is_empty() {
            Err(refusal)
        } else {
            Ok(valid)
        }
    }

    /// Returns the keys with an expiration of their own after `now`; only these may be used after the list has become
    /// stale. `None` if there are none.
    pub(super) fn expiring_after(&self, now: Timestamp) -> Option<Self> {
        let lasting = self.0.iter();
        let lasting = lasting.filter(|root| root.expires_at.is_some_and(|at| at > now));
        let keys: Vec<_> = lasting.cloned().collect();
        (!keys.is_empty()).then_some(Self(keys))
    }
}

impl RootKey {
    /// Returns `None` for an unusable key. A malformed expiration makes a key unusable, so that it never counts as "no
    /// expiration".
    fn read(entry: Entry) -> Option<Self> {
        let expires_at = match entry.key_expiration {
            Some(text) => Some(parse_milliseconds(&text)?),
            None => None,
        };
        Some(Self {
            protocol: Protocol::named(&entry.protocol_version)?,
            key: VerifyingKey::from_base64(&entry.key_value)?,
            expires_at,
        })
    }
}

/// Parses milliseconds since the epoch, written as digits only.
pub(super) fn parse_milliseconds(text: &str) -> Option<Timestamp> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok().map(Timestamp)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [5.10] A moment is written with digits alone.
    #[test]
    fn moments_are_digits() {
        assert_eq!(parse_milliseconds("0017"), Some(Timestamp(17)));
        for text in ["", "+17", "-17", " 17", "1.7", "99999999999999999999"] {
            assert_eq!(parse_milliseconds(text), None, "{text:?}");
        }
    }
}
