//! Protects the shop against programs that try out cards and codes. All data stay in the memory of one server, because
//! addresses are personal data.

pub mod captcha;
mod manual_order_limiter;
mod rate_limiter;
mod sign_in_guesses;

pub use manual_order_limiter::ManualOrderLimiter;
pub use rate_limiter::{RateLimitKey, RateLimiter};
pub use sign_in_guesses::SignInGuesses;
