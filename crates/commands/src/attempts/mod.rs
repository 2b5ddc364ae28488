//! `zkratka attempts`: lists attempts that need a person, and carries out that person's decision.

mod arguments;
mod describe;
mod find;
mod release;

pub use arguments::Attempts;

use crate::support::{CliError, Listing, existing_shop, existing_store, logging, output, pretty};
use arguments::{AttemptShow, AttemptsCommand};
use describe::AttemptReport;
use find::find;
use serde_json::Value;
use std::process::ExitCode;
use tracing::Level;

pub async fn run(arguments: Attempts) -> Result<ExitCode, CliError> {
    // The store logs an error for every attempt that it cannot read. Those lines must be printed.
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
    let known: Vec<AttemptReport> = attempts.into_iter().map(AttemptReport::in_list).collect();
    if arguments.json {
        let list: Vec<Value> = known.iter().map(AttemptReport::to_json).collect();
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
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let attempt = find(&*store, &config.gift_card_codes, &arguments.key).await?;
    let timeline = store.timeline(attempt.key).await?;
    let known = AttemptReport::with_timeline(attempt, timeline);
    if arguments.json {
        output::line(&pretty(&known.to_json()));
    } else {
        output::line(known.describe().trim_end());
    }
    Ok(ExitCode::SUCCESS)
}
