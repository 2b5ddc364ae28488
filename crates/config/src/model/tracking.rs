//! Where buyers follow their parcels.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// What a template has in place of a parcel's number.
pub(crate) const PLACE: &str = "{number}";

/// Everything but the characters that mean nothing in a URL (RFC 3986, section 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A carrier's page about a parcel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackingPage {
    /// The carrier's name, as operators write it when they send goods.
    pub carrier: String,
    /// The URL with `{number}` in it, once.
    template: String,
}

impl TrackingPage {
    /// # Errors
    /// The template is no such URL. The error is the rest of a sentence about it.
    pub fn new(carrier: String, template: &str) -> Result<Self, &'static str> {
        if template.matches(PLACE).count() != 1 {
            return Err("must have {number} once, where the parcel's number belongs");
        }
        let filled = |number| Url::parse(&template.replace(PLACE, number));
        let (Ok(url), Ok(other)) = (filled("1"), filled("2")) else {
            return Err("is not a web address");
        };
        if url.scheme() != "https" || !url.has_host() {
            return Err("must be an https address");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("contains a name or a password, which every buyer would see: leave it out");
        }
        // A number comes from people, and must not choose the site.
        if url.origin() != other.origin() {
            return Err("must have {number} after the host");
        }
        Ok(Self {
            carrier,
            template: template.to_owned(),
        })
    }

    /// The page about the parcel; `None` if the number cannot be a part of a URL.
    fn url(&self, number: &str) -> Option<String> {
        let number = number.trim();
        // A URL's path drops such a part.
        if number.chars().all(|one| one == '.') {
            return None;
        }
        let escaped = utf8_percent_encode(number, ESCAPED).to_string();
        Some(self.template.replace(PLACE, &escaped))
    }
}

/// `[[tracking]]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackingPages(pub(crate) Vec<TrackingPage>);

impl FromIterator<TrackingPage> for TrackingPages {
    fn from_iter<T: IntoIterator<Item = TrackingPage>>(pages: T) -> Self {
        Self(pages.into_iter().collect())
    }
}

impl TrackingPages {
    /// The carrier's page about the parcel; `None` if none is known. Case does not matter in the carrier's name.
    #[must_use]
    pub fn url(&self, carrier: &str, number: &str) -> Option<String> {
        self.of(carrier)?.url(number)
    }

    pub(crate) fn of(&self, carrier: &str) -> Option<&TrackingPage> {
        let wanted = carrier.trim().to_lowercase();
        let mut pages = self.0.iter();
        pages.find(|page| page.carrier.to_lowercase() == wanted)
    }
}
