//! `zkratka orders redact`

use super::arguments::OrderRedact;
use crate::support::{CliError, existing_store, now, output};
use std::process::ExitCode;
use zkratka_commerce::address::email_fault;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::redaction::UnpaidOrders;
use zkratka_privacy::{RedactRequest, Redacted, redact_order, redact_person};

pub(crate) async fn run(arguments: OrderRedact) -> Result<ExitCode, CliError> {
    let request = RedactRequest {
        by: operator(arguments.by)?,
        reason: filled("--reason", &arguments.reason)?.to_owned(),
        unpaid: if arguments.unpaid {
            UnpaidOrders::Redact
        } else {
            UnpaidOrders::Refuse
        },
        dry_run: arguments.dry_run,
        now: now(),
    };
    let email = arguments.email.as_deref().map(checked).transpose()?;
    let store = existing_store(&arguments.file.config).await?;
    let redacted = match (arguments.number, email) {
        (Some(number), _) => {
            let redacted = redact_order(&*store, OrderNumber(number), &request).await?;
            redacted.ok_or_else(|| CliError::Work(format!("there is no order {number}")))?
        }
        (None, email) => redact_person(&*store, email.unwrap_or_default(), &request).await?,
    };
    Ok(report(&redacted, request.dry_run))
}

/// An e-mail address as the checkout would accept it: a mistyped one would find nobody and look like success.
pub(super) fn checked(email: &str) -> Result<&str, CliError> {
    let email = email.trim();
    match email_fault(email) {
        None => Ok(email),
        Some(_) => Err(CliError::Input(format!(
            "--email {email}: this is not an e-mail address; write one such as jana@example.cz"
        ))),
    }
}

fn operator(by: Option<String>) -> Result<String, CliError> {
    let user = || {
        ["USER", "LOGNAME", "USERNAME"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok())
    };
    match by.or_else(user) {
        Some(by) => Ok(filled("--by", &by)?.to_owned()),
        None => Err(CliError::Input(
            "this machine does not say who runs the command: add --by NAME".to_owned(),
        )),
    }
}

fn filled<'t>(option: &str, text: &'t str) -> Result<&'t str, CliError> {
    const LONGEST: usize = 500;
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST || text.contains(char::is_control) {
        let message = format!("{option}: write 1 to {LONGEST} characters on one line");
        return Err(CliError::Input(message));
    }
    Ok(text)
}

/// Prints what was done. Anything that keeps its data makes the command fail.
fn report(redacted: &Redacted, dry_run: bool) -> ExitCode {
    for line in redacted.done(dry_run) {
        output::line(&line);
    }
    let kept = redacted.kept();
    for line in &kept {
        output::error(line);
    }
    if kept.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
