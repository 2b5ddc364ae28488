//! A visitor's consents that the purchase does not need.

use serde::{Deserialize, Serialize};

/// A visitor's consent for each purpose; `None` means unknown. It does not affect the purchase. Cart and order keep it
/// for analytics and advertising systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VisitorConsent {
    /// Analytics.
    pub analytics: Option<bool>,
    /// Advertising.
    pub marketing: Option<bool>,
    /// Remembering the visitor's preferences.
    pub preferences: Option<bool>,
    /// Selling data to third parties.
    pub sale_of_data: Option<bool>,
}

impl VisitorConsent {
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }

    /// The value of the URL parameter `_cs`, for a page that cannot read the storefront's cookie. Format 3: an
    /// upper-case letter for a granted consent, a lower-case one for a refused consent. `None` if nothing is known.
    #[must_use]
    pub fn parameter(&self) -> Option<String> {
        let purposes = [
            (self.analytics, 'A'),
            (self.marketing, 'M'),
            (self.preferences, 'P'),
            (self.sale_of_data, 'S'),
        ];
        let letters = purposes.iter().filter_map(|&(answer, letter)| {
            answer.map(|agreed| {
                if agreed {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                }
            })
        });
        let letters: String = letters.collect();
        (!letters.is_empty()).then(|| format!("3{letters}"))
    }
}

#[cfg(test)]
mod tests {
    use super::VisitorConsent;

    /// [3.20] Each purpose has its letter, whose case is the answer; unknown consents are left out.
    #[test]
    fn the_parameter_says_what_was_agreed_to() {
        let unknown = VisitorConsent::default();
        assert!(unknown.is_unknown());
        assert_eq!(unknown.parameter(), None);
        for (answers, parameter) in [
            ([Some(true); 4], "3AMPS"),
            ([Some(false); 4], "3amps"),
            ([Some(true), Some(false), None, None], "3Am"),
            ([None, None, Some(false), Some(true)], "3pS"),
        ] {
            let [analytics, marketing, preferences, sale_of_data] = answers;
            let consent = VisitorConsent {
                analytics,
                marketing,
                preferences,
                sale_of_data,
            };
            assert!(!consent.is_unknown());
            assert_eq!(consent.parameter().as_deref(), Some(parameter));
        }
    }
}
