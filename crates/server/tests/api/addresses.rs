//! Tests zones, postal codes of zones, the country's words for both, and company numbers.

use crate::support::{BOOK, Shop, codes};
use serde_json::{Value, json};

/// A Californian address with these changes.
fn abroad(changes: &Value) -> Value {
    let mut address = json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "1 Infinite Loop", "city": "Cupertino",
        "zip": "95014", "countryCode": "US", "provinceCode": "CA",
    });
    for (name, value) in changes.as_object().expect("an object") {
        address[name] = value.clone();
    }
    address
}

/// The same address as a `MailingAddressInput`.
fn mailing(address: &Value) -> Value {
    let mut address = address.clone();
    let members = address.as_object_mut().expect("an object");
    for (code, name) in [("countryCode", "country"), ("provinceCode", "province")] {
        let value = members.remove(code).expect("there");
        members.insert(name.to_owned(), value);
    }
    address
}

const CASES: [(&str, &str, &str, &str, &str, &str, &str); 5] = [
    // Country, province, postal code; code, field, submission code without its prefix, message.
    (
        "US",
        "",
        "95014",
        "ADDRESS_FIELD_IS_REQUIRED",
        "province",
        "ZONE_REQUIRED_FOR_COUNTRY",
        "Vyberte stát.",
    ),
    (
        "AE",
        "",
        "",
        "ADDRESS_FIELD_IS_REQUIRED",
        "province",
        "ZONE_REQUIRED_FOR_COUNTRY",
        "Vyberte emirát.",
    ),
    (
        "AE",
        "Doha",
        "",
        "PROVINCE_NOT_FOUND",
        "province",
        "ZONE_NOT_FOUND",
        "Vyberte platný emirát.",
    ),
    (
        "US",
        "NY",
        "95014",
        "INVALID_ZIP_CODE_FOR_PROVINCE",
        "zip",
        "INVALID_POSTAL_CODE_FOR_ZONE",
        "ZIP kód neodpovídá zvolenému státu. Zkontrolujte prosím obojí.",
    ),
    (
        "US",
        "CA",
        "9501",
        "INVALID_ZIP_CODE_FOR_COUNTRY",
        "zip",
        "INVALID_POSTAL_CODE_FOR_COUNTRY",
        "Zadejte platný ZIP kód.",
    ),
];

/// [5.07] [5.09] [8.03] Through the API: zone required, zone not found, postal code invalid for zone or country. Each
/// error has the full path of the argument and the country's own word for the field.
#[tokio::test]
async fn zones_and_postal_codes_are_judged_through_the_api() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    for (country, province, zip, code, field, _, message) in CASES {
        let wrong =
            abroad(&json!({ "countryCode": country, "provinceCode": province, "zip": zip }));
        let check = |payload: &Value, path: &[&str]| {
            let expected = json!([{ "code": code, "field": path, "message": message }]);
            assert_eq!(
                payload["userErrors"], expected,
                "{country} {province} {zip}"
            );
        };
        let coded = if field == "province" {
            "provinceCode"
        } else {
            field
        };
        let selectable = json!([{
            "address": { "deliveryAddress": wrong }, "selected": true, "validationStrategy": "STRICT",
        }]);
        let variables = json!({ "cartId": cart["id"], "addresses": selectable });
        let payload = shop.mutate("cartDeliveryAddressesReplace", variables).await;
        check(
            &payload,
            &["addresses", "0", "address", "deliveryAddress", coded],
        );
        let input = json!({ "delivery": { "addresses": selectable } });
        let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
        let path = [
            "input",
            "delivery",
            "addresses",
            "0",
            "address",
            "deliveryAddress",
            coded,
        ];
        check(&payload, &path);
        let preference = json!([{
            "deliveryAddress": mailing(&wrong), "deliveryAddressValidationStrategy": "STRICT",
        }]);
        let identity = json!({ "deliveryAddressPreferences": preference });
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
        let path = [
            "buyerIdentity",
            "deliveryAddressPreferences",
            "0",
            "deliveryAddress",
            field,
        ];
        check(&payload, &path);
        let method = json!({ "handle": "bank_transfer", "billingAddress": mailing(&wrong) });
        let amount = cart["cost"]["totalAmount"].clone();
        let payment = json!({ "amount": amount, "manualPaymentMethod": method });
        let variables = json!({ "cartId": cart["id"], "payment": payment });
        let payload = shop.mutate("cartPaymentUpdate", variables).await;
        check(
            &payload,
            &["payment", "manualPaymentMethod", "billingAddress", field],
        );
    }
}

