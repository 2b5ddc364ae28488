//! Meta Pay: verifies and opens payment containers, and signs requests to Meta.
//!
//! Meta publishes the members of a container, but neither its root certificate nor the algorithms of its encryption.
//! `docs/meta-pay.md` says what is known and what is inferred. A container that differs is refused.

mod chain;
mod check;
mod container_type;
mod context;
mod envelope;
mod jwe;
mod jws;
mod members;
mod message;
mod mode;
mod opener;
mod payment;
mod refusal;
mod request_signature;

pub use check::{Check, Inspection};
pub use container_type::ContainerType;
pub use context::{ContextKey, Purchase};
pub use envelope::Content;
pub use mode::Mode;
pub use opener::{CREATION_WINDOW_MS, Opener};
pub use payment::{OpenedContainer, Payment};
pub use refusal::{Refusal, SignatureRefusal};
pub use request_signature::{REQUEST_SIGNATURE_HEADER, RequestSigner, SignerError, verify_request};
