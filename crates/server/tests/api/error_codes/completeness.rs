//! Checks that a test causes every value of the enumerations, or that a listed reason says why nothing does.

use super::{addresses, carriers, documents, mutations, restarts, specification, submissions};
use crate::support::Shop;
use serde_json::json;
use std::collections::BTreeSet;

const CARTS: &str = "CartErrorCode";
const SUBMISSIONS: &str = "SubmissionErrorCode";
const WARNINGS: &str = "CartWarningCode";

/// Values that other tests cause: enumeration, file and values.
const ELSEWHERE: &[(&str, &str, &[&str])] = &[
    (SUBMISSIONS, "captcha", &["CAPTCHA_COMPLETION_REQUIRED"]),
    (
        SUBMISSIONS,
        "wallets/amazon_address",
        &["PAYMENTS_ADDRESS_CHANGED"],
    ),
    (CARTS, "carts", &["CART_TOO_LARGE"]),
    (CARTS, "checkout", &["ATTEMPT_TOKEN_REUSED"]),
    (
        CARTS,
        "delivery",
        &[
            "INVALID_DELIVERY_ADDRESS_ID",
            "ONLY_ONE_DELIVERY_ADDRESS_CAN_BE_SELECTED",
            "TOO_MANY_DELIVERY_ADDRESSES",
        ],
    ),
    (CARTS, "guesses", &["SERVICE_UNAVAILABLE"]),
    (CARTS, "metafields", &["INVALID_METAFIELDS"]),
    (WARNINGS, "carts", &["PAYMENTS_GIFT_CARDS_UNAVAILABLE"]),
    (
        WARNINGS,
        "discounts",
        &[
            "DISCOUNT_CODE_NOT_HONOURED",
            "DISCOUNT_CURRENTLY_INACTIVE",
            "DISCOUNT_CUSTOMER_NOT_ELIGIBLE",
            "DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED",
            "DISCOUNT_ELIGIBLE_CUSTOMER_MISSING",
            "DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE",
            "DISCOUNT_NOT_FOUND",
            "DISCOUNT_NO_ENTITLED_LINE_ITEMS",
            "DISCOUNT_NO_ENTITLED_SHIPPING_LINES",
            "DISCOUNT_PURCHASE_NOT_IN_RANGE",
            "DISCOUNT_QUANTITY_NOT_IN_RANGE",
            "DISCOUNT_USAGE_LIMIT_REACHED",
        ],
    ),
];

