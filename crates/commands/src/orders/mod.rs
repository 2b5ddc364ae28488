//! `zkratka orders`: lists and shows orders, and carries out what an operator decides about one.

mod arguments;

pub use arguments::Orders;

use crate::personal_data;
use crate::support::{CliError, existing_store, local_time, output, pretty};
use arguments::{OnOrder, OrderList, OrderShow, OrdersCommand};
use serde_json::Value;
use std::process::ExitCode;
use std::time::Duration;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::Currency;
use zkratka_commerce::order_life::{Action, Operation, OperationKey};
use zkratka_order_commands::{
    CommandError, Request, describe, execute, needing_attention, payment_state,
};
use zkratka_order_events::order_json;
use zkratka_store::{OrderPage, OrderRecord};
use zkratka_texts::format_money;

/// How long a command waits for the server to make a refund.
const PATIENCE: Duration = Duration::from_secs(20);

/// Exit code if a refund without a key was made before.
const REPEATED: u8 = 3;

pub async fn run(arguments: Orders) -> Result<ExitCode, CliError> {
    match arguments.command {
        None => list(arguments.list).await,
        Some(OrdersCommand::Show(show)) => self::show(show).await,
        Some(OrdersCommand::MarkPaid(paid)) => operate(paid, |_| Ok(Action::MarkPaid)).await,
        Some(OrdersCommand::Fulfil(sent)) => {
            let action = sent.action();
            operate(sent.on, |_| Ok(action)).await
        }
        Some(OrdersCommand::Cancel(cancel)) => {
            let restock = !cancel.no_restock;
            operate(cancel.on, |_| Ok(Action::Cancel { restock })).await
        }
        Some(OrdersCommand::Refund(refund)) => {
            let wanted = refund.arguments();
            operate(refund.on, |currency| wanted.action(currency)).await
        }
        Some(OrdersCommand::Redact(redact)) => personal_data::redact(redact).await,
        Some(OrdersCommand::Export(export)) => personal_data::export(export).await,
    }
}

/// Carries out an action on an order, or says what it would do.
async fn operate(
    on: OnOrder,
    action: impl FnOnce(Currency) -> Result<Action, String>,
) -> Result<ExitCode, CliError> {
    let store = existing_store(&on.file.config).await?;
    let order = OrderNumber(on.number);
    let Some(record) = store.order(order).await? else {
        return Err(CommandError::NoOrder(order).into());
    };
    let has_key = on.key.is_some();
    let request = Request {
        order,
        operation: Operation {
            key: on.key.map(OperationKey),
            by: on.by,
            reason: on.reason.unwrap_or_default(),
            action: action(record.order.snapshot.currency).map_err(CliError::Input)?,
        },
        dry_run: on.dry_run,
        // The servers' time: by an operator's clock that is ahead, the refund would not be due yet.
        now: store.now().await?,
        patience: PATIENCE,
    };
    let report = execute(&*store, &request).await?;
    for line in &report.lines {
        output::line(line);
    }
    let is_refund = matches!(request.operation.action, Action::Refund { .. });
    // A repetition under a key is a retry. Without a key the operator may have meant a second refund.
    let is_unmade = is_refund && report.is_repetition && !has_key;
    Ok(ExitCode::from(match (report.refund_failed, is_unmade) {
        (true, _) => 1,
        (false, true) => REPEATED,
        (false, false) => 0,
    }))
}

async fn list(arguments: OrderList) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let page = OrderPage {
        before: None,
        limit: arguments.limit,
    };
    let orders: Vec<(OrderRecord, String)> = if arguments.needs_attention {
        needing_attention(&*store, arguments.limit, store.now().await?).await?
    } else {
        let orders = store.orders(page).await?.into_iter();
        orders.map(|record| (record, String::new())).collect()
    };
    if arguments.json {
        let orders: Vec<Value> = orders
            .iter()
            .map(|(record, _)| order_json(record))
            .collect();
        output::line(&pretty(&Value::Array(orders)));
        return Ok(ExitCode::SUCCESS);
    }
    if orders.is_empty() {
        output::line(if arguments.needs_attention {
            "No order waits for a person."
        } else {
            "No orders yet."
        });
    }
    for (record, attention) in &orders {
        let order = &record.order;
        let units: u32 = order.snapshot.lines.iter().map(|line| line.quantity).sum();
        output::line(&format!(
            "{:>8}  {}  {:>14}  {:<28}  {units} pcs",
            order.number.0,
            local_time(order.created_at),
            format_money(order.snapshot.total, order.snapshot.currency),
            payment_state(record),
        ));
        if !attention.is_empty() {
            output::line(&format!("{:>8}  {attention}", ""));
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn show(arguments: OrderShow) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let number = OrderNumber(arguments.number);
    let Some(record) = store.order(number).await? else {
        return Err(CliError::Work(format!(
            "there is no order {}",
            arguments.number
        )));
    };
    if arguments.json {
        output::line(&pretty(&order_json(&record)));
    } else {
        let sold = store.gift_cards_of(number).await?;
        let downloads = store.download_record(number).await?;
        output::line(describe(&record, &sold, &downloads).trim_end());
    }
    Ok(ExitCode::SUCCESS)
}
