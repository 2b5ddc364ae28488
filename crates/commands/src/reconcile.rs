//! `zkratka reconcile`: compares the providers' ledgers with the shop's records.

use crate::support::{CliError, ConfigFile, existing_shop, now, output, parse_moment, pretty};
use clap::Args;
use std::process::ExitCode;
use zkratka_reconciliation::{Question, Report, Section, providers};

/// `zkratka reconcile`
#[derive(Debug, Args)]
#[command(
    after_help = "Reads only: it changes nothing here or at a provider, and may run beside the server. What happened in the last hours is
left out, because a provider may not list it yet (PayPal: three hours). Each difference says what to do.

Examples:
  zkratka reconcile --since 14d
  zkratka reconcile --since 2026-11-01 --until 2026-12-01 --json

Exit codes: 0 both sides are equal; 1 there are differences; 2 not everything could be compared."
)]
pub struct Reconcile {
    #[command(flatten)]
    file: ConfigFile,
    /// From this day or time on (2026-11-01), or since this long ago (30d, 12h)
    #[arg(long, value_name = "TIME")]
    since: String,
    /// Until before this day or time [default: now]
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Every failure exits with 2: 1 stands for differences.
pub async fn run(arguments: Reconcile) -> Result<ExitCode, CliError> {
    let report = compare(&arguments).await;
    let report = report.map_err(|error| CliError::Input(error.to_string()))?;
    if arguments.json {
        output::line(&pretty(&report.json()));
    } else {
        report.lines().iter().for_each(|line| output::line(line));
    }
    Ok(ExitCode::from(report.exit_code()))
}

async fn compare(arguments: &Reconcile) -> Result<Report, CliError> {
    let now = now();
    let moment = |text: &str| parse_moment(text, now).map_err(CliError::Input);
    let since = moment(&arguments.since)?;
    let until = arguments.until.as_deref().map_or(Ok(now), moment)?;
    if since >= until {
        let message = "--since must be before --until, and in the past";
        return Err(CliError::Input(message.to_owned()));
    }
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let providers = providers(&config).await;
    let providers = providers.map_err(|error| CliError::Input(error.to_string()))?;
    let mode = config.server.mode;
    let question = Question {
        since,
        until,
        now,
        mode,
    };
    let mut sections = Vec::new();
    for provider in &providers.list {
        let (comparison, stopped) = provider.compare(&*store, question).await;
        sections.push(Section {
            comparison,
            stopped,
        });
    }
    Ok(Report {
        since,
        until,
        sections,
    })
}
