//! Where the certificates of SNS come from.

use std::fmt;

/// The longest certificate file that is read, in bytes.
pub const MAX_CERTIFICATE_BYTES: usize = 10 * 1_024;

const LONGEST_NAME: usize = 128;
const EXTENSION: &str = ".pem";

/// The address of a certificate of a trusted origin, such as
/// `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-....pem`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CertificateSource {
    origin: String,
    path: String,
}

impl CertificateSource {
    /// Reads an address. Its scheme, host and port must be those of one of `origins`, to the letter, and only the exact form
    /// without a query or escapes is accepted, so that no parser of URLs can read another host into it. A pattern of hosts
    /// would not do: `sns.s3-us-west-2.amazonaws.com` matches AWS's usual pattern, but is a storage bucket that anybody
    /// could own.
    #[must_use]
    pub fn read(url: &str, origins: &[String]) -> Option<Self> {
        let (origin, path) = url.rsplit_once('/')?;
        let name = path.strip_suffix(EXTENSION)?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_file = (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_plain);
        let is_known = origins.iter().any(|known| known == origin);
        (is_file && is_known).then(|| Self {
            origin: origin.to_owned(),
            path: format!("/{path}"),
        })
    }

    /// Scheme, host and port, without a slash at the end.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Begins with a slash.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for CertificateSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", self.origin, self.path)
    }
}
