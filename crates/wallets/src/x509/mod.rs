//! X.509 certificates: the parts that the wallets' checks need, and signatures by the keys of certificates.

pub(crate) mod ber;
mod certificate;
mod file;
#[cfg(test)]
pub(crate) mod fixtures;
mod named;
pub(crate) mod oid;
mod public_key;

pub(crate) use certificate::X509;
pub use file::{Certificate, CertificateError};
pub use named::NamedCertificate;
pub(crate) use public_key::{PublicKey, named};
