//! The schema of Amazon Pay and Buy with Prime.

use super::{Form, Section, key};

pub(crate) const WALLETS_AMAZON_PAY: Section = Section {
    name: "wallets.amazon_pay",
    form: Form::Table,
    about: "Amazon Pay. It takes no koruny: the shop offers it in markets with a currency that the account can charge. With mode = \"test\" the ids and the key may stay empty: this server then emulates Amazon Pay. With a merchant_id it uses Amazon's own sandbox. With mode = \"live\" the server accepts nothing emulated, and payments move money.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the shop offers Amazon Pay.",
        )
        .such_as("true"),
        key(
            "merchant_id",
            "10 to 20 capital letters and digits, e.g. \"A2EXAMPLE1XYZ9\"",
            "\"\"",
            "The merchant id from Amazon's Integration Central. It is public: browsers get it.",
        ),
        key(
            "store_id",
            "a text that begins with \"amzn1.application-oa2-client.\"",
            "\"\"",
            "The shop's store id (client id) from Integration Central. Amazon opens its pages only for domains that are registered there.",
        ),
        key(
            "public_key_id",
            "letters, digits and hyphens, e.g. \"SANDBOX-AFEXAMPLE2345\"",
            "\"\"",
            "Amazon's name of the key that the server signs with. A name that begins with LIVE- or SANDBOX- is of that environment only.",
        ),
        key(
            "private_key_file",
            "a file path",
            "\"\"",
            "The private key of public_key_id (RSA with 2048 bits or more, as PEM in PKCS#8 or PKCS#1). Relative to this file.",
        ),
        key(
            "private_key_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with that key, instead of private_key_file.",
        ),
        key(
            "region",
            "\"eu\", \"na\" or \"fe\"",
            "\"eu\"",
            "Where the account is: Europe and the United Kingdom, North America, or Japan.",
        ),
        key(
            "ledger_currency",
            "\"EUR\", \"GBP\", \"JPY\" or \"USD\"",
            "\"EUR\"",
            "The account's currency: EUR or GBP for \"eu\", USD for \"na\", JPY for \"fe\". Accounts in EUR and GBP can charge other currencies too, but not CZK.",
        ),
        key(
            "checkout_language",
            "\"de_DE\", \"en_GB\", \"en_US\", \"es_ES\", \"fr_FR\", \"it_IT\" or \"ja_JP\"",
            "\"en_GB\"",
            "The language of Amazon's pages. Amazon has no Czech.",
        ),
        key(
            "product_type",
            "\"PayAndShip\" or \"PayOnly\"",
            "\"PayAndShip\"",
            "\"PayAndShip\": the buyer chooses a delivery address at Amazon, if the cart is shipped. \"PayOnly\": the buyer enters it in the checkout.",
        ),
        key(
            "store_name",
            "a text of at most 50 characters",
            "\"\"",
            "The shop's name for buyers at Amazon. Empty: the shop's name.",
        ),
        key(
            "notification_topics",
            "a list of ARNs, e.g. [\"arn:aws:sns:eu-west-1:123456789012:A2EXAMPLE1XYZ9\"]",
            "[]",
            "The topics of Amazon's Simple Notification Service that may call /webhooks/amazon-pay. Without one the server accepts no notification, and polls Amazon about payments that Amazon decides late.",
        ),
        key(
            "notification_hosts",
            "a list of hosts, each of the form \"sns.eu-west-1.amazonaws.com\"",
            "[]",
            "The exact hosts that publish the certificates of these topics' signatures. Empty: the host of each topic's region.",
        ),
        key(
            "notification_signatures",
            "\"1\" for SHA-1 and SHA-256, or \"2\" for SHA-256 alone",
            "\"1\"",
            "The oldest version of signatures that the server accepts. A notification carries no state: the server asks Amazon what changed.",
        ),
        key(
            "confirm_subscription",
            "true or false",
            "false",
            "Whether the server confirms when a topic in notification_topics asks to subscribe /webhooks/amazon-pay. Switch it on while you register the address.",
        ),
    ],
};

pub(crate) const WALLETS_BUY_WITH_PRIME: Section = Section {
    name: "wallets.buy_with_prime",
    form: Form::Table,
    about: "Buy with Prime: buyers pay for marked goods by Amazon Pay, which also tells whether they are Prime members. It needs [wallets.amazon_pay], and pays to its account.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the shop offers Buy with Prime.",
        )
        .such_as("true"),
        key(
            "store_id",
            "a text that begins with \"amzn1.application-oa2-client.\"",
            "\"\"",
            "The store id for Buy with Prime. Empty: the store_id of [wallets.amazon_pay].",
        ),
        key(
            "tags",
            "a list of tags",
            "[]",
            "Products with one of these tags are sold by Buy with Prime.",
        )
        .such_as("[\"prime\"]"),
        key(
            "skus",
            "a list of stock-keeping units",
            "[]",
            "Variants with one of these units are sold by Buy with Prime.",
        ),
        key(
            "countries",
            "a list of two-letter country codes",
            "[\"US\"]",
            "The countries to which Amazon delivers goods of Buy with Prime. Only buyers with prices of these countries see the button.",
        ),
        key(
            "requires_membership",
            "true or false",
            "true",
            "Whether the checkout refuses Buy with Prime to a buyer whom Amazon reports as no Prime member.",
        ),
        key(
            "memberships",
            "a list of Amazon's names of memberships, in capital letters, other than \"NONE\"",
            "[\"PRIME_GENERAL\", \"PRIME_GENERAL_US\", \"PRIME_STUDENT\"]",
            "The memberships that requires_membership accepts, as Amazon names them in primeMembershipTypes.",
        ),
    ],
};
