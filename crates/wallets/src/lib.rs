//! The wallets' server protocols: verify, decrypt, sign, talk. One module per provider, and modules that they share.

pub mod amazon_pay;
pub mod apple_pay;
mod card;
mod ec_key;
pub mod google_pay;
pub mod inspection;
pub mod meta_pay;
mod pem;
pub mod report;
pub mod x509;

pub use card::{AuthMethod, CardDetails};
pub use ec_key::DecryptionKey;
pub use pem::KeyError;
