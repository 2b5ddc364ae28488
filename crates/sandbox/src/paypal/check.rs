//! The rules of an order's body beyond its schema: which members belong together, and which amounts add up. Written
//! from PayPal's documentation, independently of the shop's client.

use super::published;
use super::refusal::Refusal;
use super::schema::{CheckResult, conform, invalid};
use serde_json::Value;
use std::collections::BTreeSet;

/// PayPal's currencies; the second list has those without decimals.
const CURRENCIES: &str = "AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD";
pub(super) const WITHOUT_DECIMALS: &str = "HUF JPY TWD";
/// Parts of a breakdown, and whether they are added.
const PARTS: [(&str, bool); 7] = [
    ("item_total", true),
    ("shipping", true),
    ("handling", true),
    ("tax_total", true),
    ("insurance", true),
    ("shipping_discount", false),
    ("discount", false),
];

/// The body of `POST /v2/checkout/orders`.
pub(super) fn order(body: &Value) -> CheckResult {
    conform(body, &published::ORDER, "")?;
    let mut names = BTreeSet::new();
    for (index, it) in body["purchase_units"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let at = format!("/purchase_units/{index}");
        unit(it, &at)?;
        let name = it["reference_id"].as_str().unwrap_or("default");
        if !names.insert(name) {
            return Err(Refusal::rule("DUPLICATE_REFERENCE_ID", at));
        }
    }
    source(body)
}

/// A single purchase unit.
pub(super) fn unit(unit: &Value, at: &str) -> CheckResult {
    conform(unit, &published::UNIT, at)?;
    let at_amount = format!("{at}/amount");
    let currency = unit["amount"]["currency_code"].as_str().unwrap_or_default();
    let total = amount(&unit["amount"], currency, &at_amount)?;
    if total <= 0 {
        return Err(Refusal::rule("CANNOT_BE_ZERO_OR_NEGATIVE", at_amount));
    }
    let item_total = breakdown(&unit["amount"], currency, total, &at_amount)?;
    items(unit, currency, item_total, at)
}

/// Checks the sum of the parts; returns the part of the items.
fn breakdown(amount_of: &Value, currency: &str, total: i64, at: &str) -> CheckResult<Option<i64>> {
    let parts = &amount_of["breakdown"];
    if parts.is_null() {
        return Ok(None);
    }
    let (mut sum, mut item_total) = (0, None);
    for (name, is_added) in PARTS {
        if parts[name].is_null() {
            continue;
        }
        let part = not_negative(&parts[name], currency, &format!("{at}/breakdown/{name}"))?;
        sum += if is_added { part } else { -part };
        if name == "item_total" {
            item_total = Some(part);
        }
    }
    if sum != total {
        return Err(Refusal::rule("AMOUNT_MISMATCH", at));
    }
    Ok(item_total)
}

fn items(unit: &Value, currency: &str, item_total: Option<i64>, at: &str) -> CheckResult {
    let Some(items) = unit["items"].as_array().filter(|items| !items.is_empty()) else {
        return Ok(());
    };
    let mut sum = 0_i64;
    for (index, item) in items.iter().enumerate() {
        let at = format!("{at}/items/{index}");
        let price = not_negative(&item["unit_amount"], currency, &format!("{at}/unit_amount"))?;
        let quantity: Option<i64> = item["quantity"].as_str().and_then(|it| it.parse().ok());
        let line = quantity.and_then(|quantity| price.checked_mul(quantity));
        let together = line.and_then(|line| sum.checked_add(line));
        sum = together.ok_or_else(|| Refusal::rule("MAX_VALUE_EXCEEDED", at))?;
    }
    match item_total {
        None => Err(Refusal::rule("ITEM_TOTAL_REQUIRED", at)),
        Some(stated) if stated != sum => Err(Refusal::rule("ITEM_TOTAL_MISMATCH", at)),
        Some(_) => Ok(()),
    }
}

fn source(body: &Value) -> CheckResult {
    if body["payment_source"].is_null() {
        return Ok(());
    }
    let (name, source) = only_source(body)?;
    let unit = &body["purchase_units"][0]["amount"]["currency_code"];
    if name == "venmo" && unit != "USD" {
        return Err(Refusal::rule(
            "CURRENCY_NOT_SUPPORTED",
            "/payment_source/venmo",
        ));
    }
    let at = format!("/payment_source/{name}");
    let vault = &source["attributes"]["vault"];
    if vault.is_null() || name != "paypal" {
        return Ok(());
    }
    if vault["store_in_vault"].is_null() {
        return Err(Refusal::rule("VAULT_INSTRUCTION_REQUIRED", at));
    }
    for (name, issue) in [
        ("return_url", "RETURN_URL_REQUIRED"),
        ("cancel_url", "CANCEL_URL_REQUIRED"),
    ] {
        if source["experience_context"][name].is_null() {
            return Err(Refusal::rule(issue, at));
        }
    }
    Ok(())
}

