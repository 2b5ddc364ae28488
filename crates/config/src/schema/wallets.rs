//! The schema of wallets.

use super::{Form, Section, key};

pub(crate) const WALLETS: Section = Section {
    name: "wallets",
    form: Form::Table,
    about: "The wallets that buyers can pay with. Each has its own section below.",
    keys: &[key(
        "recommended",
        "\"apple_pay\", \"google_pay\", \"paypal\", \"meta_pay\" or \"amazon_pay\"; \"\" for the default",
        "\"\"",
        "The wallet that a product's page tries first, if it can pay for the goods. It must be enabled. Empty: the first enabled one in this order. A browser that the shop's own wallet knows gets that one first.",
    )],
};

pub(crate) const WALLETS_APPLE_PAY: Section = Section {
    name: "wallets.apple_pay",
    form: Form::Table,
    about: "Apple Pay. With mode = \"test\" every key may stay empty: this server then emulates Apple Pay with its own certificates. With mode = \"live\" the server accepts nothing emulated.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the shop offers Apple Pay.",
        )
        .such_as("true"),
        key(
            "issuer",
            "\"emulation\" or \"apple\"; \"\" for the default",
            "\"\"",
            "Who opens the sheet and issues tokens. \"apple\" means Apple's sandbox in test mode. Empty: Apple in live mode, the emulation in test mode.",
        ),
        key(
            "merchant_id",
            "a text without spaces, e.g. \"merchant.cz.obchod\"",
            "\"\"",
            "The merchant identifier from Apple's developer account. The server accepts only tokens for it.",
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
            "The Merchant Identity certificate (PEM, or Apple's .cer), which proves to Apple which merchant requests a session. Relative to this file.",
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
            "Payment Processing certificates (PEM, or Apple's .cer). Apple encrypts tokens to their keys. List several while one replaces another. Relative to this file.",
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
            "The environment variable with such a key. The server tries it before those in processing_key_files.",
        ),
        key(
            "domain_association_file",
            "a file path",
            "\"\"",
            "The file with which Apple verifies that a domain is the merchant's. The server serves it at /.well-known/apple-developer-merchantid-domain-association. Relative to this file.",
        ),
        key(
            "root_file",
            "a file path",
            "\"\"",
            "The root certificate to which signatures of tokens must chain. Empty: Apple Root CA - G3, which is built in, or the emulation's. Relative to this file.",
        ),
    ],
};

pub(crate) const WALLETS_GOOGLE_PAY: Section = Section {
    name: "wallets.google_pay",
    form: Form::Table,
    about: "Google Pay. With mode = \"test\" every key may stay empty: this server then emulates Google Pay with its own keys. With mode = \"live\" the server accepts nothing emulated.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the shop offers Google Pay. It is offered for shipped goods only.",
        )
        .such_as("true"),
        key(
            "merchant_id",
            "a text without spaces",
            "\"\"",
            "The merchant id from the Google Pay console. The server accepts only tokens for it.",
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
            "\"direct\": Google encrypts tokens for this server, which decrypts them. \"gateway\": Google encrypts them for the payment gateway, and this server passes them on unopened.",
        ),
        key(
            "protocols",
            "\"ECv2\" and \"ECv1\", or one of them",
            "[\"ECv2\", \"ECv1\"]",
            "The token protocols that the server accepts, for tokenization = \"direct\". Browsers request the first one; the server accepts the others too.",
        ),
        key(
            "gateway",
            "a text without spaces",
            "\"\"",
            "Google's name for the gateway, for tokenization = \"gateway\".",
        ),
        key(
            "gateway_merchant_id",
            "a text without spaces",
            "\"\"",
            "The gateway's name for this shop.",
        ),
        key(
            "private_key_files",
            "a list of file paths",
            "[]",
            "Private keys (P-256; PEM, or PKCS #8 in base64) that decrypt tokens, for tokenization = \"direct\". Browsers get the public half of the first one. The server still decrypts tokens for the others, so you can replace a key without losing a purchase. Relative to this file.",
        ),
        key(
            "private_key_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with such a key. It comes before those in private_key_files.",
        ),
        key(
            "auth_key_file",
            "a file path",
            "\"\"",
            "The private key (P-256) that signs which origin may open the sheet for the merchant (authJwt). Relative to this file.",
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
            "The URL of the keys that verify tokens. Empty: Google's production keys in live mode. In test mode Google's test keys if sdk_url is Google's, otherwise the emulation's.",
        ),
        key(
            "sdk_url",
            "a URL, e.g. \"https://pay.google.com/gp/p/js/pay.js\"",
            "\"\"",
            "The script that browsers load: on pay.google.com, or this server's emulation. Empty: Google's in live mode, the emulation in test mode.",
        ),
        key(
            "environment",
            "\"TEST\" or \"PRODUCTION\"; \"\" for the default",
            "\"\"",
            "The environment that the page passes to the script. Empty: PRODUCTION in live mode, TEST in test mode.",
        ),
    ],
};

pub(crate) const WALLETS_PAYPAL: Section = Section {
    name: "wallets.paypal",
    form: Form::Table,
    about: "PayPal and Venmo. With mode = \"test\" every key may stay empty: this server then emulates PayPal. With a client_id it uses PayPal's own sandbox. With mode = \"live\" the server accepts nothing emulated, and payments move money.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the shop offers PayPal.",
        )
        .such_as("true"),
        key(
            "client_id",
            "a text without spaces",
            "\"\"",
            "The application's client id from PayPal's developer pages. It is public: browsers get it.",
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
            "merchant_id",
            "13 capital letters and digits",
            "\"\"",
            "The merchant id of the PayPal account that gets the money, from the account's business information. The server refuses orders that pay anybody else. Needed with a client_id.",
        ),
        key(
            "webhook_id",
            "a text without spaces",
            "\"\"",
            "PayPal's id of the webhook that calls /webhooks/paypal. Without it the server accepts no webhook, and polls PayPal about payments that PayPal decides late.",
        ),
        key(
            "brand_name",
            "a text",
            "\"\"",
            "The shop's name at PayPal. Empty: the shop's name.",
        ),
        key(
            "venmo",
            "true or false",
            "true",
            "Whether the shop also offers Venmo, to buyers in the United States who pay in dollars.",
        ),
    ],
};
