//! The six digits that an e-mail carries.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fmt;
use subtle::ConstantTimeEq as _;
use zkratka_store::TicketId;

const CODES: u32 = 1_000_000;
/// The numbers below this one are shared out evenly among the codes.
const FAIR: u32 = u32::MAX - u32::MAX % CODES;

/// Numbers of one HMAC: four bytes each.
const NUMBERS: usize = 8;

/// A code of six digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SignInCode(u32);

/// The key of the codes' digests. Without it nobody can try all codes against a stored digest.
pub struct CodeKey(Hmac<Sha256>);

impl SignInCode {
    /// Draws a code; every code is equally likely if every number is.
    pub fn draw(mut random: impl FnMut() -> u32) -> Self {
        loop {
            let number = random();
            if number < FAIR {
                return Self(number % CODES);
            }
        }
    }

    /// Reads a code as people type it, also with spaces. `None` if it has not six digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut digits = text.chars().filter(|letter| !letter.is_whitespace());
        let mut number = 0;
        for _ in 0..6 {
            number = number * 10 + digits.next()?.to_digit(10)?;
        }
        digits.next().is_none().then_some(Self(number))
    }
}

/// As the e-mail shows it.
impl fmt::Display for SignInCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:06}", self.0)
    }
}

/// Logs show no code.
impl fmt::Debug for SignInCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SignInCode(..)")
    }
}

impl CodeKey {
    /// `None` never happens: HMAC takes keys of any length.
    #[must_use]
    pub fn of_secret(secret: &[u8]) -> Option<Self> {
        Hmac::new_from_slice(secret).ok().map(Self)
    }

    /// The code for this challenge and this address. Nobody without the key can tell it, and every code is equally likely.
    #[must_use]
    pub fn code(&self, challenge: TicketId, email: &str) -> SignInCode {
        let mut numbers = (0..).flat_map(|block| self.numbers(challenge, email, block));
        SignInCode::draw(|| numbers.next().unwrap_or_default())
    }

    /// Numbers as if they were drawn at random. A digest has a code in the place of `u32::MAX - block`, which is none.
    fn numbers(&self, challenge: TicketId, email: &str, block: u32) -> [u32; NUMBERS] {
        let mut mac = self.0.clone();
        mac.update(&challenge.0);
        mac.update(&(u32::MAX - block).to_be_bytes());
        mac.update(email.as_bytes());
        let bytes: [u8; 4 * NUMBERS] = mac.finalize().into_bytes().into();
        let (numbers, _none_left) = bytes.as_chunks::<4>();
        std::array::from_fn(|place| numbers.get(place).map_or(0, |it| u32::from_be_bytes(*it)))
    }

    /// What is stored of a code: it is right for this challenge and this address only.
    #[must_use]
    pub fn digest(&self, challenge: TicketId, email: &str, code: SignInCode) -> [u8; 32] {
        let mut mac = self.0.clone();
        // Both other parts have a fixed length, so no two inputs are the same bytes.
        mac.update(&challenge.0);
        mac.update(&code.0.to_be_bytes());
        mac.update(email.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Whether the code is the one whose digest is stored. Takes as long for a wrong one.
    #[must_use]
    pub fn is_right(
        &self,
        stored: &[u8; 32],
        challenge: TicketId,
        email: &str,
        code: SignInCode,
    ) -> bool {
        self.digest(challenge, email, code).ct_eq(stored).into()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{CODES, CodeKey, FAIR, SignInCode};
    use zkratka_store::TicketId;

    /// [B.02] Numbers that would make some codes likelier are drawn again.
    #[test]
    fn codes_are_drawn_without_bias() {
        assert_eq!(FAIR % CODES, 0);
        let draw = |numbers: &[u32]| {
            let mut numbers = numbers.iter().copied();
            SignInCode::draw(|| numbers.next().unwrap()).to_string()
        };
        assert_eq!(draw(&[0]), "000000");
        assert_eq!(draw(&[FAIR - 1]), "999999");
        assert_eq!(draw(&[FAIR, u32::MAX, 42]), "000042");
    }

    /// [B.02] A code is read as people type it, and nothing else is.
    #[test]
    fn codes_are_read_as_typed() {
        for (text, read) in [
            ("000042", Some("000042")),
            (" 123 456\n", Some("123456")),
            ("123\u{a0}456", Some("123456")),
            ("12345", None),
            ("1234567", None),
            ("12345a", None),
            ("-12345", None),
            ("\u{661}23456", None),
            ("", None),
        ] {
            let parsed = SignInCode::parse(text).map(|code| code.to_string());
            assert_eq!(parsed.as_deref(), read, "{text:?}");
        }
        let code = SignInCode::parse("123456").unwrap();
        assert!(!format!("{code:?}").contains('1'), "logs show no code");
    }

    /// [B.02] A code follows from key, challenge and address, and from nothing less.
    #[test]
    fn codes_follow_from_the_key() {
        let key = CodeKey::of_secret(&[1; 32]).unwrap();
        let (challenge, email) = (TicketId([1; 16]), "jana@example.cz");
        let code = key.code(challenge, email);
        assert!(key.code(challenge, email) == code);
        assert!(key.code(TicketId([2; 16]), email) != code);
        assert!(key.code(challenge, "petr@example.cz") != code);
        let other = CodeKey::of_secret(&[2; 32]).unwrap();
        assert!(other.code(challenge, email) != code);
        let codes: std::collections::HashSet<_> = (0..=255)
            .map(|id| key.code(TicketId([id; 16]), email).to_string())
            .collect();
        assert!(codes.len() > 250, "{} different codes of 256", codes.len());
    }

    /// [B.02] A code is right for its challenge, its address and its key only.
    #[test]
    fn codes_are_bound_to_challenge_and_address() {
        let key = CodeKey::of_secret(&[1; 32]).unwrap();
        let (challenge, email) = (TicketId([1; 16]), "jana@example.cz");
        let code = SignInCode::parse("123456").unwrap();
        let stored = key.digest(challenge, email, code);
        assert!(key.is_right(&stored, challenge, email, code));
        let other = SignInCode::parse("123457").unwrap();
        assert!(!key.is_right(&stored, challenge, email, other));
        assert!(!key.is_right(&stored, TicketId([2; 16]), email, code));
        assert!(!key.is_right(&stored, challenge, "petr@example.cz", code));
        let other = CodeKey::of_secret(&[2; 32]).unwrap();
        assert!(!other.is_right(&stored, challenge, email, code));
    }
}
