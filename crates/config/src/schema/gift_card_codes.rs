//! The schema of the keys that make codes of gift cards.

use super::{Form, Section, key, required};

pub(crate) const GIFT_CARD_CODES: Section = Section {
    name: "gift_card_codes",
    form: Form::Table,
    about: "The keys that make the codes of gift cards that orders sell, and the digests of all gift cards. With mode = \"live\" a shop that takes or sells gift cards needs one; mode = \"test\" has one that everybody knows. Back the keys up apart from the database: without its key nobody can pay with a card (operating.md, Keys for gift cards).",
    keys: &[key(
        "keys",
        "a list of keys, e.g. [{ id = \"2026\", secret_file = \"gift-cards-2026.key\" }]",
        "[]",
        "The keys, the current one first. Keep older ones as long as cards need them: zkratka gift-card keys lists them. All servers need the same keys.",
    )],
};

pub(crate) const GIFT_CARD_CODES_KEYS: Section = Section {
    name: "gift_card_codes.keys",
    form: Form::Inline,
    about: "A key. Its id stands for one secret for ever: the server refuses another secret under an id that was used before.",
    keys: &[
        required(
            "id",
            "1 to 32 lower-case letters, digits and hyphens",
            "\"2026\"",
            "The key's name, which is stored with each card.",
        ),
        key(
            "secret_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with the secret: the base64 of 32 to 64 random bytes, as openssl rand -base64 32 prints it.",
        ),
        key(
            "secret_file",
            "a file path",
            "\"\"",
            "A file with the same, instead of secret_env. Relative to this file.",
        ),
    ],
};
