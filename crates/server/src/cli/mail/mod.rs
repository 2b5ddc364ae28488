//! `zkratka mail`: lists e-mails to buyers, resends them, and shows what they say.

mod arguments;
mod preview;

pub(super) use arguments::{Mail, MailList, MailSend};

use super::events;
use arguments::MailCommand;
use std::process::ExitCode;
use zkratka_commands::support::CliError;

pub(super) async fn run(arguments: Mail) -> Result<ExitCode, CliError> {
    match arguments.command {
        None => events::list_mails(arguments.list).await,
        Some(MailCommand::Send(send)) => events::send_mails(send).await,
        Some(MailCommand::Preview(preview)) => preview::run(preview).await,
    }
}
