//! Markets beside the shop's own.

use super::{Form, Section, key, required};

pub(crate) const MARKETS: Section = Section {
    name: "markets",
    form: Form::Repeated,
    about: "A market: countries that see prices of their own. Its countries are delivered to. Prices, delivery and discounts are set in the shop's currency everywhere else; here stands how they become the market's. Countries in no market see the shop's own prices.",
    keys: &[
        required(
            "handle",
            "lower-case letters, digits and -, unique",
            "\"slovensko\"",
            "Its lasting name: orders keep it.",
        ),
        required(
            "countries",
            "a list of country codes of two letters, e.g. [\"SK\"]",
            "[\"SK\"]",
            "Its countries. A country belongs to one market, and the shop's own to none of these.",
        ),
        required(
            "currency",
            "a currency that the payment gateway takes, e.g. \"EUR\"",
            "\"EUR\"",
            "Its currency: AUD, CAD, CHF, CZK, DKK, EUR, GBP, HUF, JPY, NOK, NZD, PLN, RON, SEK or USD.",
        ),
        required(
            "rate",
            "a rate above 0 with at most six decimal places, e.g. \"25.20\"",
            "\"25.20\"",
            "The price of one unit of its currency, in the shop's currency.",
        ),
        key(
            "rounding",
            "an amount above 0 in its currency, e.g. \"0.05\" or \"1\"; \"\" for its smallest unit",
            "\"\"",
            "The step to which converted amounts are rounded, halves up. A price is never rounded to zero.",
        )
        .such_as("\"1\""),
        key(
            "ending",
            "an amount below rounding, e.g. \"0.99\"; \"\" for none",
            "\"\"",
            "How they end: with rounding \"1\" and ending \"0.99\" prices are 0.99, 1.99 and so on.",
        )
        .such_as("\"0.90\""),
        key(
            "tax",
            "\"included\" or \"added\"",
            "\"included\"",
            "included: prices hold the tax of the country. added: the shop's own tax is taken out of converted prices, and the country's comes on top of the total.",
        ),
        key(
            "duty",
            "per cent from 0 to 100, e.g. \"15\"",
            "\"0\"",
            "Duty on the amount paid for shipped goods, without included tax; added to the total. Outside the European Union only, where the shop is in it.",
        ),
        key(
            "tax_rates",
            "a list of rates, e.g. [{ country = \"SK\", class = \"zero\", rate = \"5\" }]",
            "[]",
            "Rates of tax that differ from the shipped ones. Without them the classes standard and reduced have the rates of the country, where it is in the European Union (crates/commerce/src/market/eu_vat.csv: date, source, rates), classes at 0 per cent stay there, and elsewhere there is no tax.",
        )
        .such_as("[{ country = \"SK\", class = \"zero\", rate = \"5\" }]"),
        key(
            "prices",
            "a list of prices, e.g. [{ sku = \"HRNEK-01\", price = \"19.90\" }]",
            "[]",
            "Prices that are set instead of converted. Of gift cards none are: they cost what they are worth, rounded up to the smallest unit.",
        )
        .such_as("[{ sku = \"HRNEK-01\", price = \"19.90\" }]"),
    ],
};

pub(crate) const MARKET_TAX_RATES: Section = Section {
    name: "markets.tax_rates",
    form: Form::Inline,
    about: "One rate of tax.",
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
            "The province that it holds in. Empty: in all that have none of their own.",
        ),
        key(
            "class",
            "the name of a class in [tax.classes]",
            "\"\"",
            "The class. Empty: every class that is taxed at home.",
        )
        .such_as("\"zero\""),
        required(
            "rate",
            "per cent from 0 to 100, e.g. \"5\"",
            "\"5\"",
            "The rate.",
        ),
    ],
};

pub(crate) const MARKET_PRICES: Section = Section {
    name: "markets.prices",
    form: Form::Inline,
    about: "One price that is set, with tax or without as the market's prices are. Either sku or variant stands in it.",
    keys: &[
        key(
            "sku",
            "a stock-keeping unit of the catalogue",
            "\"\"",
            "Of what: its stock-keeping unit.",
        )
        .such_as("\"HRNEK-01\""),
        key(
            "variant",
            "the number of a variant of the catalogue",
            "0",
            "Of what: the variant's number. Goes before a price by sku.",
        ),
        required(
            "price",
            "an amount, e.g. \"19.90\"",
            "\"19.90\"",
            "The price.",
        ),
    ],
};
