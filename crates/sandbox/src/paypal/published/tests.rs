//! Each schema refuses invalid values with PayPal's code, and equals the schema that PayPal publishes.

mod described;

use super::super::schema::{Schema, conform};
use super::*;
use serde_json::{Value, json};

const LENGTH: &str = "INVALID_STRING_LENGTH";
const SYNTAX: &str = "INVALID_PARAMETER_SYNTAX";
const VALUE: &str = "INVALID_PARAMETER_VALUE";
const MISSING: &str = "MISSING_REQUIRED_PARAMETER";

fn long(length: usize) -> Value {
    json!("a".repeat(length))
}

fn czk(value: &str) -> Value {
    json!({ "currency_code": "CZK", "value": value })
}

/// An order with this payment source, with every member of the shop's orders.
fn order(kind: &str) -> Value {
    let mut amount = czk("528.00");
    amount["breakdown"] = json!({
        "item_total": czk("399.00"), "shipping": czk("129.00"), "handling": czk("0.00"), "tax_total": czk("0.00"),
        "discount": czk("0.00"),
    });
    let mut context = json!({ "brand_name": "Krámek", "shipping_preference": "GET_FROM_FILE" });
    if kind == "paypal" {
        context["locale"] = json!("cs-CZ");
        context["user_action"] = json!("CONTINUE");
        context["return_url"] = json!("https://obchod.example/cart");
        context["cancel_url"] = json!("https://obchod.example/cart");
    }
    let vault = json!({ "store_in_vault": "ON_SUCCESS", "usage_type": "MERCHANT" });
    json!({
        "intent": "AUTHORIZE",
        "purchase_units": [{
            "reference_id": "cart-1", "custom_id": "K1", "amount": amount,
            "items": [{
                "name": "Kniha", "quantity": "3", "unit_amount": czk("133.00"), "category": "PHYSICAL_GOODS",
            }],
            "shipping": { "address": { "country_code": "CZ" } },
        }],
        "payment_source": { kind: { "experience_context": context, "attributes": { "vault": vault } } },
    })
}

fn setup(kind: &str) -> Value {
    json!({ "payment_source": { kind: {
        "usage_type": "MERCHANT", "permit_multiple_payment_tokens": true,
        "description": "Kniha: 1, or \"2\"!",
        "experience_context": {
            "brand_name": "Krámek", "locale": "cs-CZ", "shipping_preference": "GET_FROM_FILE",
            "vault_instruction": "ON_CREATE_PAYMENT_TOKENS",
            "return_url": "https://obchod.example/cart", "cancel_url": "https://obchod.example/cart",
        },
    } } })
}

/// A path in a body, an invalid value, and the code of its refusal.
type Fault = (&'static str, Value, &'static str);

/// Puts each fault by itself into a valid body.
fn refuses(schema: &Schema, good: &Value, below: &str, faults: Vec<Fault>) {
    assert_eq!(conform(good, schema, ""), Ok(()));
    for (place, wrong, issue) in faults {
        let at = format!("{below}{place}");
        let (parent, name) = at.rsplit_once('/').expect("a place");
        let mut body = good.clone();
        let parent = body.pointer_mut(parent).expect(&at);
        assert!(parent.get(name).is_some(), "{at} is in the good body");
        parent[name] = wrong.clone();
        let refused = conform(&body, schema, "").expect_err(&at);
        let found = (
            refused.status.as_u16(),
            refused.issue.as_str(),
            refused.field.as_str(),
        );
        assert_eq!(found, (400, issue, at.as_str()), "{wrong}");
    }
}

