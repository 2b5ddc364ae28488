//! The schema of Meta Pay.

use super::{Form, Section, key};

pub(crate) const WALLETS_META_PAY: Section = Section {
    name: "wallets.meta_pay",
    form: Form::Table,
    about: "Meta Pay, in mode = \"test\" only: this server emulates Meta's script and its sheet, and every key may stay empty. The real service needs a partnership with Meta, so mode = \"live\" refuses it.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the shop offers Meta Pay.",
        )
        .such_as("true"),
        key(
            "app_id",
            "a text without spaces",
            "\"\"",
            "Meta's id of the application, which the script is loaded for. It is public. Empty: the emulation's.",
        ),
        key(
            "partner_id",
            "a text without spaces",
            "\"\"",
            "Meta's id of the payment partner, to whom containers are encrypted. It is public. Empty: the emulation's.",
        ),
        key(
            "merchant_id",
            "a text without spaces",
            "\"\"",
            "The partner's id of the merchant. The server accepts only containers for it. It is public. Empty: the emulation's.",
        ),
        key(
            "name",
            "a text",
            "\"\"",
            "The name that the sheet shows. Empty: the shop's name.",
        ),
        key(
            "supported_containers",
            "a list of \"basic-card-v1\" and \"ecom-token-v1\"",
            "[\"basic-card-v1\", \"ecom-token-v1\"]",
            "The types of containers that the shop accepts: a card's number, and a network token with a one-time cryptogram. Goods with a selling plan are paid with the first only.",
        ),
        key(
            "private_key_file",
            "a file path",
            "\"\"",
            "The private key to which containers are encrypted (P-256; PEM, or base64 of DER). Empty: the emulation's. Relative to this file.",
        ),
        key(
            "private_key_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with that key, instead of private_key_file.",
        ),
        key(
            "root_file",
            "a file path",
            "\"\"",
            "The root certificate to which signatures of containers must chain (PEM or DER). Empty: the emulation's. With another one the emulation's containers are refused. Relative to this file.",
        ),
    ],
};
