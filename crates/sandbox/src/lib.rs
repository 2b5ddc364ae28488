//! The outside world, emulated.
