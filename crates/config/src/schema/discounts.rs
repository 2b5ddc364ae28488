//! Discounts and gift cards.

use super::{Form, Section, key, required};

pub(crate) const DISCOUNTS: Section = Section {
    name: "discounts",
    form: Form::Repeated,
    about: "A discount, by a code that the buyer enters or by itself. Of those that cannot be used together, the buyer gets the ones that save most.",
    keys: &[
        key(
            "code",
            "a text without spaces around it; \"\" for none",
            "\"\"",
            "The code, in whatever case. Without one the discount applies by itself.",
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
            "The percentage that it takes off the goods. One of percentage, amount and free_delivery must be there.",
        )
        .such_as("\"10\""),
        key(
            "amount",
            "an amount, e.g. \"200\"; \"\" for none",
            "\"\"",
            "The amount that it takes off the goods, once for all of them.",
        ),
        key(
            "free_delivery",
            "true or false",
            "false",
            "Whether it takes off the price of delivery.",
        ),
        key(
            "products",
            "a list of products' handles",
            "[]",
            "The goods it is for. Without products and collections: all.",
        ),
        key(
            "collections",
            "a list of collections' handles",
            "[]",
            "The collections it is for.",
        ),
        key(
            "minimum_subtotal",
            "an amount, e.g. \"500\"; \"\" for none",
            "\"\"",
            "The smallest price of the goods that it applies to, before any discount; in a market it is converted and compared with the prices shown there.",
        )
        .such_as("\"500\""),
        key(
            "minimum_quantity",
            "a number from 0 to 1000000",
            "0",
            "How many of the goods it is for there must be.",
        ),
        key(
            "usage_limit",
            "a number from 0 to 1000000000",
            "0",
            "How often the code can be used in all; 0 for any number. Orders count, and attempts as long as they last.",
        ),
        key(
            "once_per_buyer",
            "true or false",
            "false",
            "Whether a buyer, by e-mail address, can use the code once only.",
        ),
        key(
            "buyers",
            "a list of e-mail addresses and of domains, e.g. [\"jana@example.cz\", \"@example.cz\"]",
            "[]",
            "The buyers who may use the code; an empty list means everybody.",
        ),
        key(
            "purchase",
            "\"any\", \"one_time\" or \"subscription\"",
            "\"any\"",
            "Whether it is for goods bought once, under a selling plan, or both.",
        ),
        key(
            "countries",
            "a list of two-letter countries, e.g. [\"CZ\"]",
            "[]",
            "Where free_delivery goes; an empty list: everywhere.",
        ),
        key(
            "methods",
            "a list of handles of [[delivery]]",
            "[]",
            "The ways of delivery that free_delivery is for; an empty list: all.",
        ),
        key(
            "starts_at",
            "a moment, e.g. \"2026-07-01T00:00:00+02:00\"; \"\" for none",
            "\"\"",
            "From when on it holds.",
        )
        .such_as("\"2026-07-01T00:00:00+02:00\""),
        key(
            "ends_at",
            "a moment, e.g. \"2026-09-01T00:00:00+02:00\"; \"\" for none",
            "\"\"",
            "When it holds no more.",
        )
        .such_as("\"2026-09-01T00:00:00+02:00\""),
        key(
            "combines_with",
            "a list of \"goods\", \"order\" and \"delivery\"",
            "[]",
            "Beside which discounts it can be used: of certain goods, of the whole order, of delivery. The other one must allow it too.",
        )
        .such_as("[\"delivery\"]"),
    ],
};

pub(crate) const GIFT_CARDS: Section = Section {
    name: "gift_cards",
    form: Form::Repeated,
    about: "A gift card that is there from the start. For mode = \"test\" only: a code is money, and belongs in no file.",
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
            "The card's worth. A card that has been issued keeps its balance.",
        ),
    ],
};
