//! The card inside a token.

use serde::Deserialize;
use std::fmt;
use zeroize::Zeroizing;

/// How the card was authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum AuthMethod {
    /// A card on file. The number is the card's own.
    #[serde(rename = "PAN_ONLY")]
    PanOnly,
    /// A device token with a 3-D Secure cryptogram.
    #[serde(rename = "CRYPTOGRAM_3DS")]
    Cryptogram3ds,
}

impl AuthMethod {
    /// Returns the name in Google's API, which gateways also use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PanOnly => "PAN_ONLY",
            Self::Cryptogram3ds => "CRYPTOGRAM_3DS",
        }
    }
}

/// A card's data. They are wiped from memory when dropped, and `Debug` masks them.
#[derive(Clone, PartialEq, Eq)]
pub struct CardDetails {
    /// The number of the card or of its device token: 12 to 19 digits.
    pub pan: Zeroizing<String>,
    /// 1 to 12.
    pub expiration_month: u8,
    /// Four digits.
    pub expiration_year: u16,
    /// How the card was authenticated.
    pub auth_method: AuthMethod,
    /// The 3-D Secure cryptogram, in base64; always present with [`AuthMethod::Cryptogram3ds`].
    pub cryptogram: Option<Zeroizing<String>>,
    /// The electronic commerce indicator. Not every network has one.
    pub eci: Option<String>,
}

impl CardDetails {
    /// Returns `None` if the number or the expiration is invalid, or if a device token has no cryptogram.
    pub(crate) fn sound(self) -> Option<Self> {
        let digits = self.pan.bytes().all(|byte| byte.is_ascii_digit());
        let proved = self.cryptogram.as_ref().is_some_and(|it| !it.is_empty());
        let sound = digits
            && (12..=19).contains(&self.pan.len())
            && (1..=12).contains(&self.expiration_month)
            && (1000..=9999).contains(&self.expiration_year)
            && (self.auth_method == AuthMethod::PanOnly || proved);
        sound.then_some(self)
    }

    /// Returns the number with all but its last four digits hidden.
    #[must_use]
    pub fn masked_pan(&self) -> String {
        let shown = self.pan.get(self.pan.len().saturating_sub(4)..);
        format!("•••• {}", shown.unwrap_or_default())
    }
}

impl fmt::Debug for CardDetails {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CardDetails")
            .field("pan", &self.masked_pan())
            .field("auth_method", &self.auth_method)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(change: impl FnOnce(&mut CardDetails)) -> CardDetails {
        let mut card = CardDetails {
            pan: Zeroizing::new("4111111111111111".to_owned()),
            expiration_month: 12,
            expiration_year: 2031,
            auth_method: AuthMethod::Cryptogram3ds,
            cryptogram: Some(Zeroizing::new("AAAA".to_owned())),
            eci: None,
        };
        change(&mut card);
        card
    }

    #[test]
    fn a_masked_number_shows_its_last_four_digits() {
        assert_eq!(card(|_| {}).masked_pan(), "•••• 1111");
    }

    /// [B.02] A card with one wrong detail is no card.
    #[test]
    fn a_sound_card_has_sound_details() {
        let pan = |text: &str| Zeroizing::new(text.to_owned());
        for (card, is_sound) in [
            (card(|_| {}), true),
            (card(|card| card.pan = pan(&"4".repeat(12))), true),
            (card(|card| card.pan = pan(&"4".repeat(19))), true),
            (card(|card| card.pan = pan(&"4".repeat(11))), false),
            (card(|card| card.pan = pan(&"4".repeat(20))), false),
            (card(|card| card.pan = pan("411111111111111x")), false),
            (card(|card| card.expiration_month = 0), false),
            (card(|card| card.expiration_month = 13), false),
            (card(|card| card.expiration_year = 999), false),
            (card(|card| card.expiration_year = 10_000), false),
            (card(|card| card.cryptogram = None), false),
            (card(|card| card.cryptogram = Some(pan(""))), false),
            (
                card(|card| {
                    card.auth_method = AuthMethod::PanOnly;
                    card.cryptogram = None;
                }),
                true,
            ),
        ] {
            assert_eq!(card.clone().sound().is_some(), is_sound, "{card:?}");
        }
    }
}
