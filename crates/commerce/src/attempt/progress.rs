//! The progress of an attempt as shown to the buyer.

use super::{Attempt, AttemptState, FailureReason, Reservation};
use crate::ids::OrderNumber;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// The client should wait and poll again.
    InProgress,
    /// Only a person can tell whether anything was paid. There is no order yet, the cart stays closed, and polling
    /// again brings nothing new.
    InReview,
    /// The buyer must pass the challenge.
    ActionRequired { redirect_url: &'a str },
    /// The order exists.
    Ordered(OrderNumber),
    /// There is no order and nothing is held (or late money is being voided); the cart is open again.
    Failed(FailureReason),
}

impl Progress<'_> {
    /// Whether the buyer can stop waiting: there is an order, a failure, a review by a person, or something for the
    /// buyer to do.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        !matches!(self, Self::InProgress)
    }

    /// Whether no further progress can be expected while the buyer waits.
    #[must_use]
    pub const fn is_ended(&self) -> bool {
        matches!(self, Self::Ordered(_) | Self::Failed(_) | Self::InReview)
    }
}

impl Attempt {
    /// An attempt that needs a person is in review until the person, or a late notification, decides, unless its order
    /// exists or its cart is open again.
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
            // The stock was released, yet the money was captured: a person is reviewing it.
            _ => FailureReason::Refused,
        }
    }
}
