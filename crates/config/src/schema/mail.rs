//! The schema of `[mail]`.

use super::{Form, Section, key};

pub(crate) const MAIL: Section = Section {
    name: "mail",
    form: Form::Table,
    about: "E-mails to buyers about their orders (mail.md lists them). The server hands them to an SMTP server, and tries again for about three days if it does not take them.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the server sends e-mails.",
        ),
        key(
            "server",
            "a URL, e.g. \"smtps://smtp.example.com\"",
            "\"\"",
            "The SMTP server: smtps:// for a connection encrypted from the start (port 465), smtp:// for one encrypted by STARTTLS (port 587). smtp:// to this machine is not encrypted. Empty, in test mode only: the server keeps the e-mails itself (mail.md says where it shows them).",
        )
        .such_as("\"smtps://smtp.example.com\""),
        key(
            "user",
            "a text; \"\" for none",
            "\"\"",
            "The user name for the SMTP server.",
        ),
        key(
            "password_env",
            "the name of an environment variable; \"\" for none",
            "\"\"",
            "The environment variable with the password for the SMTP server.",
        ),
        key(
            "password_file",
            "a file path; \"\" for none",
            "\"\"",
            "A file with that password, instead of password_env. Relative to this file.",
        ),
        key(
            "sender",
            "an e-mail address; \"\" for email in [shop]",
            "\"\"",
            "The address that sends the e-mails, under the shop's name. The SMTP server must be allowed to send for its domain (SPF, DKIM).",
        ),
        key(
            "reply_to",
            "an e-mail address; \"\" for none",
            "\"\"",
            "The address to which buyers' answers go, if it differs from the sender.",
        ),
    ],
};
