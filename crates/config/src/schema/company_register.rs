//! The schema of `[company_register]`.

use super::{Form, Section, key};

pub(crate) const COMPANY_REGISTER: Section = Section {
    name: "company_register",
    form: Form::Table,
    about: "A register of companies: the checkout fills in a company's name and address for its number (IČO). It needs company_fields in [shop]. The server calls only this URL. A purchase never waits for the register.",
    keys: &[
        key(
            "enabled",
            "true or false",
            "false",
            "Whether the checkout asks the register.",
        ),
        key(
            "url",
            "a URL, e.g. \"https://ares.gov.cz/ekonomicke-subjekty-v-be/rest\"; \"\" in mode = \"test\"",
            "\"\"",
            "The URL of a service in the form of the Czech ARES: the server gets /ekonomicke-subjekty/ and the number below it. Empty: the emulated register inside this server, in mode = \"test\" only.",
        )
        .such_as("\"https://ares.gov.cz/ekonomicke-subjekty-v-be/rest\""),
        key(
            "deadline_ms",
            "a whole number from 50 to 10000",
            "3000",
            "The time in which the register must answer, in milliseconds. After that the buyer types the address.",
        ),
        key(
            "cache_hours",
            "a whole number from 1 to 720",
            "24",
            "How long the server keeps an answer in memory.",
        ),
    ],
};
