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
            "A note to the buyer.",
        )
        .such_as("\"Doručení na adresu do 2 pracovních dnů\""),
        key(
            "type",
            "\"SHIPPING\", \"PICKUP_POINT\", \"PICK_UP\" or \"LOCAL\"",
            "\"SHIPPING\"",
            "SHIPPING: to the buyer's address. PICKUP_POINT: to one of points. PICK_UP: collected at the shop; a product may say in the feed's column 'Variant Pickup Places' at which of these ways' places it is (their handles with commas between, or none), and without a word it is at all of them. LOCAL: brought by the shop itself.",
        ),
        key(
            "free_from",
            "an amount, e.g. \"1500\"; \"\" for never",
            "\"\"",
            "The price of goods from which it costs nothing; in a market converted, and held against the prices shown there, which are without tax where tax is added.",
        )
        .such_as("\"1500\""),
        key(
            "cash_on_delivery",
            "true or false",
            "false",
            "Whether dobírka can be chosen with it.",
        )
        .such_as("true"),
        key(
            "zones",
            "a list of handles of [[delivery_zones]]",
            "[]",
            "Where it goes. A place counts to the first zone that holds it. Empty: to every country delivered to.",
        )
        .such_as("[\"praha\"]"),
        required(
            "rates",
            "a list of rates, e.g. [{ up_to_kg = 5, price = \"89\" }]",
            "[{ up_to_kg = 5, price = \"89\" }, { up_to_kg = 30, price = \"149\" }]",
            "Prices; the first that fits counts. A cart that none fits cannot go this way. With carrier_service they hold while the carrier has not answered, unless without_answer says otherwise; with none ([]) it is then not offered.",
        ),
        key(
            "carrier_service",
            "a text; \"\" for none",
            "\"\"",
            "The service whose price is taken from the carrier in [carrier]. Buyers are asked for it where the widget and the checkout show ways of delivery.",
        ),
        key(
            "without_answer",
            "\"configured_price\" or \"pending\"",
            "\"configured_price\"",
            "The price until the carrier of carrier_service has answered: that of rates, or none. With \"pending\" only the carrier's price is valid: the method is not offered without it, and a purchase waits (PENDING_DELIVERY_GROUPS) if the buyer has chosen this method or no other one is available. Where the buyer pays in another currency no carrier is asked, and rates apply.",
        ),
        key(
            "cut_off",
            "a time of the day, e.g. \"15:00\"; \"\" to promise nothing",
            "\"\"",
            "Until when an order is worked on the same working day, in the time of [delivery_calendar]. With it buyers are told the day of arrival.",
        )
        .such_as("\"15:00\""),
        key(
            "handling_days",
            "a whole number from 0 to 60",
            "0",
            "Working days of the shop until the goods leave it.",
        ),
        key(
            "transit_days",
            "working days, e.g. \"1\" or \"1-2\"",
            "\"1-2\"",
            "Working days on the way. \"0\": the same day. For LOCAL and PICK_UP the shop's working days count, otherwise Monday to Friday; public holidays never do.",
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
            "zone",
            "a handle out of zones; \"\" for all of them",
            "\"\"",
            "The zone it holds in.",
        )
        .such_as("\"praha\""),
        key(
            "up_to_kg",
            "kilograms, e.g. 5 or 2.5; \"\" for no limit",
            "\"\"",
            "The greatest weight it holds for.",
        )
        .such_as("5"),
        key(
            "up_to_subtotal",
            "an amount, e.g. \"500\"; \"\" for no limit",
            "\"\"",
            "The greatest price of goods it holds for.",
        )
        .such_as("\"500\""),
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

pub(crate) const DELIVERY_ZONES: Section = Section {
    name: "delivery_zones",
    form: Form::Repeated,
    about: "A part of the world that ways of delivery go to. Each must be named in zones of one of them.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"praha\"",
            "Its name.",
        ),
        required(
            "countries",
            "a list of country codes of two letters, e.g. [\"CZ\", \"SK\"]",
            "[\"CZ\"]",
            "Its countries, out of those delivered to.",
        ),
        key(
            "zips",
            "a list of beginnings of postal codes, e.g. [\"1\", \"602\"]",
            "[]",
            "The part of its only country, by how postal codes begin. Empty: all of it.",
        )
        .such_as("[\"1\"]"),
    ],
};

pub(crate) const DELIVERY_CALENDAR: Section = Section {
    name: "delivery_calendar",
    form: Form::Table,
    about: "The days on which the shop works, for the promised day of arrival.",
    keys: &[
        key(
            "time_zone",
            "a time zone, e.g. \"Europe/Prague\"",
            "\"Europe/Prague\"",
            "The time that cut_off is in. Summer time is minded.",
        ),
        key(
            "public_holidays",
            "\"CZ\", or \"\" for none",
            "\"CZ\"",
            "Whose public holidays are kept, the movable ones of Easter among them.",
        ),
        key(
            "working_days",
            "a list of \"MO\", \"TU\", \"WE\", \"TH\", \"FR\", \"SA\" and \"SU\"",
            "[\"MO\", \"TU\", \"WE\", \"TH\", \"FR\"]",
            "The shop's working week.",
        ),
        key(
            "closed",
            "a list of days or spans of days, e.g. [\"2026-12-23\", \"2026-12-28/2026-12-31\"]",
            "[]",
            "Days on which the shop does not work. Carriers go on delivering what they have.",
        )
        .such_as("[\"2026-12-28/2026-12-31\"]"),
    ],
};

pub(crate) const CARRIER: Section = Section {
    name: "carrier",
    form: Form::Table,
    about: "The service that ways of delivery with carrier_service take their prices from. Only its address is ever called.",
    keys: &[
        key(
            "url",
            "a URL, e.g. \"https://rates.example.com/quote\"; \"\" in mode = \"test\"",
            "\"\"",
            "Where prices are asked for, by POST. Empty: the emulated carrier inside this server, in mode = \"test\" only.",
        ),
        key(
            "deadline_ms",
            "a whole number from 50 to 10000",
            "1500",
            "How long it may take to answer, in milliseconds. Then the configured rates hold.",
        ),
        key(
            "quote_minutes",
            "a whole number from 1 to 1440",
            "15",
            "How long a price is kept before the carrier is asked again.",
        ),
        key(
            "cached_quotes",
            "a whole number from 1 to 1000000",
            "10000",
            "How many answers are kept in memory.",
        ),
        key(
            "origin_country",
            "a country code of two letters, e.g. \"CZ\"",
            "\"CZ\"",
            "The country that parcels leave from.",
        ),
        key(
            "origin_zip",
            "a text",
            "\"\"",
            "The postal code that parcels leave from.",
        )
        .such_as("\"588 99\""),
    ],
};
