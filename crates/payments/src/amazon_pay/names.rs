//! Idempotency keys.

use sha2::{Digest as _, Sha256};
use zkratka_commerce::hex;

/// Amazon permits 32 characters.
const LENGTH: usize = 16;

/// The key of a call. `purpose` separates kinds of calls; `content` separates calls of one kind. It need not be secret: Amazon
/// accepts only calls that the shop signs.
pub(super) fn idempotency_key(purpose: &str, content: &str) -> String {
    let digest = Sha256::digest(format!("zkratka {purpose} {content}"));
    hex::encode(&digest[..LENGTH])
}

#[cfg(test)]
mod tests {
    use super::idempotency_key;

    #[test]
    fn keys_fit_and_differ() {
        let key = idempotency_key("refund", "F1");
        assert_eq!(key.len(), 32);
        assert_eq!(key, idempotency_key("refund", "F1"));
        assert_ne!(key, idempotency_key("refund", "F2"));
        assert_ne!(key, idempotency_key("capture", "F1"));
    }
}
