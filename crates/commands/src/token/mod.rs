//! `zkratka token`: decrypts a wallet's payment token, and checks whether it can be trusted.

mod apple_pay;
mod arguments;
mod files;
mod meta_pay;

pub use arguments::Token;

use crate::support::{CliError, now, output, pretty};
use arguments::{At, TokenCommand, TokenInspect, Wallet};
use std::process::ExitCode;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{self, Opener, Protocol, Recipient};
use zkratka_wallets::inspection::{Check as _, Refusal};
use zkratka_wallets::report;

pub fn run(arguments: &Token) -> Result<ExitCode, CliError> {
    let TokenCommand::Inspect(inspect) = &arguments.command;
    match inspect.wallet {
        Wallet::Apple => apple_pay::inspect(inspect),
        Wallet::Google => inspect_google_pay(inspect),
        Wallet::Meta => meta_pay::inspect(inspect),
    }
}

fn inspect_google_pay(arguments: &TokenInspect) -> Result<ExitCode, CliError> {
    let token = files::token(&arguments.token)?;
    let keys = files::keys(&token, arguments)?;
    let opener = Opener {
        roots: files::roots(arguments.roots.as_deref())?,
        recipient: Recipient::verbatim(&arguments.recipient),
        keys,
        protocols: Protocol::ALL.to_vec(),
    };
    let at = match arguments.at {
        None => now(),
        Some(At::Moment(at)) => Timestamp(at.as_millisecond()),
        Some(At::SigningTime) => {
            let problem = "--at signing-time: a Google Pay token states no signing time";
            return Err(CliError::Input(problem.to_owned()));
        }
    };
    let inspection = opener.inspect(&token.text, at);
    let report = report::google_pay(&inspection, &opener.recipient, at, arguments.show_secrets);
    output::line(&pretty(&report));
    Ok(match &inspection.result {
        Ok(token) => {
            if !token.is_payment() {
                output::error(&format!(
                    "verified, but {}",
                    google_pay::Refusal::NotAPayment
                ));
            }
            ExitCode::SUCCESS
        }
        Err(refusal) => refused(*refusal),
    })
}

/// Prints the check at which a token was refused.
fn refused<R: Refusal>(refusal: R) -> ExitCode {
    let check = refusal.check().name();
    output::error(&format!("refused at the check {check}: {refusal}"));
    ExitCode::FAILURE
}
