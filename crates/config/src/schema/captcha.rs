//! The captcha.

use super::{Form, Section, key};

pub(crate) const CAPTCHA: Section = Section {
    name: "captcha",
    form: Form::Table,
    about: "A captcha before an order is accepted, against programs that test stolen cards: work for the buyer's device, or a question. The checkout shows it; no other service is asked.",
    keys: &[
        key(
            "demand",
            "\"never\", \"suspicious\" or \"always\"",
            "\"never\"",
            "Who must solve it: nobody, buyers from addresses with many submissions or failures, or everybody.",
        ),
        key(
            "submits",
            "a number from 0 to 1000000; 0 for any number",
            "0",
            "After how many submitted carts from one address it is demanded there.",
        ),
        key(
            "failures",
            "a number from 0 to 1000000; 0 for any number",
            "3",
            "After how many failed payments from one address it is demanded there.",
        ),
        key(
            "window_minutes",
            "a number from 1 to 1440",
            "15",
            "How long those are counted. Each server counts for itself, in memory.",
        ),
        key(
            "difficulty",
            "a number from 1 to 24",
            "16",
            "How much work it is: each one more doubles it. 16 takes a telephone about a second.",
        ),
        key(
            "secret_env",
            "the name of an environment variable; \"\" for none",
            "\"\"",
            "The environment variable with the secret that signs challenges. Needed where several servers share a database; without, each makes its own at start.",
        ),
        key(
            "secret_file",
            "a path; \"\" for none",
            "\"\"",
            "A file with that secret, instead of secret_env. Relative to this file.",
        ),
    ],
};
