//! Selling plans.

use super::{Form, Section, key, required};

pub(crate) const SELLING_PLAN_GROUPS: Section = Section {
    name: "selling_plan_groups",
    form: Form::Repeated,
    about: "Selling plans that are offered together, and the products that they are for: ways to buy the same goods again and again.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"predplatne-kavy\"",
            "Its lasting name: plans name it.",
        ),
        required(
            "name",
            "a text",
            "\"Předplatné\"",
            "Its name, as buyers see it.",
        ),
        key(
            "options",
            "a list of texts",
            "[\"Doručení\"]",
            "The names of the choices between its plans.",
        ),
        key(
            "products",
            "a list of product handles",
            "[]",
            "The products that it is for.",
        )
        .such_as("[\"zrnkova-kava\"]"),
        key(
            "tags",
            "a list of product tags",
            "[]",
            "It is for every product with one of these tags, too.",
        ),
        key(
            "required",
            "true or false",
            "false",
            "Whether those products are sold with a plan only.",
        ),
        key(
            "companies",
            "true or false",
            "true",
            "Whether companies may buy under its plans, too; false for what renews for consumers alone. A company buys where the bill is made out to one (without an address for the bill: where the delivery address names one), or where its IČO or DIČ is given and asked for (`company_fields` is not off).",
        ),
    ],
};

pub(crate) const SELLING_PLANS: Section = Section {
    name: "selling_plans",
    form: Form::Repeated,
    about: "A selling plan, in the order shown. Orders keep what was agreed to, so that a plan may be changed or taken off at any time; renewing orders is the merchant's own.",
    keys: &[
        required(
            "id",
            "a whole number from 1, unique",
            "1",
            "Its lasting number: carts, orders and storefronts refer to it.",
        ),
        required(
            "group",
            "the handle of one of [[selling_plan_groups]]",
            "\"predplatne-kavy\"",
            "The group that it belongs to.",
        ),
        required(
            "name",
            "a text",
            "\"Každý týden, sleva 10 %\"",
            "Its name, as buyers see it.",
        ),
        key("description", "a text", "\"\"", "A note to the buyer."),
        key(
            "options",
            "a list of texts, one for each option of the group; [] for its name",
            "[]",
            "Its values of the group's options.",
        )
        .such_as("[\"každý týden\"]"),
        required(
            "interval",
            "\"DAY\", \"WEEK\", \"MONTH\" or \"YEAR\"",
            "\"WEEK\"",
            "The unit of time between payments.",
        ),
        key(
            "interval_count",
            "a whole number from 1 to 366",
            "1",
            "How many of them there are between payments.",
        ),
        key(
            "delivery_interval",
            "\"DAY\", \"WEEK\", \"MONTH\" or \"YEAR\"; \"\" as for payments",
            "\"\"",
            "The unit of time between deliveries. One payment must be for a whole number of deliveries; more than one are paid for ahead. Such an order is the first delivery: it takes one delivery's pieces off the stock, weighs as much, and pays for being sent once; what later ones cost to send belongs into the plan's price.",
        ),
        key(
            "delivery_interval_count",
            "a whole number from 1 to 366",
            "1",
            "How many of them there are between deliveries, where delivery_interval is given.",
        ),
        key(
            "recurring_deliveries",
            "true or false",
            "true",
            "Whether every payment brings a delivery; false for goods that are paid repeatedly and delivered once.",
        ),
        key(
            "adjustments",
            "a list of at most two changes of the price, e.g. [{ percentage = \"10\" }]",
            "[]",
            "How the price of one delivered piece changes. The first of two holds for its number of orders, the second for all that follow.",
        )
        .such_as("[{ percentage = \"20\", orders = 3 }, { percentage = \"10\" }]"),
    ],
};

pub(crate) const SELLING_PLAN_ADJUSTMENTS: Section = Section {
    name: "selling_plans.adjustments",
    form: Form::Inline,
    about: "A change of the price: exactly one of percentage, amount and price.",
    keys: &[
        key(
            "percentage",
            "per cent from 0 to 100, e.g. \"10\"; \"\" for none",
            "\"\"",
            "Taken off, in per cent.",
        )
        .such_as("\"10\""),
        key(
            "amount",
            "an amount, e.g. \"20\"; \"\" for none",
            "\"\"",
            "Taken off, in the shop's currency.",
        ),
        key(
            "price",
            "an amount, e.g. \"199\"; \"\" for none",
            "\"\"",
            "The price itself, tax included.",
        ),
        key(
            "orders",
            "a whole number from 0 to 1000; 0 for all that follow",
            "0",
            "For how many orders it holds, the first one included.",
        ),
    ],
};
