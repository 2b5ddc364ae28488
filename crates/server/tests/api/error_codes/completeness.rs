//! Every value of the enumerations is caused by a test, or it is said why nothing causes it here.

use super::{addresses, documents, mutations, restarts, specification, submissions};
use crate::support::Shop;
use serde_json::json;
use std::collections::BTreeSet;

/// What other tests cause, and where.
const ELSEWHERE: &[(&str, &str)] = &[
    ("CAPTCHA_COMPLETION_REQUIRED", "captcha"),
    ("CART_TOO_LARGE", "carts"),
    ("INVALID_DELIVERY_ADDRESS_ID", "delivery"),
    ("INVALID_METAFIELDS", "metafields"),
    ("ONLY_ONE_DELIVERY_ADDRESS_CAN_BE_SELECTED", "delivery"),
    ("SERVICE_UNAVAILABLE", "guesses"),
    ("TOO_MANY_DELIVERY_ADDRESSES", "delivery"),
];

/// Values of the public enumerations that this shop answers nowhere: how they begin, and why.
const WITHOUT_CAUSE: &[(&str, &[&str])] = &[
    (
        "cards are entered at the gateway, which tells what is wrong there; this server sees no number, and is told of a payment only that it failed (PAYMENTS_CREDIT_CARD_GENERIC)",
        &[
            "PAYMENTS_CREDIT_CARD_BASE_",
            "PAYMENTS_CREDIT_CARD_BRAND_",
            "PAYMENTS_CREDIT_CARD_FIRST_NAME_",
            "PAYMENTS_CREDIT_CARD_LAST_NAME_",
            "PAYMENTS_CREDIT_CARD_MONTH_",
            "PAYMENTS_CREDIT_CARD_NAME_",
            "PAYMENTS_CREDIT_CARD_NUMBER_",
            "PAYMENTS_CREDIT_CARD_VERIFICATION_",
            "PAYMENTS_CREDIT_CARD_YEAR_",
        ],
    ),
    (
        "what is too long, has no country, or is no e-mail address or telephone number is refused when it is entered, and so in no cart",
        &[
            "DELIVERY_ADDRESS1_TOO_LONG",
            "DELIVERY_ADDRESS2_TOO_LONG",
            "DELIVERY_CITY_TOO_LONG",
            "DELIVERY_COMPANY_TOO_LONG",
            "DELIVERY_FIRST_NAME_TOO_LONG",
            "DELIVERY_LAST_NAME_TOO_LONG",
            "DELIVERY_COUNTRY_REQUIRED",
            "PAYMENTS_ADDRESS1_TOO_LONG",
            "PAYMENTS_ADDRESS2_TOO_LONG",
            "PAYMENTS_CITY_TOO_LONG",
            "PAYMENTS_COMPANY_TOO_LONG",
            "PAYMENTS_FIRST_NAME_TOO_LONG",
            "PAYMENTS_LAST_NAME_TOO_LONG",
            "PAYMENTS_COUNTRY_REQUIRED",
            "BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN",
            "BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID",
            "BUYER_IDENTITY_EMAIL_IS_INVALID",
            "BUYER_IDENTITY_PHONE_IS_INVALID",
        ],
    ),
    (
        "so is a wallet without content, as a way to pay that there is not (PAYMENT_METHOD_NOT_SUPPORTED)",
        &["PAYMENTS_WALLET_CONTENT_MISSING"],
    ),
    (
        "no country asks for it, nor does any way of delivery",
        &[
            "DELIVERY_ADDRESS2_REQUIRED",
            "DELIVERY_COMPANY_REQUIRED",
            "DELIVERY_PHONE_NUMBER_REQUIRED",
            "DELIVERY_OPTIONS_PHONE_",
            "PAYMENTS_ADDRESS2_REQUIRED",
            "PAYMENTS_COMPANY_REQUIRED",
            "PAYMENTS_PHONE_NUMBER_REQUIRED",
        ],
    ),
    (
        "the shop has no such thing: bundles and add-ons (a line below another is PARENT_LINE_INVALID_REFERENCE, whatever it is), companies' and customers' accounts, recipients of gift cards, steps of quantity (its bounds are InvalidQuantity), programs that transform lines, payments of the vendor's own",
        &[
            "BUNDLES_AND_ADDONS_",
            "BUYER_CANNOT_PURCHASE_FOR_COMPANY_LOCATION",
            "GIFT_CARD_RECIPIENT_INVALID",
            "INVALID_COMPANY_LOCATION",
            "INVALID_INCREMENT",
            "LESS_THAN",
            "MAXIMUM_EXCEEDED",
            "MINIMUM_NOT_MET",
            "MERCHANDISE_LINE_TRANSFORMERS_RUN_ERROR",
            "MISSING_CUSTOMER_ACCESS_TOKEN",
            "PARENT_LINE_NESTING_TOO_DEEP",
            "PARENT_LINE_NOT_FOUND",
            "PARENT_LINE_OPERATION_BLOCKED",
            "PAYMENTS_SHOPIFY_PAYMENTS_REQUIRED",
        ],
    ),
    (
        "the schema requires the argument, so that it is missing in no valid document",
        &["MISSING_DISCOUNT_CODE", "MISSING_NOTE"],
    ),
    (
        "prices, taxes and delivery are worked out with the answer: nothing is pending or undefined",
        &["PENDING_DELIVERY_GROUPS", "TAXES_"],
    ),
    (
        "an address may be entered wherever it is; that nothing goes there, or not this parcel, is told of the parcel: DELIVERY_NO_DELIVERY_AVAILABLE, or the merchant's words",
        &[
            "DELIVERY_NO_DELIVERY_AVAILABLE_FOR_MERCHANDISE_LINE",
            "UNSPECIFIED_ADDRESS_ERROR",
            "ZIP_CODE_NOT_SUPPORTED",
        ],
    ),
    (
        "the number of lines bounds what is put into a cart (CART_TOO_LARGE); a cart that is there is sold whole",
        &["MERCHANDISE_LINE_LIMIT_REACHED"],
    ),
    (
        "a card's answer belongs to the submission; a mutation of a cart asks no bank",
        &["PAYMENTS_CREDIT_CARD_GENERIC"],
    ),
];

