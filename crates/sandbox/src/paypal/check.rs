//! The published rules of an order's body. Written after PayPal's description, not after our client.

use super::refusal::Refusal;
use serde_json::Value;
use std::collections::BTreeSet;

/// Currencies that PayPal takes; those in the second list without decimals.
const CURRENCIES: &str = "AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD";
const WITHOUT_DECIMALS: &str = "HUF JPY TWD";
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

pub(super) type Checked<T = ()> = Result<T, Refusal>;

/// The body of `POST /v2/checkout/orders`.
pub(super) fn order(body: &Value) -> Checked {
    one_of(body, "", "intent", &["AUTHORIZE", "CAPTURE"])?;
    let units = body["purchase_units"]
        .as_array()
        .ok_or_else(|| missing("/purchase_units"))?;
    if !(1..=10).contains(&units.len()) {
        return Err(invalid("/purchase_units", "INVALID_ARRAY_LENGTH"));
    }
    let mut names = BTreeSet::new();
    for (index, it) in units.iter().enumerate() {
        let at = format!("/purchase_units/{index}");
        unit(it, &at)?;
        let name = it["reference_id"].as_str().unwrap_or("default");
        if !names.insert(name) {
            return Err(Refusal::rule("DUPLICATE_REFERENCE_ID", at));
        }
    }
    source(body)
}

/// A purchase unit by itself.
pub(super) fn unit(unit: &Value, at: &str) -> Checked {
    short(unit, at, "reference_id", 256)?;
    short(unit, at, "custom_id", 255)?;
    let at_amount = format!("{at}/amount");
    let currency = unit["amount"]["currency_code"]
        .as_str()
        .ok_or_else(|| missing(&format!("{at_amount}/currency_code")))?;
    let total = amount(&unit["amount"], currency, &at_amount)?;
    if total <= 0 {
        return Err(Refusal::rule("CANNOT_BE_ZERO_OR_NEGATIVE", at_amount));
    }
    let item_total = breakdown(&unit["amount"], currency, total, &at_amount)?;
    items(unit, currency, item_total, at)
}

/// Adds the parts up; answers the items' part.
fn breakdown(amount_of: &Value, currency: &str, total: i64, at: &str) -> Checked<Option<i64>> {
    let parts = &amount_of["breakdown"];
    if parts.is_null() {
        return Ok(None);
    }
    let mut sum = 0;
    for (name, is_added) in PARTS {
        if parts[name].is_null() {
            continue;
        }
        let part = amount(&parts[name], currency, &format!("{at}/breakdown/{name}"))?;
        sum += if is_added { part } else { -part };
    }
    if sum != total {
        return Err(Refusal::rule("AMOUNT_MISMATCH", at));
    }
    if parts["item_total"].is_null() {
        return Ok(None);
    }
    amount(&parts["item_total"], currency, at).map(Some)
}

fn items(unit: &Value, currency: &str, item_total: Option<i64>, at: &str) -> Checked {
    let Some(items) = unit["items"].as_array().filter(|items| !items.is_empty()) else {
        return Ok(());
    };
    let mut sum = 0;
    for (index, item) in items.iter().enumerate() {
        let at = format!("{at}/items/{index}");
        let name = item["name"].as_str().unwrap_or_default();
        if name.is_empty() {
            return Err(missing(&format!("{at}/name")));
        }
        short(item, &at, "name", 127)?;
        let quantity = item["quantity"].as_str().unwrap_or_default();
        let quantity: i64 = Some(quantity)
            .filter(|text| text.len() <= 10 && text.bytes().all(|it| it.is_ascii_digit()))
            .and_then(|text| text.parse().ok())
            .filter(|quantity| *quantity > 0)
            .ok_or_else(|| invalid(&format!("{at}/quantity"), "INVALID_PARAMETER_SYNTAX"))?;
        if !item["category"].is_null() {
            let known = ["DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION"];
            one_of(item, &at, "category", &known)?;
        }
        sum += amount(&item["unit_amount"], currency, &format!("{at}/unit_amount"))? * quantity;
    }
    match item_total {
        None => Err(Refusal::rule("ITEM_TOTAL_REQUIRED", at)),
        Some(stated) if stated != sum => Err(Refusal::rule("ITEM_TOTAL_MISMATCH", at)),
        Some(_) => Ok(()),
    }
}

