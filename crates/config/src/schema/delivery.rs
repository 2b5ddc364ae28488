//! The schema of the delivery sections.

use super::{Form, Section, key, required};

pub(crate) const DELIVERY: Section = Section {
    name: "delivery",
    form: Form::Repeated,
    about: "A delivery method. Buyers see the methods in this order. Shipped goods cannot be bought without at least one.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"ppl\"",
            "The method's permanent name: orders refer to it.",
        ),
        required("title", "a text", "\"PPL\"", "The title that buyers see."),
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
            "SHIPPING: to the buyer's address. PICKUP_POINT: to one of points. PICK_UP: the buyer collects the goods at the shop. The feed's column 'Variant Pickup Places' can list the PICK_UP methods at which a product is available (their handles separated by commas, or none); an empty cell means all of them. LOCAL: the shop itself delivers.",
        ),
        key(
            "free_from",
            "an amount, e.g. \"1500\"; \"\" for never",
            "\"\"",
            "The price of goods from which delivery is free. In a market it is converted and compared with the prices shown there, which exclude tax where tax is added.",
        )
        .such_as("\"1500\""),
        key(
            "cash_on_delivery",
            "true or false",
            "false",
            "Whether buyers can choose cash on delivery (dobírka) with it.",
        )
        .such_as("true"),
        key(
            "zones",
            "a list of handles of [[delivery_zones]]",
            "[]",
            "The zones that it delivers to. A place belongs to the first zone that contains it. Empty: every country that the shop delivers to.",
        )
        .such_as("[\"praha\"]"),
        required(
            "rates",
            "a list of rates, e.g. [{ up_to_kg = 5, price = \"89\" }]",
            "[{ up_to_kg = 5, price = \"89\" }, { up_to_kg = 30, price = \"149\" }]",
            "The prices of delivery. The first rate that matches applies; if none matches, the cart cannot use this method. With carrier_service the rates apply until the carrier has answered, unless without_answer says otherwise. If rates is empty ([]), the method is not offered until the carrier has answered.",
        ),
        key(
            "carrier_service",
            "a text; \"\" for none",
            "\"\"",
            "The service of the carrier in [carrier] whose price applies. The server asks for it when the wallet sheet or the checkout shows delivery methods.",
        ),
        key(
            "without_answer",
            "\"configured_price\" or \"pending\"",
            "\"configured_price\"",
            "The price until the carrier of carrier_service has answered: the one of rates, or none. With \"pending\" only the carrier's price is valid: the method is not offered without it, and a purchase waits (PENDING_DELIVERY_GROUPS) if the buyer has chosen this method or no other one is available. If the buyer pays in another currency, the server asks no carrier and rates apply.",
        ),
        key(
            "cut_off",
            "a time of the day, e.g. \"15:00\"; \"\" to promise nothing",
            "\"\"",
            "Orders placed before this time are processed the same working day. The time zone is that of [delivery_calendar]. With a cut-off the shop shows buyers the day of arrival.",
        )
        .such_as("\"15:00\""),
        key(
            "handling_days",
            "a whole number from 0 to 60",
            "0",
            "Working days of the shop before it ships the goods.",
        ),
        key(
            "transit_days",
            "working days, e.g. \"1\" or \"1-2\"",
            "\"1-2\"",
            "Working days in transit. \"0\": the same day. For LOCAL and PICK_UP the shop's working days count, otherwise Monday to Friday. Public holidays never count.",
        ),
        key(
            "points",
            "a list of pick-up points, e.g. [{ handle = \"brno\", title = \"Brno\", address = \"Masarykova 1, Brno\" }]",
            "[]",
            "The pick-up points, for PICKUP_POINT.",
        ),
    ],
};

pub(crate) const DELIVERY_RATES: Section = Section {
    name: "delivery.rates",
    form: Form::Inline,
    about: "One price of a delivery method.",
    keys: &[
        key(
            "zone",
            "a handle from zones; \"\" for all of them",
            "\"\"",
            "The zone that the rate applies to.",
        )
        .such_as("\"praha\""),
        key(
            "up_to_kg",
            "kilograms, e.g. 5 or 2.5; \"\" for no limit",
            "\"\"",
            "The maximum weight that the rate applies to.",
        )
        .such_as("5"),
        key(
            "up_to_subtotal",
            "an amount, e.g. \"500\"; \"\" for no limit",
            "\"\"",
            "The maximum price of goods that the rate applies to.",
        )
        .such_as("\"500\""),
        required(
            "price",
            "an amount, e.g. \"89\" or \"89.50\"",
            "\"89\"",
            "The price, with tax.",
        ),
    ],
};

