//! The merchant's own rules.

use super::{Form, Section, key};

pub(crate) const CART_RULES: Section = Section {
    name: "cart_rules",
    form: Form::Repeated,
    about: "A rule of the shop. Exactly one condition, from maximum_quantity to not_with_tags, says when a cart breaks it; a rule with action = \"checkout\" needs none. A breach that adding goods cannot correct is refused as soon as the goods are added or the address is entered. Every other breach is refused before the order.",
    keys: &[
        key(
            "message",
            "a sentence for the buyer, at most 500 characters",
            "\"\"",
            "The message to the buyer. Needed unless action is \"checkout\". {amount} in it stands for maximum_subtotal or minimum_subtotal, in the buyer's currency.",
        )
        .such_as("\"Z limitované edice prodáváme nejvýše 2 kusy na objednávku.\""),
        key(
            "action",
            "\"refuse\" or \"checkout\"",
            "\"refuse\"",
            "The consequence: the cart cannot be bought, or its goods can be paid in the checkout only, not in a wallet's sheet.",
        ),
        key(
            "products",
            "a list of products' handles",
            "[]",
            "The goods it is about: whatever products, collections, product_types or tags name. Without all four: all.",
        )
        .such_as("[\"lampa-limitovana\"]"),
        key(
            "collections",
            "a list of collections' handles",
            "[]",
            "Collections it is about.",
        ),
        key(
            "product_types",
            "a list of product types",
            "[]",
            "Product types it is about.",
        ),
        key(
            "tags",
            "a list of product tags",
            "[]",
            "Tags it is about, as the feed writes them.",
        ),
        key(
            "maximum_quantity",
            "a number from 1 to 1000000; 0 for none",
            "0",
            "How many pieces of the goods can be bought together.",
        )
        .such_as("2"),
        key(
            "minimum_quantity",
            "a number from 2 to 1000000; 0 for none",
            "0",
            "How many pieces of the goods must be bought together, if any.",
        ),
        key(
            "maximum_subtotal",
            "an amount greater than 0, e.g. \"50000\"; \"\" for none",
            "\"\"",
            "The greatest price of the goods, before discounts; in a market it is converted and compared with the prices shown there.",
        ),
        key(
            "minimum_subtotal",
            "an amount greater than 0, e.g. \"300\"; \"\" for none",
            "\"\"",
            "The smallest price of the goods, before discounts; converted in a market, likewise.",
        ),
        key(
            "countries",
            "a list of two-letter countries that are delivered to",
            "[]",
            "Countries that the goods are not sent to.",
        ),
        key(
            "zips",
            "a list of postal codes or their beginnings, e.g. [\"79\"]",
            "[]",
            "Parts of the one country of countries that the goods are not sent to.",
        ),
        key(
            "not_with_products",
            "a list of products' handles",
            "[]",
            "Goods that cannot be bought together with these.",
        ),
        key(
            "not_with_collections",
            "a list of collections' handles",
            "[]",
            "Collections whose goods cannot be bought together with these.",
        ),
        key(
            "not_with_product_types",
            "a list of product types",
            "[]",
            "Product types that cannot be bought together with these.",
        ),
        key(
            "not_with_tags",
            "a list of product tags",
            "[]",
            "Tags whose goods cannot be bought together with these.",
        ),
    ],
};
