//! `zkratka mail`: lists e-mails to buyers, resends them, and shows what they say.

mod arguments;
mod preview;

pub use arguments::Mail;
pub(crate) use arguments::{MailList, MailSend};

use crate::events;
use crate::support::CliError;
use arguments::MailCommand;
use std::process::ExitCode;

pub async fn run(arguments: Mail) -> Result<ExitCode, CliError> {
    match arguments.command {
        None => events::list_mails(arguments.list).await,
        Some(MailCommand::Send(send)) => events::send_mails(send).await,
        Some(MailCommand::Preview(preview)) => preview::run(preview).await,
    }
}
