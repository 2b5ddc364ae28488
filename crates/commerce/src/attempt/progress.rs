//! An attempt as the buyer sees it.

use super::{Attempt, AttemptState, FailureReason, Reservation};
use crate::ids::OrderNumber;

/// How far an attempt is, for the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// Wait; ask again.
    InProgress,
    /// Only a person can tell whether anything was paid: there is no order yet, the cart stays closed, and asking again
    /// tells nothing.
    InReview,
    /// Pass the challenge.
    ActionRequired {
        /// Where.
        redirect_url: &'a str,
    },
    /// The order exists.
    Ordered(OrderNumber),
    /// There is no order and nothing is held (or what turned up late is being let go); the cart is open again.
    Failed(FailureReason),
}

impl Progress<'_> {
    /// Whether the buyer need not wait any more: there is an order, an end, a person who looks into it, or something
    /// for the buyer to do.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        !matches!(self, Self::InProgress)
    }

    /// Whether the attempt has ended as far as the buyer can wait for it.
    #[must_use]
    pub const fn is_ended(&self) -> bool {
        matches!(self, Self::Ordered(_) | Self::Failed(_) | Self::InReview)
    }
}

impl Attempt {
    /// How far it is, for the buyer. An attempt that needs a person is in review until that person, or a late
    /// notification, has decided, unless its order exists or its cart is open again.
    #[must_use]
    pub const fn progress(&self) -> Progress<'_> {
        match (&self.reservation, self.order) {
            (_, Some(order)) => Progress::Ordered(order),
            (Reservation::Released, None) => Progress::Failed(self.failure()),
            (Reservation::Held | Reservation::Sold, None) => match &self.state {
                AttemptState::RequiresAction { redirect_url, .. } => Progress::ActionRequired {
                    redirect_url: redirect_url.as_str(),
                },
                AttemptState::NeedsReview { .. } => Progress::InReview,
                _ => Progress::InProgress,
            },
        }
    }

    const fn failure(&self) -> FailureReason {
        match self.state {
            AttemptState::Failed { reason }
            | AttemptState::Voiding { reason, .. }
            | AttemptState::Voided { reason, .. } => reason,
            // Released and yet captured: a person is looking.
            _ => FailureReason::Refused,
        }
    }
}
