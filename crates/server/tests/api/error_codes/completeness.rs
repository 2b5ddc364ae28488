//! Every value of the enumerations is caused by a test, or it is said why nothing causes it here.

use super::{Caused, addresses, mutations, specification, submissions};
use crate::support::Shop;
use serde_json::json;

/// What other tests cause, and where.
const ELSEWHERE: &[(&str, &str)] = &[
    ("CAPTCHA_COMPLETION_REQUIRED", "captcha"),
    ("CART_TOO_LARGE", "carts"),
    ("INVALID_DELIVERY_ADDRESS_ID", "delivery"),
    ("INVALID_METAFIELDS", "metafields"),
    ("ONLY_ONE_DELIVERY_ADDRESS_CAN_BE_SELECTED", "delivery"),
    ("TOO_MANY_DELIVERY_ADDRESSES", "delivery"),
];

/// Values of the public enumerations that this shop answers nowhere: how they begin, and why.
const WITHOUT_CAUSE: &[(&str, &[&str])] = &[
    (
        "cards are entered at the gateway, which tells what is wrong there; this server sees no number",
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
        "what is too long or has no country is refused when it is entered, and so in no cart",
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
        "no country asks for it",
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
        "the shop has no such thing: bundles, add-ons, companies' accounts, customers' accounts, steps of quantity, other shops' payments",
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
        &[
            "MISSING_DISCOUNT_CODE",
            "MISSING_NOTE",
            "PAYMENTS_WALLET_CONTENT_MISSING",
        ],
    ),
    (
        "prices, taxes and delivery are worked out with the answer, for the whole cart: nothing is pending or undefined",
        &[
            "PENDING_DELIVERY_GROUPS",
            "TAXES_",
            "DELIVERY_NO_DELIVERY_AVAILABLE_FOR_MERCHANDISE_LINE",
            "UNSPECIFIED_ADDRESS_ERROR",
            "ZIP_CODE_NOT_SUPPORTED",
        ],
    ),
    (
        "told by another answer: CartThrottled and HTTP 503, the warnings, or the nearest value",
        &[
            "SERVICE_UNAVAILABLE",
            "MERCHANDISE_LINE_LIMIT_REACHED",
            "MERCHANDISE_PRODUCT_NOT_PUBLISHED",
            "PAYMENTS_CREDIT_CARD_GENERIC",
        ],
    ),
    (
        "needs a restart with another configuration between payment and submit, or a fault of the gateway's",
        &[
            "PAYMENTS_METHOD_UNAVAILABLE",
            "PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED",
            "REDIRECT_TO_CHECKOUT_REQUIRED",
            "ERROR",
        ],
    ),
];

async fn values(shop: &Shop, name: &str) -> Caused {
    let query = "query ($name: String!) { __type(name: $name) { enumValues { name } } }";
    let answer = shop.run(query, json!({ "name": name })).await;
    let values = answer.field("__type")["enumValues"].clone();
    let values = values.as_array().unwrap().iter();
    values
        .map(|value| value["name"].as_str().unwrap().to_owned())
        .collect()
}

/// The values that nothing causes, of those that are not said to have no cause.
fn unexplained(values: &Caused, caused: &Caused) -> Vec<String> {
    let elsewhere = |code: &String| ELSEWHERE.iter().any(|(known, _)| known == code);
    let beginnings = || WITHOUT_CAUSE.iter().flat_map(|(_, beginnings)| *beginnings);
    let without = |code: &String| {
        beginnings().any(|known| code == known || (known.ends_with('_') && code.starts_with(known)))
    };
    let open = values.difference(caused);
    open.filter(|&code| !elsewhere(code) && !without(code))
        .cloned()
        .collect()
}

/// [8.03] Every code is produced through the API from its real cause, or it is written down why there is none.
#[tokio::test]
async fn every_code_has_its_cause() {
    mutations::stock_warnings().await;
    let mut of_carts = addresses::of_mutations().await;
    of_carts.extend(mutations::of_carts().await);
    let mut of_submissions = addresses::of_submissions().await;
    of_submissions.extend(submissions::of_carts().await);
    of_submissions.extend(submissions::of_configuration().await);
    let all = of_carts.union(&of_submissions).cloned().collect();
    assert_eq!(specification::untold(&all, ELSEWHERE), [] as [&str; 0]);
    let shop = Shop::open().await;
    for (name, caused) in [
        ("CartErrorCode", of_carts),
        ("SubmissionErrorCode", of_submissions),
    ] {
        let values = values(&shop, name).await;
        let strangers: Vec<_> = caused.difference(&values).collect();
        assert!(strangers.is_empty(), "not in {name}: {strangers:?}");
        let open = unexplained(&values, &caused);
        assert!(open.is_empty(), "nothing causes these of {name}: {open:?}");
    }
}
