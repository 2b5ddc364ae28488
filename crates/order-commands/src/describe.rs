//! An order for people.

use crate::life;
use crate::time::local_time;
use zkratka_commerce::address::{Address, display_lines};
use zkratka_commerce::download::{ConsentPlace, consent_at_checkout};
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::Currency;
use zkratka_commerce::order::{Order, OrderLine, OrderPayment, OrderedDelivery};
use zkratka_commerce::order_life::{CancelReason, Life, MoneySource, MoneyState};
use zkratka_commerce::payment::Brand;
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_store::{DownloadRecord, GiftCard, OrderRecord};
use zkratka_texts::{charged_account, format_money, format_rate, payment_name};

/// Describes an order for people. `sold` are the gift cards that it sold.
#[must_use]
pub fn describe(record: &OrderRecord, sold: &[GiftCard], downloads: &DownloadRecord) -> String {
    let (order, snapshot) = (&record.order, &record.order.snapshot);
    let mut lines = vec![
        format!(
            "Order {} of {}",
            order.number.0,
            local_time(order.created_at)
        ),
        format!(
            "Payment: {}, {}",
            payment_name(order),
            state_above(payment_state(record))
        ),
        format!(
            "Buyer: {} {}",
            snapshot.email,
            snapshot.phone.as_deref().unwrap_or_default()
        ),
    ];
    let life = record.life();
    lines.extend(life::lines(order, &life));
    if life.withholds_cards() {
        lines.extend(sold.iter().map(withheld_card));
    }
    lines.extend(address("Delivery to", snapshot.delivery_address.as_ref()));
    lines.extend(address("Bill to", snapshot.billing_address.as_ref()));
    if let Some(market) = &snapshot.market {
        lines.push(format!("Market: {market} ({})", snapshot.currency));
    }
    lines.extend(download_lines(order, downloads));
    lines.push(String::new());
    let amount = |minor| format_money(minor, snapshot.currency);
    for line in &snapshot.lines {
        lines.extend(line_lines(line, snapshot.currency));
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
    if !snapshot.rounding.is_zero() {
        lines.push(format!("Rounding: {}", amount(snapshot.rounding)));
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

/// The consent to immediate delivery, and how often each file was downloaded.
fn download_lines(order: &Order, downloads: &DownloadRecord) -> Vec<String> {
    let consent = consent_at_checkout(order).or_else(|| downloads.consent.clone());
    let consent = consent.map_or_else(
        || "none yet".to_owned(),
        |given| {
            let place = match given.place {
                ConsentPlace::Checkout => "in the checkout",
                ConsentPlace::OrderPage => "on the order's page",
            };
            let at = local_time(given.at);
            format!("{at}, {place}, text {}", given.version)
        },
    );
    let with_files = order.snapshot.lines.iter();
    let files = with_files.filter_map(|line| Some((line.id, line.download.as_ref()?)));
    let mut lines: Vec<String> = files
        .map(|(line, name)| {
            let count = downloads.counts.get(&line).copied().unwrap_or(0);
            format!("  {name}: downloaded {count} times  [line {}]", line.0)
        })
        .collect();
    if !lines.is_empty() {
        lines.insert(0, format!("Consent to immediate delivery: {consent}"));
    }
    lines
}

/// A line of an order, and below it what is special about it.
fn line_lines(line: &OrderLine, currency: Currency) -> Vec<String> {
    let amount = |minor| format_money(minor, currency);
    let title = line.variant_title.as_ref().map_or_else(
        || line.title.clone(),
        |variant| format!("{} ({variant})", line.title),
    );
    let (unit, total) = (amount(line.unit_price), amount(line.total));
    let (quantity, number) = (line.quantity, line.id.0);
    let mut lines = vec![format!(
        "{quantity:>5} × {title}, {unit}: {total}  [line {number}]"
    )];
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
    lines
}

/// A gift card whose price has gone back, or may have. What was spent of it may be goods that the shop gave for no money.
fn withheld_card(card: &GiftCard) -> String {
    let amount = |minor| format_money(minor, card.currency);
    let rest = amount(card.balance);
    let rest = match card.disabled_at {
        _ if card.balance.is_zero() => String::new(),
        Some(_) => format!("; the card with the other {rest} is disabled"),
        None => format!("; the other {rest} is withheld"),
    };
    format!(
        "  sold gift card {} (...{}): {} of {} was spent{rest}",
        card.id.0,
        card.last_characters,
        amount(card.spent()),
        amount(card.initial),
    )
}

fn address(title: &str, address: Option<&Address>) -> Option<String> {
    address.map(|address| format!("{title}: {}", display_lines(address).join(", ")))
}

const DISPUTED: &str = "DISPUTED: see zkratka orders show";

/// The state as `orders show` itself prints it, above the disputes.
fn state_above(state: String) -> String {
    if state == DISPUTED {
        "DISPUTED: see below".to_owned()
    } else {
        state
    }
}

/// The state of an order's money, in words.
#[must_use]
pub fn payment_state(record: &OrderRecord) -> String {
    let life = record.life();
    let state = match life.money_state() {
        _ if life.cancelled_at.is_some() => cancelled(&life),
        MoneyState::Refunded => "refunded",
        MoneyState::PartlyRefunded => "partly refunded",
        MoneyState::Disputed => DISPUTED,
        MoneyState::Failed => "CAPTURE FAILED: see timeline",
        MoneyState::Paid if life.source == MoneySource::ByHand => "paid",
        MoneyState::Paid
        | MoneyState::NothingDue
        | MoneyState::Awaited
        | MoneyState::Held
        | MoneyState::NeedsReview => return sale_payment(&record.order),
    };
    state.to_owned()
}

fn cancelled(life: &Life) -> &'static str {
    let is_unpaid = life.cancelled_because == Some(CancelReason::Unpaid);
    match life.money_state() {
        MoneyState::Refunded => "cancelled, refunded",
        _ if life.sums().balance.is_positive() => "cancelled, not refunded yet",
        _ if is_unpaid => "cancelled, not paid in time",
        _ => "cancelled",
    }
}

/// The state in which the sale left the payment.
fn sale_payment(order: &Order) -> String {
    let account = charged_account(order).map(Brand::title);
    let state = match (&order.payment, account) {
        (OrderPayment::Authorised { .. }, Some(account)) => return format!("held by {account}"),
        (OrderPayment::Captured { .. }, Some(account)) => return format!("paid by {account}"),
        (OrderPayment::Authorised { .. }, None) => "held on the card",
        (OrderPayment::Captured { .. }, None) => "paid by card",
        (OrderPayment::DueOnDelivery, _) => "due on delivery",
        (OrderPayment::AwaitingTransfer, _) => "awaiting transfer",
        (OrderPayment::Free, _) => "nothing to pay",
        (OrderPayment::NeedsReview, _) => "NEEDS REVIEW: see timeline",
    };
    state.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// [B.12] `orders show` refers to what it prints below, not to itself.
    #[test]
    fn an_order_does_not_refer_to_itself() {
        assert_eq!(state_above(DISPUTED.to_owned()), "DISPUTED: see below");
        assert_eq!(state_above("paid".to_owned()), "paid");
    }

    fn paid_by(method: &Value, network: &str, kind: &str) -> Order {
        let order = json!({
            "number": 1, "cart": 1, "attempt": 1, "created_at": 0, "mode": "test",
            "payment": { "kind": kind, "card": { "network": network, "last_four": "" } },
            "snapshot": {
                "currency": "EUR", "email": "", "phone": null, "delivery_address": null, "billing_address": null,
                "lines": [], "delivery": null, "note": null, "attributes": [], "subtotal": 100, "total": 100,
                "taxes": [], "payment": method,
            },
        });
        serde_json::from_value(order).unwrap()
    }

    /// [B.12] An account is not called a card, and Venmo is not called PayPal, although PayPal carries it out.
    #[test]
    fn a_payment_is_called_by_its_brand() {
        let card = json!({ "kind": "card", "session": "s" });
        let wallet = |name| json!({ "kind": "wallet", "wallet": name, "session": "s" });
        for (method, network, held, paid, name) in [
            (
                &card,
                "visa",
                "held on the card",
                "paid by card",
                "Platební karta",
            ),
            (
                &wallet("google_pay"),
                "visa",
                "held on the card",
                "paid by card",
                "Google Pay",
            ),
            (
                &wallet("paypal"),
                "paypal",
                "held by PayPal",
                "paid by PayPal",
                "PayPal",
            ),
            (
                &wallet("paypal"),
                "venmo",
                "held by Venmo",
                "paid by Venmo",
                "Venmo",
            ),
            (
                &wallet("amazon_pay"),
                "",
                "held by Amazon Pay",
                "paid by Amazon Pay",
                "Amazon Pay",
            ),
        ] {
            let order = paid_by(method, network, "authorised");
            assert_eq!(sale_payment(&order), held);
            assert_eq!(payment_name(&order), name);
            assert_eq!(sale_payment(&paid_by(method, network, "captured")), paid);
        }
    }
}
