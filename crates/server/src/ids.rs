//! Public identifiers: how keys and secrets are made, written and read back.

use crate::clock::Clock;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use subtle::ConstantTimeEq;
use zkratka_commerce::ids::{AttemptKey, CartKey, LineId, OrderNumber, Secret, VariantId};

/// Crockford's alphabet: no I, L, O, U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Digits of a 63-bit key.
const KEY_DIGITS: usize = 13;
/// Digits of a 128-bit tail.
const TAIL_DIGITS: usize = 26;
/// Low bits of a key that count within one millisecond.
const SEQUENCE_BITS: u32 = 20;

/// A cart's public token: `Z`, the storage key, an unguessable tail. It always holds an upper-case letter,
/// so no element takes it for a legacy token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartToken {
    /// Storage key.
    pub key: CartKey,
    /// Unguessable part.
    pub tail: Secret,
}

impl CartToken {
    /// The token as text, 40 characters.
    #[must_use]
    pub fn encode(&self) -> String {
        encode_public('Z', self.key.0, &self.tail)
    }

    /// Reads a token; `None` when the text is not exactly what [`CartToken::encode`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (key, tail) = parse_public('Z', text)?;
        Some(Self {
            key: CartKey(key),
            tail,
        })
    }
}

impl fmt::Display for CartToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.encode())
    }
}

/// Writes a public identifier: a letter that tells the kind, the key, the tail.
#[must_use]
pub fn encode_public(kind: char, key: u64, tail: &Secret) -> String {
    let mut text = String::with_capacity(1 + KEY_DIGITS + TAIL_DIGITS);
    text.push(kind);
    push_digits(&mut text, u128::from(key), KEY_DIGITS);
    push_digits(&mut text, u128::from_be_bytes(tail.0), TAIL_DIGITS);
    text
}

/// Reads what [`encode_public`] wrote. One identifier has one spelling: nothing else is accepted.
#[must_use]
pub fn parse_public(kind: char, text: &str) -> Option<(u64, Secret)> {
    let digits = text.strip_prefix(kind)?;
    if !digits.is_ascii() || digits.len() != KEY_DIGITS + TAIL_DIGITS {
        return None;
    }
    let (key, tail) = digits.split_at(KEY_DIGITS);
    let key = u64::try_from(read_digits(key)?).ok()?;
    if key > u64::MAX >> 1 {
        return None;
    }
    Some((key, Secret(read_digits(tail)?.to_be_bytes())))
}

fn push_digits(text: &mut String, value: u128, digits: usize) {
    for position in (0..digits).rev() {
        let digit = (value >> (position * 5)) & 31;
        // `digit` is below 32.
        text.push(char::from(ALPHABET[usize::try_from(digit).unwrap_or(0)]));
    }
}

fn read_digits(text: &str) -> Option<u128> {
    text.bytes().try_fold(0_u128, |value, byte| {
        let digit = ALPHABET.iter().position(|&letter| letter == byte)?;
        // A first digit that does not fit 128 bits would be lost by the shift.
        let shifted = value.checked_mul(32)?;
        Some(shifted | u128::try_from(digit).ok()?)
    })
}

