//! The schema of discounts and gift cards.

use super::{Form, Section, key, required};

pub(crate) const DISCOUNTS: Section = Section {
    name: "discounts",
    form: Form::Repeated,
    about: "A discount. A buyer gets it by entering its code, or automatically if it has none. If discounts cannot be used together, the buyer gets those that save most.",
    keys: &[
        key(
            "code",
            "a text without spaces around it; \"\" for none",
            "\"\"",
            "The code. Case does not matter. A discount without a code applies automatically.",
        )
        .such_as("\"LETO10\""),
        key(
            "title",
            "a text",
            "\"\"",
            "The title that the buyer sees, for a discount without a code.",
        ),
        key(
            "percentage",
            "per cent, e.g. \"10\" or \"7.5\"; \"\" for none",
            "\"\"",
            "The discount on the goods in per cent. Exactly one of percentage, amount and free_delivery is required.",
        )
        .such_as("\"10\""),
        key(
            "amount",
            "an amount, e.g. \"200\"; \"\" for none",
            "\"\"",
            "The discount on the goods, once for all of them.",
        ),
        key(
            "free_delivery",
            "true or false",
            "false",
            "Whether delivery is free.",
        ),
        key(
            "products",
            "a list of product handles",
            "[]",
            "The products that it applies to. Without products and collections: all goods.",
        ),
        key(
            "collections",
            "a list of collection handles",
            "[]",
            "The collections that it applies to.",
        ),
        key(
            "minimum_subtotal",
            "an amount, e.g. \"500\"; \"\" for none",
            "\"\"",
            "The minimum price of the goods that it applies to, before any discount. In a market it is converted and compared with the prices shown there.",
        )
        .such_as("\"500\""),
        key(
            "minimum_quantity",
            "a whole number from 0 to 1000000",
            "0",
            "The minimum number of pieces of the goods that it applies to.",
        ),
        key(
            "usage_limit",
            "a whole number from 0 to 1000000000",
            "0",
            "How often the code can be used in total; 0 for any number. Orders and attempts under way count.",
        ),
        key(
            "once_per_buyer",
            "true or false",
            "false",
            "Whether each buyer, identified by e-mail address, can use the code only once.",
        ),
        key(
            "buyers",
            "a list of e-mail addresses and of domains, e.g. [\"jana@example.cz\", \"@example.cz\"]",
            "[]",
            "The buyers who can use the code. Empty: everybody.",
        ),
        key(
            "purchase",
            "\"any\", \"one_time\" or \"subscription\"",
            "\"any\"",
            "Whether it applies to goods bought once, to goods under a selling plan, or to both.",
        ),
        key(
            "countries",
            "a list of two-letter country codes, e.g. [\"CZ\"]",
            "[]",
            "The countries to which free_delivery applies. Empty: all.",
        ),
        key(
            "methods",
            "a list of handles of [[delivery]]",
            "[]",
            "The delivery methods to which free_delivery applies. Empty: all.",
        ),
        key(
            "starts_at",
            "a date and time with an offset, e.g. \"2026-07-01T00:00:00+02:00\"; \"\" for none",
            "\"\"",
            "The time from which it applies.",
        )
        .such_as("\"2026-07-01T00:00:00+02:00\""),
        key(
            "ends_at",
            "a date and time with an offset, e.g. \"2026-09-01T00:00:00+02:00\"; \"\" for none",
            "\"\"",
            "The time at which it ends.",
        )
        .such_as("\"2026-09-01T00:00:00+02:00\""),
        key(
            "combines_with",
            "a list of \"goods\", \"order\" and \"delivery\"",
            "[]",
            "The discounts with which it can be used: those on certain goods, on the whole order, on delivery. The other discount must allow it too.",
        )
        .such_as("[\"delivery\"]"),
    ],
};

pub(crate) const GIFT_CARDS: Section = Section {
    name: "gift_cards",
    form: Form::Repeated,
    about: "A gift card that exists from the start. For mode = \"test\" only: a code is worth money and must not be in a file.",
    keys: &[
        required(
            "code",
            "8 to 64 letters and digits; spaces and - do not count",
            "\"DAREK-SOJKA-2026\"",
            "The code that the buyer enters.",
        ),
        required(
            "amount",
            "an amount greater than 0, e.g. \"500\"",
            "\"500\"",
            "The card's worth. A card that already exists keeps its balance.",
        ),
    ],
};
