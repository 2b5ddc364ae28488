//! `zkratka token`: what a wallet's payment token holds, and whether it can be trusted.

mod arguments;
mod files;
mod report;

pub(super) use arguments::Token;

use super::orders::pretty;
use super::{CliError, output};
use arguments::{TokenCommand, TokenInspect, Wallet};
use std::process::ExitCode;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{Opener, Protocol, Recipient, Refusal};
use zkratka_wallets::inspection::{Check as _, Refusal as _};

pub(super) fn run(arguments: &Token) -> Result<ExitCode, CliError> {
    let TokenCommand::Inspect(inspect) = &arguments.command;
    match inspect.wallet {
        Wallet::GooglePay => inspect_google_pay(inspect),
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
    let at = arguments.at.unwrap_or_else(jiff::Timestamp::now);
    let at = Timestamp(at.as_millisecond());
    let inspection = opener.inspect(&token.text, at);
    let report = report::to_json(&inspection, &opener.recipient, at, arguments.show_secrets);
    output::line(&pretty(&report));
    Ok(match &inspection.result {
        Ok(token) => {
            if !token.is_payment() {
                output::error(&format!("verified, but {}", Refusal::NotAPayment));
            }
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            output::error(&format!(
                "refused at the check {}: {refusal}",
                refusal.check().name()
            ));
            ExitCode::FAILURE
        }
    })
}
