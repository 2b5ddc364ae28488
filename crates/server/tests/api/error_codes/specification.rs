//! The specification's own list of server errors, in its order and words: as which code each is told here, or why it is not.

use super::Caused;

/// How an error of the list is told.
enum Told {
    /// By these codes.
    As(&'static [&'static str]),
    /// Not at all: why.
    Never(&'static str),
}

use Told::{As, Never};

const LIST: &[(&str, Told)] = &[
    ("email required", As(&["BUYER_IDENTITY_EMAIL_REQUIRED"])),
    (
        "email domain invalid",
        As(&["BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID"]),
    ),
    (
        "email pattern mismatch",
        As(&["BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN"]),
    ),
    ("invalid phone", As(&["INVALID"])),
    (
        "captcha completion required",
        As(&["CAPTCHA_COMPLETION_REQUIRED"]),
    ),
    (
        "redirect to checkout required",
        As(&["REDIRECT_TO_CHECKOUT_REQUIRED"]),
    ),
    ("custom validation", As(&["VALIDATION_CUSTOM"])),
    (
        "field required",
        As(&["ADDRESS_FIELD_IS_REQUIRED", "DELIVERY_CITY_REQUIRED"]),
    ),
    (
        "field invalid",
        As(&["DELIVERY_CITY_INVALID", "PAYMENTS_CITY_INVALID"]),
    ),
    ("field too long", As(&["ADDRESS_FIELD_IS_TOO_LONG"])),
    ("field with emoji", As(&["ADDRESS_FIELD_CONTAINS_EMOJIS"])),
    ("field with URL", As(&["ADDRESS_FIELD_CONTAINS_URL"])),
    (
        "field with HTML tags",
        As(&["ADDRESS_FIELD_CONTAINS_HTML_TAGS"]),
    ),
    (
        "field pattern",
        As(&["ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN"]),
    ),
    ("country required", As(&["ADDRESS_FIELD_IS_REQUIRED"])),
    ("country invalid", As(&["INVALID"])),
    (
        "zone not found",
        As(&["PROVINCE_NOT_FOUND", "DELIVERY_ZONE_NOT_FOUND"]),
    ),
    (
        "zone required for country",
        As(&["DELIVERY_ZONE_REQUIRED_FOR_COUNTRY"]),
    ),
    (
        "postal code invalid for zone",
        As(&[
            "INVALID_ZIP_CODE_FOR_PROVINCE",
            "DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE",
        ]),
    ),
    (
        "postal code invalid for country",
        As(&[
            "INVALID_ZIP_CODE_FOR_COUNTRY",
            "DELIVERY_INVALID_POSTAL_CODE_FOR_COUNTRY",
        ]),
    ),
    ("out of stock", As(&["MERCHANDISE_OUT_OF_STOCK"])),
    (
        "not enough stock",
        As(&["MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE"]),
    ),
    (
        "out of stock at origin location",
        Never("the shop has one stock, so that what is there can be sent"),
    ),
    ("not applicable", As(&["MERCHANDISE_NOT_APPLICABLE"])),
    (
        "variant not found, not found",
        As(&["MerchandiseIdInvalid"]),
    ),
    ("not published", As(&["MERCHANDISE_NOT_APPLICABLE"])),
    (
        "B2B selling plans unsupported",
        Never("there are no companies' accounts"),
    ),
    ("bundle needs components", Never("there are no bundles")),
    // The price of gift cards, above zero and within the limit: the tests of gift cards.
    ("gift-card rules", As(&["MERCHANDISE_NOT_APPLICABLE"])),
    (
        "expected price mismatch",
        As(&["PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT", "INVALID_PAYMENT"]),
    ),
    (
        "no delivery available",
        As(&["DELIVERY_NO_DELIVERY_AVAILABLE"]),
    ),
    (
        "no strategy available",
        As(&["DELIVERY_NO_DELIVERY_AVAILABLE"]),
    ),
    // A place that is offered no more is an option that is not there.
    ("local pickup unavailable", As(&["INVALID_DELIVERY_OPTION"])),
    (
        "line detail changed",
        Never(
            "a line that has changed is priced anew: another amount, fewer pieces or none are told by their own codes",
        ),
    ),
    (
        "no delivery group selected",
        As(&["NO_DELIVERY_GROUP_SELECTED"]),
    ),
    ("invalid delivery option", As(&["INVALID_DELIVERY_OPTION"])),
    ("invalid delivery group", As(&["INVALID_DELIVERY_GROUP"])),
    (
        "pending delivery groups",
        Never("delivery is worked out with the answer"),
    ),
    ("invalid payment", As(&["INVALID_PAYMENT"])),
    (
        "unacceptable payment amount",
        As(&["PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT"]),
    ),
    (
        "new tax must be accepted",
        As(&["PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED"]),
    ),
    ("payment method required", As(&["PAYMENTS_METHOD_REQUIRED"])),
    (
        "payment method unavailable",
        As(&["PAYMENT_METHOD_NOT_SUPPORTED"]),
    ),
    (
        "payment method not applicable",
        As(&["PAYMENT_METHOD_NOT_APPLICABLE"]),
    ),
    (
        "payment method not supported",
        As(&["PAYMENT_METHOD_NOT_SUPPORTED"]),
    ),
    (
        "deferred payment required",
        As(&["INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED"]),
    ),
    ("payments country invalid", As(&["INVALID"])),
    (
        "billing address",
        As(&["PAYMENTS_FIRST_NAME_REQUIRED", "PAYMENTS_CITY_REQUIRED"]),
    ),
    (
        "selling plan not applicable",
        As(&["SELLING_PLAN_NOT_APPLICABLE"]),
    ),
    (
        "variant requires selling plan",
        As(&["VARIANT_REQUIRES_SELLING_PLAN"]),
    ),
    (
        "localization extension field error",
        As(&["LOCALIZATION_EXTENSION_FIELD_ERROR"]),
    ),
    (
        "invalid language",
        Never("the schema's enumeration has every language; another is no valid document"),
    ),
    (
        "invalid country",
        Never("the schema's enumeration has every country; another is no valid document"),
    ),
    ("missing cart id", As(&["INVALID"])),
    (
        "wallet service codes",
        Never("there is no wallet service: the shop opens wallets' tokens itself"),
    ),
];

/// What the list says is told by a code that nothing causes.
pub(super) fn untold(caused: &Caused, elsewhere: &[(&str, &str)]) -> Vec<&'static str> {
    let is_caused =
        |code: &&str| caused.contains(*code) || elsewhere.iter().any(|(known, _)| known == code);
    let told = |told: &Told| match told {
        As(codes) => !codes.is_empty() && codes.iter().all(is_caused),
        Never(why) => !why.is_empty(),
    };
    let open = LIST.iter().filter(|(_, how)| !told(how));
    open.map(|&(error, _)| error).collect()
}
