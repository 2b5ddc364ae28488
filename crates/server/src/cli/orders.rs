//! `zkratka orders`

use super::arguments::{OrderList, OrderShow, Orders, OrdersCommand};
use super::personal_data;
use super::support::{CliError, existing_store, local_time, output, pretty};
use serde_json::Value;
use std::process::ExitCode;
use zkratka_commerce::address::{Address, display_lines};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::order::{OrderPayment, OrderedDelivery};
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_order_events::order_json;
use zkratka_store::{OrderPage, OrderRecord};
use zkratka_texts::{format_money, format_rate, payment_name};

pub(super) async fn run(arguments: Orders) -> Result<ExitCode, CliError> {
    match arguments.command {
        Some(OrdersCommand::Show(show)) => self::show(show).await,
        Some(OrdersCommand::Redact(redact)) => personal_data::redact(redact).await,
        Some(OrdersCommand::Export(export)) => personal_data::export(export).await,
        None => list(arguments.list).await,
    }
}

async fn list(arguments: OrderList) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let page = OrderPage {
        before: None,
        limit: arguments.limit,
    };
    let orders = store.orders(page).await?;
    if arguments.json {
        let orders: Vec<Value> = orders.iter().map(order_json).collect();
        output::line(&pretty(&Value::Array(orders)));
        return Ok(ExitCode::SUCCESS);
    }
    if orders.is_empty() {
        output::line("No orders yet.");
    }
    for record in &orders {
        let order = &record.order;
        let units: u32 = order.snapshot.lines.iter().map(|line| line.quantity).sum();
        output::line(&format!(
            "{:>8}  {}  {:>14}  {:<28}  {units} pcs",
            order.number.0,
            local_time(order.created_at),
            format_money(order.snapshot.total, order.snapshot.currency),
            payment_state(&order.payment),
        ));
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
        output::line(describe(&record).trim_end());
    }
    Ok(ExitCode::SUCCESS)
}

/// Describes an order for people.
fn describe(record: &OrderRecord) -> String {
    let (order, snapshot) = (&record.order, &record.order.snapshot);
    let mut lines = vec![
        format!(
            "Order {} of {}",
            order.number.0,
            local_time(order.created_at)
        ),
        format!(
            "Payment: {}, {}",
            payment_name(&snapshot.payment),
            payment_state(&order.payment)
        ),
        format!(
            "Buyer: {} {}",
            snapshot.email,
            snapshot.phone.as_deref().unwrap_or_default()
        ),
    ];
    lines.extend(address("Delivery to", snapshot.delivery_address.as_ref()));
    lines.extend(address("Bill to", snapshot.billing_address.as_ref()));
    if let Some(market) = &snapshot.market {
        lines.push(format!("Market: {market} ({})", snapshot.currency));
    }
    lines.push(String::new());
    let amount = |minor| format_money(minor, snapshot.currency);
    for line in &snapshot.lines {
        let title = line.variant_title.as_ref().map_or_else(
            || line.title.clone(),
            |variant| format!("{} ({variant})", line.title),
        );
        let (unit, total) = (amount(line.unit_price), amount(line.total));
        lines.push(format!("{:>5} × {title}, {unit}: {total}", line.quantity));
        for attribute in &line.attributes {
            lines.push(format!("        {}: {}", attribute.key, attribute.value));
        }
        if let Some(worth) = line.gift_card {
            let worth = format_money(worth.minor, worth.currency);
            lines.push(format!("        gift card over {worth}"));
        }
        if let Some(plan) = &line.selling_plan {
            lines.push(format!("        selling plan {}: {}", plan.id.0, plan.name));
        }
    }
    let ways = snapshot.delivery.iter().flat_map(OrderedDelivery::ways);
    for (whose, option) in ways {
        let whose = match whose {
            None => "",
            Some(PurchaseType::OneTimePurchase) => "One-time purchase: ",
            Some(PurchaseType::Subscription) => "Subscription: ",
        };
        let (title, price) = (&option.title, amount(option.price));
        lines.push(format!("        {whose}{title}: {price}"));
    }
    for given in &snapshot.discounts {
        let (name, off) = (given.trigger.name(), amount(given.amount));
        lines.push(format!("        Discount {name}: -{off}"));
    }
    for paid in &snapshot.gift_cards {
        let paid_amount = amount(paid.amount);
        lines.push(format!(
            "        Gift card ...{}: -{paid_amount}",
            paid.last_characters
        ));
    }
    if snapshot.duty.is_positive() {
        lines.push(format!("Duty: {}", amount(snapshot.duty)));
    }
    lines.push(format!("Total: {}", amount(snapshot.total)));
    let name = match snapshot.taxation {
        Taxation::Included => "VAT",
        Taxation::Added => "Tax added",
    };
    for tax in &snapshot.taxes {
        let (base, tax_amount) = (amount(tax.base), amount(tax.tax));
        lines.push(format!(
            "{name} {}: base {base}, tax {tax_amount}",
            format_rate(tax.rate)
        ));
    }
    if let Some(note) = &snapshot.note {
        lines.push(format!("Note: {note}"));
    }
    lines.push("\nTimeline".to_owned());
    for entry in &record.timeline {
        lines.push(format!(
            "  {}  {:<14} {}",
            local_time(entry.at),
            entry.event,
            entry.detail
        ));
    }
    lines.join("\n")
}

fn address(title: &str, address: Option<&Address>) -> Option<String> {
    address.map(|address| format!("{title}: {}", display_lines(address).join(", ")))
}

const fn payment_state(payment: &OrderPayment) -> &'static str {
    match payment {
        OrderPayment::Authorised { .. } => "held on the card",
        OrderPayment::Captured { .. } => "paid by card",
        OrderPayment::DueOnDelivery => "due on delivery",
        OrderPayment::AwaitingTransfer => "awaiting transfer",
        OrderPayment::Free => "nothing to pay",
        OrderPayment::NeedsReview => "NEEDS REVIEW: see timeline",
    }
}