/// A secret as 32 hexadecimal digits.
#[must_use]
pub fn secret_hex(secret: &Secret) -> String {
    use fmt::Write;
    secret.0.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads a secret of 32 hexadecimal digits.
#[must_use]
pub fn parse_secret(text: &str) -> Option<Secret> {
    if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u128::from_str_radix(text, 16)
        .ok()
        .map(|value| Secret(value.to_be_bytes()))
}

/// Compares secrets in constant time.
#[must_use]
pub fn same_secret(left: &Secret, right: &Secret) -> bool {
    left.0.ct_eq(&right.0).into()
}

/// Compares texts that are secret (access tokens) without telling how much of them is right.
#[must_use]
pub fn same_text(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

/// Global ids as off-the-shelf clients expect them; the prefix is hard-coded in those clients.
pub mod gid {
    use super::{CartToken, LineId, OrderNumber, Secret, VariantId, parse_secret, secret_hex};

    const PREFIX: &str = "gid://shopify/";

    /// `gid://shopify/Cart/<token>?key=<secret>`.
    #[must_use]
    pub fn cart(token: &CartToken, secret: &Secret) -> String {
        format!("{PREFIX}Cart/{token}?key={}", secret_hex(secret))
    }

    /// Reads a cart's global id.
    #[must_use]
    pub fn parse_cart(text: &str) -> Option<(CartToken, Secret)> {
        parse_cart_reference(strip(text, "Cart")?)
    }

    /// Reads `<token>?key=<secret>`, the part after the prefix (also the cart cookie's value).
    #[must_use]
    pub fn parse_cart_reference(text: &str) -> Option<(CartToken, Secret)> {
        let (token, secret) = text.split_once("?key=")?;
        Some((CartToken::parse(token)?, parse_secret(secret)?))
    }

    /// `gid://shopify/ProductVariant/<n>`.
    #[must_use]
    pub fn variant(id: VariantId) -> String {
        format!("{PREFIX}ProductVariant/{}", id.0)
    }

    /// Reads a variant's global id; 0 is no variant.
    #[must_use]
    pub fn parse_variant(text: &str) -> Option<VariantId> {
        number(strip(text, "ProductVariant")?).map(VariantId)
    }

    /// `gid://shopify/CartLine/<n>?cart=<token>`.
    #[must_use]
    pub fn line(id: LineId, cart: &CartToken) -> String {
        format!("{PREFIX}CartLine/{}?cart={cart}", id.0)
    }

    /// Reads a line's global id; the cart named in it is not looked at.
    #[must_use]
    pub fn parse_line(text: &str) -> Option<LineId> {
        let rest = strip(text, "CartLine")?;
        let digits = rest.split_once('?').map_or(rest, |(digits, _)| digits);
        digits.parse().ok().map(LineId)
    }

    /// `gid://shopify/Order/<number>`.
    #[must_use]
    pub fn order(number: OrderNumber) -> String {
        format!("{PREFIX}Order/{}", number.0)
    }

    fn strip<'t>(text: &'t str, kind: &str) -> Option<&'t str> {
        text.strip_prefix(PREFIX)?
            .strip_prefix(kind)?
            .strip_prefix('/')
    }

    fn number(text: &str) -> Option<u64> {
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        text.parse().ok().filter(|&number| number > 0)
    }
}

/// Where random bytes come from.
enum Entropy {
    System,
    /// Reproducible, for tests: a counter run through a mixing function.
    Seeded(AtomicU64),
}

/// Makes keys and secrets.
pub struct Ids {
    clock: Arc<dyn Clock>,
    last: AtomicU64,
    /// Where this process starts counting within a millisecond, so that two servers on one database rarely meet.
    offset: u64,
    entropy: Entropy,
}

impl Ids {
    /// Keys by the given clock, secrets from the operating system.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let mut offset = [0_u8; 8];
        fill(&mut offset);
        Self {
            clock,
            last: AtomicU64::new(0),
            offset: u64::from_be_bytes(offset) & ((1 << (SEQUENCE_BITS - 1)) - 1),
            entropy: Entropy::System,
        }
    }

    /// The same ids in every run. For tests only: its secrets can be guessed.
    #[must_use]
    pub fn seeded(clock: Arc<dyn Clock>, seed: u64) -> Self {
        Self {
            clock,
            last: AtomicU64::new(0),
            offset: 0,
            entropy: Entropy::Seeded(AtomicU64::new(seed)),
        }
    }

    /// A key for a new cart.
    #[must_use]
    pub fn cart_key(&self) -> CartKey {
        CartKey(self.key())
    }

    /// A key for a new attempt.
    #[must_use]
    pub fn attempt_key(&self) -> AttemptKey {
        AttemptKey(self.key())
    }

    /// Sixteen unguessable bytes.
    #[must_use]
    pub fn secret(&self) -> Secret {
        let mut bytes = [0_u8; 16];
        match &self.entropy {
            Entropy::System => fill(&mut bytes),
            Entropy::Seeded(state) => {
                for half in bytes.chunks_exact_mut(8) {
                    half.copy_from_slice(&mix(state.fetch_add(1, Ordering::Relaxed)).to_be_bytes());
                }
            }
        }
        Secret(bytes)
    }

    /// Strictly greater than every key before it: by time, and within a millisecond by counting.
    fn key(&self) -> u64 {
        let milliseconds = u64::try_from(self.clock.now().0).unwrap_or(0);
        let by_time = (milliseconds << SEQUENCE_BITS) | self.offset;
        let previous = self
            .last
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
                Some(by_time.max(last + 1))
            })
            .unwrap_or_else(|last| last);
        by_time.max(previous + 1) & (u64::MAX >> 1)
    }
}

