//! Amazon Pay, version 2: signs API requests and the button's payload, and verifies notifications (IPN), which are
//! messages of Amazon's Simple Notification Service (SNS).

mod algorithm;
mod canonical;
mod derived_key;
mod id;
mod key;
pub mod notification;
mod randomness;
mod signer;

pub use algorithm::Algorithm;
pub use canonical::ApiRequest;
pub use derived_key::DerivedKey;
pub use id::is_plain_id;
pub use key::{SigningError, SigningKey, SigningKeyError};
pub use signer::Signer;
