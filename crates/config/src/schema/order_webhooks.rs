//! The schema of order webhooks.

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
            "false has the same effect as removing the section.",
        )
        .such_as("false"),
        required(
            "name",
            "lower-case letters, digits and hyphens",
            "\"erp\"",
            "The endpoint's permanent name: pending events are stored under it, and zkratka events shows it.",
        ),
        required(
            "url",
            "a URL, e.g. \"https://erp.example.com/zkratka\"",
            "\"https://erp.example.com/zkratka\"",
            "The URL to which the server sends requests. With mode = \"live\" it must be https, unless it is this machine.",
        ),
        key(
            "secret_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with the signing secret: whsec_ and the base64 of 24 to 64 random bytes. It can hold several secrets, separated by spaces or line breaks. All of them sign, so you can replace a secret without losing an event.",
        ),
        key(
            "secret_file",
            "a file path",
            "\"\"",
            "A file with the same, instead of secret_env. Relative to this file.",
        ),
        key(
            "events",
            "a list of \"order.created\", \"order.captured\" and the other types in order-webhooks.md",
            "[]",
            "The kinds of events that the endpoint receives. Empty: all.",
        ),
    ],
};
