//! Notifications of Amazon Pay (IPN): messages of Amazon's Simple Notification Service (SNS), signed by Amazon.
//!
//! Checking has two steps. [`Inbox::open`] checks what costs nothing, and says which certificate is needed.
//! [`UnverifiedMessage::verify`] checks the signature with it. The result only says which object to ask Amazon about: a
//! notification carries no state.

mod certificate;
mod content;
mod envelope;
mod inbox;
mod refusal;
mod source;

pub use certificate::SnsCertificate;
pub use content::{ChangedObject, Content, ObjectKind};
pub use inbox::{GenuineMessage, Inbox, TIMESTAMP_WINDOW_MS, UnverifiedMessage};
pub use refusal::Refusal;
pub use source::{CertificateSource, MAX_CERTIFICATE_BYTES};

/// How SNS signs a message. A topic's attribute `SignatureVersion` chooses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SignatureVersion {
    /// RSASSA-PKCS1-v1_5 with SHA-1.
    V1,
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    V2,
}
