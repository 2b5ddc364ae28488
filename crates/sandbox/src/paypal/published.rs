//! PayPal's published schemas of request bodies: those members that a shop like this one sends or may send later.
//! Written from PayPal's descriptions, independently of the shop's client. The tests compare them with the
//! descriptions, if these are available.

use super::schema::{Member, Schema, optional, required, text, written};

/// Currency and amount.
pub(super) const MONEY: Schema = Schema::Object(MONEY_MEMBERS);
const MONEY_MEMBERS: &[Member] = &[
    required("currency_code", text(3, 3)),
    required("value", written(0, 32, is_decimal)),
];

const BREAKDOWN: &[Member] = &[
    optional("item_total", MONEY),
    optional("shipping", MONEY),
    optional("handling", MONEY),
    optional("tax_total", MONEY),
    optional("insurance", MONEY),
    optional("shipping_discount", MONEY),
    optional("discount", MONEY),
];

const AMOUNT: &[Member] = &[
    required("currency_code", text(3, 3)),
    required("value", written(0, 32, is_decimal)),
    optional("breakdown", Schema::Object(BREAKDOWN)),
];

const ITEM: &[Member] = &[
    required("name", text(1, 127)),
    required("unit_amount", MONEY),
    required("quantity", written(0, 10, is_quantity)),
    optional("tax", MONEY),
    optional("description", text(0, 127)),
    optional("sku", text(0, 127)),
    optional(
        "category",
        Schema::OneOf(&["DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION"]),
    ),
];

const ADDRESS: &[Member] = &[
    optional("address_line_1", text(0, 300)),
    optional("address_line_2", text(0, 300)),
    optional("admin_area_2", text(0, 120)),
    optional("admin_area_1", text(0, 300)),
    optional("postal_code", text(0, 60)),
    required("country_code", written(2, 2, is_country)),
];

const SHIPPING: &[Member] = &[optional("address", Schema::Object(ADDRESS))];

const PAYEE: &[Member] = &[
    optional("email_address", written(3, 254, is_email)),
    optional("merchant_id", written(13, 13, is_account)),
];

const PLATFORM_FEE: &[Member] = &[
    required("amount", MONEY),
    optional("payee", Schema::Object(PAYEE)),
];

const PAYMENT_INSTRUCTION: &[Member] = &[
    optional(
        "platform_fees",
        Schema::List {
            least: 0,
            most: 1,
            of: &Schema::Object(PLATFORM_FEE),
        },
    ),
    optional("disbursement_mode", Schema::OneOf(&["INSTANT", "DELAYED"])),
];

/// A purchase unit.
pub(super) const UNIT: Schema = Schema::Object(UNIT_MEMBERS);
const UNIT_MEMBERS: &[Member] = &[
    optional("reference_id", text(1, 256)),
    required("amount", Schema::Object(AMOUNT)),
    optional("payee", Schema::Object(PAYEE)),
    optional("payment_instruction", Schema::Object(PAYMENT_INSTRUCTION)),
    optional("description", text(1, 127)),
    optional("custom_id", text(1, 127)),
    optional("invoice_id", text(1, 127)),
    optional(
        "items",
        Schema::List {
            least: 0,
            most: usize::MAX,
            of: &Schema::Object(ITEM),
        },
    ),
    optional("shipping", Schema::Object(SHIPPING)),
];

