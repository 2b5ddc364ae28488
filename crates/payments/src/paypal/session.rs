//! What payments at PayPal are called in this shop: sessions, which can become a payment, and references, which are one.
//! All begin with the same word, so that they are never taken for another gateway's.

use zkratka_commerce::money::Currency;

/// What sessions and references of PayPal begin with.
pub const PREFIX: &str = "paypal:";
const AGREEMENT: &str = "agreement:";
const ORDER: &str = ":order:";
const NOTHING: &str = ":nothing:";
const ACCOUNT: &str = "account:";

/// The session of an order that the buyer has approved; also the reference of an authorisation.
#[must_use]
pub fn session_of(order: &str) -> String {
    format!("{PREFIX}{order}")
}

/// What an agreement pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due<'a> {
    /// An order that is to be paid from the account, by its id.
    Order(&'a str),
    /// Nothing of this currency: the account is only kept.
    Nothing(Currency),
}

/// The session of an agreement that the buyer has given, and of what it is to pay now.
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

/// A session, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session<'a> {
    /// An order's id.
    Order(&'a str),
    /// An agreement's id, and what it is to pay.
    Agreement(&'a str, Due<'a>),
}

impl<'a> Session<'a> {
    /// Whatever is no agreement's is an order's: PayPal knows which orders there are.
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

/// The reference of an account that is kept, and was charged nothing.
pub(super) fn reference_of_account(account: &str) -> String {
    format!("{PREFIX}{ACCOUNT}{account}")
}

/// The account in a reference; none where it is an authorisation.
pub(super) fn account_in(reference: &str) -> Option<&str> {
    id_in(reference).strip_prefix(ACCOUNT)
}

/// PayPal's own name in ours.
pub(super) fn id_in(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_as_the_same() {
        assert_eq!(Session::of(&session_of("O1")), Session::Order("O1"));
        for due in [Due::Order("O1"), Due::Nothing(Currency::CZK)] {
            let session = session_of_agreement("S1", due);
            assert!(session.starts_with(PREFIX), "{session}");
            assert_eq!(Session::of(&session), Session::Agreement("S1", due));
        }
        assert_eq!(account_in(&reference_of_account("p1")), Some("p1"));
        assert_eq!(account_in(&session_of("A1")), None);
    }

    /// An agreement that cannot be read is no order either: PayPal has none of such a name.
    #[test]
    fn what_is_not_ours_leads_to_no_payment() {
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
