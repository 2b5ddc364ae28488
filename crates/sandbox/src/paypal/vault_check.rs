//! The published rules of bodies about kept accounts. Written after PayPal's description, not after our client.

use super::check::{Checked, invalid, missing, one_of, short};
use super::refusal::Refusal;
use serde_json::Value;

/// The body of `POST /v3/vault/setup-tokens`.
pub(super) fn agreement(body: &Value) -> Checked {
    let (name, account) = only_source(body)?;
    let at = format!("/payment_source/{name}");
    short(account, &at, "description", 128)?;
    one_of(account, &at, "usage_type", &["MERCHANT", "PLATFORM"])?;
    let several = &account["permit_multiple_payment_tokens"];
    if !several.is_null() && !several.is_boolean() {
        let field = format!("{at}/permit_multiple_payment_tokens");
        return Err(invalid(&field, "INVALID_PARAMETER_SYNTAX"));
    }
    context(
        &account["experience_context"],
        &format!("{at}/experience_context"),
    )
}

fn context(context: &Value, at: &str) -> Checked {
    short(context, at, "brand_name", 300)?;
    let locale = context["locale"].as_str().unwrap_or("cs-CZ");
    if !is_locale(locale) {
        return Err(invalid(&format!("{at}/locale"), "INVALID_PARAMETER_SYNTAX"));
    }
    for (name, known) in [
        (
            "shipping_preference",
            &["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"][..],
        ),
        (
            "vault_instruction",
            &["ON_CREATE_PAYMENT_TOKENS", "ON_PAYER_APPROVAL"],
        ),
    ] {
        if !context[name].is_null() {
            one_of(context, at, name, known)?;
        }
    }
    for name in ["return_url", "cancel_url"] {
        let field = format!("{at}/{name}");
        let url = context[name].as_str().ok_or_else(|| missing(&field))?;
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        if !is_web || url.len() > 4_000 {
            return Err(invalid(&field, "INVALID_PARAMETER_SYNTAX"));
        }
    }
    Ok(())
}

/// Two letters, and a region of two.
fn is_locale(text: &str) -> bool {
    let lower = |part: &str| part.len() == 2 && part.bytes().all(|it| it.is_ascii_lowercase());
    let upper = |part: &str| part.len() == 2 && part.bytes().all(|it| it.is_ascii_uppercase());
    match text.split_once('-') {
        Some((language, region)) => lower(language) && upper(region),
        None => lower(text),
    }
}

/// The agreement in the body of `POST /v3/vault/payment-tokens`.
pub(super) fn agreement_of(body: &Value) -> Checked<&str> {
    let at = "/payment_source/token";
    let token = &body["payment_source"]["token"];
    if token.is_null() {
        return Err(missing(at));
    }
    one_of(token, at, "type", &["SETUP_TOKEN"])?;
    name_at(&token["id"], &format!("{at}/id"), 255)
}

/// Kind and id of the kept account in the body of `POST /v2/checkout/orders/{id}/authorize`; none where none is named.
pub(super) fn account_of(body: &Value) -> Checked<Option<(&str, &str)>> {
    if body["payment_source"].is_null() {
        return Ok(None);
    }
    let (kind, source) = only_source(body)?;
    let id = name_at(
        &source["vault_id"],
        &format!("/payment_source/{kind}/vault_id"),
        255,
    )?;
    Ok(Some((kind, id)))
}

fn only_source(body: &Value) -> Checked<(&str, &Value)> {
    let at = "/payment_source";
    let sources = body["payment_source"]
        .as_object()
        .ok_or_else(|| missing(at))?;
    let one = sources.iter().next().filter(|_| sources.len() == 1);
    let (name, source) = one.ok_or_else(|| invalid(at, "INVALID_PARAMETER_VALUE"))?;
    if !matches!(name.as_str(), "paypal" | "venmo") {
        return Err(Refusal::rule("PAYMENT_SOURCE_NOT_SUPPORTED", at));
    }
    Ok((name, source))
}

