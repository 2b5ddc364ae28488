//! Gift card codes: parsing and generation. A code is as good as money, so it is stored nowhere; the store keeps only a
//! digest, made with a key that is not in the database.

use crate::hex;
use crate::ids::{LineId, Secret};
use sha2::{Digest, Sha256};
use std::fmt;

/// Letters and digits that cannot be mistaken for each other.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Number of characters by which a buyer recognises a card.
const LAST: usize = 4;
/// Domain separator between codes of sold cards and everything else derived from an attempt's secret.
const DOMAIN: &str = "zkratka gift card, sold";

/// A code in normal form: upper case, without spaces and hyphens.
#[derive(Clone, PartialEq, Eq)]
pub struct GiftCardCode(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a gift card code: write 8 to 64 letters and digits, e.g. DAREK-SOJKA-2026")]
pub struct NotACode;

impl fmt::Debug for GiftCardCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("GiftCardCode(..)")
    }
}

impl GiftCardCode {
    /// Parses a code as a person typed it.
    pub fn parse(text: &str) -> Result<Self, NotACode> {
        let counts = |character: &char| !character.is_whitespace() && *character != '-';
        let plain: String = text.chars().take(200).filter(counts).collect();
        let is_code = (8..=64).contains(&plain.len())
            && plain.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_code {
            Ok(Self(plain.to_ascii_uppercase()))
        } else {
            Err(NotACode)
        }
    }

    /// The code made from these random bytes: 16 characters, 80 bits of randomness.
    #[must_use]
    pub fn of(random: &Secret) -> Self {
        // 256 is a multiple of 32, so every character is equally likely.
        let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
        Self(random.0.iter().map(letter).collect())
    }

    /// The code of one unit of a gift card line that an attempt sold before there were keys. It is derived from the
    /// attempt's secret alone, so every reader of the database can compute it.
    #[must_use]
    pub fn sold_unkeyed(secret: &Secret, line: LineId, unit: u32) -> Self {
        let digest = Sha256::new()
            .chain_update(DOMAIN)
            .chain_update([0])
            .chain_update(secret.0)
            .chain_update(line.0.to_be_bytes())
            .chain_update(unit.to_be_bytes())
            .finalize();
        let mut random = [0; 16];
        random.copy_from_slice(&digest[..16]);
        Self::of(&Secret(random))
    }

    /// The code in normal form. It reveals the secret.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The digest that the store kept before there were keys.
    #[must_use]
    pub fn unkeyed_digest(&self) -> String {
        hex::encode(&Sha256::digest(self.0.as_bytes()))
    }

    /// The last characters, by which the holder recognises the card.
    #[must_use]
    pub fn last_characters(&self) -> &str {
        &self.0[self.0.len() - LAST..]
    }

    /// The code in printed form, in groups of four. It reveals the secret: show it only to the person who issues or
    /// bought the card.
    #[must_use]
    pub fn in_groups(&self) -> String {
        let groups = self.0.as_bytes().chunks(4).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_same_however_it_is_written() {
        let code = GiftCardCode::parse("DAREK-SOJKA-2026").unwrap();
        for text in ["darek sojka 2026", " DarekSojka2026 ", "DAREK--SOJKA-20 26"] {
            assert_eq!(GiftCardCode::parse(text), Ok(code.clone()), "{text}");
        }
        assert_eq!(code.reveal(), "DAREKSOJKA2026");
        assert_eq!(code.last_characters(), "2026");
        assert_ne!(
            code.unkeyed_digest(),
            GiftCardCode::parse("DAREKSOJKA2027")
                .unwrap()
                .unkeyed_digest()
        );
        assert!(!format!("{code:?}").contains("DAREK"));
    }

    #[test]
    fn what_cannot_be_a_code_is_refused() {
        for text in [
            "",
            "KRATKY1",
            "ŽLUŤOUČKÝ-KŮŇ",
            "DAREK_SOJKA_2026",
            &"A".repeat(65),
        ] {
            assert_eq!(GiftCardCode::parse(text), Err(NotACode), "{text}");
        }
    }

    #[test]
    fn a_code_that_is_made_is_read_as_itself() {
        let (one, other) = (
            GiftCardCode::of(&Secret([7; 16])),
            GiftCardCode::of(&Secret([8; 16])),
        );
        assert_ne!(one, other);
        assert_eq!(one.in_groups().len(), 19);
        assert_eq!(GiftCardCode::parse(&one.in_groups()), Ok(one));
    }

    #[test]
    fn every_unit_sold_without_a_key_keeps_its_code() {
        let secret = Secret([1; 16]);
        let code =
            |secret: &Secret, line, unit| GiftCardCode::sold_unkeyed(secret, LineId(line), unit);
        let one = code(&secret, 1, 0);
        assert_eq!(one, code(&secret, 1, 0));
        for other in [
            code(&secret, 1, 1),
            code(&secret, 2, 0),
            code(&secret, 0, 1),
            code(&Secret([2; 16]), 1, 0),
        ] {
            assert_ne!(one, other);
        }
    }
}