async fn values(shop: &Shop, name: &str) -> BTreeSet<String> {
    let query = "query ($name: String!) { __type(name: $name) { enumValues { name } } }";
    let answer = shop.run(query, json!({ "name": name })).await;
    let values = answer.field("__type")["enumValues"].clone();
    let values = values.as_array().unwrap().iter();
    values
        .map(|value| value["name"].as_str().unwrap().to_owned())
        .collect()
}

/// Why the code has no cause, if it is said to have none.
fn without_cause(code: &str) -> Option<&'static str> {
    let is_meant =
        |known: &&str| code == *known || (known.ends_with('_') && code.starts_with(*known));
    let mut reasons = WITHOUT_CAUSE.iter();
    let found = reasons.find(|(_, beginnings)| beginnings.iter().any(is_meant));
    found.map(|(why, _)| *why)
}

/// Whether other tests say that they cause it, and name it.
fn is_elsewhere(code: &str) -> bool {
    let mut others = ELSEWHERE.iter();
    others.any(|(known, file)| *known == code && specification::is_in(code, file))
}

/// [8.03] Every code is produced through the API from its real cause, with the whole path of the argument, or it is written
/// down why there is none.
#[tokio::test]
async fn every_code_has_its_cause() {
    mutations::stock_warnings().await;
    let mut of_carts = addresses::of_mutations().await;
    of_carts.extend(mutations::of_carts().await);
    of_carts.extend(restarts::of_mutations().await);
    let mut of_submissions = addresses::of_submissions().await;
    of_submissions.extend(submissions::of_carts().await);
    of_submissions.extend(submissions::of_configuration().await);
    of_submissions.extend(restarts::of_submissions().await);
    let shop = Shop::open().await;
    for (name, caused) in [
        ("CartErrorCode", of_carts.codes()),
        ("SubmissionErrorCode", of_submissions.codes()),
    ] {
        let values = values(&shop, name).await;
        let strangers: Vec<_> = caused.difference(&values).collect();
        assert!(strangers.is_empty(), "not in {name}: {strangers:?}");
        let open = values.difference(&caused);
        let open: Vec<_> = open
            .filter(|code| !is_elsewhere(code) && without_cause(code).is_none())
            .collect();
        assert!(open.is_empty(), "nothing causes these of {name}: {open:?}");
    }
    let mut all = of_carts;
    all.extend(of_submissions);
    all.extend(documents::refused().await);
    assert_eq!(specification::untold(&all), [] as [&str; 0]);
}