fn name_at<'b>(value: &'b Value, field: &str, most: usize) -> Checked<&'b str> {
    let text = value.as_str().ok_or_else(|| missing(field))?;
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !(1..=most).contains(&text.len()) || !text.bytes().all(fits) {
        return Err(invalid(field, "INVALID_PARAMETER_SYNTAX"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn good() -> Value {
        json!({ "payment_source": { "paypal": {
            "usage_type": "MERCHANT", "permit_multiple_payment_tokens": true,
            "experience_context": {
                "brand_name": "Krámek", "locale": "cs-CZ", "shipping_preference": "GET_FROM_FILE",
                "vault_instruction": "ON_CREATE_PAYMENT_TOKENS",
                "return_url": "https://obchod.example/cart", "cancel_url": "https://obchod.example/cart",
            },
        } } })
    }

    #[test]
    fn what_breaks_a_rule_is_refused_by_its_code() {
        assert_eq!(agreement(&good()), Ok(()));
        let missing = "MISSING_REQUIRED_PARAMETER";
        let value = "INVALID_PARAMETER_VALUE";
        let syntax = "INVALID_PARAMETER_SYNTAX";
        let account = "/payment_source/paypal";
        let context = "/payment_source/paypal/experience_context";
        for (at, member, wrong, issue) in [
            ("", "payment_source", Value::Null, missing),
            ("", "payment_source", json!({}), value),
            (
                "",
                "payment_source",
                json!({ "paypal": {}, "venmo": {} }),
                value,
            ),
            (
                "",
                "payment_source",
                json!({ "bitcoin": {} }),
                "PAYMENT_SOURCE_NOT_SUPPORTED",
            ),
            (account, "usage_type", Value::Null, missing),
            (account, "usage_type", json!("EVERYBODY"), value),
            (
                account,
                "permit_multiple_payment_tokens",
                json!("yes"),
                syntax,
            ),
            (
                account,
                "description",
                json!("a".repeat(129)),
                "INVALID_STRING_LENGTH",
            ),
            (
                context,
                "brand_name",
                json!("a".repeat(301)),
                "INVALID_STRING_LENGTH",
            ),
            (context, "locale", json!("czech"), syntax),
            (context, "shipping_preference", json!("BY_AIR"), value),
            (context, "vault_instruction", json!("AT_ONCE"), value),
            (context, "return_url", Value::Null, missing),
            (context, "cancel_url", json!("/cart"), syntax),
        ] {
            let mut body = good();
            body.pointer_mut(at).expect("there")[member] = wrong;
            let refused = agreement(&body).expect_err(member);
            assert_eq!(refused.issue, issue, "{at}/{member}");
        }
    }

    #[test]
    fn an_account_is_named_as_it_was_given_out() {
        let of = |source: Value| json!({ "payment_source": source });
        let exchange = of(json!({ "token": { "id": "5C991763VB2781612", "type": "SETUP_TOKEN" } }));
        assert_eq!(agreement_of(&exchange), Ok("5C991763VB2781612"));
        assert_eq!(account_of(&json!({})), Ok(None));
        let charge = of(json!({ "venmo": { "vault_id": "8kk8451t" } }));
        assert_eq!(account_of(&charge), Ok(Some(("venmo", "8kk8451t"))));
        for wrong in [
            of(json!({ "token": { "id": "S1", "type": "CARD" } })),
            of(json!({ "token": { "id": "../S1", "type": "SETUP_TOKEN" } })),
            of(json!({ "token": { "type": "SETUP_TOKEN" } })),
            json!({}),
        ] {
            assert!(agreement_of(&wrong).is_err(), "{wrong}");
        }
        for wrong in [
            of(json!({ "paypal": {} })),
            of(json!({ "paypal": { "vault_id": "" } })),
            of(json!({ "card": { "vault_id": "x" } })),
        ] {
            assert!(account_of(&wrong).is_err(), "{wrong}");
        }
    }
}
