//! A checkout attempt: the state machine that turns a cart into at most one order and one charge
//! (design.md, "One order per cart, one charge per order").

mod begin;
mod model;
mod outcome;

pub use begin::{Beginning, NewAttempt, begin};
pub use model::{Attempt, AttemptState, CardSummary, FailureReason, Reservation, ReviewReason};
pub use outcome::{DeclineReason, PaymentOutcome};