/// [8.03] Preparing the cart finds the faults that a wallet's redacted address hid, and reports them with submission
/// codes.
#[tokio::test]
async fn zones_are_judged_when_the_cart_is_prepared() {
    let shop = Shop::open_with(|config| {
        config.replace(
            "country = \"CZ\"",
            "country = \"CZ\"\ndelivery_countries = [\"US\", \"AE\"]",
        )
    })
    .await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    for (country, province, zip, _, _, code, message) in CASES {
        let wrong =
            abroad(&json!({ "countryCode": country, "provinceCode": province, "zip": zip }));
        let selectable = json!([{
            "address": { "deliveryAddress": wrong }, "selected": true, "validationStrategy": "COUNTRY_CODE_ONLY",
        }]);
        let variables = json!({ "cartId": cart["id"], "addresses": selectable });
        let payload = shop.mutate("cartDeliveryAddressesReplace", variables).await;
        assert_eq!(payload["userErrors"], json!([]));
        let variables = json!({ "cartId": cart["id"], "billingAddress": mailing(&wrong) });
        shop.mutate("cartBillingAddressUpdate", variables).await;
        let result = shop.prepare(&cart).await["result"].clone();
        let billing = match code {
            code if code.starts_with("ZONE") => format!("PAYMENTS_BILLING_ADDRESS_{code}"),
            code => format!("PAYMENTS_{code}"),
        };
        let expected = json!([
            { "code": format!("DELIVERY_{code}"), "message": message },
            { "code": billing, "message": message },
        ]);
        assert_eq!(result["errors"], expected, "{country} {province} {zip}");
    }
}

/// [5.09] The server stores a zone's code, and returns both its code and its name.
#[tokio::test]
async fn a_zone_is_kept_by_its_code_and_answered_by_its_name() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let address = abroad(&json!({ "countryCode": "AE", "provinceCode": "دبي", "zip": null }));
    let selectable =
        json!([{ "address": { "deliveryAddress": address }, "validationStrategy": "STRICT" }]);
    let variables = json!({ "cartId": cart["id"], "addresses": selectable });
    let payload = shop.mutate("cartDeliveryAddressesReplace", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let query = "query ($id: ID!) { cart(id: $id) { delivery { addresses { address { ... on CartDeliveryAddress \
                 { provinceCode formatted } } } } } }";
    let read = shop
        .run(query, json!({ "id": cart["id"] }))
        .await
        .field("cart");
    let address = &read["delivery"]["addresses"][0]["address"];
    assert_eq!(address["provinceCode"], "DU");
    let lines = json!([
        "1 Infinite Loop",
        "Cupertino",
        "Dubai",
        "Spojené arabské emiráty"
    ]);
    assert_eq!(address["formatted"], lines);
}

/// [8.03] `LOCALIZATION_EXTENSION_FIELD_ERROR`: an invalid IČO or DIČ, and a company without one if the shop requires
/// it.
#[tokio::test]
async fn company_numbers_are_checked_where_the_shop_asks() {
    const CODE: &str = "LOCALIZATION_EXTENSION_FIELD_ERROR";
    let shop = Shop::open_with(|config| {
        config.replace(
            "country = \"CZ\"",
            "country = \"CZ\"\ncompany_fields = \"required\"",
        )
    })
    .await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let set = async |key: &str, value: &str| {
        let attributes =
            json!([{ "key": "Dárek", "value": "ano" }, { "key": key, "value": value }]);
        let variables = json!({ "cartId": cart["id"], "attributes": attributes });
        shop.mutate("cartAttributesUpdate", variables).await
    };
    for (key, value) in [
        ("company_id", "12345678"),
        ("vat_id", "CZ12345678"),
        ("vat_id", "27082440"),
    ] {
        let payload = set(key, value).await;
        assert_eq!(codes(&payload["userErrors"]), [CODE], "{key} {value}");
        assert_eq!(
            payload["userErrors"][0]["field"],
            json!(["attributes", "1", "value"])
        );
    }
    let company = json!({
        "company": "Lněná dílna s.r.o.", "address1": "Dlouhá 1", "city": "Praha", "zip": "11000", "country": "CZ",
    });
    let variables = json!({ "cartId": cart["id"], "billingAddress": company });
    shop.mutate("cartBillingAddressUpdate", variables).await;
    let result = shop.prepare(&cart).await["result"].clone();
    let expected = json!([{ "code": CODE, "message": "Doplňte prosím IČO firmy." }]);
    assert_eq!(result["errors"], expected);
    let payload = set("company_id", "270 82 440").await;
    assert_eq!(payload["userErrors"], json!([]));
    let result = shop.prepare(&cart).await["result"].clone();
    assert_eq!(result["__typename"], "CartStatusReady");
}
