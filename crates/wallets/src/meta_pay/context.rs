//! Binds a container to a cart: the opaque text that the shop gives to the sheet, and that Meta returns inside the
//! encryption.

use super::mode::Mode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fmt;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

/// Separates these codes from all others under the same key.
const PURPOSE: &str = "zkratka meta-pay container_context 1";
const KEY_LENGTH: usize = 32;
const BLOCK_LENGTH: usize = 64;

/// The key of the shop's contexts. It is wiped from memory when dropped, and `Debug` does not print it.
#[derive(Clone)]
pub struct ContextKey(Zeroizing<[u8; BLOCK_LENGTH]>);

/// What a buyer agrees to pay for in a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CartRevision<'c> {
    /// The shop, so that shops with one key do not accept each other's containers.
    pub shop: &'c str,
    /// The cart's key, which no other cart has.
    pub cart_key: &'c str,
    /// Grows with every change of the cart, so that a container for other contents does not pay.
    pub revision: u64,
}

impl ContextKey {
    /// A key of 32 random bytes that nobody but the shop's servers knows.
    #[must_use]
    pub fn new(key: &[u8; KEY_LENGTH]) -> Self {
        let mut block = Zeroizing::new([0; BLOCK_LENGTH]);
        let (start, _) = block.split_at_mut(KEY_LENGTH);
        start.copy_from_slice(key);
        Self(block)
    }

    /// Returns `container_context` for a sheet: 43 characters of base64url. A revision has one context in each mode.
    ///
    /// The context proves for which cart a container was made, not that the container is new. The caller must refuse the
    /// second container with the same context, in its store, in the transaction that accepts the first.
    #[must_use]
    pub fn context(&self, mode: Mode, cart: &CartRevision<'_>) -> String {
        let mut mac = Hmac::<Sha256>::new(&(*self.0).into());
        for part in [PURPOSE, mode.name(), cart.shop, cart.cart_key] {
            // Each part follows its length, so that no two lists of parts give the same bytes.
            let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
            mac.update(&length.to_be_bytes());
            mac.update(part.as_bytes());
        }
        mac.update(&cart.revision.to_be_bytes());
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }

    /// Whether this is the context of the cart's revision, compared in constant time.
    #[must_use]
    pub fn is_of(&self, context: &str, mode: Mode, cart: &CartRevision<'_>) -> bool {
        let expected = self.context(mode, cart);
        expected.as_bytes().ct_eq(context.as_bytes()).into()
    }
}

impl fmt::Debug for ContextKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ContextKey(..)")
    }
}
