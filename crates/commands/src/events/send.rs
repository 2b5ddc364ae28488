//! `zkratka events send`

use super::arguments::{EventSend, Which};
use super::since::Since;
use crate::support::{CliError, existing_shop, output};
use std::process::ExitCode;
use zkratka_commerce::ids::OrderNumber;
use zkratka_order_events::kept_since;
use zkratka_order_mail::subscribers;
use zkratka_store::{MissedFilter, ResendSelection, Subscriber};

pub(super) async fn run(arguments: EventSend) -> Result<ExitCode, CliError> {
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let everybody = subscribers(&config);
    let to = chosen(everybody, arguments.endpoint.as_deref())?;
    let now = store.now().await?;
    let since = arguments.which.since;
    let count = match since {
        Some(Since(since)) if since > now => {
            let message = "--since: that time is in the future";
            return Err(CliError::Input(message.to_owned()));
        }
        Some(Since(since)) => {
            let delivered = arguments.all;
            let missed = MissedFilter { since, delivered };
            store.send_missed_events(missed, to, now).await?
        }
        None => {
            let which = again(arguments.which);
            store.send_events_again(which, to, now).await?
        }
    };
    let told = match count {
        0 => {
            let message = "there is nothing to send: no such event is stored, no endpoint wants it, or its delivery is pending or done";
            return Err(CliError::Work(message.to_owned()));
        }
        1 => "One event will be sent".to_owned(),
        count => format!("{count} events will be sent"),
    };
    output::line(&format!("{told} by the running server."));
    if since.is_some_and(|Since(since)| since < kept_since(&config.store, now)) {
        let days = config.store.event_days;
        output::line(&format!(
            "Events older than {days} days may already be deleted (event_days in [store])."
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn again(which: Which) -> ResendSelection {
    match which {
        Which {
            event: Some(id), ..
        } => ResendSelection::Event(id),
        Which {
            order: Some(number),
            ..
        } => ResendSelection::Order(OrderNumber(number)),
        // The command-line parser requires exactly one of them.
        Which { .. } => ResendSelection::GivenUp,
    }
}

/// Returns the subscriber of this endpoint, or all of them if no endpoint is given.
fn chosen(everybody: Vec<Subscriber>, endpoint: Option<&str>) -> Result<Vec<Subscriber>, CliError> {
    if everybody.is_empty() {
        let message =
            "nobody receives events: write a section [[order_webhooks]], or enable [mail]";
        return Err(CliError::Input(message.to_owned()));
    }
    let Some(name) = endpoint else {
        return Ok(everybody);
    };
    let names: Vec<_> = everybody.iter().map(|one| one.endpoint.clone()).collect();
    let meant = everybody.into_iter().find(|one| one.endpoint == name);
    let one = meant.ok_or_else(|| {
        let names = names.join(", ");
        CliError::Input(format!("there is no endpoint {name}: there are {names}"))
    })?;
    Ok(vec![one])
}
