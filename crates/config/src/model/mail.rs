//! The settings of e-mails to buyers.

use super::SharedSecret;

/// The name under which buyers receive order events by e-mail, beside the names of `[[order_webhooks]]`.
pub const BUYERS: &str = "e-mail";

/// `[mail]`
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// `None`: the server keeps the e-mails itself, in test mode.
    pub server: Option<MailServer>,
    /// The address of the sender. Its name is the shop's.
    pub sender: String,
    /// Where buyers' answers go, if not to the sender.
    pub reply_to: Option<String>,
}

/// An SMTP server.
#[derive(Clone, Debug)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    pub encryption: MailEncryption,
    pub login: Option<MailLogin>,
}

/// How the connection to an SMTP server is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailEncryption {
    /// From the start.
    Implicit,
    /// By STARTTLS, which the server must offer.
    StartTls,
    /// Not at all: the server is on this machine.
    None,
}

/// What the SMTP server knows this shop by.
#[derive(Clone, Debug)]
pub struct MailLogin {
    pub user: String,
    pub password: SharedSecret,
}