fn source(body: &Value) -> Checked {
    let Some(sources) = body["payment_source"].as_object() else {
        return Ok(());
    };
    let Some((name, source)) = sources.iter().next().filter(|_| sources.len() == 1) else {
        return Err(invalid("/payment_source", "INVALID_PARAMETER_VALUE"));
    };
    if !matches!(name.as_str(), "paypal" | "venmo") {
        return Err(Refusal::rule(
            "PAYMENT_SOURCE_NOT_SUPPORTED",
            "/payment_source",
        ));
    }
    let unit = &body["purchase_units"][0]["amount"]["currency_code"];
    if name == "venmo" && unit != "USD" {
        return Err(Refusal::rule(
            "CURRENCY_NOT_SUPPORTED",
            "/payment_source/venmo",
        ));
    }
    let at = format!("/payment_source/{name}/experience_context");
    let context = &source["experience_context"];
    if !context.is_null() {
        short(context, &at, "brand_name", 127)?;
        let preferences = ["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"];
        one_of(context, &at, "shipping_preference", &preferences)?;
        if name == "paypal" {
            one_of(context, &at, "user_action", &["CONTINUE", "PAY_NOW"])?;
            for name in ["return_url", "cancel_url"] {
                let url = context[name].as_str().unwrap_or_default();
                if !url.starts_with("https://") && !url.starts_with("http://") {
                    return Err(invalid(&format!("{at}/{name}"), "INVALID_PARAMETER_SYNTAX"));
                }
            }
        }
    }
    let vault = &source["attributes"]["vault"];
    if !vault.is_null() {
        one_of(vault, "vault", "store_in_vault", &["ON_SUCCESS"])?;
        one_of(vault, "vault", "usage_type", &["MERCHANT", "PLATFORM"])?;
    }
    Ok(())
}

