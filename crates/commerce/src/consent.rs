//! What a visitor has agreed to that the purchase does not need.

use serde::{Deserialize, Serialize};

/// A visitor's answer for each purpose; none where it is not known. It changes nothing of a purchase: it is kept with
/// cart and order for whoever counts visits or advertises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VisitorConsent {
    /// Measuring how the shop is used.
    pub analytics: Option<bool>,
    /// Advertising.
    pub marketing: Option<bool>,
    /// Remembering what the visitor likes.
    pub preferences: Option<bool>,
    /// Handing data on to others for money.
    pub sale_of_data: Option<bool>,
}

impl VisitorConsent {
    /// Whether nothing of it is known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }

    /// As the parameter `_cs` of an address carries it to a page that cannot read the storefront's cookie: format 3, with
    /// a large letter for what was agreed to and a small one for what was declined. None where nothing is known.
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

    /// [3.20] Each purpose has its letter, whose size is the answer; what is not known is left out.
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
