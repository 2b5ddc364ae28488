//! Being built.

/// Drives checkout attempts to their end.
pub struct AttemptDriver;