#[test]
fn an_order_must_match_its_schema() {
    let good = order("paypal");
    refuses(
        &ORDER,
        &good,
        "",
        vec![
            ("/intent", Value::Null, MISSING),
            ("/intent", json!("SALE"), VALUE),
            ("/intent", json!(1), SYNTAX),
            ("/purchase_units", Value::Null, MISSING),
            ("/purchase_units", json!({}), SYNTAX),
            ("/purchase_units", json!([]), "INVALID_ARRAY_MIN_ITEMS"),
            (
                "/purchase_units",
                json!(vec![json!({}); 11]),
                "INVALID_ARRAY_MAX_ITEMS",
            ),
            ("/payment_source", json!("paypal"), SYNTAX),
        ],
    );
    refuses(
        &ORDER,
        &good,
        "/purchase_units/0",
        vec![
            ("/reference_id", json!(""), LENGTH),
            ("/reference_id", long(257), LENGTH),
            ("/custom_id", json!(""), LENGTH),
            ("/custom_id", long(128), LENGTH),
            ("/amount", Value::Null, MISSING),
            ("/amount", json!("528.00"), SYNTAX),
            ("/items", json!({}), SYNTAX),
            ("/shipping/address/country_code", Value::Null, MISSING),
            ("/shipping/address/country_code", json!("CZE"), LENGTH),
            ("/shipping/address/country_code", json!("cz"), SYNTAX),
        ],
    );
}

#[test]
fn amounts_must_match_their_schema_everywhere() {
    let unit = "/purchase_units/0";
    let parts = [
        "item_total",
        "shipping",
        "handling",
        "tax_total",
        "discount",
    ];
    let parts = parts.map(|part| format!("{unit}/amount/breakdown/{part}"));
    let others = [
        format!("{unit}/amount"),
        format!("{unit}/items/0/unit_amount"),
    ];
    for money in parts.iter().chain(&others) {
        refuses(
            &ORDER,
            &order("paypal"),
            money,
            vec![
                ("/currency_code", Value::Null, MISSING),
                ("/currency_code", json!("CZ"), LENGTH),
                ("/currency_code", json!("CZKX"), LENGTH),
                ("/value", Value::Null, MISSING),
                ("/value", json!(528), SYNTAX),
                ("/value", json!(""), SYNTAX),
                ("/value", json!("528,00"), SYNTAX),
                ("/value", json!("528."), SYNTAX),
                ("/value", json!("1e3"), SYNTAX),
                ("/value", json!("9".repeat(33)), LENGTH),
            ],
        );
    }
}

#[test]
fn an_item_must_match_its_schema() {
    refuses(
        &ORDER,
        &order("paypal"),
        "/purchase_units/0/items/0",
        vec![
            ("/name", Value::Null, MISSING),
            ("/name", json!(""), LENGTH),
            ("/name", long(128), LENGTH),
            ("/unit_amount", Value::Null, MISSING),
            ("/quantity", Value::Null, MISSING),
            ("/quantity", json!(3), SYNTAX),
            ("/quantity", json!("0"), SYNTAX),
            ("/quantity", json!("03"), SYNTAX),
            ("/quantity", json!("1.5"), SYNTAX),
            ("/quantity", json!("12345678901"), LENGTH),
            ("/category", json!("BOOKS"), VALUE),
        ],
    );
}

#[test]
fn payment_sources_must_match_their_schema() {
    let context = |at: &'static str| {
        vec![
            ("/experience_context/brand_name", json!(""), LENGTH),
            ("/experience_context/brand_name", long(128), LENGTH),
            (
                "/experience_context/shipping_preference",
                json!("BY_AIR"),
                VALUE,
            ),
            (at, json!("x"), SYNTAX),
            ("/attributes/vault/store_in_vault", json!("ALWAYS"), VALUE),
            ("/attributes/vault/usage_type", json!("EVERYBODY"), VALUE),
            ("/attributes/vault/usage_type", Value::Null, MISSING),
        ]
    };
    for kind in ["paypal", "venmo"] {
        let at = format!("/payment_source/{kind}");
        refuses(&ORDER, &order(kind), &at, context("/experience_context"));
    }
    let needed = ("/attributes/vault/store_in_vault", Value::Null, MISSING);
    refuses(
        &ORDER,
        &order("venmo"),
        "/payment_source/venmo",
        vec![needed],
    );
    refuses(
        &ORDER,
        &order("paypal"),
        "/payment_source/paypal/experience_context",
        vec![
            ("/locale", json!("c"), LENGTH),
            ("/locale", json!("cs-Latn-CZ-x"), LENGTH),
            ("/locale", json!("CS-cz"), SYNTAX),
            ("/locale", json!("cs_CZ"), SYNTAX),
            ("/user_action", json!("GO"), VALUE),
            ("/return_url", json!("/cart"), SYNTAX),
            ("/cancel_url", json!("ftp://obchod.example"), SYNTAX),
        ],
    );
}

