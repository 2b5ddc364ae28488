//! A checkout attempt: the state machine that turns a cart into at most one order and one charge
//! (design.md, "One order per cart, one charge per order").
//!
//! [`begin`] makes an attempt, [`transition`] is the only way it changes. Both are pure: whoever drives an attempt
//! stores the step fenced by its version, then carries out the effects, then reports what came of them as events.
//! A driver may die anywhere in between: the due time of the stored attempt lets any server go on.
//!
//! ```text
//!  Reserved ─ Started ─> Authorising ─┬─ held as asked ───────────> Authorised ─ captured ─> Captured
//!     │                   │  ^  │     │                                 │
//!     │ too late          │  └──┘     ├─ challenge ─> RequiresAction    └─ refused ─> NeedsReview
//!     v                   │  repeat   │                 │   │   │
//!   Failed <── declined ──┴───────────┼─────────────────┘   │   └─ held as asked ─> Authorised
//!     │                               │                     │ expired
//!     │ money turns up all the same   │ wrong or too late   v
//!     └───────────────────────────────┴─────────────────> Voiding ─ confirmed ─> Voided
//! ```

mod begin;
mod event;
mod model;
mod operator;
mod outcome;
mod policy;
mod progress;
mod sold_gift_cards;
mod transition;

pub use begin::{Beginning, NewAttempt, Start, begin};
pub use event::{Call, Commit, Effect, Event, Refused, Transition};
pub use model::{Attempt, AttemptState, FailureReason, Reservation, ReviewReason};
pub use operator::{NotReleasable, release_by_operator};
pub use outcome::{DeclineReason, PaymentOutcome};
pub use policy::{BackOff, Policy};
pub use progress::Progress;
pub use sold_gift_cards::{SoldGiftCard, sold_gift_cards};
pub use transition::{authorisation, transition};