const SHIPPING_PREFERENCE: Schema =
    Schema::OneOf(&["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]);
const USAGE_TYPE: Schema = Schema::OneOf(&["MERCHANT", "PLATFORM"]);
const STORE_IN_VAULT: Schema = Schema::OneOf(&["ON_SUCCESS"]);
const URL: Schema = written(0, usize::MAX, is_url);
const VAULT_ID: Schema = written(1, 255, is_id);

const PAYPAL_CONTEXT: &[Member] = &[
    optional("brand_name", text(1, 127)),
    optional("locale", written(2, 11, is_language)),
    optional("shipping_preference", SHIPPING_PREFERENCE),
    optional("return_url", URL),
    optional("cancel_url", URL),
    optional(
        "landing_page",
        Schema::OneOf(&["LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE"]),
    ),
    optional("user_action", Schema::OneOf(&["CONTINUE", "PAY_NOW"])),
    optional(
        "payment_method_preference",
        Schema::OneOf(&["UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED"]),
    ),
];

const VENMO_CONTEXT: &[Member] = &[
    optional("brand_name", text(1, 127)),
    optional("shipping_preference", SHIPPING_PREFERENCE),
];

/// For PayPal's accounts, a separate rule decides whether an account is stored.
const PAYPAL_VAULT: &[Member] = &[
    optional("store_in_vault", STORE_IN_VAULT),
    optional("description", text(1, 128)),
    required("usage_type", USAGE_TYPE),
    optional("permit_multiple_payment_tokens", Schema::Flag),
];

const VENMO_VAULT: &[Member] = &[
    required("store_in_vault", STORE_IN_VAULT),
    optional("description", written(1, 128, is_plain)),
    required("usage_type", USAGE_TYPE),
    optional("permit_multiple_payment_tokens", Schema::Flag),
];

const PAYPAL_ATTRIBUTES: &[Member] = &[optional("vault", Schema::Object(PAYPAL_VAULT))];
const VENMO_ATTRIBUTES: &[Member] = &[optional("vault", Schema::Object(VENMO_VAULT))];

const PAYPAL: &[Member] = &[
    optional("vault_id", VAULT_ID),
    optional("attributes", Schema::Object(PAYPAL_ATTRIBUTES)),
    optional("experience_context", Schema::Object(PAYPAL_CONTEXT)),
];

const VENMO: &[Member] = &[
    optional("vault_id", VAULT_ID),
    optional("attributes", Schema::Object(VENMO_ATTRIBUTES)),
    optional("experience_context", Schema::Object(VENMO_CONTEXT)),
];

const SOURCE: &[Member] = &[
    optional("paypal", Schema::Object(PAYPAL)),
    optional("venmo", Schema::Object(VENMO)),
];

/// `POST /v2/checkout/orders`
pub(super) const ORDER: Schema = Schema::Object(ORDER_MEMBERS);
const ORDER_MEMBERS: &[Member] = &[
    required("intent", Schema::OneOf(&["CAPTURE", "AUTHORIZE"])),
    required(
        "purchase_units",
        Schema::List {
            least: 1,
            most: 10,
            of: &UNIT,
        },
    ),
    optional("payment_source", Schema::Object(SOURCE)),
];

/// `POST /v2/checkout/orders/{id}/authorize`
pub(super) const AUTHORIZE: Schema = Schema::Object(AUTHORIZE_MEMBERS);
const AUTHORIZE_MEMBERS: &[Member] = &[optional("payment_source", Schema::Object(SOURCE))];

/// `PATCH /v2/checkout/orders/{id}`. A separate rule demands a path and a value.
pub(super) const PATCH: Schema = Schema::List {
    least: 1,
    most: usize::MAX,
    of: &Schema::Object(CHANGE),
};
const CHANGE: &[Member] = &[
    required(
        "op",
        Schema::OneOf(&["add", "remove", "replace", "move", "copy", "test"]),
    ),
    optional("path", text(0, usize::MAX)),
];

/// `POST /v2/payments/authorizations/{id}/capture`
pub(super) const CAPTURE: Schema = Schema::Object(CAPTURE_MEMBERS);
const CAPTURE_MEMBERS: &[Member] = &[
    optional("amount", MONEY),
    optional("final_capture", Schema::Flag),
];

/// `POST /v2/payments/captures/{id}/refund`
pub(super) const REFUND: Schema = Schema::Object(REFUND_MEMBERS);
const REFUND_MEMBERS: &[Member] = &[
    optional("amount", MONEY),
    optional("custom_id", text(1, 127)),
];

/// PayPal's documentation says that an account needs both addresses.
const VAULT_CONTEXT: &[Member] = &[
    optional("brand_name", text(1, 300)),
    optional("locale", written(2, 10, is_language)),
    required("return_url", written(1, 4_000, is_url)),
    required("cancel_url", written(1, 4_000, is_url)),
    optional("shipping_preference", SHIPPING_PREFERENCE),
    optional(
        "vault_instruction",
        Schema::OneOf(&["ON_CREATE_PAYMENT_TOKENS", "ON_PAYER_APPROVAL"]),
    ),
];

const KEPT: &[Member] = &[
    optional("description", written(1, 128, is_plain)),
    required("usage_type", USAGE_TYPE),
    optional("permit_multiple_payment_tokens", Schema::Flag),
    required("experience_context", Schema::Object(VAULT_CONTEXT)),
];

/// `POST /v3/vault/setup-tokens`
pub(super) const SETUP: Schema = Schema::Object(SETUP_MEMBERS);
const SETUP_MEMBERS: &[Member] = &[required(
    "payment_source",
    Schema::Object(&[
        optional("paypal", Schema::Object(KEPT)),
        optional("venmo", Schema::Object(KEPT)),
    ]),
)];

/// `POST /v3/vault/payment-tokens`
pub(super) const KEEP: Schema = Schema::Object(KEEP_MEMBERS);
const KEEP_MEMBERS: &[Member] = &[required(
    "payment_source",
    Schema::Object(&[required("token", Schema::Object(TOKEN))]),
)];
const TOKEN: &[Member] = &[
    required("id", written(1, 255, is_id)),
    required("type", Schema::OneOf(&["SETUP_TOKEN"])),
];

/// An integer or a decimal number, possibly negative.
fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.strip_prefix('-').unwrap_or(text);
    match number.split_once('.') {
        Some((whole, parts)) => digits(whole) && digits(parts) && !parts.is_empty(),
        None => digits(number) && !number.is_empty(),
    }
}

/// An integer without leading zeros.
fn is_quantity(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0')
}

/// Two letters, then optionally a script, then optionally a country of two letters or a region of three digits.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-').peekable();
    let lower = |part: &str| part.bytes().all(|byte| byte.is_ascii_lowercase());
    if !parts.next().is_some_and(|it| it.len() == 2 && lower(it)) {
        return false;
    }
    let script = |part: &str| {
        part.len() == 4
            && part.is_ascii()
            && part.starts_with(|it: char| it.is_ascii_uppercase())
            && lower(&part[1..])
    };
    parts.next_if(|part| script(part));
    let region = |part: &str| match part.len() {
        2 => part.bytes().all(|byte| byte.is_ascii_uppercase()),
        3 => part.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    };
    parts.next().is_none_or(region) && parts.next().is_none()
}

fn is_country(text: &str) -> bool {
    let upper = |byte: u8| byte.is_ascii_uppercase();
    text == "C2" || (text.len() == 2 && text.bytes().all(upper))
}

fn is_email(text: &str) -> bool {
    let halves = text.split_once('@');
    halves.is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

/// An account's id: of digits and capital letters, without those that look alike.
fn is_account(text: &str) -> bool {
    let fits = |byte: u8| matches!(byte, b'2'..=b'9' | b'A'..=b'H' | b'J'..=b'N' | b'P'..=b'Z');
    text.bytes().all(fits)
}

fn is_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    text.bytes().all(fits)
}

fn is_url(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// A text that Venmo and the vault show to buyers.
fn is_plain(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_'-., :;!?\"".contains(&byte);
    text.bytes().all(fits)
}

#[cfg(test)]
mod tests;
