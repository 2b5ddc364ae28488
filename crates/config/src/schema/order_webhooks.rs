//! Where orders leave the shop.

use super::{Form, Section, key, required};

pub(crate) const ORDER_WEBHOOKS: Section = Section {
    name: "order_webhooks",
    form: Form::Repeated,
    about: "An endpoint that receives order events, such as an ERP or a system that renews subscriptions. The server sends each event as a signed request, at least once, until the endpoint answers 2xx (order-webhooks.md describes the requests and how to verify them). Servers that share a database need the same sections.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "true",
            "false: as if the section were not there.",
        )
        .such_as("false"),
        required(
            "name",
            "small letters, digits and hyphens",
            "\"erp\"",
            "Its lasting name: pending events are stored under it, and zkratka events shows it.",
        ),
        required(
            "url",
            "a URL, e.g. \"https://erp.example.com/zkratka\"",
            "\"https://erp.example.com/zkratka\"",
            "Where requests are sent. With mode = \"live\" https, unless it is this machine.",
        ),
        key(
            "secret_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with the secret that signs: whsec_ and the base64 of 24 to 64 random bytes. Several, apart by spaces or lines, all sign, so that a secret can be changed without losing anything.",
        ),
        key(
            "secret_file",
            "a file path",
            "\"\"",
            "A file with the same, instead of secret_env. Relative to this file.",
        ),
        key(
            "events",
            "a list of \"order.created\", \"order.captured\" and \"order.needs_review\"",
            "[]",
            "The kinds of events that it receives. Empty: all of them.",
        ),
    ],
};
