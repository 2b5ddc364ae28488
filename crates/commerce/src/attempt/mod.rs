//! A checkout attempt: the state machine that turns a cart into at most one order and one charge
//! (design.md, "One order per cart, one charge per order").
//!
//! [`begin`] creates an attempt; only [`transition`] changes it. Both are pure. A driver first stores a step, fenced by
//! the attempt's version, then carries out its effects, then reports their results as events. A driver may crash at any
//! point: the stored due time lets any server continue.
//!
//! ```text
//!  Reserved ─ Started ─> Authorising ─┬─ held as asked ───────────> Authorised ─ captured ─> Captured
//!     │                   │  ^  │     │                                 │
//!     │ too late          │  └──┘     ├─ challenge ─> RequiresAction    └─ refused ─> NeedsReview
//!     v                   │  repeat   │                 │   │   │
//!   Failed <── declined ──┴───────────┼─────────────────┘   │   └─ held as asked ─> Authorised
//!     │                               │                     │ expired
//!     │ money is reported late        │ wrong or too late   v
//!     └───────────────────────────────┴─────────────────> Voiding ─ confirmed ─> Voided
//! ```

mod begin;
mod contents;
mod event;
mod model;
mod operator;
mod outcome;
mod policy;
mod progress;
mod sold_gift_cards;
mod transition;

pub use begin::{Beginning, NewAttempt, Start, begin};
pub use contents::ContentsDigest;
pub use event::{Call, Commit, Effect, Event, NoTransition, Transition};
pub use model::{Attempt, AttemptState, FailureReason, Reservation, ReviewReason};
pub use operator::{NotReleasable, release_by_operator};
pub use outcome::{DeclineReason, PaymentOutcome, is_part_of_payment, is_same_payment};
pub use policy::{BackOff, Policy};
pub use progress::Progress;
use sold_gift_cards::sold_gift_cards;
pub use sold_gift_cards::{GiftCardUnit, SoldGiftCard, gift_card_units};
pub use transition::{authorisation, transition};
