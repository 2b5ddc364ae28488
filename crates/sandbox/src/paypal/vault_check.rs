//! The rules of bodies about stored accounts beyond their schemas. Written from PayPal's documentation, independently
//! of the shop's client.

use super::check::only_source;
use super::published;
use super::schema::{CheckResult, conform, missing};
use serde_json::Value;

/// The body of `POST /v3/vault/setup-tokens`.
pub(super) fn agreement(body: &Value) -> CheckResult {
    conform(body, &published::SETUP, "")?;
    only_source(body).map(|_known| ())
}

/// The agreement in the body of `POST /v3/vault/payment-tokens`.
pub(super) fn agreement_of(body: &Value) -> CheckResult<&str> {
    conform(body, &published::KEEP, "")?;
    let id = body["payment_source"]["token"]["id"].as_str();
    Ok(id.unwrap_or_default())
}

/// Kind and id of the stored account in the body of `POST /v2/checkout/orders/{id}/authorize`, if it names one.
pub(super) fn account_of(body: &Value) -> CheckResult<Option<(&str, &str)>> {
    if !body.is_null() {
        conform(body, &published::AUTHORIZE, "")?;
    }
    if body["payment_source"].is_null() {
        return Ok(None);
    }
    let (kind, source) = only_source(body)?;
    let field = format!("/payment_source/{kind}/vault_id");
    let id = source["vault_id"].as_str().ok_or_else(|| missing(&field))?;
    Ok(Some((kind, id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn good() -> Value {
        json!({ "usage_type": "MERCHANT", "experience_context": {
            "return_url": "https://obchod.example/cart", "cancel_url": "https://obchod.example/cart",
        } })
    }

    #[test]
    fn an_agreement_is_about_one_account() {
        let of = |source: Value| agreement(&json!({ "payment_source": source }));
        assert_eq!(of(json!({ "paypal": good() })), Ok(()));
        assert_eq!(of(json!({ "venmo": good() })), Ok(()));
        for (wrong, issue) in [
            (Value::Null, "MISSING_REQUIRED_PARAMETER"),
            (json!({}), "INVALID_PARAMETER_VALUE"),
            (
                json!({ "paypal": good(), "venmo": good() }),
                "INVALID_PARAMETER_VALUE",
            ),
            (json!({ "bitcoin": {} }), "PAYMENT_SOURCE_NOT_SUPPORTED"),
            (json!({ "paypal": {} }), "MISSING_REQUIRED_PARAMETER"),
        ] {
            let refused = of(wrong.clone()).expect_err("refused");
            assert_eq!(refused.issue, issue, "{wrong}");
        }
    }

    #[test]
    fn accounts_are_read_from_the_named_source() {
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
