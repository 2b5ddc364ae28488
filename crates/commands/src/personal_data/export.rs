//! `zkratka orders export`

use super::arguments::OrderExport;
use super::redact::checked;
use crate::support::{CliError, existing_store, output, pretty};
use std::process::ExitCode;
use zkratka_privacy::{find, person_json};

pub(crate) async fn run(arguments: OrderExport) -> Result<ExitCode, CliError> {
    let email = checked(&arguments.email)?;
    let store = existing_store(&arguments.file.config).await?;
    let person = find(&*store, email).await?;
    output::line(&pretty(&person_json(&person)));
    Ok(ExitCode::SUCCESS)
}