/// The one payment source of a body, and its kind.
pub(super) fn only_source(body: &Value) -> CheckResult<(&str, &Value)> {
    let at = "/payment_source";
    let sources = body["payment_source"].as_object();
    let mut sources = sources.into_iter().flatten();
    let (Some((name, source)), None) = (sources.next(), sources.next()) else {
        return Err(invalid(at, "INVALID_PARAMETER_VALUE"));
    };
    if !matches!(name.as_str(), "paypal" | "venmo") {
        return Err(Refusal::rule("PAYMENT_SOURCE_NOT_SUPPORTED", at));
    }
    Ok((name, source))
}

fn not_negative(money: &Value, currency: &str, at: &str) -> CheckResult<i64> {
    let minor = amount(money, currency, at)?;
    let is_fit = (minor >= 0).then_some(minor);
    is_fit.ok_or_else(|| Refusal::rule("CANNOT_BE_NEGATIVE", at))
}

/// An amount of this currency, always in hundredths.
pub(super) fn amount(money: &Value, currency: &str, at: &str) -> CheckResult<i64> {
    conform(money, &published::MONEY, at)?;
    let named = money["currency_code"].as_str().unwrap_or_default();
    if !CURRENCIES.split(' ').any(|known| known == named) {
        return Err(Refusal::rule("INVALID_CURRENCY_CODE", at));
    }
    if named != currency {
        return Err(Refusal::rule("MULTI_CURRENCY_ORDER", at));
    }
    let value = money["value"].as_str().unwrap_or_default();
    let (whole, parts) = value.split_once('.').unwrap_or((value, ""));
    let is_whole = WITHOUT_DECIMALS.split(' ').any(|known| known == currency);
    if parts.len() > 2 || (is_whole && !parts.is_empty()) {
        return Err(Refusal::rule("DECIMAL_PRECISION", at));
    }
    let minor = format!("{whole}{parts:0<2}").parse().ok();
    minor
        .filter(|minor: &i64| *minor < 100_000_000_000_000_000)
        .ok_or_else(|| Refusal::rule("MAX_VALUE_EXCEEDED", at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn czk(value: &str) -> Value {
        json!({ "currency_code": "CZK", "value": value })
    }

    fn good() -> Value {
        let mut amount = czk("518.00");
        amount["breakdown"] = json!({
            "item_total": czk("399.00"), "shipping": czk("129.00"), "discount": czk("10.00"),
        });
        json!({
            "intent": "AUTHORIZE",
            "purchase_units": [{
                "amount": amount,
                "items": [{ "name": "Kniha", "quantity": "3", "unit_amount": czk("133.00") }],
            }],
            "payment_source": { "paypal": { "experience_context": {
                "shipping_preference": "GET_FROM_FILE", "user_action": "CONTINUE",
                "return_url": "https://obchod.example/cart", "cancel_url": "https://obchod.example/cart",
            } } },
        })
    }

    /// A valid body with another value in one place is refused with this code.
    fn refused_at(pointer: &str, value: Value, issue: &str) {
        let mut body = good();
        *body.pointer_mut(pointer).expect("there") = value;
        let refused = order(&body).expect_err(pointer);
        assert_eq!(refused.issue, issue, "{pointer}");
    }

    #[test]
    fn broken_rules_are_refused_with_their_code() {
        assert_eq!(order(&good()), Ok(()));
        let unit = "/purchase_units/0";
        let amount = format!("{unit}/amount");
        let breakdown = format!("{amount}/breakdown");
        for (pointer, value, issue) in [
            (
                format!("{amount}/value"),
                json!("518.01"),
                "AMOUNT_MISMATCH",
            ),
            (
                format!("{amount}/value"),
                json!("0.00"),
                "CANNOT_BE_ZERO_OR_NEGATIVE",
            ),
            (
                format!("{amount}/value"),
                json!("-518.00"),
                "CANNOT_BE_ZERO_OR_NEGATIVE",
            ),
            (
                format!("{amount}/value"),
                json!("518.001"),
                "DECIMAL_PRECISION",
            ),
            (
                format!("{amount}/value"),
                json!("1000000000000000"),
                "MAX_VALUE_EXCEEDED",
            ),
            (
                format!("{amount}/currency_code"),
                json!("XXX"),
                "INVALID_CURRENCY_CODE",
            ),
            (
                format!("{breakdown}/shipping"),
                json!({ "currency_code": "EUR", "value": "129.00" }),
                "MULTI_CURRENCY_ORDER",
            ),
            (
                format!("{breakdown}/shipping"),
                czk("-129.00"),
                "CANNOT_BE_NEGATIVE",
            ),
            (
                format!("{breakdown}/discount"),
                czk("10.01"),
                "AMOUNT_MISMATCH",
            ),
            (
                format!("{unit}/items/0/quantity"),
                json!("2"),
                "ITEM_TOTAL_MISMATCH",
            ),
            (
                format!("{unit}/items/0/quantity"),
                json!("9999999999"),
                "ITEM_TOTAL_MISMATCH",
            ),
            (
                format!("{unit}/items/0/unit_amount"),
                czk("-133.00"),
                "CANNOT_BE_NEGATIVE",
            ),
        ] {
            refused_at(&pointer, value, issue);
        }
        let mut body = good();
        body["purchase_units"] = json!([good()["purchase_units"][0], good()["purchase_units"][0]]);
        let refused = order(&body).expect_err("refused");
        assert_eq!(refused.issue, "DUPLICATE_REFERENCE_ID");
        let mut body = good();
        let items = body.pointer_mut(&breakdown).expect("there");
        items["item_total"] = Value::Null;
        items["handling"] = czk("399.00");
        let refused = order(&body).expect_err("refused");
        assert_eq!(refused.issue, "ITEM_TOTAL_REQUIRED");
    }

    #[test]
    fn broken_account_rules_are_refused_with_their_code() {
        let vault = json!({ "usage_type": "MERCHANT" });
        let kept = json!({ "store_in_vault": "ON_SUCCESS", "usage_type": "MERCHANT" });
        for (pointer, value, issue) in [
            (
                "/payment_source",
                json!({ "venmo": {} }),
                "CURRENCY_NOT_SUPPORTED",
            ),
            (
                "/payment_source",
                json!({ "bitcoin": {} }),
                "PAYMENT_SOURCE_NOT_SUPPORTED",
            ),
            (
                "/payment_source",
                json!({ "paypal": {}, "venmo": {} }),
                "INVALID_PARAMETER_VALUE",
            ),
            (
                "/payment_source/paypal",
                json!({ "attributes": { "vault": vault } }),
                "VAULT_INSTRUCTION_REQUIRED",
            ),
            (
                "/payment_source/paypal",
                json!({ "attributes": { "vault": kept } }),
                "RETURN_URL_REQUIRED",
            ),
        ] {
            refused_at(pointer, value, issue);
        }
    }

    /// A difference of one minor unit in any sum is refused.
    #[test]
    fn a_sum_off_by_one_minor_unit_is_refused() {
        let unit = "/purchase_units/0";
        let breakdown = format!("{unit}/amount/breakdown");
        let total = format!("{unit}/amount/value");
        for (changes, issue) in [
            (vec![(total.clone(), json!("517.99"))], "AMOUNT_MISMATCH"),
            (vec![(total, json!("518.01"))], "AMOUNT_MISMATCH"),
            (
                vec![(format!("{breakdown}/shipping"), czk("129.01"))],
                "AMOUNT_MISMATCH",
            ),
            (
                vec![
                    (format!("{breakdown}/item_total"), czk("399.01")),
                    (format!("{breakdown}/shipping"), czk("128.99")),
                ],
                "ITEM_TOTAL_MISMATCH",
            ),
            (
                vec![
                    (format!("{breakdown}/item_total"), czk("398.99")),
                    (format!("{breakdown}/shipping"), czk("129.01")),
                ],
                "ITEM_TOTAL_MISMATCH",
            ),
        ] {
            let mut body = good();
            for (pointer, value) in &changes {
                *body.pointer_mut(pointer).expect("there") = value.clone();
            }
            let refused = order(&body).expect_err("refused");
            assert_eq!(refused.issue, issue, "{changes:?}");
        }
    }

    #[test]
    fn a_forint_has_no_decimals() {
        let forints = |value: &str| json!({ "currency_code": "HUF", "value": value });
        assert_eq!(amount(&forints("1290"), "HUF", ""), Ok(129_000));
        let refused = amount(&forints("1290.00"), "HUF", "").expect_err("refused");
        assert_eq!(refused.issue, "DECIMAL_PRECISION");
    }
}
