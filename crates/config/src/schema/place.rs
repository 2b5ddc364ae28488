//! The schema of the server and its store.

use super::{Form, Section, key};

pub(crate) const SERVER: Section = Section {
    name: "server",
    form: Form::Table,
    about: "How browsers and other clients reach the server.",
    keys: &[
        key(
            "listen",
            "an address and a port, e.g. \"127.0.0.1:8080\"",
            "\"127.0.0.1:8080\"",
            "The address and port that the server listens on. Only this machine can reach the default; put a proxy that terminates HTTPS in front of it.",
        ),
        key(
            "public_origin",
            "a scheme, a host and optionally a port, e.g. \"https://obchod.example\"",
            "\"\"",
            "The scheme, host and port that buyers see in their browser. Links to the checkout begin with it. Empty: the address listened on. mode = \"live\" needs an https:// address here, also behind a proxy on this machine.",
        )
        .such_as("\"http://localhost:8080\""),
        key(
            "trusted_proxies",
            "a list of addresses or networks, e.g. [\"127.0.0.1\", \"10.0.0.0/8\"]",
            "[]",
            "Proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host headers the server trusts. It ignores these headers from any other client.",
        ),
        key(
            "mode",
            "\"test\" or \"live\"",
            "\"test\"",
            "\"test\" takes no money: cards go to the sandbox gateway. \"live\" refuses to start with anything emulated. There is no gateway for real cards yet, so \"live\" needs card = false in [payments].",
        ),
        key(
            "security_contact",
            "an e-mail address or an https:// URL; \"\" for none",
            "\"\"",
            "Where people report vulnerabilities of the shop. The server then serves /.well-known/security.txt (RFC 9116) with it.",
        ),
        key(
            "log",
            "\"error\", \"warn\", \"info\", \"debug\" or \"trace\"",
            "\"info\"",
            "The log level. The server logs to standard error, as JSON unless that is a terminal. The environment variable ZKRATKA_LOG overrides the level.",
        ),
    ],
};

pub(crate) const STORE: Section = Section {
    name: "store",
    form: Form::Table,
    about: "The database of carts, orders and the catalogue.",
    keys: &[
        key(
            "sqlite",
            "a file path",
            "\"data/zkratka.sqlite\"",
            "The database file of a shop with one server. The server creates the file and its folder if they are missing. Relative to this file. Leave it out if one of the postgres keys below names a database.",
        ),
        key(
            "postgres",
            "a URL without a password, e.g. \"postgres://zkratka@localhost/zkratka\"",
            "\"\"",
            "The PostgreSQL database (15 or later) that any number of servers share, instead of sqlite. The connection is encrypted, except to this machine or with sslmode=disable in the URL. Put a URL with a password into postgres_env or postgres_file.",
        ),
        key(
            "postgres_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with that URL, e.g. DATABASE_URL. The URL may contain a password.",
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
            "Certificates (PEM) of the authorities that must have issued the database's certificate. Empty: the authorities that this machine trusts. Relative to this file.",
        ),
        key(
            "postgres_connections",
            "a whole number from 1 to 1000",
            "16",
            "Connections that this server opens for transactions. It opens three more to read and write carts.",
        ),
        key(
            "cart_days",
            "a whole number from 1 to 3650",
            "30",
            "Days after which the server deletes an unchanged cart.",
        ),
        key(
            "event_days",
            "a whole number from 7 to 3650",
            "30",
            "Days for which the server keeps order events for [[order_webhooks]], so that they can be resent. Undelivered events are kept until delivered.",
        ),
    ],
};

pub(crate) const LIMITS: Section = Section {
    name: "limits",
    form: Form::Table,
    about: "Limits against overload and abuse. The defaults suit a small machine.",
    keys: &[
        key(
            "body_bytes",
            "a whole number from 1024 to 16777216",
            "262144",
            "The maximum size of a request body in bytes. The server answers a larger one with 413.",
        ),
        key(
            "body_memory",
            "a whole number from 1048576 to 17179869184",
            "67108864",
            "The maximum memory for all request bodies at the same time, in bytes. The first 16384 bytes of each body do not count. Above the limit the server answers 429.",
        ),
        key(
            "body_seconds",
            "a whole number from 1 to 600",
            "10",
            "The time in which a client must send a request's body.",
        ),
        key(
            "request_seconds",
            "a whole number from 1 to 600",
            "30",
            "The time in which the server must answer a request. It includes the time to receive the body.",
        ),
        key(
            "header_seconds",
            "a whole number from 1 to 600",
            "10",
            "The time in which a client must send a request's headers.",
        ),
        key(
            "connections",
            "a whole number from 1 to 100000",
            "2048",
            "The maximum number of connections at the same time. Further ones wait. One address may hold a quarter of them, a trusted proxy all of them.",
        ),
        key(
            "requests",
            "a whole number from 1 to 100000",
            "512",
            "The maximum number of requests processed at the same time. The server refuses further ones at once and says when to retry. Browsing and new carts may fill three quarters, cart changes seven eighths; the rest is reserved for payments.",
        ),
        key(
            "attempts",
            "a whole number from 1 to 100000",
            "512",
            "The maximum number of payments, and of wallets' token exchanges, under way at the gateway at the same time. The server refuses further ones and says when to retry.",
        ),
        key(
            "cart_lines",
            "a whole number from 1 to 500",
            "100",
            "The maximum number of lines in a cart.",
        ),
        key(
            "line_quantity",
            "a whole number from 1 to 1000000",
            "9999",
            "The maximum quantity of a line.",
        ),
        key(
            "query_depth",
            "a whole number from 1 to 64",
            "16",
            "The maximum depth of a GraphQL document.",
        ),
        key(
            "query_cost",
            "a whole number from 1 to 1000000",
            "10000",
            "The maximum cost of a GraphQL document. Each field and each deferred part costs one, times the size of the lists that contain it.",
        ),
        key(
            "cached_documents",
            "a whole number from 1 to 100000",
            "500",
            "The maximum number of validated GraphQL documents that the server caches.",
        ),
        key(
            "cached_document_bytes",
            "a whole number from 1024 to 1073741824",
            "16777216",
            "The maximum size of all cached GraphQL documents, in bytes.",
        ),
    ],
};
