//! The specification's own list of server errors, in its order and wording: the code, cause and argument that report
//! each error here, or why none does.

use super::addresses::{BILLING, DELIVERY};
use super::{PREPARE, SUBMIT, SeenErrors};
use std::path::Path;

/// A cause in the test's words, its code, and the argument's full path, or the mutation if the error has no path.
type ExpectedError = (&'static str, &'static str, &'static str);

/// How the API reports an error of the list.
enum How {
    /// Each of these codes reports it.
    As(&'static [ExpectedError]),
    /// This code reports it, from this cause, at each of these fields of the delivery address and of the billing address
    /// of every payment method.
    OfFields(&'static str, &'static str, &'static [&'static str]),
    /// The tests of this file show this code for it.
    In(&'static str, &'static str),
    /// Nothing reports it, for this reason.
    Never(&'static str),
}

use How::{As, In, Never, OfFields};

/// Every address field except the country.
const FIELDS: &[&str] = &[
    "firstName",
    "lastName",
    "company",
    "address1",
    "address2",
    "city",
    "zip",
    "province",
    "phone",
];
/// The fields that some country requires.
const REQUIRED: &[&str] = &[
    "firstName",
    "lastName",
    "address1",
    "city",
    "zip",
    "province",
];
/// The fields that must not look like a URL.
const NOT_LIKE_A_URL: &[&str] = &[
    "firstName",
    "lastName",
    "address1",
    "address2",
    "city",
    "zip",
    "province",
    "phone",
];
/// The fields that have a required format but no code of their own for it.
const SHAPED: &[&str] = &[
    "firstName",
    "lastName",
    "company",
    "address1",
    "address2",
    "city",
    "phone",
];

const LINE: &str = "lines.0.merchandiseId";
const PLAN: &str = "lines.0.sellingPlanId";
const OPTION: &str = "selectedDeliveryOptions.0.deliveryOptionHandle";
const APPLE_PAY: &str = "payment.walletPaymentMethod.applePayWalletContent";
const GOOGLE_PAY: &str = "payment.walletPaymentMethod.googlePayWalletContent";

const LIST: &[(&str, How)] = &[
    (
        "email required",
        As(&[("no e-mail", "BUYER_IDENTITY_EMAIL_REQUIRED", PREPARE)]),
    ),
    (
        "email domain invalid",
        As(&[(
            "no domain",
            "BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID",
            "buyerIdentity.email",
        )]),
    ),
    (
        "email pattern mismatch",
        As(&[
            (
                "no mailbox",
                "BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN",
                "buyerIdentity.email",
            ),
            ("no e-mail address", "INVALID", "buyerIdentity.email"),
        ]),
    ),
    (
        "invalid phone",
        As(&[("no telephone number", "INVALID", "buyerIdentity.phone")]),
    ),
    (
        "captcha completion required",
        In("CAPTCHA_COMPLETION_REQUIRED", "captcha"),
    ),
    (
        "redirect to checkout required",
        As(&[
            (
                "goods for the checkout",
                "REDIRECT_TO_CHECKOUT_REQUIRED",
                "input.lines.0.merchandiseId",
            ),
            (
                "goods for the checkout",
                "REDIRECT_TO_CHECKOUT_REQUIRED",
                SUBMIT,
            ),
        ]),
    ),
    (
        "custom validation",
        As(&[
            (
                "a rule of the shop's",
                "VALIDATION_CUSTOM",
                "lines.0.quantity",
            ),
            ("too little", "VALIDATION_CUSTOM", PREPARE),
        ]),
    ),
    (
        "field required",
        OfFields("nothing", "ADDRESS_FIELD_IS_REQUIRED", REQUIRED),
    ),
    (
        "field required, of a whole cart",
        As(&[("nothing", "DELIVERY_CITY_REQUIRED", PREPARE)]),
    ),
    (
        "no address at all",
        As(&[("no address", "DELIVERY_ADDRESS_REQUIRED", PREPARE)]),
    ),
    (
        "field invalid",
        As(&[("emoji", "DELIVERY_CITY_INVALID", PREPARE)]),
    ),
    (
        "field too long",
        OfFields("too long", "ADDRESS_FIELD_IS_TOO_LONG", FIELDS),
    ),
    (
        "field with emoji",
        OfFields("emoji", "ADDRESS_FIELD_CONTAINS_EMOJIS", FIELDS),
    ),
    (
        "field with URL",
        OfFields(
            "a web address",
            "ADDRESS_FIELD_CONTAINS_URL",
            NOT_LIKE_A_URL,
        ),
    ),
    (
        "field with HTML tags",
        OfFields("HTML", "ADDRESS_FIELD_CONTAINS_HTML_TAGS", FIELDS),
    ),
    (
        "field pattern",
        OfFields(
            "a pattern",
            "ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN",
            SHAPED,
        ),
    ),
    // Also for "payments country required".
    (
        "country required",
        OfFields("nothing", "ADDRESS_FIELD_IS_REQUIRED", &["country"]),
    ),
    // Also for "payments country invalid".
    (
        "country invalid",
        OfFields("no country", "INVALID", &["country"]),
    ),
    (
        "zone not found",
        OfFields("a pattern", "PROVINCE_NOT_FOUND", &["province"]),
    ),
    (
        "zone not found, of a whole cart",
        As(&[("a pattern", "DELIVERY_ZONE_NOT_FOUND", PREPARE)]),
    ),
    (
        "zone required for country",
        As(&[("nothing", "DELIVERY_ZONE_REQUIRED_FOR_COUNTRY", PREPARE)]),
    ),
    (
        "postal code invalid for zone",
        OfFields("another zone's", "INVALID_ZIP_CODE_FOR_PROVINCE", &["zip"]),
    ),
    (
        "postal code invalid for zone, of a whole cart",
        As(&[(
            "another zone's",
            "DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE",
            PREPARE,
        )]),
    ),
    (
        "postal code invalid for country",
        OfFields("a pattern", "INVALID_ZIP_CODE_FOR_COUNTRY", &["zip"]),
    ),
    (
        "postal code invalid for country, of a whole cart",
        As(&[(
            "a pattern",
            "DELIVERY_INVALID_POSTAL_CODE_FOR_COUNTRY",
            PREPARE,
        )]),
    ),
    (
        "out of stock",
        As(&[("none is left", "MERCHANDISE_OUT_OF_STOCK", SUBMIT)]),
    ),
    (
        "not enough stock",
        As(&[(
            "one is left",
            "MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE",
            SUBMIT,
        )]),
    ),
    (
        "out of stock at origin location",
        As(&[
            (
                "not at that place",
                "DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION",
                OPTION,
            ),
            (
                "no more at that place",
                "DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION",
                PREPARE,
            ),
            (
                "no more at that place",
                "DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION",
                SUBMIT,
            ),
        ]),
    ),
    (
        "not applicable",
        As(&[
            ("sold no more", "MERCHANDISE_NOT_APPLICABLE", SUBMIT),
            ("a plan is required", "MERCHANDISE_NOT_APPLICABLE", SUBMIT),
            ("empty", "MERCHANDISE_NOT_APPLICABLE", PREPARE),
        ]),
    ),
    (
        "variant not found, not found",
        As(&[("no such variant", "MerchandiseIdInvalid", LINE)]),
    ),
    (
        "not published",
        As(&[
            ("not published", "MERCHANDISE_NOT_APPLICABLE", LINE),
            ("not published", "MERCHANDISE_PRODUCT_NOT_PUBLISHED", SUBMIT),
        ]),
    ),
    (
        "B2B selling plans unsupported",
        As(&[
            (
                "a company under a consumers' plan",
                "MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED",
                SUBMIT,
            ),
            (
                "a company under a consumers' plan",
                "MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED",
                PREPARE,
            ),
        ]),
    ),
    (
        "bundle needs components",
        As(&[
            (
                "a bundle without parts",
                "VALIDATION_CUSTOM",
                "input.lines.0.merchandiseId",
            ),
            (
                "a bundle without parts",
                "MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS",
                PREPARE,
            ),
            (
                "a bundle without parts",
                "MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS",
                SUBMIT,
            ),
        ]),
    ),
    (
        "gift-card price above zero",
        As(&[(
            "a gift card for nothing",
            "MERCHANDISE_NOT_APPLICABLE",
            LINE,
        )]),
    ),
    (
        "gift-card price within limit",
        As(&[(
            "a gift card above the limit",
            "MERCHANDISE_NOT_APPLICABLE",
            LINE,
        )]),
    ),
    (
        "expected price mismatch",
        As(&[
            ("another amount", "INVALID_PAYMENT", "payment.amount"),
            (
                "a higher price",
                "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT",
                SUBMIT,
            ),
        ]),
    ),
    (
        "no delivery available",
        As(&[("not served", "DELIVERY_NO_DELIVERY_AVAILABLE", PREPARE)]),
    ),
    (
        "no strategy available",
        As(&[(
            "too heavy for every way",
            "DELIVERY_NO_DELIVERY_AVAILABLE",
            PREPARE,
        )]),
    ),
    (
        "local pickup unavailable",
        As(&[(
            "a place that is there no more",
            "INVALID_DELIVERY_OPTION",
            OPTION,
        )]),
    ),
    (
        "line detail changed",
        As(&[
            (
                "another pick-up place",
                "DELIVERY_LINE_DETAIL_CHANGED",
                PREPARE,
            ),
            (
                "another pick-up place",
                "DELIVERY_LINE_DETAIL_CHANGED",
                SUBMIT,
            ),
            ("another title", "DELIVERY_LINE_DETAIL_CHANGED", SUBMIT),
            ("another kind", "DELIVERY_LINE_DETAIL_CHANGED", SUBMIT),
        ]),
    ),
    (
        "no delivery group selected",
        As(&[("no way chosen", "NO_DELIVERY_GROUP_SELECTED", PREPARE)]),
    ),
    (
        "invalid delivery option",
        As(&[("no such option", "INVALID_DELIVERY_OPTION", OPTION)]),
    ),
    (
        "invalid delivery group",
        As(&[(
            "no such group",
            "INVALID_DELIVERY_GROUP",
            "selectedDeliveryOptions.0.deliveryGroupId",
        )]),
    ),
    (
        "pending delivery groups",
        As(&[
            (
                "a late carrier",
                "PENDING_DELIVERY_GROUPS",
                "buyerIdentity.deliveryAddressPreferences",
            ),
            ("a late carrier", "PENDING_DELIVERY_GROUPS", "addresses"),
            ("a late carrier", "PENDING_DELIVERY_GROUPS", OPTION),
            ("a late carrier", "PENDING_DELIVERY_GROUPS", PREPARE),
            ("a late carrier", "PENDING_DELIVERY_GROUPS", SUBMIT),
        ]),
    ),
    (
        "invalid payment, amount",
        As(&[("another amount", "INVALID_PAYMENT", "payment.amount")]),
    ),
    (
        "invalid payment, whole",
        As(&[
            ("no way to pay", "INVALID_PAYMENT", "payment"),
            ("a forged token", "INVALID_PAYMENT", APPLE_PAY),
            ("a forged token", "INVALID_PAYMENT", GOOGLE_PAY),
        ]),
    ),
    (
        "unacceptable payment amount",
        As(&[(
            "a higher price",
            "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT",
            SUBMIT,
        )]),
    ),
    (
        "new tax must be accepted",
        As(&[
            (
                "duty that was not shown",
                "PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED",
                "payment.amount",
            ),
            ("a higher duty", "PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED", SUBMIT),
        ]),
    ),
    (
        "payment method required",
        As(&[("not paid", "PAYMENTS_METHOD_REQUIRED", SUBMIT)]),
    ),
    (
        "payment method unavailable",
        As(&[("offered no more", "PAYMENTS_METHOD_UNAVAILABLE", SUBMIT)]),
    ),
    (
        "payment method not applicable",
        As(&[
            (
                "a wallet for nothing",
                "PAYMENT_METHOD_NOT_APPLICABLE",
                APPLE_PAY,
            ),
            (
                "a wallet for nothing",
                "PAYMENT_METHOD_NOT_APPLICABLE",
                GOOGLE_PAY,
            ),
            (
                "free for what costs something",
                "PAYMENT_METHOD_NOT_APPLICABLE",
                "payment.freePaymentMethod",
            ),
        ]),
    ),
    (
        "payment method not supported",
        As(&[
            (
                "a wallet that is off",
                "PAYMENT_METHOD_NOT_SUPPORTED",
                APPLE_PAY,
            ),
            (
                "a wallet that is off",
                "PAYMENT_METHOD_NOT_SUPPORTED",
                GOOGLE_PAY,
            ),
            (
                "no way of the shop's",
                "PAYMENT_METHOD_NOT_SUPPORTED",
                "payment.manualPaymentMethod",
            ),
        ]),
    ),
    (
        "deferred payment required",
        As(&[(
            "a plan by transfer",
            "INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED",
            "payment.manualPaymentMethod",
        )]),
    ),
    (
        "billing address, of a whole cart",
        As(&[
            ("nothing", "PAYMENTS_FIRST_NAME_REQUIRED", PREPARE),
            ("nothing", "PAYMENTS_CITY_REQUIRED", PREPARE),
        ]),
    ),
    (
        "selling plan not applicable",
        As(&[("another's plan", "SELLING_PLAN_NOT_APPLICABLE", PLAN)]),
    ),
    (
        "variant requires selling plan",
        As(&[("without a plan", "VARIANT_REQUIRES_SELLING_PLAN", PLAN)]),
    ),
    (
        "localization extension field error",
        As(&[
            (
                "a company's number",
                "LOCALIZATION_EXTENSION_FIELD_ERROR",
                "attributes.0.value",
            ),
            (
                "a company without numbers",
                "LOCALIZATION_EXTENSION_FIELD_ERROR",
                PREPARE,
            ),
        ]),
    ),
    // In the document or in its variables: an error of the whole response, without an argument.
    (
        "invalid language",
        As(&[
            ("invalid language", "GRAPHQL_VALIDATION_FAILED", ""),
            ("invalid language", "BAD_USER_INPUT", ""),
        ]),
    ),
    (
        "invalid country",
        As(&[
            ("invalid country", "GRAPHQL_VALIDATION_FAILED", ""),
            ("invalid country", "BAD_USER_INPUT", ""),
        ]),
    ),
    (
        "missing cart id",
        As(&[
            ("missing cart id", "GRAPHQL_VALIDATION_FAILED", ""),
            ("no cart", "INVALID", "cartId"),
        ]),
    ),
    (
        "wallet service codes",
        Never(
            "there is no wallet service between shop and wallet: the shop opens wallets' tokens itself",
        ),
    ),
];

/// The errors that the list expects and that no test has seen.
pub(super) fn missing_errors(caused: &SeenErrors) -> Vec<String> {
    let mut all_missing = Vec::new();
    for (error, how) in LIST {
        let missing = match how {
            As([]) | Never("") => vec!["nothing is said of it".to_owned()],
            As(all) => all
                .iter()
                .filter_map(|&expected| missing(caused, expected))
                .collect(),
            OfFields(cause, code, fields) => missing_at(caused, cause, code, fields),
            In(code, file) if is_in(code, file) => Vec::new(),
            In(code, file) => vec![format!("{code} in {file}")],
            Never(_) => Vec::new(),
        };
        all_missing.extend(missing.into_iter().map(|what| format!("{error}: {what}")));
    }
    all_missing
}

fn missing(caused: &SeenErrors, (cause, code, at): ExpectedError) -> Option<String> {
    (!caused.has(cause, code, at)).then(|| format!("{code} at {at}, because of {cause}"))
}

fn missing_at(caused: &SeenErrors, cause: &str, code: &str, fields: &[&str]) -> Vec<String> {
    let places = || std::iter::once(DELIVERY).chain(BILLING);
    let paths = fields
        .iter()
        .flat_map(|field| places().map(move |place| format!("{place}.{field}")));
    let left = paths.filter(|at| !caused.has(cause, code, at));
    left.map(|at| format!("{code} at {at}, because of {cause}"))
        .collect()
}

/// Whether a test of this file names the row and contains the code, itself or in a helper that it calls. Commented-out
/// code does not count, nor does an ignored test.
pub(super) fn is_in(code: &str, file: &str) -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api");
    let text = std::fs::read_to_string(folder.join(format!("{file}.rs"))).unwrap();
    says(&text, code)
}

fn says(text: &str, code: &str) -> bool {
    let items: Vec<Item> = text.split("\n}\n").map(Item::read).collect();
    let code = format!("\"{code}\"");
    let has = |item: &Item| item.program.contains(&code);
    let callable = items.iter().filter(|item| has(item)).filter_map(Item::call);
    let helpers: Vec<String> = callable.collect();
    let calls = |item: &Item| helpers.iter().any(|call| item.program.contains(call));
    let mut tests = items.iter().filter(|item| item.is_test());
    tests.any(|test| has(test) || calls(test))
}

/// One function of a test file.
struct Item {
    /// Its doc comment and the comments inside it.
    comments: String,
    /// All other lines.
    program: String,
}

impl Item {
    fn read(text: &str) -> Self {
        let is_comment = |line: &&str| line.trim_start().starts_with("//");
        let (comments, program): (Vec<&str>, Vec<&str>) = text.lines().partition(is_comment);
        Self {
            comments: comments.join("\n"),
            program: program.join("\n"),
        }
    }

    /// Whether it is a test for this row and not ignored.
    fn is_test(&self) -> bool {
        self.comments.contains("[8.03]")
            && self.program.contains("#[tokio::test]")
            && !self.program.contains("#[ignore")
    }

    /// The beginning of a call of this function.
    fn call(&self) -> Option<String> {
        let (_, after) = self.program.split_once("fn ")?;
        let (name, _) = after.split_once('(')?;
        Some(format!("{name}("))
    }
}

/// A test that does not run, names no row, or does not contain the code proves nothing.
#[test]
fn only_a_test_that_runs_shows_a_code() {
    let file = |attributes: &str, body: &str| {
        format!(
            "/// {attributes}\nasync fn a_test() {{\n    {body}\n}}\n\nfn helper() {{\n    let it = \"CODE\";\n}}\n"
        )
    };
    let run = "[8.03] As it is.\n#[tokio::test]";
    for (attributes, body, shows) in [
        (run, "assert_eq!(it, \"CODE\");", true),
        (run, "helper();", true),
        (run, "// assert_eq!(it, \"CODE\");", false),
        (run, "assert_eq!(it, \"CODES\");", false),
        ("[8.03] No test.", "assert_eq!(it, \"CODE\");", false),
        ("Of no row.\n#[tokio::test]", "helper();", false),
        (
            "[8.03] Later.\n#[tokio::test]\n#[ignore]",
            "helper();",
            false,
        ),
    ] {
        assert_eq!(
            says(&file(attributes, body), "CODE"),
            shows,
            "{attributes} {body}"
        );
    }
}
