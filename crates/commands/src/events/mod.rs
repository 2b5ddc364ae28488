//! `zkratka events`: lists pending order webhook deliveries, and resends events.

mod arguments;
pub mod mail;
mod send;
mod since;

pub use arguments::Events;

use crate::support::{CliError, existing_store, local_time, output, pretty};
use arguments::{EventList, EventSend, EventsCommand, Which};
use mail::{MailList, MailSend};
use serde_json::{Value, json};
use std::process::ExitCode;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::time::Timestamp;
use zkratka_config::BUYERS;
use zkratka_store::{DeliveryFilter, DeliveryState, EventDelivery};

/// How many e-mails are listed at most.
const MOST_MAILS: u32 = 1_000;

pub async fn run(arguments: Events) -> Result<ExitCode, CliError> {
    match arguments.command {
        Some(EventsCommand::Send(send)) => send::run(send).await,
        None => list(arguments.list).await,
    }
}

/// Lists e-mails to buyers.
pub(crate) async fn list_mails(arguments: MailList) -> Result<ExitCode, CliError> {
    list(EventList {
        file: arguments.file,
        order: arguments.order,
        endpoint: Some(BUYERS.to_owned()),
        all: arguments.all,
        limit: MOST_MAILS,
        json: arguments.json,
    })
    .await
}

/// Resends the e-mails about an order.
pub(crate) async fn send_mails(arguments: MailSend) -> Result<ExitCode, CliError> {
    send::run(EventSend {
        file: arguments.file,
        which: Which {
            event: None,
            order: Some(arguments.order),
            given_up: false,
            since: None,
        },
        endpoint: Some(BUYERS.to_owned()),
        all: false,
    })
    .await
}

async fn list(arguments: EventList) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let wanted = DeliveryFilter {
        order: arguments.order.map(OrderNumber),
        endpoint: arguments.endpoint,
        delivered: arguments.all,
        limit: arguments.limit,
    };
    let deliveries = store.event_deliveries(wanted).await?;
    if arguments.json {
        let list: Vec<Value> = deliveries.iter().map(to_json).collect();
        output::line(&pretty(&Value::Array(list)));
        return Ok(ExitCode::SUCCESS);
    }
    if deliveries.is_empty() {
        output::line("No pending deliveries.");
    }
    for delivery in &deliveries {
        output::line(&line(delivery));
    }
    Ok(ExitCode::SUCCESS)
}

/// Describes a delivery in one line. The order's number is the only data of the order in it.
fn line(delivery: &EventDelivery) -> String {
    let answer = delivery.answer.as_deref();
    format!(
        "{}  {:>8}  {}  {:<18}  {:<16}  {:<9}  {:>2} tries  {}",
        delivery.id,
        delivery.key.order.0,
        local_time(delivery.at),
        delivery.kind,
        delivery.endpoint,
        state(delivery.state),
        delivery.tries,
        answer.unwrap_or_default(),
    )
    .trim_end()
    .to_owned()
}

const fn state(state: DeliveryState) -> &'static str {
    match state {
        DeliveryState::Pending => "pending",
        DeliveryState::Delivered => "delivered",
        DeliveryState::GivenUp => "given_up",
    }
}

fn to_json(delivery: &EventDelivery) -> Value {
    let is_pending = delivery.state == DeliveryState::Pending;
    json!({
        "id": delivery.id,
        "order": delivery.key.order,
        "type": delivery.kind,
        "at": delivery.at.rfc3339(),
        "endpoint": delivery.endpoint,
        "state": state(delivery.state),
        "tries": delivery.tries,
        "nextTryAt": is_pending.then(|| delivery.due_at.rfc3339()),
        "lastTriedAt": delivery.tried_at.map(Timestamp::rfc3339),
        "lastAnswer": delivery.answer,
    })
}
