//! Where the server is, and where it keeps things.

use super::{Form, Section, key};

pub(crate) const SERVER: Section = Section {
    name: "server",
    form: Form::Table,
    about: "Where the server listens and how it is seen from outside.",
    keys: &[
        key(
            "listen",
            "an address and a port, e.g. \"127.0.0.1:8080\"",
            "\"127.0.0.1:8080\"",
            "Address and port to listen on. The default can be reached from this machine only; put a proxy that speaks HTTPS in front of it.",
        ),
        key(
            "public_origin",
            "a scheme, a host and perhaps a port, e.g. \"https://obchod.example\"",
            "\"\"",
            "Scheme, host and port that buyers see in their browser. Links to the checkout begin with it. Empty: the address listened on.",
        )
        .such_as("\"http://localhost:8080\""),
        key(
            "trusted_proxies",
            "a list of addresses or networks, e.g. [\"127.0.0.1\", \"10.0.0.0/8\"]",
            "[]",
            "Proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host headers are believed. From everybody else they are ignored.",
        ),
        key(
            "mode",
            "\"test\" or \"live\"",
            "\"test\"",
            "\"test\" takes no money: cards go to the sandbox gateway. \"live\" refuses to start with anything emulated; as there is no gateway for real cards yet, it needs card = false in [payments].",
        ),
        key(
            "log",
            "\"error\", \"warn\", \"info\", \"debug\" or \"trace\"",
            "\"info\"",
            "How much is logged, to standard error: as JSON unless that is a terminal. The environment variable ZKRATKA_LOG overrides it.",
        ),
    ],
};

pub(crate) const STORE: Section = Section {
    name: "store",
    form: Form::Table,
    about: "Where carts, orders and the catalogue are kept.",
    keys: &[
        key(
            "sqlite",
            "a file path",
            "\"data/zkratka.sqlite\"",
            "The database file of a shop with one server. It is made, with its folder, when it is not there. Relative to this file. Used unless a PostgreSQL is named below.",
        ),
        key(
            "postgres",
            "a URL without a password, e.g. \"postgres://zkratka@localhost/zkratka\"",
            "\"\"",
            "The PostgreSQL (15 or later) that any number of servers share, instead of sqlite. With sslmode=disable in it the connection is not encrypted; without, it always is, except to this machine. A URL with a password belongs into postgres_env or postgres_file.",
        ),
        key(
            "postgres_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with that URL, e.g. DATABASE_URL. It may hold a password.",
        ),
        key(
            "postgres_file",
            "a file path",
            "\"\"",
            "A file with that URL, instead of postgres_env. Relative to this file.",
        ),
        key(
            "postgres_ca_file",
            "a file path",
            "\"\"",
            "Certificates (PEM) of the authorities that the database's certificate must come from. Empty: those that this machine trusts. Relative to this file.",
        ),
        key(
            "postgres_connections",
            "a whole number from 1 to 1000",
            "16",
            "Connections that this server uses for transactions; three more write and read carts.",
        ),
        key(
            "cart_days",
            "a whole number from 1 to 3650",
            "30",
            "Days after which an unchanged cart is deleted.",
        ),
        key(
            "event_days",
            "a whole number from 7 to 3650",
            "30",
            "Days for which order events are kept for [[order_webhooks]], so that they can be resent. Undelivered events are kept until delivered.",
        ),
    ],
};

pub(crate) const LIMITS: Section = Section {
    name: "limits",
    form: Form::Table,
    about: "Guards against overload and abuse. The defaults suit a small machine.",
    keys: &[
        key(
            "body_bytes",
            "a whole number from 1024 to 16777216",
            "262144",
            "The greatest request body in bytes. Larger ones are answered with 413.",
        ),
        key(
            "body_memory",
            "a whole number from 1048576 to 17179869184",
            "67108864",
            "Bytes of request bodies held at the same time; of each the first 16384 are free. More are answered with 429.",
        ),
        key(
            "body_seconds",
            "a whole number from 1 to 600",
            "10",
            "How long a client may take to send a request's body.",
        ),
        key(
            "request_seconds",
            "a whole number from 1 to 600",
            "30",
            "How long answering a request may take, the sending of its body included.",
        ),
        key(
            "header_seconds",
            "a whole number from 1 to 600",
            "10",
            "How long a client may take to send its request's headers.",
        ),
        key(
            "connections",
            "a whole number from 1 to 100000",
            "2048",
            "Connections served at the same time; more must wait. One address may hold a quarter of them, a trusted proxy all.",
        ),
        key(
            "requests",
            "a whole number from 1 to 100000",
            "512",
            "Requests worked on at the same time; more are turned away at once and told when to come again. Looking around and new carts may fill three quarters, changing carts seven eighths: the rest is kept for those who pay.",
        ),
        key(
            "attempts",
            "a whole number from 1 to 100000",
            "512",
            "Payments under way at the gateway at the same time, and wallets' tokens being exchanged there; more are told when to come again.",
        ),
        key(
            "cart_lines",
            "a whole number from 1 to 500",
            "100",
            "The greatest number of lines in a cart.",
        ),
        key(
            "line_quantity",
            "a whole number from 1 to 1000000",
            "9999",
            "The greatest quantity of a line.",
        ),
        key(
            "query_depth",
            "a whole number from 1 to 64",
            "16",
            "The greatest depth of a GraphQL document.",
        ),
        key(
            "query_cost",
            "a whole number from 1 to 1000000",
            "10000",
            "The greatest cost of a GraphQL document: one for every field and every part that comes later, times the size of the lists it stands in.",
        ),
        key(
            "cached_documents",
            "a whole number from 1 to 100000",
            "500",
            "Validated GraphQL documents kept.",
        ),
        key(
            "cached_document_bytes",
            "a whole number from 1024 to 1073741824",
            "16777216",
            "Bytes of validated GraphQL documents kept.",
        ),
    ],
};
