//! The schema of the merchant's own cart rules.

use super::{Form, Section, key};

pub(crate) const CART_RULES: Section = Section {
    name: "cart_rules",
    form: Form::Repeated,
    about: "A cart rule of the shop. Exactly one condition, from maximum_quantity to not_with_tags, says when a cart breaks it; a rule with action = \"checkout\" needs none. If adding goods cannot repair the breach, the server refuses the change that causes it: the goods or the address. It refuses any other breach before the order.",
    keys: &[
        key(
            "message",
            "a sentence for the buyer, at most 500 characters",
            "\"\"",
            "The message to the buyer. Required unless action is \"checkout\". {amount} in it stands for maximum_subtotal or minimum_subtotal, in the buyer's currency.",
        )
        .such_as("\"Z limitované edice prodáváme nejvýše 2 kusy na objednávku.\""),
        key(
            "action",
            "\"refuse\" or \"checkout\"",
            "\"refuse\"",
            "The consequence: the cart cannot be bought, or its goods can be paid only in the checkout, not in a wallet's sheet.",
        ),
        key(
            "products",
            "a list of product handles",
            "[]",
            "The products that the rule covers. It covers all goods that products, collections, product_types or tags name. Without all four: all goods.",
        )
        .such_as("[\"lampa-limitovana\"]"),
        key(
            "collections",
            "a list of collection handles",
            "[]",
            "The collections that the rule covers.",
        ),
        key(
            "product_types",
            "a list of product types",
            "[]",
            "The product types that the rule covers.",
        ),
        key(
            "tags",
            "a list of product tags",
            "[]",
            "The tags that the rule covers, as in the feed.",
        ),
        key(
            "maximum_quantity",
            "a whole number from 1 to 1000000; 0 for none",
            "0",
            "The maximum number of pieces of the goods in one cart.",
        )
        .such_as("2"),
        key(
            "minimum_quantity",
            "a whole number from 2 to 1000000; 0 for none",
            "0",
            "The minimum number of pieces of the goods, if the cart contains any of them.",
        ),
        key(
            "maximum_subtotal",
            "an amount greater than 0, e.g. \"50000\"; \"\" for none",
            "\"\"",
            "The maximum price of the goods, before discounts. In a market it is converted and compared with the prices shown there.",
        ),
        key(
            "minimum_subtotal",
            "an amount greater than 0, e.g. \"300\"; \"\" for none",
            "\"\"",
            "The minimum price of the goods, before discounts. It is converted in the same way.",
        ),
        key(
            "countries",
            "a list of two-letter codes of countries that the shop delivers to",
            "[]",
            "Countries to which the goods are not delivered.",
        ),
        key(
            "zips",
            "a list of postal codes or their prefixes, e.g. [\"79\"]",
            "[]",
            "Parts of the one country in countries to which the goods are not delivered.",
        ),
        key(
            "not_with_products",
            "a list of product handles",
            "[]",
            "Products that cannot be bought together with the goods.",
        ),
        key(
            "not_with_collections",
            "a list of collection handles",
            "[]",
            "Collections that cannot be bought together with the goods.",
        ),
        key(
            "not_with_product_types",
            "a list of product types",
            "[]",
            "Product types that cannot be bought together with the goods.",
        ),
        key(
            "not_with_tags",
            "a list of product tags",
            "[]",
            "Tags that cannot be bought together with the goods.",
        ),
    ],
};
