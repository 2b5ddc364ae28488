//! Hands messages to an SMTP server.

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use std::time::Duration;
use zkratka_config::{MailEncryption, MailServer};

/// How long an SMTP server may take to answer one command.
const COMMAND_DEADLINE: Duration = Duration::from_secs(15);

/// The connections to an SMTP server.
pub struct Post(AsyncSmtpTransport<Tokio1Executor>);

/// Why an SMTP server cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the SMTP server {host} cannot be used: {reason}")]
pub struct PostError {
    pub host: String,
    pub reason: lettre::transport::smtp::Error,
}

/// What an SMTP server said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Handed {
    /// It has taken the message.
    Taken,
    /// It did not take the message now.
    Later(String),
    /// It will never take the message.
    Never(String),
}

impl Post {
    /// Opens no connection yet.
    ///
    /// # Errors
    /// The platform has no certificates, or the host's name is not valid.
    pub fn new(server: &MailServer) -> Result<Self, PostError> {
        let tls = || {
            TlsParameters::new(server.host.clone()).map_err(|reason| PostError {
                host: server.host.clone(),
                reason,
            })
        };
        let tls = match server.encryption {
            MailEncryption::Implicit => Tls::Wrapper(tls()?),
            MailEncryption::StartTls => Tls::Required(tls()?),
            MailEncryption::None => Tls::None,
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&server.host)
            .port(server.port)
            .tls(tls)
            .timeout(Some(COMMAND_DEADLINE));
        if let Some(login) = &server.login {
            let (user, password) = (login.user.clone(), login.password.0.clone());
            builder = builder.credentials(Credentials::new(user, password));
        }
        Ok(Self(builder.build()))
    }

    /// Sends a message. The texts contain only the server's code, because what it says may repeat an address.
    pub(crate) async fn send(&self, message: Message) -> Handed {
        match self.0.send(message).await {
            Ok(_) => Handed::Taken,
            Err(error) => {
                let told = told(&error);
                if error.is_permanent() {
                    Handed::Never(told)
                } else {
                    Handed::Later(told)
                }
            }
        }
    }
}

fn told(error: &lettre::transport::smtp::Error) -> String {
    match error.status() {
        Some(code) => format!("the SMTP server answered {code}"),
        None if error.is_timeout() => "the SMTP server did not answer in time".to_owned(),
        None if error.is_tls() => "the SMTP server has no valid certificate".to_owned(),
        None => "no connection to the SMTP server".to_owned(),
    }
}
