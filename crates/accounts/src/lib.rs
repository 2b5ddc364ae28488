//! Rules of accounts of the shop's wallet: codes to sign in ([`SignInCode`], [`CodeKey`]) and how many of them are sent
//! ([`may_send_code`]), and tokens of payments that a signed-in buyer has confirmed ([`SessionToken`]). Clock and randomness are the caller's.

mod code;
mod limits;
mod session_token;

pub use code::{CodeKey, SignInCode};
pub use limits::{SendLater, may_send_code};
pub use session_token::{CONFIRMATION_LIFETIME_MS, SessionToken};
