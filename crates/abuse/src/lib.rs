//! Protects the shop against programs that try out cards and codes. All data stay in the memory of one server, because
//! addresses are personal data.

pub mod captcha;
mod rate_limiter;

pub use rate_limiter::{RateLimitKey, RateLimiter};
