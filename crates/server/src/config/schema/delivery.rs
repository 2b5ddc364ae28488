//! Ways of delivery.

use super::{Form, Section, key, required};

pub(crate) const DELIVERY: Section = Section {
    name: "delivery",
    form: Form::Repeated,
    about: "A way of delivery, in the order shown. Goods that are shipped cannot be bought without at least one.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"ppl\"",
            "Its lasting name: orders refer to it.",
        ),
        required("title", "a text", "\"PPL\"", "Its title."),
        key(
            "description",
            "a text",
            "\"\"",
            "What the buyer should know.",
        )
        .such_as("\"Doručení na adresu do 2 pracovních dnů\""),
        key(
            "type",
            "\"SHIPPING\", \"PICKUP_POINT\", \"PICK_UP\" or \"LOCAL\"",
            "\"SHIPPING\"",
            "SHIPPING: to the buyer's address. PICKUP_POINT: to one of points. PICK_UP: collected at the shop. LOCAL: brought by the shop itself.",
        ),
        key(
            "free_from",
            "an amount, e.g. \"1500\"; \"\" for never",
            "\"\"",
            "The price of goods from which it costs nothing.",
        )
        .such_as("\"1500\""),
        key(
            "cash_on_delivery",
            "true or false",
            "false",
            "Whether dobírka can be chosen with it.",
        )
        .such_as("true"),
        required(
            "rates",
            "a list of rates, e.g. [{ up_to_kg = 5, price = \"89\" }]",
            "[{ up_to_kg = 5, price = \"89\" }, { up_to_kg = 30, price = \"149\" }]",
            "Prices by weight, lightest first. A heavier cart cannot go this way. A last rate without up_to_kg has no limit.",
        ),
        key(
            "points",
            "a list of pick-up points, e.g. [{ handle = \"brno\", title = \"Brno\", address = \"Masarykova 1, Brno\" }]",
            "[]",
            "The places to collect at, for PICKUP_POINT.",
        ),
    ],
};

pub(crate) const DELIVERY_RATES: Section = Section {
    name: "delivery.rates",
    form: Form::Inline,
    about: "One price of a way of delivery.",
    keys: &[
        key(
            "up_to_kg",
            "kilograms, e.g. 5 or 2.5; \"\" for no limit",
            "\"\"",
            "The greatest weight it holds for.",
        )
        .such_as("5"),
        required(
            "price",
            "an amount, e.g. \"89\" or \"89.50\"",
            "\"89\"",
            "The price with tax.",
        ),
    ],
};

pub(crate) const DELIVERY_POINTS: Section = Section {
    name: "delivery.points",
    form: Form::Inline,
    about: "One place to collect at.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"brno-stred\"",
            "Its lasting name.",
        ),
        required("title", "a text", "\"Brno, Masarykova\"", "Its name."),
        required(
            "address",
            "a text",
            "\"Masarykova 1, 602 00 Brno\"",
            "Its address, on one line.",
        ),
    ],
};
