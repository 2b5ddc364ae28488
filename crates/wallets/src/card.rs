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