/// An enumeration's name, and values of it: complete, or as a prefix that ends with `_`.
type Beginnings = (&'static str, &'static [&'static str]);

/// The reason, and the values of public enumerations that this server never returns for that reason.
const WITHOUT_CAUSE: &[(&str, &[Beginnings])] = &[
    (
        "cards are entered at the gateway, which tells what is wrong there; this server sees no number, and is told of a payment only that it failed (PAYMENTS_CREDIT_CARD_GENERIC)",
        &[
            (
                CARTS,
                &[
                    "PAYMENTS_CREDIT_CARD_BASE_",
                    "PAYMENTS_CREDIT_CARD_MONTH_",
                    "PAYMENTS_CREDIT_CARD_NUMBER_",
                    "PAYMENTS_CREDIT_CARD_VERIFICATION_",
                    "PAYMENTS_CREDIT_CARD_YEAR_",
                ],
            ),
            (
                SUBMISSIONS,
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
        ],
    ),
    (
        "what is too long, has no country, or is no e-mail address or telephone number is refused when it is entered, and so in no cart",
        &[(
            SUBMISSIONS,
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
        )],
    ),
    (
        "so is a wallet without content, as a way to pay that there is not (PAYMENT_METHOD_NOT_SUPPORTED)",
        &[(SUBMISSIONS, &["PAYMENTS_WALLET_CONTENT_MISSING"])],
    ),
    (
        "no country asks for it, nor does any way of delivery",
        &[(
            SUBMISSIONS,
            &[
                "DELIVERY_ADDRESS2_REQUIRED",
                "DELIVERY_COMPANY_REQUIRED",
                "DELIVERY_PHONE_NUMBER_REQUIRED",
                "DELIVERY_OPTIONS_PHONE_",
                "PAYMENTS_ADDRESS2_REQUIRED",
                "PAYMENTS_COMPANY_REQUIRED",
                "PAYMENTS_PHONE_NUMBER_REQUIRED",
            ],
        )],
    ),
    (
        "the shop has no such thing: bundles that cannot be mixed with add-ons (both are lines below others), companies' and customers' accounts, recipients of gift cards, steps of quantity (its bounds are InvalidQuantity), programs that transform lines, payments of the vendor's own",
        &[
            (
                CARTS,
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
                ],
            ),
            (SUBMISSIONS, &["PAYMENTS_SHOPIFY_PAYMENTS_REQUIRED"]),
        ],
    ),
    (
        "the schema requires the argument, so that it is missing in no valid document",
        &[(CARTS, &["MISSING_DISCOUNT_CODE", "MISSING_NOTE"])],
    ),
    (
        "prices and taxes are worked out with the answer: none is undefined",
        &[(SUBMISSIONS, &["TAXES_"])],
    ),
    (
        "an address may be entered wherever it is; that nothing goes there, or not this parcel, is told of the parcel: DELIVERY_NO_DELIVERY_AVAILABLE, or the merchant's words",
        &[
            (
                CARTS,
                &["UNSPECIFIED_ADDRESS_ERROR", "ZIP_CODE_NOT_SUPPORTED"],
            ),
            (
                SUBMISSIONS,
                &["DELIVERY_NO_DELIVERY_AVAILABLE_FOR_MERCHANDISE_LINE"],
            ),
        ],
    ),
    (
        "the number of lines bounds what is put into a cart (CART_TOO_LARGE); a cart that is there is sold whole",
        &[(SUBMISSIONS, &["MERCHANDISE_LINE_LIMIT_REACHED"])],
    ),
    (
        "a card's answer belongs to the submission; a mutation of a cart asks no bank",
        &[(CARTS, &["PAYMENTS_CREDIT_CARD_GENERIC"])],
    ),
    (
        "a cart has one address, and whoever gives two is told so whatever they are: TOO_MANY_DELIVERY_ADDRESSES",
        &[(WARNINGS, &["DUPLICATE_DELIVERY_ADDRESS"])],
    ),
    (
        "companies have no accounts here, and so no locations whose buyers are known before they say who buys: that a plan is closed to companies is told of the purchase (MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED)",
        &[(
            WARNINGS,
            &["MERCHANDISE_SELLING_PLAN_NOT_APPLICABLE_ON_COMPANY_LOCATION"],
        )],
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

/// The values of this enumeration that are listed without a cause: complete or as prefixes.
fn without_cause(name: &str) -> impl Iterator<Item = &'static str> {
    let all = WITHOUT_CAUSE.iter().flat_map(|(_, of)| of.iter());
    let of_this = all.filter(move |(of, _)| *of == name);
    of_this.flat_map(|(_, beginnings)| beginnings.iter().copied())
}

fn is_meant(code: &str, known: &str) -> bool {
    code == known || (known.ends_with('_') && code.starts_with(known))
}

/// The values of this enumeration that other tests cause and name.
fn elsewhere(name: &str) -> BTreeSet<String> {
    let of_this = ELSEWHERE.iter().filter(|(of, ..)| *of == name);
    let named = of_this.flat_map(|(_, file, codes)| {
        let codes = codes.iter();
        codes.filter(move |code| specification::is_in(code, file))
    });
    named.map(|code| (*code).to_owned()).collect()
}

/// Asserts that every value is either caused (here or in another file) or listed without a cause, never both, and that
/// the schema has every caused and every listed value.
fn account_for(name: &str, values: &BTreeSet<String>, mut caused: BTreeSet<String>) {
    caused.extend(elsewhere(name));
    let strangers: Vec<_> = caused.difference(values).collect();
    assert!(strangers.is_empty(), "not in {name}: {strangers:?}");
    let is_exempt = |code: &&String| without_cause(name).any(|known| is_meant(code, known));
    let open = values.difference(&caused).filter(|code| !is_exempt(code));
    let open: Vec<_> = open.collect();
    assert!(open.is_empty(), "nothing causes these of {name}: {open:?}");
    let both: Vec<_> = caused.iter().filter(is_exempt).collect();
    assert!(both.is_empty(), "caused after all, in {name}: {both:?}");
    let is_there = |known: &&str| values.iter().any(|code| is_meant(code, known));
    let gone: Vec<_> = without_cause(name)
        .filter(|known| !is_there(known))
        .collect();
    assert!(gone.is_empty(), "no longer in {name}: {gone:?}");
}

/// [8.03] The API produces every code from its real cause with the argument's full path, or a listed reason says why
/// there is no cause.
#[tokio::test]
async fn every_code_has_its_cause() {
    let warned = mutations::stock_warnings().await;
    let mut of_carts = addresses::of_mutations().await;
    of_carts.extend(mutations::of_carts().await);
    of_carts.extend(restarts::of_mutations().await);
    of_carts.extend(carriers::of_mutations().await);
    let mut of_submissions = addresses::of_submissions().await;
    of_submissions.extend(submissions::of_carts().await);
    of_submissions.extend(submissions::of_configuration().await);
    of_submissions.extend(restarts::of_submissions().await);
    of_submissions.extend(carriers::of_submissions().await);
    let shop = Shop::open().await;
    for (name, caused) in [
        (CARTS, of_carts.codes()),
        (SUBMISSIONS, of_submissions.codes()),
        (WARNINGS, warned),
    ] {
        account_for(name, &values(&shop, name).await, caused);
    }
    let mut all = of_carts;
    all.extend(of_submissions);
    all.extend(documents::refused().await);
    assert_eq!(specification::missing_errors(&all), [] as [&str; 0]);
}
