//! Rules of accounts of the shop's wallet: codes to sign in ([`SignInCode`], [`CodeKey`]) and how many of them are sent
//! ([`may_send_code`]). Clock and randomness are the caller's.

mod code;
mod limits;

pub use code::{CodeKey, SignInCode};
pub use limits::{SendLater, may_send_code};
