//! Protects the shop against programs that try out cards and codes. All data stay in the memory of one server, because
//! addresses are personal data.

pub mod captcha;
mod code_rate_limiter;

pub use code_rate_limiter::{CodeRateLimiter, RateLimitKey};
