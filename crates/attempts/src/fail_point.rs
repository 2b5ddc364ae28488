//! Points at which crash tests kill the process. Without the feature `fail-points` they do nothing.
//!
//! `ZKRATKA_FAIL_POINT=name[:nth]` kills the process, without any clean-up, when it reaches the point for the `nth` time
//! (the first if `nth` is missing).

use zkratka_commerce::attempt::{AttemptState, Effect};

/// Every point, in the order in which attempts reach them.
pub const ALL: &[&str] = &[
    "before-begin",
    "after-begin",
    "after-claim",
    "before-authorise",
    "after-authorise",
    "before-query",
    "after-query",
    "before-capture",
    "after-capture",
    "before-void",
    "after-void",
    "before-giving-back",
    "after-giving-back",
    "before-storing-authorising",
    "after-storing-authorising",
    "before-storing-requires-action",
    "after-storing-requires-action",
    "before-storing-authorised",
    "after-storing-authorised",
    "before-storing-captured",
    "after-storing-captured",
    "before-storing-voiding",
    "after-storing-voiding",
    "before-storing-voided",
    "after-storing-voided",
    "before-storing-failed",
    "after-storing-failed",
    "before-storing-needs-review",
    "after-storing-needs-review",
    "before-notification",
    "after-notification",
    "after-remembering-notification",
];

/// The points of a refund, in the order in which it passes them.
pub const REFUNDS: &[&str] = &[
    "after-claiming-refund",
    "before-refund",
    "after-refund",
    "before-storing-refund",
    "after-storing-refund",
    "before-storing-report",
    "after-storing-report",
];

/// The length of a lease, if a crash test shortens it with `ZKRATKA_LEASE_SECONDS`.
#[cfg(not(feature = "fail-points"))]
#[must_use]
pub const fn lease() -> Option<std::time::Duration> {
    None
}

/// The length of a lease, if a crash test shortens it with `ZKRATKA_LEASE_SECONDS`.
#[cfg(feature = "fail-points")]
#[must_use]
pub fn lease() -> Option<std::time::Duration> {
    let seconds = std::env::var("ZKRATKA_LEASE_SECONDS").ok()?;
    Some(std::time::Duration::from_secs(seconds.parse().ok()?))
}

#[derive(Clone, Copy)]
pub(super) enum Side {
    Before,
    After,
}

/// The point before or after a call to the gateway.
pub(super) fn at_call(side: Side, effect: &Effect) {
    let point = match (side, effect) {
        (Side::Before, Effect::Authorise { .. }) => "before-authorise",
        (Side::After, Effect::Authorise { .. }) => "after-authorise",
        (Side::Before, Effect::Query) => "before-query",
        (Side::After, Effect::Query) => "after-query",
        (Side::Before, Effect::Capture { .. }) => "before-capture",
        (Side::After, Effect::Capture { .. }) => "after-capture",
        (Side::Before, Effect::Void { .. }) => "before-void",
        (Side::After, Effect::Void { .. }) => "after-void",
    };
    reach(point);
}

/// The point before or after storing a step into this state.
pub(super) fn at_store(side: Side, state: &AttemptState) {
    let (before, after) = match state {
        AttemptState::Authorising { .. } => {
            ("before-storing-authorising", "after-storing-authorising")
        }
        AttemptState::RequiresAction { .. } => (
            "before-storing-requires-action",
            "after-storing-requires-action",
        ),
        AttemptState::Authorised { .. } => {
            ("before-storing-authorised", "after-storing-authorised")
        }
        AttemptState::Captured { .. } => ("before-storing-captured", "after-storing-captured"),
        AttemptState::Voiding { .. } => ("before-storing-voiding", "after-storing-voiding"),
        AttemptState::Voided { .. } => ("before-storing-voided", "after-storing-voided"),
        AttemptState::Failed { .. } => ("before-storing-failed", "after-storing-failed"),
        AttemptState::NeedsReview { .. } => {
            ("before-storing-needs-review", "after-storing-needs-review")
        }
        // Only the store's own transaction makes these states.
        AttemptState::Reserved | AttemptState::Placed => return,
    };
    reach(match side {
        Side::Before => before,
        Side::After => after,
    });
}

/// Does nothing without the feature `fail-points`.
#[cfg(not(feature = "fail-points"))]
pub(super) const fn reach(_point: &str) {}

/// Kills the process if this is the chosen point.
#[cfg(feature = "fail-points")]
pub(super) fn reach(point: &str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    static CHOSEN: OnceLock<Option<(String, u32)>> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);

    debug_assert!(
        ALL.contains(&point) || REFUNDS.contains(&point),
        "{point} is not listed"
    );
    let chosen = CHOSEN.get_or_init(|| {
        let text = std::env::var("ZKRATKA_FAIL_POINT").ok()?;
        let (name, nth) = text.split_once(':').unwrap_or((&text, "1"));
        Some((name.to_owned(), nth.parse().ok()?))
    });
    if let Some((name, nth)) = chosen
        && name == point
        && COUNT.fetch_add(1, Ordering::SeqCst) + 1 == *nth
    {
        std::process::abort();
    }
}
