//! An SMTP server that delivers nothing: it keeps the last e-mails, and pages show them.
//!
//! | recipient | what happens |
//! |---|---|
//! | `odmitnuto@…` | it is refused for good (550) |
//! | `pozdeji@…` | it is refused the first time (451) |

mod inbox;
mod pages;
mod session;
#[cfg(test)]
mod tests;

use crate::Emulated;
use axum::Router;
use inbox::Inbox;
use session::Session;
use std::io;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// How long one connection may last.
const LONGEST: Duration = Duration::from_mins(2);

/// How many connections are served at once; further ones are closed.
const MOST_CONNECTIONS: usize = 64;
/// The pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);

/// The SMTP server.
#[derive(Default)]
pub struct MailCatcher(Inbox);

impl Emulated for MailCatcher {
    const NAME: &'static str = "SMTP server";

    fn pages(&self) -> Router {
        pages::routes(self.0.clone())
    }

    async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        tokio::pin!(stop);
        let mut sessions = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                () = &mut stop => return Ok(()),
                Some(_) = sessions.join_next() => continue,
                accepted = listener.accept() => accepted,
            };
            let Ok((stream, _)) = accepted else {
                // No file descriptor is free, perhaps.
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            if sessions.len() >= MOST_CONNECTIONS {
                continue;
            }
            let session = Session::new(self.0.clone());
            sessions.spawn(async move {
                // Whether the client waits for the end changes nothing: what it sent whole is kept.
                let _ = tokio::time::timeout(LONGEST, session.run(stream)).await;
            });
        }
    }
}
