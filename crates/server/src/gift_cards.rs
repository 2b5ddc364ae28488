//! Codes of gift cards: how they are read, made and remembered. A code is money for whoever knows it, so it is kept
//! nowhere: the store knows a digest.

use crate::app::App;
use crate::ids::Ids;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fmt::Write;
use zkratka_commerce::gift_card::CartGiftCard;
use zkratka_commerce::money::Money;
use zkratka_store::{NewGiftCard, StoreError};

/// Letters and digits that are not taken for each other.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Characters of a code that is made here: 80 bits, which nobody guesses.
const LENGTH: usize = 16;
/// Characters that a buyer knows a card by.
const LAST: usize = 4;

/// A code in its plain form: upper case, without spaces and hyphens.
#[derive(Clone, PartialEq, Eq)]
pub struct GiftCardCode(String);

/// The text is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotACode;

impl fmt::Debug for GiftCardCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("GiftCardCode(..)")
    }
}

impl GiftCardCode {
    /// Reads a code as somebody has written it.
    ///
    /// # Errors
    /// When it cannot be one.
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

    /// Makes a new one.
    #[must_use]
    pub fn make(ids: &Ids) -> Self {
        let bytes = ids.secret().0;
        // 256 is a multiple of 32: every character is equally likely.
        let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
        Self(bytes.iter().take(LENGTH).map(letter).collect())
    }

    /// What the store knows it by.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut text = String::with_capacity(64);
        for byte in Sha256::digest(self.0.as_bytes()) {
            // Writing to a text does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Its end, for its holder to know it by.
    #[must_use]
    pub fn last_characters(&self) -> &str {
        &self.0[self.0.len() - LAST..]
    }

    /// The code in groups of four, as it is printed. Shows what it must not show: for whoever issues it.
    #[must_use]
    pub fn in_groups(&self) -> String {
        let groups = self.0.as_bytes().chunks(4).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }
}

/// What a code that a buyer has entered leads to.
#[derive(Debug)]
pub(crate) enum Looked {
    /// A card that can pay.
    Card(CartGiftCard),
    /// A card with nothing left on it.
    Empty,
    /// No card.
    Unknown,
}

/// Looks a code up.
pub(crate) async fn look_up(app: &App, text: &str) -> Result<Looked, StoreError> {
    let Ok(code) = GiftCardCode::parse(text) else {
        return Ok(Looked::Unknown);
    };
    let found = app.store.gift_card(code.digest()).await?;
    let ours = found.filter(|card| card.currency == app.rules.currency);
    Ok(match ours {
        None => Looked::Unknown,
        Some(card) if card.balance == 0 => Looked::Empty,
        Some(card) => Looked::Card(CartGiftCard {
            id: card.id,
            last_characters: card.last_characters,
        }),
    })
}

/// Issues the cards of the configuration that are not there yet.
pub(crate) async fn issue_configured(app: &App) -> Result<(), StoreError> {
    for configured in &app.config.gift_cards {
        let card = NewGiftCard {
            digest: configured.code.digest(),
            last_characters: configured.code.last_characters().to_owned(),
            amount: Money::new(configured.amount, app.rules.currency),
            issued_at: app.clock.now(),
        };
        app.store.issue_gift_card(card).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use std::sync::Arc;

    #[test]
    fn a_code_is_the_same_however_it_is_written() {
        let code = GiftCardCode::parse("DAREK-SOJKA-2026").unwrap();
        for text in ["darek sojka 2026", " DarekSojka2026 ", "DAREK--SOJKA-20 26"] {
            assert_eq!(GiftCardCode::parse(text), Ok(code.clone()), "{text}");
        }
        assert_eq!(code.last_characters(), "2026");
        assert_ne!(
            code.digest(),
            GiftCardCode::parse("DAREKSOJKA2027").unwrap().digest()
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
        let ids = Ids::seeded(Arc::new(SystemClock), 7);
        let (one, other) = (GiftCardCode::make(&ids), GiftCardCode::make(&ids));
        assert_ne!(one, other);
        assert_eq!(one.in_groups().len(), 19);
        assert_eq!(GiftCardCode::parse(&one.in_groups()), Ok(one));
    }
}
