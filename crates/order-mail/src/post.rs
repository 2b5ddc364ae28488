//! Hands messages to an SMTP server.

use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use std::time::Duration;
use tokio::time::timeout;
use zkratka_config::{MailEncryption, MailServer};

/// How long connecting, encrypting and signing in may take.
const CONNECTING: Duration = Duration::from_secs(30);
/// How long the server may take from the sender's address to its answer about the content. RFC 5321 allows ten minutes for that
/// answer, which no server needs for a small e-mail.
const SENDING: Duration = Duration::from_mins(3);
/// How long to wait for the answer to a farewell, which changes nothing.
const FAREWELL: Duration = Duration::from_secs(5);

/// An SMTP server.
pub struct Post {
    server: MailServer,
    /// `None`: the connection is not encrypted.
    tls: Option<TlsParameters>,
    name: ClientId,
}

/// Why an SMTP server cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the SMTP server {host} cannot be used: {reason}")]
pub struct PostError {
    pub host: String,
    pub reason: Error,
}

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Handed {
    /// The server has taken it.
    Taken,
    /// Nobody needs it any more.
    Unneeded(&'static str),
    /// It can be sent later. `for_all`: no other message is taken now either, as far as can be told.
    Later { reason: String, for_all: bool },
    /// The server will never take it.
    Never(String),
}

impl Handed {
    const fn later(reason: String) -> Self {
        Self::Later {
            reason,
            for_all: true,
        }
    }
}

/// Why the server did not take a message.
enum Trouble {
    /// It is about this message or its recipient.
    Message(Error),
    /// It is about the shop, the server or the connection.
    Other(Error),
}

impl Post {
    /// Opens no connection yet.
    ///
    /// # Errors
    /// The platform has no certificates, or the host's name is not valid.
    pub fn new(server: MailServer) -> Result<Self, PostError> {
        let tls = match server.encryption {
            MailEncryption::None => None,
            MailEncryption::Implicit | MailEncryption::StartTls => {
                let tls = TlsParameters::new(server.host.clone());
                Some(tls.map_err(|reason| PostError {
                    host: server.host.clone(),
                    reason,
                })?)
            }
        };
        Ok(Self {
            server,
            tls,
            name: ClientId::default(),
        })
    }

    /// Sends a message. The texts contain only the server's code, because what it says may repeat an address.
    pub(crate) async fn send(&self, message: &Message) -> Handed {
        let mut connection = match timeout(CONNECTING, self.connect()).await {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) => return Handed::later(told(&error)),
            Err(_late) => return Handed::later(NO_ANSWER.to_owned()),
        };
        let handed = match timeout(SENDING, hand(&mut connection, message)).await {
            Ok(Ok(())) => Handed::Taken,
            Ok(Err(Trouble::Message(error))) if error.is_permanent() => Handed::Never(told(&error)),
            Ok(Err(Trouble::Message(error))) => Handed::Later {
                reason: told(&error),
                for_all: false,
            },
            Ok(Err(Trouble::Other(error))) => Handed::later(told(&error)),
            Err(_late) => Handed::later(NO_ANSWER.to_owned()),
        };
        let _ = timeout(FAREWELL, connection.abort()).await;
        handed
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let place = (self.server.host.as_str(), self.server.port);
        let is_wrapped = self.server.encryption == MailEncryption::Implicit;
        let wrapper = self.tls.clone().filter(|_| is_wrapped);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(place, None, &self.name, wrapper, None).await?;
        if let Some(tls) = self.tls.clone().filter(|_| !is_wrapped) {
            connection.starttls(tls, &self.name).await?;
        }
        if let Some(login) = &self.server.login {
            let known = Credentials::new(login.user.clone(), login.password.0.clone());
            let ways = [Mechanism::Plain, Mechanism::Login];
            connection.auth(&ways, &known).await?;
        }
        Ok(connection)
    }
}

/// What the server says to a command about the recipient or the content is about this message; everything else may hold for
/// every message.
async fn hand(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), Trouble> {
    let envelope = message.envelope();
    let sender = Mail::new(envelope.from().cloned(), Vec::new());
    connection.command(sender).await.map_err(Trouble::Other)?;
    for recipient in envelope.to() {
        let recipient = Rcpt::new(recipient.clone(), Vec::new());
        connection
            .command(recipient)
            .await
            .map_err(Trouble::Message)?;
    }
    connection.command(Data).await.map_err(Trouble::Other)?;
    let content = message.formatted();
    connection
        .message(&content)
        .await
        .map_err(Trouble::Message)?;
    Ok(())
}

const NO_ANSWER: &str = "the SMTP server did not answer in time";

fn told(error: &Error) -> String {
    match error.status() {
        Some(code) => format!("the SMTP server answered {code}"),
        None if error.is_timeout() => NO_ANSWER.to_owned(),
        None if error.is_tls() => "the SMTP server has no valid certificate".to_owned(),
        None => "no connection to the SMTP server".to_owned(),
    }
}
