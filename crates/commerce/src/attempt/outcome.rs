//! What a gateway can report about a payment.

use crate::money::Money;
use crate::payment::CardSummary;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "status")]
pub enum PaymentOutcome {
    /// The money is held.
    Authorised {
        reference: String,
        /// Amount held.
        amount: Money,
        /// Card data that may be stored.
        card: CardSummary,
    },
    /// The money is captured.
    Captured {
        reference: String,
        /// Amount captured.
        amount: Money,
        /// Card data that may be stored.
        card: CardSummary,
    },
    RequiresAction {
        reference: String,
        /// URL of the challenge.
        redirect_url: String,
    },
    /// Money is or may come to be held, and the buyer has chosen another delivery address at the gateway than the order's.
    AddressChanged { reference: String },
    /// Nothing is held.
    Declined {
        /// The gateway's reference, if it created one.
        reference: Option<String>,
        reason: DeclineReason,
    },
    /// The held money has been released, or will never be held.
    Voided { reference: String },
    /// The gateway has not decided yet; query again later.
    Pending,
    /// The gateway has no such payment.
    Unknown,
}

impl PaymentOutcome {
    /// A stable name for logs and timelines.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Authorised { .. } => "authorised",
            Self::Captured { .. } => "captured",
            Self::RequiresAction { .. } => "requires_action",
            Self::AddressChanged { .. } => "address_changed",
            Self::Declined { .. } => "declined",
            Self::Voided { .. } => "voided",
            Self::Pending => "pending",
            Self::Unknown => "unknown",
        }
    }

    /// The gateway's reference, if it gave one.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        match self {
            Self::Authorised { reference, .. }
            | Self::Captured { reference, .. }
            | Self::RequiresAction { reference, .. }
            | Self::AddressChanged { reference }
            | Self::Voided { reference } => Some(reference),
            Self::Declined { reference, .. } => reference.as_deref(),
            Self::Pending | Self::Unknown => None,
        }
    }
}

/// Between a payment's reference and what a gateway adds to it.
const ADDITION: char = '/';

/// Whether two references are of one payment: they are equal, or one is the other with an addition. A gateway that learns
/// more of a payment, such as the id of the charge that follows from a challenge, may add it after a slash.
#[must_use]
pub fn is_same_payment(one: &str, other: &str) -> bool {
    let extends = |long: &str, short: &str| {
        let addition = long.strip_prefix(short);
        !short.is_empty() && addition.is_some_and(|it| it.starts_with(ADDITION))
    };
    one == other || extends(one, other) || extends(other, one)
}

/// Whether an id names what a payment consists of, and so nothing that follows from it, such as a refund: it is the
/// reference or its addition, or the addition is a part of it, such as a charge of a permission.
#[must_use]
pub fn is_part_of_payment(reference: &str, id: &str) -> bool {
    let addition = reference.split_once(ADDITION).map(|(_, addition)| addition);
    let has_part = |addition: &str| {
        let rest = addition.strip_prefix(id);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    !id.is_empty() && (reference == id || addition.is_some_and(has_part))
}

/// Why the gateway holds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// The issuer declined.
    Declined,
    ChallengeFailed,
    /// The gateway does not know the session, or it has been used.
    SessionInvalid,
    /// The buyer chose another delivery address at the gateway than the order's.
    AddressChanged,
    /// The gateway refused the request itself (the key was reused with other content, or the request is malformed).
    Refused,
}

#[cfg(test)]
mod tests {
    use super::{is_part_of_payment, is_same_payment};

    /// [B.12] A charge and its permission are no refunds; a refund of the charge is none of them.
    #[test]
    fn a_payment_has_parts() {
        let payment = "amazon:s-1:k1/S02-1-1-C1";
        for (id, is_part) in [
            (payment, true),
            ("S02-1-1-C1", true),
            ("S02-1-1", true),
            ("S02-1-1-R1", false),
            ("S02-1", true),
            ("S02-1-", false),
            ("S0", false),
            ("", false),
        ] {
            assert_eq!(is_part_of_payment(payment, id), is_part, "{id}");
        }
        assert!(is_part_of_payment("r1", "r1") && !is_part_of_payment("r1", "r"));
    }

    /// Only a whole addition after a slash makes a longer reference the same payment.
    #[test]
    fn a_reference_may_be_extended() {
        for (one, other, is_same) in [
            ("r1", "r1", true),
            ("r1", "r1/c1", true),
            ("r1/c1", "r1", true),
            ("r1", "r12", false),
            ("r1", "r2", false),
            ("r1/c1", "r1/c2", false),
            ("r1/c", "r1/c2", false),
            ("", "/c1", false),
            ("", "", true),
        ] {
            assert_eq!(is_same_payment(one, other), is_same, "{one} {other}");
        }
    }
}
