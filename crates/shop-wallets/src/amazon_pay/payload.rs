//! The text that a button's signature covers.

use serde_json::{Value, json};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::selling_plan::{Interval, RecurringTotal};
use zkratka_payments::amazon_pay::{Frequency, PermissionType, Session, decimal};

/// What the buyer shares with the shop.
const SCOPES: [&str; 4] = ["name", "email", "phoneNumber", "billingAddress"];
/// Whether the buyer is a Prime member.
const PRIME_SCOPE: &str = "primeStatus";

/// A payload, before it is written as a text.
pub(super) struct Payload<'a> {
    /// Where Amazon redirects the buyer after choosing.
    pub(super) review_url: &'a str,
    /// Where Amazon redirects a buyer who cancels.
    pub(super) cancel_url: &'a str,
    pub(super) store_id: &'a str,
    /// The countries to which an address at Amazon may lead; `None` if the buyer chooses no address there.
    pub(super) countries: Option<Vec<&'a str>>,
    /// For Buy with Prime: the lines that are sold with it.
    pub(super) prime_lines: Option<Vec<PrimeLine<'a>>>,
}

/// A line that is sold by Buy with Prime.
pub(super) struct PrimeLine<'a> {
    pub(super) sku: &'a str,
    pub(super) quantity: u32,
    /// All units, before any discount.
    pub(super) amount: Money,
}

impl Payload<'_> {
    /// Writes the payload for what the cart costs now. `None` if Amazon cannot express an amount.
    pub(super) fn text(&self, priced: &PricedCart) -> Option<String> {
        let mut scopes = SCOPES.to_vec();
        if self.prime_lines.is_some() {
            scopes.push(PRIME_SCOPE);
        }
        let totals = priced.recurring_totals();
        let permission = if totals.is_empty() {
            "OneTime"
        } else {
            "Recurring"
        };
        let mut payload = json!({
            "webCheckoutDetails": {
                "checkoutReviewReturnUrl": self.review_url,
                "checkoutCancelUrl": self.cancel_url,
            },
            "storeId": self.store_id,
            "scopes": scopes,
            "chargePermissionType": permission,
        });
        if !totals.is_empty() {
            payload["recurringMetadata"] = recurring(&totals, priced.currency)?;
        }
        if let Some(countries) = &self.countries {
            payload["deliverySpecifications"] = deliverable(countries);
        }
        if let Some(lines) = &self.prime_lines {
            let items: Option<Vec<Value>> = lines.iter().map(line_item).collect();
            payload["cartDetails"] = json!({ "lineItems": items? });
        }
        Some(payload.to_string())
    }
}

/// Only addresses in these countries.
fn deliverable(countries: &[&str]) -> Value {
    let mut restrictions = json!({});
    for country in countries {
        restrictions[*country] = json!({});
    }
    json!({ "addressRestrictions": { "type": "Allowed", "restrictions": restrictions } })
}

fn line_item(line: &PrimeLine<'_>) -> Option<Value> {
    Some(json!({
        "sku": line.sku,
        "quantity": line.quantity,
        "amount": price(line.amount)?,
    }))
}

/// A price object.
pub(super) fn price(amount: Money) -> Option<Value> {
    let text = decimal(amount)?;
    Some(json!({ "amount": text, "currencyCode": amount.currency.as_str() }))
}

/// What the buyer permits to charge later. `None` if Amazon cannot express the amount, or refuses it because it is zero.
fn recurring(totals: &[RecurringTotal], currency: Currency) -> Option<Value> {
    let Frequency { unit, value } = frequency(totals);
    let largest = largest(totals, currency);
    let amount = price(largest.filter(|amount| amount.minor.is_positive())?)?;
    Some(json!({ "frequency": { "unit": unit, "value": value }, "amount": amount }))
}

/// Whether the buyer permits in the session exactly what the cart renews.
pub(super) fn permits(session: &Session, priced: &PricedCart) -> bool {
    let totals = priced.recurring_totals();
    if totals.is_empty() {
        return session.permission_type == PermissionType::OneTime;
    }
    session.permission_type == PermissionType::Recurring
        && session.frequency == Some(frequency(&totals))
        && session.recurring_amount == largest(&totals, priced.currency)
}

/// Amazon knows one frequency for all that renews.
fn frequency(totals: &[RecurringTotal]) -> Frequency {
    let (unit, value) = match totals {
        [only] => {
            let unit = match only.schedule.interval {
                Interval::Day => "Day",
                Interval::Week => "Week",
                Interval::Month => "Month",
                Interval::Year => "Year",
            };
            (unit, only.schedule.count.to_string())
        }
        _ => ("Variable", "0".to_owned()),
    };
    Frequency {
        unit: unit.to_owned(),
        value,
    }
}

/// The most that may be due on one day: the largest amount of each schedule, together.
fn largest(totals: &[RecurringTotal], currency: Currency) -> Option<Money> {
    let largest = totals.iter().map(|total| {
        let amounts = total.phases.iter().map(|phase| phase.amount);
        amounts.max()
    });
    let sum = largest.collect::<Option<Vec<_>>>()?.into_iter();
    let sum = sum.reduce(MinorUnits::saturating_add)?;
    Some(Money::new(sum, currency))
}
