//! Every fault of every field of an address, of the delivery and of the bill.

use super::{Caused, american_with, open, preference, told};
use crate::support::{BOOK, Shop, billing, codes};
use serde_json::{Value, json};

/// Fields, and how the codes of a submission spell them.
const FIELDS: [(&str, &str); 9] = [
    ("firstName", "FIRST_NAME"),
    ("lastName", "LAST_NAME"),
    ("company", "COMPANY"),
    ("address1", "ADDRESS1"),
    ("address2", "ADDRESS2"),
    ("city", "CITY"),
    ("zip", "POSTAL_CODE"),
    ("phone", "PHONE_NUMBER"),
    ("province", "ZONE"),
];

/// What is entered, the code of a mutation, and how the codes of a submission end.
type Entry = (&'static str, Value, &'static str, &'static str);

fn entries(field: &str) -> Vec<Entry> {
    let long = "x".repeat(256);
    let mut entries = vec![
        (
            "too long",
            json!(long),
            "ADDRESS_FIELD_IS_TOO_LONG",
            "TOO_LONG",
        ),
        (
            "emoji",
            json!("Jana \u{1f600}"),
            "ADDRESS_FIELD_CONTAINS_EMOJIS",
            "INVALID",
        ),
        (
            "HTML",
            json!("<b>Jana</b>"),
            "ADDRESS_FIELD_CONTAINS_HTML_TAGS",
            "INVALID",
        ),
        (
            "a web address",
            json!("https://a.example"),
            "ADDRESS_FIELD_CONTAINS_URL",
            "INVALID",
        ),
    ];
    // Companies may be called like a web address.
    if field == "company" {
        entries.pop();
    }
    entries.push(match field {
        "zip" => (
            "a pattern",
            json!("9501"),
            "INVALID_ZIP_CODE_FOR_COUNTRY",
            "",
        ),
        "province" => (
            "a pattern",
            json!("Atlantis"),
            "PROVINCE_NOT_FOUND",
            "NOT_FOUND",
        ),
        _ => (
            "a pattern",
            json!("-"),
            "ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN",
            "INVALID",
        ),
    });
    // First names are asked for nearer home.
    if !matches!(field, "firstName" | "company" | "address2" | "phone") {
        entries.push((
            "nothing",
            json!(null),
            "ADDRESS_FIELD_IS_REQUIRED",
            "REQUIRED",
        ));
    }
    entries
}

/// How `SubmissionErrorCode` spells it: what it has no word for has the nearest.
fn submitted(prefix: &str, field: &str, name: &str, ending: &str) -> String {
    let zone = |what: &str| match prefix {
        "DELIVERY" => format!("DELIVERY_ZONE_{what}"),
        _ => format!("PAYMENTS_BILLING_ADDRESS_ZONE_{what}"),
    };
    match (field, ending) {
        ("zip", "") => format!("{prefix}_INVALID_POSTAL_CODE_FOR_COUNTRY"),
        ("province", "REQUIRED") => zone("REQUIRED_FOR_COUNTRY"),
        ("province", _) => zone("NOT_FOUND"),
        ("zip" | "phone", "TOO_LONG") => format!("{prefix}_{name}_INVALID"),
        _ => format!("{prefix}_{name}_{ending}"),
    }
}

/// Of mutations: codes and whole paths, of both addresses.
pub(super) async fn of_mutations() -> Caused {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let mut caused = Caused::new();
    let mut cases: Vec<(&str, Value, &str)> = Vec::new();
    for (field, _) in FIELDS {
        for (_, value, code, _) in entries(field) {
            cases.push((field, value, code));
        }
    }
    cases.push(("country", json!(null), "ADDRESS_FIELD_IS_REQUIRED"));
    cases.push(("country", json!("Atlantida"), "INVALID"));
    cases.push(("zip", json!("10001"), "INVALID_ZIP_CODE_FOR_PROVINCE"));
    for (field, value, code) in cases {
        let address = american_with(field, &value);
        let cause = format!("{field}: {value}");
        let identity = preference(&address, "STRICT");
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
        let at = format!("buyerIdentity.deliveryAddressPreferences.0.deliveryAddress.{field}");
        if field == "country" {
            // Without a country nothing is known of the other fields.
            let errors = payload["userErrors"].as_array().unwrap();
            assert!(errors.iter().any(|error| error["code"] == code), "{cause}");
            caused.insert(code.to_owned());
            continue;
        }
        told(&mut caused, &payload, code, &at, &cause);
        let method = json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": address } });
        let payload = shop.pay(&cart, "518.00", method).await;
        let at = format!("payment.manualPaymentMethod.billingAddress.{field}");
        told(&mut caused, &payload, code, &at, &cause);
    }
    caused
}

/// Of submissions: what a client that had only the country checked is told when the cart is prepared.
pub(super) async fn of_submissions() -> Caused {
    let shop = open("").await;
    let mut caused = Caused::new();
    for (field, name) in FIELDS {
        for (what, value, _, ending) in entries(field) {
            // Whatever is checked, what is too long is not even kept.
            if what == "too long" {
                continue;
            }
            for prefix in ["DELIVERY", "PAYMENTS"] {
                let cart = cart_with(&shop, prefix, &american_with(field, &value)).await;
                let prepared = shop.prepare(&cart).await;
                let found = codes(&prepared["result"]["errors"]);
                let expected = submitted(prefix, field, name, ending);
                assert_eq!(found, [expected.as_str()], "{prefix} {field}: {what}");
                caused.insert(expected);
            }
        }
    }
    let mut nameless = billing();
    nameless["firstName"] = json!(null);
    for prefix in ["DELIVERY", "PAYMENTS"] {
        let cart = cart_with(&shop, prefix, &nameless).await;
        let prepared = shop.prepare(&cart).await;
        let expected = format!("{prefix}_FIRST_NAME_REQUIRED");
        assert_eq!(codes(&prepared["result"]["errors"]), [expected.as_str()]);
        caused.insert(expected);
        let cart = cart_with(&shop, prefix, &american_with("zip", &json!("10001"))).await;
        let prepared = shop.prepare(&cart).await;
        let expected = format!("{prefix}_INVALID_POSTAL_CODE_FOR_ZONE");
        assert_eq!(codes(&prepared["result"]["errors"]), [expected.as_str()]);
        caused.insert(expected);
    }
    caused
}

/// A cart that lacks nothing but a good address of this kind.
async fn cart_with(shop: &Shop, prefix: &str, address: &Value) -> Value {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let id = &cart["id"];
    let payload = if prefix == "DELIVERY" {
        let identity = preference(address, "COUNTRY_CODE_ONLY");
        let variables = json!({ "cartId": id, "buyerIdentity": identity });
        shop.mutate("cartBuyerIdentityUpdate", variables).await
    } else {
        let variables = json!({ "cartId": id, "billingAddress": address });
        shop.mutate("cartBillingAddressUpdate", variables).await
    };
    assert_eq!(payload["userErrors"], json!([]), "{address}");
    cart
}
