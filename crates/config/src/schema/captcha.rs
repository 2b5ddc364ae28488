//! The schema of `[captcha]`.

use super::{Form, Section, key};

pub(crate) const CAPTCHA: Section = Section {
    name: "captcha",
    form: Form::Table,
    about: "A captcha before the server accepts an order, against programs that test stolen cards: work for the buyer's device, or a question. The checkout shows it without any other service.",
    keys: &[
        key(
            "demand",
            "\"never\", \"suspicious\" or \"always\"; \"\" for \"suspicious\" in live mode and \"never\" in test mode",
            "\"\"",
            "Who must solve a captcha: nobody, buyers from addresses with many submissions or failures, or everybody.",
        ),
        key(
            "submits",
            "a whole number from 0 to 1000000; 0 for any number",
            "10",
            "The number of submitted carts from one address after which buyers at this address must solve a captcha.",
        ),
        key(
            "failures",
            "a whole number from 0 to 1000000; 0 for any number",
            "3",
            "The number of failed payments from one address after which buyers at this address must solve a captcha.",
        ),
        key(
            "window_minutes",
            "a whole number from 1 to 1440",
            "15",
            "How long submissions and failures count. Each server counts separately, in memory.",
        ),
        key(
            "difficulty",
            "a whole number from 1 to 24",
            "16",
            "The amount of work. Each step doubles it. 16 takes a telephone about a second.",
        ),
        key(
            "secret_env",
            "the name of an environment variable; \"\" for none",
            "\"\"",
            "The environment variable with the secret that signs challenges. Required if several servers share a database. Without it each server makes its own secret at start.",
        ),
        key(
            "secret_file",
            "a path; \"\" for none",
            "\"\"",
            "A file with that secret, instead of secret_env. Relative to this file.",
        ),
    ],
};
