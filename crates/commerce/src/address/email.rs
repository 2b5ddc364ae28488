//! Checks e-mail syntax.

use crate::error::FaultCode;

/// Maximum length of a whole address and of the part before `@` (RFC 5321).
const MAX_ADDRESS: usize = 254;
const MAX_LOCAL: usize = 64;
/// Maximum length of one label of a domain name.
const MAX_LABEL: usize = 63;

/// Returns what is wrong with an e-mail address, or `None`. The domain is checked first because most typing errors are
/// there. Quoted local parts and address literals are refused: no shopper types one on purpose.
#[must_use]
pub fn email_fault(email: &str) -> Option<FaultCode> {
    let email = email.trim();
    if email.is_empty() {
        return Some(FaultCode::BuyerIdentityEmailRequired);
    }
    let parts = email.rsplit_once('@');
    let parts = parts.filter(|(local, domain)| !local.is_empty() && !domain.is_empty());
    let Some((local, domain)) = parts.filter(|_| email.len() <= MAX_ADDRESS) else {
        return Some(FaultCode::BuyerIdentityEmailIsInvalid);
    };
    if !is_domain(domain) {
        return Some(FaultCode::BuyerIdentityEmailDomainIsInvalid);
    }
    (!is_local(local)).then_some(FaultCode::BuyerIdentityEmailDoesNotMatchExpectedPattern)
}

fn is_local(local: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c);
    let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(allowed);
    local.len() <= MAX_LOCAL && local.split('.').all(is_atom)
}

/// Letters of any script are allowed, because domains such as `háčky.cz` exist.
fn is_domain(domain: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || c == '-';
    let is_label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len())
            && label.chars().all(allowed)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let Some((_, top)) = domain.rsplit_once('.') else {
        return false;
    };
    let is_top = top.chars().count() >= 2 && !top.chars().all(|c| c.is_ascii_digit());
    is_top && domain.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_people_have_are_accepted() {
        for email in [
            "jana@example.cz",
            "jana.novakova+eshop@mail.example.co.uk",
            "j_n-1@example.travel",
            " jana@example.cz ",
            "o'brien@example.ie",
            "jana@háčky.cz",
            "jana@xn--hky-hma0f.cz",
        ] {
            assert_eq!(email_fault(email), None, "{email:?}");
        }
    }

    /// [8.03] The whole address, the domain and the mailbox each have their own error code.
    #[test]
    fn what_is_no_address_is_refused() {
        let long_local = format!("{}@example.cz", "a".repeat(65));
        let long_label = format!("jana@{}.cz", "a".repeat(64));
        let long = format!("jana@{}cz", "abcdefgh.".repeat(30));
        for (fault, emails) in [
            (
                FaultCode::BuyerIdentityEmailIsInvalid,
                &["jana", "jana@", "@example.cz", "@", long.as_str()][..],
            ),
            (
                FaultCode::BuyerIdentityEmailDomainIsInvalid,
                &[
                    "jana@example",
                    "jana@exam ple.cz",
                    "jana@example..cz",
                    "jana@-example.cz",
                    "jana@example-.cz",
                    "jana@example.c",
                    "jana@127.0.0.1",
                    "jana@[127.0.0.1]",
                    long_label.as_str(),
                ],
            ),
            (
                FaultCode::BuyerIdentityEmailDoesNotMatchExpectedPattern,
                &[
                    "jana@@example.cz",
                    "jana@nova@example.cz",
                    "jana nova@example.cz",
                    ".jana@example.cz",
                    "jana.@example.cz",
                    "ja..na@example.cz",
                    "\"jana\"@example.cz",
                    "jana@example.cz\nBcc: x@example.cz",
                    "jaňa@example.cz",
                    long_local.as_str(),
                ],
            ),
        ] {
            for email in emails {
                assert_eq!(email_fault(email), Some(fault), "{email:?}");
            }
        }
    }

    #[test]
    fn an_empty_address_is_missing_rather_than_wrong() {
        for email in ["", "  "] {
            assert_eq!(
                email_fault(email),
                Some(FaultCode::BuyerIdentityEmailRequired)
            );
        }
    }
}
