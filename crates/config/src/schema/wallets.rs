//! Wallets.

use super::{Form, Section, key};

pub(crate) const WALLETS: Section = Section {
    name: "wallets",
    form: Form::Table,
    about: "Wallets that buyers can pay with; each has a section of its own below.",
    keys: &[],
};

pub(crate) const WALLETS_APPLE_PAY: Section = Section {
    name: "wallets.apple_pay",
    form: Form::Table,
    about: "Apple Pay. With mode = \"test\" every key may stay empty: the emulated Apple Pay of this server is used then, with certificates of its own. With mode = \"live\" nothing emulated is accepted.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether Apple Pay is offered.",
        )
        .such_as("true"),
        key(
            "issuer",
            "\"emulation\", \"apple\" or nothing",
            "\"\"",
            "The issuer, which opens the sheet and issues tokens. \"apple\" is Apple's sandbox in test mode. Empty: Apple in live mode, the emulation in test mode.",
        ),
        key(
            "merchant_id",
            "a text without spaces, e.g. \"merchant.cz.obchod\"",
            "\"\"",
            "The merchant identifier from Apple's developer account. Tokens are accepted only if they were made for it.",
        ),
        key(
            "merchant_name",
            "a text",
            "\"\"",
            "The name that the sheet shows. Empty: the shop's name.",
        ),
        key(
            "identity_certificate_file",
            "a file path",
            "\"\"",
            "The Merchant Identity certificate (PEM, or Apple's .cer), which proves to Apple who asks for a session. Relative to this file.",
        ),
        key(
            "identity_key_file",
            "a file path",
            "\"\"",
            "Its private key (PEM, or base64 of DER). Relative to this file.",
        ),
        key(
            "identity_key_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with that key, instead of identity_key_file.",
        ),
        key(
            "processing_certificate_files",
            "a list of file paths",
            "[]",
            "Payment Processing certificates (PEM, or Apple's .cer), to whose keys tokens are encrypted. Several are used at once while one replaces another. Relative to this file.",
        ),
        key(
            "processing_key_files",
            "a list of file paths",
            "[]",
            "The private keys of these certificates (P-256, or RSA for China; PEM, or base64 of DER), in any order. Relative to this file.",
        ),
        key(
            "processing_key_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with such a key, before those in processing_key_files.",
        ),
        key(
            "domain_association_file",
            "a file path",
            "\"\"",
            "The file that Apple gives out to prove that a domain is the merchant's; served at /.well-known/apple-developer-merchantid-domain-association. Relative to this file.",
        ),
        key(
            "root_file",
            "a file path",
            "\"\"",
            "The certificate that signatures of tokens must lead to. Empty: Apple Root CA - G3, which is built in, or the emulation's. Relative to this file.",
        ),
    ],
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
            "The environment that is passed to the script. Empty: PRODUCTION in live mode, TEST in test mode.",
        ),
    ],
};

pub(crate) const WALLETS_PAYPAL: Section = Section {
    name: "wallets.paypal",
    form: Form::Table,
    about: "PayPal, and Venmo with it. With mode = \"test\" every key may stay empty: the emulated PayPal of this server is used then; with a client_id, PayPal's own sandbox. With mode = \"live\" nothing emulated is accepted, and money is moved.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether PayPal is offered.",
        )
        .such_as("true"),
        key(
            "client_id",
            "a text without spaces",
            "\"\"",
            "The application's client id from PayPal's developer pages. Browsers are told it.",
        ),
        key(
            "secret_file",
            "a file path",
            "\"\"",
            "The file with the application's secret. Relative to this file.",
        ),
        key(
            "secret_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with the secret, instead of secret_file.",
        ),
        key(
            "webhook_id",
            "a text without spaces",
            "\"\"",
            "PayPal's id of the webhook that reports to /webhooks/paypal. Without it no report is believed, and a payment that PayPal decides late is found out by asking alone.",
        ),
        key(
            "brand_name",
            "a text",
            "\"\"",
            "The shop as buyers read it at PayPal. Empty: the shop's name.",
        ),
        key(
            "venmo",
            "true or false",
            "true",
            "Whether Venmo is offered too, to buyers in the United States who pay in dollars.",
        ),
    ],
};
