//! Where the certificates of SNS come from.

use std::fmt;

/// The longest certificate file that is read, in bytes.
pub const MAX_CERTIFICATE_BYTES: usize = 10 * 1_024;

const LONGEST_NAME: usize = 128;
const EXTENSION: &str = ".pem";

/// The address of a certificate on a trusted host, such as
/// `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-....pem`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CertificateSource {
    host: String,
    path: String,
}

impl CertificateSource {
    /// Reads an address. The host must be one of `hosts`, to the letter, and only the exact form without a port, a query or
    /// escapes is accepted, so that no parser of URLs can read another host into it. A pattern would not do: the host
    /// `sns.s3-us-west-2.amazonaws.com` fits the usual one, and somebody's storage could answer there.
    #[must_use]
    pub fn read(url: &str, hosts: &[String]) -> Option<Self> {
        let (host, path) = url.strip_prefix("https://")?.split_once('/')?;
        let name = path.strip_suffix(EXTENSION)?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_file = (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_plain);
        let is_known = hosts.iter().any(|known| known == host);
        (is_file && is_known).then(|| Self {
            host: host.to_owned(),
            path: format!("/{path}"),
        })
    }

    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Begins with a slash.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for CertificateSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "https://{}{}", self.host, self.path)
    }
}
