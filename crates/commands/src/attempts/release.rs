//! `zkratka attempts release`

use super::arguments::AttemptRelease;
use super::find::find;
use crate::support::{CliError, existing_shop, output};
use std::process::ExitCode;
use zkratka_commerce::attempt::release_by_operator;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{AttemptStep, StepCommit, StepOutcome};

pub(super) async fn run(arguments: AttemptRelease) -> Result<ExitCode, CliError> {
    if !arguments.confirm_nothing_held {
        return Err(CliError::Input(
            "nothing was released: look up the payment at the gateway, and add --confirm-nothing-held if the gateway holds no money"
                .to_owned(),
        ));
    }
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let attempt = find(&*store, &config.gift_card_codes, &arguments.key).await?;
    let key = attempt.key.0;
    let refused = |reason: String| CliError::Work(format!("attempt {key}: {reason}"));
    let released = release_by_operator(&attempt, SystemClock.now())
        .map_err(|error| refused(error.to_string()))?;
    let step = AttemptStep {
        attempt: released.attempt,
        commit: StepCommit::Release,
        timeline: released.timeline,
    };
    match store.advance(step).await? {
        StepOutcome::Stored(_) => {
            output::line(&format!(
                "Attempt {key} is released: its stock is for sale again and its cart is open."
            ));
            Ok(ExitCode::SUCCESS)
        }
        StepOutcome::Superseded(_) => {
            Err(refused("it has just changed; look at it again".to_owned()))
        }
    }
}
