//! Tests each rule by itself. The simulation (`tests/attempt_simulation`) tests them together.

mod endings;
mod fixture;
mod giving_up;
mod progress;
mod purchase;
mod trouble;
