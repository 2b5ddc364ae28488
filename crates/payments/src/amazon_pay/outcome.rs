//! What Amazon's objects mean for an attempt.

use super::charge::{Charge, ChargeState};
use super::session::Session;
use crate::PaymentOutcome;
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::payment::CardSummary;

/// Describes the account in the place of a card.
pub(super) fn summary(mandate: Option<String>) -> CardSummary {
    CardSummary {
        network: "amazon_pay".to_owned(),
        last_four: String::new(),
        mandate,
        expires: None,
    }
}

pub(super) const fn declined(reason: DeclineReason) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: None,
        reason,
    }
}

/// The outcome of a session that nobody can complete any more.
pub(super) fn canceled(session: &Session) -> PaymentOutcome {
    declined(match session.reason.as_deref() {
        Some("Declined") => DeclineReason::Declined,
        Some("BuyerCanceled") => DeclineReason::ChallengeFailed,
        // AmazonCanceled, Expired: the buyer begins again.
        _ => DeclineReason::SessionInvalid,
    })
}

impl Charge {
    /// The outcome of the payment that this charge is.
    pub(super) fn outcome(&self, reference: &str, mandate: Option<String>) -> PaymentOutcome {
        let reference = reference.to_owned();
        match (self.state, self.captured) {
            (ChargeState::Authorized, _) => PaymentOutcome::Authorised {
                reference,
                amount: self.amount,
                card: summary(mandate),
            },
            (ChargeState::Captured, Some(amount)) => PaymentOutcome::Captured {
                reference,
                amount,
                card: summary(mandate),
            },
            (ChargeState::AuthorizationInitiated | ChargeState::CaptureInitiated, _)
            | (ChargeState::Captured, None) => PaymentOutcome::Pending,
            (ChargeState::Canceled, _) => PaymentOutcome::Voided { reference },
            (ChargeState::Declined, _) => PaymentOutcome::Declined {
                reason: self.decline_reason(),
                reference: Some(reference),
            },
        }
    }

    fn decline_reason(&self) -> DeclineReason {
        match self.reason.as_deref() {
            Some("MFAFailed") => DeclineReason::ChallengeFailed,
            // SoftDeclined, HardDeclined, AmazonRejected, PaymentMethodNotAllowed, ProcessingFailure, TransactionTimedOut.
            _ => DeclineReason::Declined,
        }
    }
}
