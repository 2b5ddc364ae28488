//! The schema of selling plans.

use super::{Form, Section, key, required};

pub(crate) const SELLING_PLAN_GROUPS: Section = Section {
    name: "selling_plan_groups",
    form: Form::Repeated,
    about: "Selling plans that are offered together, and the products that can be bought under them. Buyers receive the same goods repeatedly.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"predplatne-kavy\"",
            "The group's permanent name: plans refer to it.",
        ),
        required(
            "name",
            "a text",
            "\"Předplatné\"",
            "The name that buyers see.",
        ),
        key(
            "options",
            "a list of texts",
            "[\"Doručení\"]",
            "The names of the options in which its plans differ.",
        ),
        key(
            "products",
            "a list of product handles",
            "[]",
            "The products that can be bought under its plans.",
        )
        .such_as("[\"zrnkova-kava\"]"),
        key(
            "tags",
            "a list of product tags",
            "[]",
            "Every product with one of these tags can be bought under its plans, too.",
        ),
        key(
            "required",
            "true or false",
            "false",
            "Whether these products are sold only under a plan.",
        ),
        key(
            "companies",
            "true or false",
            "true",
            "Whether companies can buy under its plans, too. Set false if only consumers may subscribe. The buyer is a company if the billing address names one (without a billing address: if the delivery address does). It is also a company if the cart has an IČO or DIČ and company_fields is not off.",
        ),
    ],
};

pub(crate) const SELLING_PLANS: Section = Section {
    name: "selling_plans",
    form: Form::Repeated,
    about: "A selling plan. Buyers see the plans in this order. Each order stores the terms that the buyer agreed to, so you can change or remove a plan at any time. The shop does not renew orders; the merchant's own system does.",
    keys: &[
        required(
            "id",
            "a whole number from 1, unique",
            "1",
            "The plan's permanent number: carts, orders and storefronts refer to it.",
        ),
        required(
            "group",
            "the handle of one of [[selling_plan_groups]]",
            "\"predplatne-kavy\"",
            "The group that the plan belongs to.",
        ),
        required(
            "name",
            "a text",
            "\"Každý týden, sleva 10 %\"",
            "The name that buyers see.",
        ),
        key("description", "a text", "\"\"", "A note to the buyer."),
        key(
            "options",
            "a list of texts, one for each option of the group; [] for its name",
            "[]",
            "The plan's values of the group's options.",
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
            "How many of these units are between two payments.",
        ),
        key(
            "delivery_interval",
            "\"DAY\", \"WEEK\", \"MONTH\" or \"YEAR\"; \"\" as for payments",
            "\"\"",
            "The unit of time between deliveries. One payment must cover a whole number of deliveries; if it covers several, they are prepaid. A prepaid order stands for its first delivery: it takes the units of one delivery off the stock, and has the weight and the delivery price of one. Include the cost of the later deliveries in the plan's price.",
        ),
        key(
            "delivery_interval_count",
            "a whole number from 1 to 366",
            "1",
            "How many of these units are between two deliveries, if delivery_interval is set.",
        ),
        key(
            "recurring_deliveries",
            "true or false",
            "true",
            "Whether every payment brings a delivery. Set false for goods that are paid repeatedly and delivered once.",
        ),
        key(
            "adjustments",
            "a list of at most two changes of the price, e.g. [{ percentage = \"10\" }]",
            "[]",
            "Changes of the price of one delivered piece. With two, the first applies to its number of orders and the second to all later ones.",
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
            "The discount in per cent.",
        )
        .such_as("\"10\""),
        key(
            "amount",
            "an amount, e.g. \"20\"; \"\" for none",
            "\"\"",
            "The discount in the shop's currency.",
        ),
        key(
            "price",
            "an amount, e.g. \"199\"; \"\" for none",
            "\"\"",
            "The new price, tax included.",
        ),
        key(
            "orders",
            "a whole number from 0 to 1000; 0 for all that follow",
            "0",
            "The number of orders that it applies to, the first one included.",
        ),
    ],
};
