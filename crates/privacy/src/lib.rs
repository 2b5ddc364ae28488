//! Finds, exports and erases personal data.

mod accounts;
mod export;
mod person;
mod redact;
mod retention;
mod sign_ins;

pub use accounts::WalletAccount;
pub use export::person_json;
pub use person::{Person, find};
pub use redact::{RedactRequest, Redacted, redact_order, redact_person};
pub use retention::{Erased, Erasure};
pub use sign_ins::delete_expired_sign_ins;
