//! Public identifiers: creates, formats and parses keys and secrets.

pub mod gid;
mod make;
mod secret;
#[cfg(test)]
mod tests;
mod token;

pub use make::Ids;
pub use secret::{parse_secret, same_secret, same_text, secret_hex};
pub use token::{CartToken, encode_public, parse_public};
