//! The names that the shop gives things at PayPal: references of orders, and request ids.
//!
//! PayPal answers a repeated request id with the earlier result, whoever sent the earlier request. So nobody but the
//! shop's servers may be able to compute a name.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zkratka_commerce::hex;
use zkratka_commerce::ids::CartKey;

/// The bytes of a name: PayPal allows 36 characters in some places.
const LENGTH: usize = 18;

/// Computes names from a key that all servers of the shop have.
pub struct Names {
    mac: Hmac<Sha256>,
}

impl Names {
    /// `secret` is the application's secret.
    #[must_use]
    pub fn new(secret: &str) -> Self {
        // A digest fits into the key's block, whatever the length of the secret.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&Sha256::digest(secret));
        Self {
            mac: Hmac::<Sha256>::new(&block.into()),
        }
    }

    /// The name of something of a cart. `purpose` separates kinds of names; `content` separates names of one kind.
    #[must_use]
    pub fn name(&self, purpose: &str, cart: CartKey, content: &[u8]) -> String {
        self.keyed(purpose, &[&cart.0.to_be_bytes(), content])
    }

    /// The request id of a refund with this key.
    pub(super) fn refund(&self, key: &str) -> String {
        self.keyed("refund", &[key.as_bytes()])
    }

    fn keyed(&self, purpose: &str, content: &[&[u8]]) -> String {
        let mut mac = self.mac.clone().chain_update(purpose).chain_update([0]);
        for part in content {
            mac.update(part);
        }
        let tag = mac.finalize().into_bytes();
        hex::encode(&tag[..LENGTH])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Each input changes the name, the secret above all: what the buyer knows does not suffice.
    #[test]
    fn a_name_depends_on_the_secret_and_on_each_input() {
        let name = |secret: &str, purpose: &str, cart, content: &[u8]| {
            Names::new(secret).name(purpose, CartKey(cart), content)
        };
        let first = name("tajemství", "cart", 1, b"0");
        assert_eq!(first, name("tajemství", "cart", 1, b"0"));
        assert_eq!(first.len(), 36);
        let names = [
            first,
            name("jiné tajemství", "cart", 1, b"0"),
            name("tajemství", "order", 1, b"0"),
            name("tajemství", "cart", 2, b"0"),
            name("tajemství", "cart", 1, b"1"),
        ];
        let different: HashSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
    }
}
