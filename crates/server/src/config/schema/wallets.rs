//! Wallets.

use super::{Form, Section, key};

pub(crate) const WALLETS: Section = Section {
    name: "wallets",
    form: Form::Table,
    about: "Wallets that buyers can pay with; each has a section of its own below.",
    keys: &[],
};

pub(crate) const WALLETS_GOOGLE_PAY: Section = Section {
    name: "wallets.google_pay",
    form: Form::Table,
    about: "Google Pay. With mode = \"test\" every key may stay empty: the emulated Google Pay of this server is used then, with keys of its own. With mode = \"live\" nothing emulated is accepted.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether Google Pay is offered, for goods that are shipped.",
        )
        .such_as("true"),
        key(
            "merchant_id",
            "a text without spaces",
            "\"\"",
            "The merchant id from the Google Pay console. Tokens are accepted only if they were made for it.",
        ),
        key(
            "merchant_name",
            "a text",
            "\"\"",
            "The name that the sheet shows. Empty: the shop's name.",
        ),
        key(
            "tokenization",
            "\"direct\" or \"gateway\"",
            "\"direct\"",
            "\"direct\": tokens are encrypted for this server and opened by it. \"gateway\": they are encrypted for the payment gateway and passed on unopened.",
        ),
        key(
            "protocols",
            "\"ECv2\" and \"ECv1\", or one of them",
            "[\"ECv2\", \"ECv1\"]",
            "The forms in which tokens may come, for tokenization = \"direct\". Browsers are told the first one; the others are accepted too.",
        ),
        key(
            "gateway",
            "a text without spaces",
            "\"\"",
            "The gateway's name as Google knows it, for tokenization = \"gateway\".",
        ),
        key(
            "gateway_merchant_id",
            "a text without spaces",
            "\"\"",
            "The name by which that gateway knows this shop.",
        ),
        key(
            "private_key_files",
            "a list of file paths",
            "[]",
            "Private keys (P-256; PEM, or PKCS #8 in base64) that open tokens, for tokenization = \"direct\". The first one's public half is given to browsers; tokens for the others are still opened, so that keys can be changed without losing a purchase. Relative to this file.",
        ),
        key(
            "private_key_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with such a key, before those in private_key_files.",
        ),
        key(
            "auth_key_file",
            "a file path",
            "\"\"",
            "The private key (P-256) that signs which origin may open the sheet in the merchant's name (authJwt). Relative to this file.",
        ),
        key(
            "auth_key_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with that key, instead of auth_key_file.",
        ),
        key(
            "root_keys_url",
            "a URL",
            "\"\"",
            "Where the keys that tokens are verified with are published. Empty: Google's production keys in live mode; in test mode Google's test keys when sdk_url is Google's, else the emulation's.",
        ),
        key(
            "sdk_url",
            "a URL, e.g. \"https://pay.google.com/gp/p/js/pay.js\"",
            "\"\"",
            "The script that browsers load: on pay.google.com, or this server's emulation. Empty: Google's in live mode, the emulation in test mode.",
        ),
        key(
            "environment",
            "\"TEST\", \"PRODUCTION\" or nothing",
            "\"\"",
            "The environment that the script is told. Empty: PRODUCTION in live mode, TEST in test mode.",
        ),
    ],
};