#[test]
fn an_agreement_must_match_its_schema() {
    for kind in ["paypal", "venmo"] {
        refuses(
            &SETUP,
            &setup(kind),
            &format!("/payment_source/{kind}"),
            vec![
                ("/description", json!("čaj"), SYNTAX),
                ("/description", json!(""), LENGTH),
                ("/description", long(129), LENGTH),
                ("/usage_type", Value::Null, MISSING),
                ("/usage_type", json!("EVERYBODY"), VALUE),
                ("/permit_multiple_payment_tokens", json!("yes"), SYNTAX),
                ("/experience_context", Value::Null, MISSING),
                ("/experience_context/brand_name", long(301), LENGTH),
                ("/experience_context/locale", json!("czech"), SYNTAX),
                ("/experience_context/locale", json!("cs-Latn-CZE"), LENGTH),
                (
                    "/experience_context/shipping_preference",
                    json!("BY_AIR"),
                    VALUE,
                ),
                (
                    "/experience_context/vault_instruction",
                    json!("AT_ONCE"),
                    VALUE,
                ),
                ("/experience_context/return_url", Value::Null, MISSING),
                ("/experience_context/cancel_url", json!("/cart"), SYNTAX),
                ("/experience_context/cancel_url", long(4_001), LENGTH),
            ],
        );
    }
    refuses(
        &SETUP,
        &setup("paypal"),
        "",
        vec![("/payment_source", Value::Null, MISSING)],
    );
}

#[test]
fn follow_up_bodies_must_match_their_schema() {
    let keep = json!({ "payment_source": { "token": { "id": "5C991763VB2781612", "type": "SETUP_TOKEN" } } });
    refuses(
        &KEEP,
        &keep,
        "/payment_source/token",
        vec![
            ("", Value::Null, MISSING),
            ("/id", Value::Null, MISSING),
            ("/id", json!(""), LENGTH),
            ("/id", long(256), LENGTH),
            ("/id", json!("../S1"), SYNTAX),
            ("/type", Value::Null, MISSING),
            ("/type", json!("CARD"), VALUE),
        ],
    );
    let charge = json!({ "payment_source": { "venmo": { "vault_id": "8kk8451t" } } });
    refuses(
        &AUTHORIZE,
        &charge,
        "/payment_source/venmo",
        vec![
            ("/vault_id", json!(""), LENGTH),
            ("/vault_id", long(256), LENGTH),
            ("/vault_id", json!("a b"), SYNTAX),
        ],
    );
    let capture = json!({ "amount": czk("528.00"), "final_capture": true });
    refuses(
        &CAPTURE,
        &capture,
        "",
        vec![
            ("/final_capture", json!("true"), SYNTAX),
            ("/amount/value", Value::Null, MISSING),
            ("/amount/currency_code", json!("CZ"), LENGTH),
        ],
    );
    let patch = json!([{ "op": "add", "path": "/purchase_units/@reference_id=='cart-1'/custom_id", "value": "K1" }]);
    refuses(
        &PATCH,
        &patch,
        "/0",
        vec![
            ("/op", Value::Null, MISSING),
            ("/op", json!("put"), VALUE),
            ("/path", json!(1), SYNTAX),
        ],
    );
}

/// PayPal's schemas allow unknown members.
#[test]
fn unknown_members_are_allowed() {
    let mut body = order("paypal");
    body["purchase_units"][0]["colour"] = json!("red");
    assert_eq!(conform(&body, &ORDER, ""), Ok(()));
}