pub(crate) const DELIVERY_POINTS: Section = Section {
    name: "delivery.points",
    form: Form::Inline,
    about: "One pick-up point.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"brno-stred\"",
            "The point's permanent name.",
        ),
        required(
            "title",
            "a text",
            "\"Brno, Masarykova\"",
            "The point's title.",
        ),
        required(
            "address",
            "a text",
            "\"Masarykova 1, 602 00 Brno\"",
            "The point's address, on one line.",
        ),
        key(
            "coordinates",
            "latitude and longitude in degrees, e.g. \"49.1951, 16.6068\"; \"\" for none",
            "\"\"",
            "Where the point is. The checkout can then sort points by their distance from the buyer, who is asked first; the server does not learn where the buyer is.",
        )
        .such_as("\"49.1951, 16.6068\""),
    ],
};

pub(crate) const DELIVERY_ZONES: Section = Section {
    name: "delivery_zones",
    form: Form::Repeated,
    about: "A delivery zone. At least one delivery method must name it in zones.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"praha\"",
            "The zone's name.",
        ),
        required(
            "countries",
            "a list of two-letter country codes, e.g. [\"CZ\", \"SK\"]",
            "[\"CZ\"]",
            "The zone's countries. The shop must deliver to each of them.",
        ),
        key(
            "zips",
            "a list of postal code prefixes, e.g. [\"1\", \"602\"]",
            "[]",
            "Postal code prefixes, for a zone that is a part of one country. Empty: the whole country.",
        )
        .such_as("[\"1\"]"),
    ],
};

pub(crate) const DELIVERY_CALENDAR: Section = Section {
    name: "delivery_calendar",
    form: Form::Table,
    about: "The shop's working days, from which the server computes the promised day of arrival.",
    keys: &[
        key(
            "time_zone",
            "a time zone, e.g. \"Europe/Prague\"",
            "\"Europe/Prague\"",
            "The time zone of cut_off. Daylight saving time is taken into account.",
        ),
        key(
            "public_holidays",
            "\"CZ\", or \"\" for none",
            "\"CZ\"",
            "The country whose public holidays apply, including the movable ones of Easter.",
        ),
        key(
            "working_days",
            "a list of \"MO\", \"TU\", \"WE\", \"TH\", \"FR\", \"SA\" and \"SU\"",
            "[\"MO\", \"TU\", \"WE\", \"TH\", \"FR\"]",
            "The shop's working week.",
        ),
        key(
            "closed",
            "a list of days or ranges of days, e.g. [\"2026-12-23\", \"2026-12-28/2026-12-31\"]",
            "[]",
            "Days on which the shop does not work. Carriers still deliver parcels that they already have.",
        )
        .such_as("[\"2026-12-28/2026-12-31\"]"),
    ],
};

pub(crate) const CARRIER: Section = Section {
    name: "carrier",
    form: Form::Table,
    about: "The carrier that prices delivery methods with carrier_service. The server calls only this URL.",
    keys: &[
        key(
            "url",
            "a URL, e.g. \"https://rates.example.com/quote\"; \"\" in mode = \"test\"",
            "\"\"",
            "The URL to which the server posts requests for prices. Empty: the emulated carrier inside this server, in mode = \"test\" only.",
        ),
        key(
            "deadline_ms",
            "a whole number from 50 to 10000",
            "1500",
            "The time in which the carrier must answer, in milliseconds. After that the configured rates apply.",
        ),
        key(
            "quote_minutes",
            "a whole number from 1 to 1440",
            "15",
            "How long a price is valid before the server asks the carrier again.",
        ),
        key(
            "cached_quotes",
            "a whole number from 1 to 1000000",
            "10000",
            "The maximum number of answers that the server caches in memory.",
        ),
        key(
            "origin_country",
            "a two-letter country code, e.g. \"CZ\"",
            "\"CZ\"",
            "The country that parcels are sent from.",
        ),
        key(
            "origin_zip",
            "a text",
            "\"\"",
            "The postal code that parcels are sent from.",
        )
        .such_as("\"588 99\""),
    ],
};
