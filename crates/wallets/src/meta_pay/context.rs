//! Binds a container to a purchase: the opaque text that the shop gives to the sheet, and that Meta returns inside the
//! encryption.

use super::mode::Mode;
use crate::ec_key::DecryptionKey;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fmt;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;
use zkratka_commerce::money::Money;

/// Separates these codes from all others under the same key.
const PURPOSE: &str = "zkratka meta-pay container_context 2";
/// Separates the key of contexts from all others that follow from a private key.
const KEY_PURPOSE: &[u8] = b"zkratka meta-pay key of contexts 1";
const KEY_LENGTH: usize = 32;
const BLOCK_LENGTH: usize = 64;

/// The key of the shop's contexts. It is wiped from memory when dropped, and `Debug` does not print it.
#[derive(Clone)]
pub struct ContextKey(Zeroizing<[u8; BLOCK_LENGTH]>);

/// What a sheet shows, and what the shop is about to charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase<'p> {
    /// The shop, so that shops with one key do not accept each other's containers.
    pub shop: &'p str,
    /// The cart's key and secrets, which no other cart has.
    pub cart: &'p str,
    /// The amount due.
    pub amount: Money,
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

    /// The key that follows from the private key that opens containers. All servers of a shop have that one already.
    #[must_use]
    pub fn of(private_key: &DecryptionKey) -> Self {
        let scalar = Zeroizing::new(private_key.secret().to_bytes());
        let mut secret = Zeroizing::new([0; KEY_LENGTH]);
        secret.copy_from_slice(&scalar);
        let mut mac = Self::new(&secret).mac();
        mac.update(KEY_PURPOSE);
        let derived: Zeroizing<[u8; KEY_LENGTH]> =
            Zeroizing::new(mac.finalize().into_bytes().into());
        Self::new(&derived)
    }

    fn mac(&self) -> Hmac<Sha256> {
        Hmac::<Sha256>::new(&(*self.0).into())
    }

    /// Returns `container_context` for a sheet: 43 characters of base64url. A purchase has one context in each mode.
    ///
    /// The context proves what the buyer agreed to, not that the container is new: every container for the same amount of the
    /// same cart has this context. [`super::Payment::message_id`] tells them apart.
    #[must_use]
    pub fn context(&self, mode: Mode, purchase: &Purchase<'_>) -> String {
        let Purchase { shop, cart, amount } = *purchase;
        let mut mac = self.mac();
        for part in [PURPOSE, mode.name(), shop, cart, amount.currency.as_str()] {
            // Each part follows its length, so that no two lists of parts give the same bytes.
            let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
            mac.update(&length.to_be_bytes());
            mac.update(part.as_bytes());
        }
        mac.update(&amount.minor.get().to_be_bytes());
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }

    /// Whether this is the context of the purchase, compared in constant time.
    #[must_use]
    pub fn is_of(&self, context: &str, mode: Mode, purchase: &Purchase<'_>) -> bool {
        let expected = self.context(mode, purchase);
        expected.as_bytes().ct_eq(context.as_bytes()).into()
    }
}

impl fmt::Debug for ContextKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ContextKey(..)")
    }
}
