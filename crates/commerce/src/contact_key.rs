//! A buyer's contact as a digest: recognised again, and not written down.

use crate::address::normalise_phone;
use crate::hex;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// A digest of an e-mail address or a telephone number. Somebody who guesses the contact can compute it, so it is still
/// personal data.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ContactKey(String);

impl ContactKey {
    /// As it is stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key of all spellings that lead to one mailbox, as far as they can be told: whatever the case, the part after a
    /// plus sign, the width of a domain's letters, whether the domain is in Unicode or in Punycode and, at Gmail, dots.
    /// Other providers tell dots apart.
    #[must_use]
    pub fn of_email(email: &str) -> Self {
        let ascii = |domain: &str| idna::domain_to_ascii(domain).ok();
        Self::of_spelled(&with_domain(email, ascii))
    }

    /// The key as versions computed it for a domain in Unicode that took its Punycode for another domain.
    #[must_use]
    pub fn of_unicode(email: &str) -> Self {
        let unicode = |domain: &str| {
            let (domain, result) = idna::domain_to_unicode(domain);
            result.ok().map(|()| domain)
        };
        Self::of_spelled(&with_domain(email, unicode))
    }

    /// The key as versions computed it that took letters of full width for others.
    #[must_use]
    pub fn of_spelled(email: &str) -> Self {
        let email = email.trim().to_lowercase();
        let (mailbox, domain) = email.rsplit_once('@').unwrap_or((&email, ""));
        let mailbox = mailbox.split('+').next().unwrap_or_default();
        match domain {
            "gmail.com" | "googlemail.com" => {
                Self::of("email", &format!("{}@gmail.com", mailbox.replace('.', "")))
            }
            domain => Self::of("email", &format!("{mailbox}@{domain}")),
        }
    }

    #[must_use]
    pub fn of_phone(phone: &str) -> Self {
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        Self::of("phone", &digits)
    }

    fn of(kind: &str, value: &str) -> Self {
        let digest = Sha256::digest(format!("zkratka-contact:{kind}:{value}"));
        Self(hex::encode(&digest))
    }
}

/// An address with its domain in another form; as it is, if it is no domain.
fn with_domain(email: &str, form: impl Fn(&str) -> Option<String>) -> String {
    let email: String = email.trim().nfkc().collect();
    let formed = email
        .rsplit_once('@')
        .and_then(|(mailbox, domain)| Some(format!("{mailbox}@{}", form(domain)?)));
    formed.unwrap_or(email)
}

/// The keys of what somebody typed who may have meant either an e-mail address or a telephone number, which is read as
/// people in `country` write it.
#[must_use]
pub fn typed_contact(text: &str, country: &str) -> ContactKey {
    if text.contains('@') {
        return ContactKey::of_email(text);
    }
    let phone = normalise_phone(text, country);
    ContactKey::of_phone(phone.as_deref().unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_mailbox_are_one_contact() {
        let key = ContactKey::of_email;
        assert_eq!(key("jana@example.cz"), key(" Jana+obchod@Example.CZ "));
        assert_ne!(key("jana@example.cz"), key("ja.na@example.cz"));
        let wide = "jana@\u{ff45}xample.cz";
        assert_eq!(key("jana@example.cz"), key(wide));
        assert_ne!(key(wide), ContactKey::of_spelled(wide));
        assert_eq!(key("ja.na@gmail.com"), key("jana+x@googlemail.com"));
        assert_ne!(key("jana@example.cz"), key("jana@example.com"));
        let phone = ContactKey::of_phone;
        assert_eq!(phone("+420777123456"), phone("+420 777 123 456"));
        assert_ne!(phone("1").0, key("1").0);
    }

    /// [B.12] Somebody who writes a domain in Punycode and in Unicode is one buyer.
    #[test]
    fn both_forms_of_a_domain_are_one_contact() {
        let key = ContactKey::of_email;
        for (unicode, punycode) in [
            ("jana@háčky.example", "Jana@xn--hky-ela4t.example"),
            ("jana@HÁČKY.example", "jana+x@XN--HKY-ELA4T.example"),
            (
                "jana@ha\u{301}c\u{30c}ky.example",
                "jana@xn--hky-ela4t.example",
            ),
        ] {
            assert_eq!(key(unicode), key(punycode), "{unicode}");
            assert_eq!(key(unicode), ContactKey::of_spelled(punycode));
            let before = ContactKey::of_spelled("jana@háčky.example");
            assert_eq!(ContactKey::of_unicode(punycode), before);
            assert_eq!(ContactKey::of_unicode(unicode), before);
        }
        assert_ne!(key("jana@háčky.example"), key("jana@hacky.example"));
        // What is no domain stays as it is.
        for odd in [
            "jana@xn--\u{e1}.example",
            "jana@xn--99999999.example",
            "jana",
            "@",
        ] {
            assert_eq!(key(odd), ContactKey::of_spelled(odd), "{odd}");
        }
    }

    #[test]
    fn a_typed_contact_is_either() {
        let typed = |text| typed_contact(text, "CZ");
        assert_eq!(
            typed(" Jana@example.cz"),
            ContactKey::of_email("jana@example.cz")
        );
        for phone in ["777 123 456", "+420777123456", "00420 777-123-456"] {
            assert_eq!(
                typed(phone),
                ContactKey::of_phone("+420777123456"),
                "{phone}"
            );
        }
    }
}
