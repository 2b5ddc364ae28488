//! What stands against machines that try out cards and codes. Kept in memory of one server: an address is personal data.

pub mod captcha;
mod code_rate_limiter;

pub use code_rate_limiter::{CodeRateLimiter, RateLimitKey};
