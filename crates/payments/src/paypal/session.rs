//! Identifiers of PayPal's payments in this shop. A session identifies an order or an agreement that may become a payment,
//! a reference identifies a payment. All have the same prefix, so that they never match another gateway's.

use zkratka_commerce::money::Currency;

/// The prefix of PayPal's sessions and references.
pub const PREFIX: &str = "paypal:";
const AGREEMENT: &str = "agreement:";
const ORDER: &str = ":order:";
const NOTHING: &str = ":nothing:";
const ACCOUNT: &str = "account:";

/// The session of an order that the buyer has approved. Authorisations have references of the same form.
#[must_use]
pub fn session_of(order: &str) -> String {
    format!("{PREFIX}{order}")
}

/// What an agreement pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due<'a> {
    /// The id of an order to pay from the account.
    Order(&'a str),
    /// Zero in this currency: the account is only stored.
    Nothing(Currency),
}

/// The session of an approved agreement.
#[must_use]
pub fn session_of_agreement(agreement: &str, due: Due<'_>) -> String {
    match due {
        Due::Order(order) => format!("{PREFIX}{AGREEMENT}{agreement}{ORDER}{order}"),
        Due::Nothing(currency) => {
            format!(
                "{PREFIX}{AGREEMENT}{agreement}{NOTHING}{}",
                currency.as_str()
            )
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session<'a> {
    /// The order's id.
    Order(&'a str),
    /// The agreement's id, and what it pays for.
    Agreement(&'a str, Due<'a>),
}

impl<'a> Session<'a> {
    /// Parses a session. An id without an agreement counts as an order's; PayPal refuses the id if no such order exists.
    pub(super) fn of(name: &'a str) -> Self {
        let id = id_in(name);
        Self::agreement(id).unwrap_or(Self::Order(id))
    }

    fn agreement(id: &'a str) -> Option<Self> {
        let rest = id.strip_prefix(AGREEMENT)?;
        if let Some((agreement, order)) = rest.split_once(ORDER) {
            return Some(Self::Agreement(agreement, Due::Order(order)));
        }
        let (agreement, currency) = rest.split_once(NOTHING)?;
        let currency = Currency::new(currency).ok()?;
        Some(Self::Agreement(agreement, Due::Nothing(currency)))
    }
}

/// The reference of an account that was stored and charged nothing.
pub(super) fn reference_of_account(account: &str) -> String {
    format!("{PREFIX}{ACCOUNT}{account}")
}

/// The account of a reference; none if the reference is an authorisation's.
pub(super) fn account_in(reference: &str) -> Option<&str> {
    id_in(reference).strip_prefix(ACCOUNT)
}

/// Strips our prefix.
pub(super) fn id_in(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_round_trip() {
        assert_eq!(Session::of(&session_of("O1")), Session::Order("O1"));
        for due in [Due::Order("O1"), Due::Nothing(Currency::CZK)] {
            let session = session_of_agreement("S1", due);
            assert!(session.starts_with(PREFIX), "{session}");
            assert_eq!(Session::of(&session), Session::Agreement("S1", due));
        }
        assert_eq!(account_in(&reference_of_account("p1")), Some("p1"));
        assert_eq!(account_in(&session_of("A1")), None);
    }

    /// A malformed agreement becomes an order that does not exist at PayPal.
    #[test]
    fn foreign_sessions_lead_to_no_payment() {
        for name in [
            "",
            "card_1",
            "paypal:agreement:S1",
            "paypal:agreement:S1:nothing:crowns",
        ] {
            let Session::Order(id) = Session::of(name) else {
                panic!("{name}")
            };
            assert!(id.is_empty() || id.contains(':'), "{name}");
        }
    }
}