/// An amount of this currency, in hundredths whatever the currency.
pub(super) fn amount(money: &Value, currency: &str, at: &str) -> Checked<i64> {
    let value = money["value"]
        .as_str()
        .ok_or_else(|| missing(&format!("{at}/value")))?;
    let named = money["currency_code"].as_str();
    if !CURRENCIES.split(' ').any(|known| Some(known) == named) {
        return Err(Refusal::rule("CURRENCY_NOT_SUPPORTED", at));
    }
    if named != Some(currency) {
        return Err(Refusal::rule("CURRENCY_MISMATCH", at));
    }
    let (whole, parts) = value.split_once('.').unwrap_or((value, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let dangling = value.ends_with('.');
    if whole.is_empty() || !digits(whole) || !digits(parts) || value.len() > 32 || dangling {
        return Err(invalid(&format!("{at}/value"), "INVALID_PARAMETER_SYNTAX"));
    }
    let is_whole = WITHOUT_DECIMALS.split(' ').any(|known| known == currency);
    if parts.len() > 2 || (is_whole && !parts.is_empty()) {
        return Err(Refusal::rule("DECIMAL_PRECISION", at));
    }
    let too_much = || Refusal::rule("AMOUNT_CANNOT_BE_SPECIFIED", at);
    let minor = format!("{whole}{parts:0<2}")
        .parse()
        .map_err(|_| too_much())?;
    Some(minor)
        .filter(|minor: &i64| *minor < 1_000_000_000_000_000)
        .ok_or_else(too_much)
}

pub(super) fn one_of(value: &Value, at: &str, name: &str, known: &[&str]) -> Checked {
    match value[name].as_str() {
        Some(text) if known.contains(&text) => Ok(()),
        Some(_) => Err(invalid(&format!("{at}/{name}"), "INVALID_PARAMETER_VALUE")),
        None => Err(missing(&format!("{at}/{name}"))),
    }
}

pub(super) fn short(value: &Value, at: &str, name: &str, most: usize) -> Checked {
    match &value[name] {
        Value::Null => Ok(()),
        Value::String(text) if (1..=most).contains(&text.chars().count()) => Ok(()),
        _ => Err(invalid(&format!("{at}/{name}"), "INVALID_STRING_LENGTH")),
    }
}

pub(super) fn missing(field: &str) -> Refusal {
    Refusal::form("MISSING_REQUIRED_PARAMETER", field)
}

pub(super) fn invalid(field: &str, issue: &str) -> Refusal {
    Refusal::form(issue, field)
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

    #[test]
    fn what_breaks_a_rule_is_refused_by_its_code() {
        assert_eq!(order(&good()), Ok(()));
        let unit = "/purchase_units/0";
        let context = "/payment_source/paypal/experience_context";
        for (pointer, value, issue) in [
            (
                "/intent".to_owned(),
                json!("NOPE"),
                "INVALID_PARAMETER_VALUE",
            ),
            (
                "/purchase_units".to_owned(),
                json!([]),
                "INVALID_ARRAY_LENGTH",
            ),
            (
                format!("{unit}/amount/value"),
                json!("518.01"),
                "AMOUNT_MISMATCH",
            ),
            (
                format!("{unit}/amount/value"),
                json!("0.00"),
                "CANNOT_BE_ZERO_OR_NEGATIVE",
            ),
            (
                format!("{unit}/amount/value"),
                json!("518.001"),
                "DECIMAL_PRECISION",
            ),
            (
                format!("{unit}/amount/value"),
                json!("-518.00"),
                "INVALID_PARAMETER_SYNTAX",
            ),
            (
                format!("{unit}/amount/value"),
                json!(518),
                "MISSING_REQUIRED_PARAMETER",
            ),
            (
                format!("{unit}/amount/currency_code"),
                json!("XXX"),
                "CURRENCY_NOT_SUPPORTED",
            ),
            (
                format!("{unit}/amount/breakdown/shipping"),
                json!({ "currency_code": "EUR", "value": "129.00" }),
                "CURRENCY_MISMATCH",
            ),
            (
                format!("{unit}/amount/breakdown/discount"),
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
                json!("0"),
                "INVALID_PARAMETER_SYNTAX",
            ),
            (
                format!("{unit}/items/0/name"),
                json!(""),
                "MISSING_REQUIRED_PARAMETER",
            ),
            (
                format!("{unit}/items/0/name"),
                json!("a".repeat(128)),
                "INVALID_STRING_LENGTH",
            ),
            (
                format!("{context}/user_action"),
                json!("GO"),
                "INVALID_PARAMETER_VALUE",
            ),
            (
                format!("{context}/return_url"),
                json!("/cart"),
                "INVALID_PARAMETER_SYNTAX",
            ),
            (
                "/payment_source".to_owned(),
                json!({ "venmo": {} }),
                "CURRENCY_NOT_SUPPORTED",
            ),
        ] {
            let mut body = good();
            *body.pointer_mut(&pointer).expect("there") = value;
            let refused = order(&body).expect_err(&pointer);
            assert_eq!(refused.issue, issue, "{pointer}");
        }
    }

    /// Not one minor unit may be missing, in whichever sum.
    #[test]
    fn what_is_off_by_one_minor_unit_is_refused() {
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
    fn a_forint_has_no_parts() {
        let forints = |value: &str| json!({ "currency_code": "HUF", "value": value });
        assert_eq!(amount(&forints("1290"), "HUF", ""), Ok(129_000));
        let refused = amount(&forints("1290.00"), "HUF", "").expect_err("refused");
        assert_eq!(refused.issue, "DECIMAL_PRECISION");
    }
}
