//! What goes on after the order: its subscriptions.

use super::OrderNow;
use crate::date::long_date;
use crate::format_money;
use crate::recurring::subscription_text;
use zkratka_commerce::delivery::Date;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::{Order, OrderLine, OrderedPlan};
use zkratka_commerce::selling_plan::{RecurringTotal, recurring_totals};

/// How to end it. The policy says the rest.
const END: &str =
    "Předplatné zrušíte kdykoli, stačí nám napsat nebo zavolat. Další platby už pak nestrhneme.";

/// For each schedule what is paid how often and when next, and then how to end it. Nothing if no line renews. `sold_on`: the
/// day of the order in the shop's time zone, from which the next payment is counted.
pub(super) fn sentences(shown: OrderNow<'_>, sold_on: Option<Date>) -> Vec<String> {
    let OrderNow { order, life, .. } = shown;
    let lines = order.snapshot.lines.iter();
    let planned = lines.filter_map(|line| {
        let left = line.quantity.saturating_sub(life.refunded(line.id));
        Some((plan(line)?, left))
    });
    let totals = recurring_totals(planned);
    let mut told: Vec<String> = totals
        .iter()
        .map(|total| subscription(order, total, sold_on))
        .collect();
    if !told.is_empty() {
        told.push(END.to_owned());
    }
    told
}

fn plan(line: &OrderLine) -> Option<&OrderedPlan> {
    line.selling_plan.as_deref()
}

fn subscription(order: &Order, total: &RecurringTotal, sold_on: Option<Date>) -> String {
    let currency = order.snapshot.currency;
    let text = subscription_text(total, currency);
    let Some(day) = sold_on.and_then(|day| total.schedule.next(day)) else {
        return format!("{text}.");
    };
    let (amount, day) = (format_money(second(total), currency), long_date(day));
    format!(
        "{text}. Další platbu {amount}{} strhneme {day}.",
        on_top(order)
    )
}

/// The amount of the second payment.
fn second(total: &RecurringTotal) -> MinorUnits {
    let mut phases = total.phases.iter();
    let first = phases.next();
    let next = phases
        .next()
        .filter(|_| first.is_some_and(|one| one.order_count == Some(1)));
    next.or(first).map_or(MinorUnits::ZERO, |one| one.amount)
}

/// What each payment costs besides.
fn on_top(order: &Order) -> &'static str {
    let lines = order.snapshot.lines.iter();
    let ships = lines
        .filter(|line| plan(line).is_some())
        .any(|line| line.requires_shipping);
    match (ships, order.snapshot.taxation) {
        (false, Taxation::Included) => "",
        (true, Taxation::Included) => " a\u{a0}k\u{a0}ní dopravu",
        (false, Taxation::Added) => " a\u{a0}k\u{a0}ní daň",
        (true, Taxation::Added) => " a\u{a0}k\u{a0}ní dopravu, clo a\u{a0}daň",
    }
}
