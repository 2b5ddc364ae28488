//! Produces every fault of every address field, for delivery and billing addresses.

use super::{PREPARE, SeenErrors, american_with, assert_error, open, preference};
use crate::support::{BOOK, GIFT, Shop, billing, codes};
use serde_json::{Value, json};

/// The fields, and their spelling in submission codes.
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

/// The cause, the value, the code of a mutation, and the ending of the submission code.
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
    // A company's name may look like a URL.
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
    // Nearer countries require the first name; the United States do not.
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

/// The spelling in `SubmissionErrorCode`; a field without its own code there has the nearest one.
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

/// Configuration of the wallets whose content carries a billing address.
pub(super) const WALLETS: &str =
    "\n[wallets.google_pay]\nenabled = true\n[wallets.apple_pay]\nenabled = true\n";

/// The path of a delivery address.
pub(super) const DELIVERY: &str = "buyerIdentity.deliveryAddressPreferences.0.deliveryAddress";

/// The paths of a billing address: in the content of each payment method that has one.
pub(super) const BILLING: [&str; 5] = [
    "payment.manualPaymentMethod.billingAddress",
    "payment.directPaymentMethod.billingAddress",
    "payment.freePaymentMethod.billingAddress",
    "payment.walletPaymentMethod.applePayWalletContent.billingAddress",
    "payment.walletPaymentMethod.googlePayWalletContent.billingAddress",
];

/// A payment method with this billing address at one of [`BILLING`]. The tokens are invented: the server checks the
/// address before it uses a token.
pub(super) fn payment(at: &str, address: &Value) -> Value {
    let mut content = match at.split('.').rev().nth(1) {
        Some("manualPaymentMethod") => json!({ "handle": "bank_transfer" }),
        Some("directPaymentMethod") => json!({ "sessionId": "ses_1" }),
        Some("freePaymentMethod") => json!({}),
        Some("applePayWalletContent") => json!({
            "data": "AA==", "signature": "AA==", "version": "EC_v1",
            "header": { "ephemeralPublicKey": "AA==", "publicKeyHash": "AA==", "transactionId": "00" },
        }),
        Some("googlePayWalletContent") => json!({
            "protocolVersion": "ECv2", "signature": "AA==", "signedMessage": "{}",
        }),
        other => panic!("{other:?}"),
    };
    content["billingAddress"] = address.clone();
    let names = at.split('.').skip(1).collect::<Vec<_>>();
    let names = names.split_last().unwrap().1;
    names
        .iter()
        .rev()
        .fold(content, |inner, name| json!({ *name: inner }))
}

/// The faulty addresses: cause, field, address and code.
fn faulty_addresses() -> Vec<(String, &'static str, Value, &'static str)> {
    let mut cases = Vec::new();
    for (field, _) in FIELDS {
        for (what, value, code, _) in entries(field) {
            cases.push((what.to_owned(), field, american_with(field, &value), code));
        }
    }
    let mut nameless = billing();
    nameless["firstName"] = json!(null);
    let zone = american_with("zip", &json!("10001"));
    let nowhere = american_with("country", &json!("Atlantida"));
    let unsaid = american_with("country", &json!(null));
    cases.extend([
        (
            "nothing".to_owned(),
            "firstName",
            nameless,
            "ADDRESS_FIELD_IS_REQUIRED",
        ),
        (
            "another zone's".to_owned(),
            "zip",
            zone,
            "INVALID_ZIP_CODE_FOR_PROVINCE",
        ),
        ("no country".to_owned(), "country", nowhere, "INVALID"),
        (
            "nothing".to_owned(),
            "country",
            unsaid,
            "ADDRESS_FIELD_IS_REQUIRED",
        ),
    ]);
    cases
}

/// Codes and full paths of mutations, for the delivery address and for the billing address of every payment method.
pub(super) async fn of_mutations() -> SeenErrors {
    let shop = open(WALLETS).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let free = shop.ready_cart(&[(GIFT, 0, 1)]).await;
    let mut caused = SeenErrors::default();
    for (what, field, address, code) in faulty_addresses() {
        let identity = preference(&address, "STRICT");
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
        assert_error(
            &mut caused,
            &payload,
            code,
            &format!("{DELIVERY}.{field}"),
            &what,
        );
        for at in BILLING {
            let costs_nothing = at.contains("freePaymentMethod");
            let (cart, amount) = if costs_nothing {
                (&free, "0.00")
            } else {
                (&cart, "518.00")
            };
            let payload = shop.pay(cart, amount, payment(at, &address)).await;
            assert_error(&mut caused, &payload, code, &format!("{at}.{field}"), &what);
        }
    }
    caused
}

/// Codes of the prepare call, for a client whose earlier mutation had only the country checked.
pub(super) async fn of_submissions() -> SeenErrors {
    let shop = open("").await;
    let mut caused = SeenErrors::default();
    for (field, name) in FIELDS {
        for (what, value, _, ending) in entries(field) {
            // A value that is too long is not stored, whichever checks the client requests.
            if what == "too long" {
                continue;
            }
            for prefix in ["DELIVERY", "PAYMENTS"] {
                let cart = cart_with(&shop, prefix, &american_with(field, &value)).await;
                let prepared = shop.prepare(&cart).await;
                let found = codes(&prepared["result"]["errors"]);
                let expected = submitted(prefix, field, name, ending);
                assert_eq!(found, [expected.as_str()], "{prefix} {field}: {what}");
                caused.note(what, &expected, PREPARE);
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
        caused.note("nothing", &expected, PREPARE);
        let cart = cart_with(&shop, prefix, &american_with("zip", &json!("10001"))).await;
        let prepared = shop.prepare(&cart).await;
        let expected = format!("{prefix}_INVALID_POSTAL_CODE_FOR_ZONE");
        assert_eq!(codes(&prepared["result"]["errors"]), [expected.as_str()]);
        caused.note("another zone's", &expected, PREPARE);
    }
    caused
}

/// A cart that is complete except for a faulty address of this kind.
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
