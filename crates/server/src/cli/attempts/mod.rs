//! `zkratka attempts`: what needs a person, and what that person decides.

mod arguments;
mod describe;
mod release;

pub(super) use arguments::Attempts;

use super::arguments::Listing;
use super::orders::{existing_store, pretty};
use super::{CliError, logging, output};
use arguments::{AttemptShow, AttemptsCommand};
use describe::Known;
use serde_json::Value;
use std::process::ExitCode;
use tracing::Level;
use zkratka_attempts::{NameFor, key_in_name};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::AttemptKey;
use zkratka_store::Store;

pub(super) async fn run(arguments: Attempts) -> Result<ExitCode, CliError> {
    // What the store leaves out because it cannot be read must not go unsaid.
    logging::start(Level::ERROR);
    match arguments.command {
        Some(AttemptsCommand::Show(show)) => self::show(show).await,
        Some(AttemptsCommand::Release(release)) => release::run(release).await,
        None => list(arguments.list).await,
    }
}

async fn list(arguments: Listing) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let attempts = store.attempts_in_review(arguments.limit).await?;
    let known: Vec<Known> = attempts.into_iter().map(Known::in_list).collect();
    if arguments.json {
        let list: Vec<Value> = known.iter().map(Known::to_json).collect();
        output::line(&pretty(&Value::Array(list)));
        return Ok(ExitCode::SUCCESS);
    }
    if known.is_empty() {
        output::line("No attempt needs a person.");
    }
    for attempt in &known {
        output::line(&attempt.line());
    }
    Ok(ExitCode::SUCCESS)
}

async fn show(arguments: AttemptShow) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let attempt = find(&*store, &arguments.key).await?;
    let timeline = store.timeline(attempt.key).await?;
    let known = Known::with_timeline(attempt, timeline);
    if arguments.json {
        output::line(&pretty(&known.to_json()));
    } else {
        output::line(known.describe().trim_end());
    }
    Ok(ExitCode::SUCCESS)
}

/// The attempt that somebody has named by its key, its public id, or the key that the gateway knows.
async fn find(store: &dyn Store, name: &str) -> Result<Attempt, CliError> {
    let number = name.parse().ok().map(AttemptKey);
    let Some(key) = number.or_else(|| key_in_name(name)) else {
        return Err(CliError::Input(format!(
            "{name} is neither the key of an attempt (a number) nor its public id, nor its key at the gateway"
        )));
    };
    let known = [NameFor::Client, NameFor::Gateway];
    let is_meant =
        |attempt: &Attempt| number.is_some() || known.iter().any(|of| of.is(name, attempt));
    let found = store.attempt(key).await?.filter(is_meant);
    found.ok_or_else(|| CliError::Work(format!("there is no attempt {name}")))
}