/// Fills `bytes` from the operating system. A server that cannot make secrets must not go on: it would hand out
/// guessable ones.
fn fill(bytes: &mut [u8]) {
    if let Err(error) = getrandom::fill(bytes) {
        tracing::error!(%error, "the operating system gives no random bytes; stopping");
        std::process::abort();
    }
}

/// `SplitMix64`'s finaliser: spreads a counter over 64 bits.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;

    fn ids() -> Ids {
        Ids::new(Arc::new(SystemClock))
    }

    #[test]
    fn a_token_reads_back_and_has_one_spelling() {
        let ids = ids();
        let token = CartToken {
            key: ids.cart_key(),
            tail: ids.secret(),
        };
        let text = token.encode();
        assert_eq!(text.len(), 40);
        assert_eq!(CartToken::parse(&text), Some(token));
        assert_eq!(CartToken::parse(&text.to_lowercase()), None);
        assert_eq!(CartToken::parse(&text[1..]), None);
        assert_eq!(CartToken::parse(&format!("{text}0")), None);
        let overflowing = format!("ZZ{}", &text[2..]);
        assert_eq!(CartToken::parse(&overflowing), None);
    }

    /// [2.10] No token looks like a legacy one (lower-case letters and digits only).
    #[test]
    fn every_token_holds_an_upper_case_letter() {
        let token = CartToken {
            key: CartKey(0),
            tail: Secret([0; 16]),
        };
        assert!(token.encode().chars().any(|c| c.is_ascii_uppercase()));
    }

    #[test]
    fn keys_grow_strictly() {
        let ids = ids();
        let keys: Vec<u64> = (0..10_000).map(|_| ids.cart_key().0).collect();
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn secrets_read_back_and_differ() {
        let ids = ids();
        let (one, other) = (ids.secret(), ids.secret());
        assert!(!same_secret(&one, &other));
        assert_eq!(parse_secret(&secret_hex(&one)), Some(one));
        assert_eq!(parse_secret("+0000000000000000000000000000001"), None);
    }

    /// [3.01] A cart's global id carries the plain id and the secret.
    #[test]
    fn a_cart_gid_reads_back() {
        let ids = ids();
        let token = CartToken {
            key: ids.cart_key(),
            tail: ids.secret(),
        };
        let secret = ids.secret();
        let text = gid::cart(&token, &secret);
        assert!(text.starts_with("gid://shopify/Cart/Z"));
        assert_eq!(gid::parse_cart(&text), Some((token, secret)));
        assert_eq!(gid::parse_cart("gid://shopify/Cart/abc?key=1"), None);
    }

    /// [3.06] A variant id is a number above 0.
    #[test]
    fn a_variant_gid_is_a_number_above_zero() {
        assert_eq!(
            gid::parse_variant("gid://shopify/ProductVariant/12"),
            Some(VariantId(12))
        );
        for bad in ["0", "-1", "+1", "1.5", "", "99999999999999999999"] {
            assert_eq!(
                gid::parse_variant(&format!("gid://shopify/ProductVariant/{bad}")),
                None
            );
        }
    }
}
