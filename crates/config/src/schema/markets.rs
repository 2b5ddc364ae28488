//! The schema of markets besides the shop's own.

use super::{Form, Section, key, required};

pub(crate) const MARKETS: Section = Section {
    name: "markets",
    form: Form::Repeated,
    about: "A market: countries with prices of their own. The shop delivers to them. All other sections state prices, delivery and discounts in the shop's currency. This section says how the server converts them. Countries in no market have the shop's own prices.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"slovensko\"",
            "The market's permanent name: orders store it.",
        ),
        required(
            "countries",
            "a list of two-letter country codes, e.g. [\"SK\"]",
            "[\"SK\"]",
            "The market's countries. A country belongs to at most one market, and the shop's own country to none.",
        ),
        required(
            "currency",
            "a currency that the payment gateway takes, e.g. \"EUR\"",
            "\"EUR\"",
            "The market's currency: AUD, CAD, CHF, CZK, DKK, EUR, GBP, HUF, JPY, NOK, NZD, PLN, RON, SEK or USD.",
        ),
        required(
            "rate",
            "a rate above 0 with at most six decimal places, e.g. \"25.20\"",
            "\"25.20\"",
            "The price of one unit of the market's currency, in the shop's currency.",
        ),
        key(
            "rounding",
            "an amount above 0 in its currency, e.g. \"0.05\" or \"1\"; \"\" for its smallest unit",
            "\"\"",
            "The step to which converted amounts are rounded; halves are rounded up. A price is never rounded to zero.",
        )
        .such_as("\"1\""),
        key(
            "ending",
            "an amount below rounding, e.g. \"0.99\"; \"\" for none",
            "\"\"",
            "The ending of converted prices: with rounding \"1\" and ending \"0.99\" they are 0.99, 1.99 and so on.",
        )
        .such_as("\"0.90\""),
        key(
            "tax",
            "\"included\" or \"added\"",
            "\"included\"",
            "included: prices contain the country's tax. added: the server removes the shop's own tax from converted prices and adds the country's tax to the total.",
        ),
        key(
            "duty",
            "per cent from 0 to 100, e.g. \"15\"",
            "\"0\"",
            "Duty on the amount paid for shipped goods, without included tax. It is added to the total. A shop in the European Union can set it only for countries outside.",
        ),
        key(
            "tax_rates",
            "a list of rates, e.g. [{ country = \"SK\", class = \"zero\", rate = \"5\" }]",
            "[]",
            "Tax rates that differ from the built-in ones. The built-in rates apply to the classes standard and reduced in countries of the European Union (crates/commerce/src/market/eu_vat.csv: date, source, rates). A class at 0 per cent stays at 0 there. Elsewhere there is no tax.",
        )
        .such_as("[{ country = \"SK\", class = \"zero\", rate = \"5\" }]"),
        key(
            "prices",
            "a list of prices, e.g. [{ sku = \"HRNEK-01\", price = \"19.90\" }]",
            "[]",
            "Prices that are set instead of converted. Gift cards cannot have one: they cost what they are worth, rounded up to the smallest unit.",
        )
        .such_as("[{ sku = \"HRNEK-01\", price = \"19.90\" }]"),
    ],
};

pub(crate) const MARKET_TAX_RATES: Section = Section {
    name: "markets.tax_rates",
    form: Form::Inline,
    about: "One tax rate.",
    keys: &[
        key(
            "country",
            "a country of the market",
            "\"\"",
            "The country. Empty: every country of the market.",
        )
        .such_as("\"SK\""),
        key(
            "province",
            "the code of a province, e.g. \"CA\"",
            "\"\"",
            "The province that the rate applies to. Empty: all provinces without a rate of their own.",
        ),
        key(
            "class",
            "the name of a class in [tax.classes]",
            "\"\"",
            "The tax class. Empty: every class that is taxed at home.",
        )
        .such_as("\"zero\""),
        required(
            "rate",
            "per cent from 0 to 100, e.g. \"5\"",
            "\"5\"",
            "The rate in per cent.",
        ),
    ],
};

pub(crate) const MARKET_PRICES: Section = Section {
    name: "markets.prices",
    form: Form::Inline,
    about: "One price that is set. It includes tax if the market's prices do. Name the goods by either sku or variant.",
    keys: &[
        key(
            "sku",
            "a stock-keeping unit of the catalogue",
            "\"\"",
            "The stock-keeping unit of the goods.",
        )
        .such_as("\"HRNEK-01\""),
        key(
            "variant",
            "the number of a variant of the catalogue",
            "0",
            "The number of the variant. It takes precedence over a price by sku.",
        ),
        required(
            "price",
            "an amount, e.g. \"19.90\"",
            "\"19.90\"",
            "The price.",
        ),
    ],
};
