//! The rules one by one. What they add up to is the simulation's business (`tests/attempt_simulation`).

mod endings;
mod fixture;
mod progress;
mod trouble;
