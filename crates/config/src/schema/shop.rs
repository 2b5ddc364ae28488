//! Who sells what, and on which pages.

use super::{Form, Section, key, required};

pub(crate) const SHOP: Section = Section {
    name: "shop",
    form: Form::Table,
    about: "The seller. Buyers see all of it.",
    keys: &[
        key(
            "id",
            "a whole number above 0",
            "1",
            "The number that the buttons carry as shop-id.",
        ),
        required("name", "a text", "\"Můj obchod\"", "The shop's name."),
        key(
            "tagline",
            "a text",
            "\"\"",
            "The shop's tagline, in one line.",
        ),
        key(
            "email",
            "an e-mail address",
            "\"\"",
            "The address that buyers write to.",
        )
        .such_as("\"obchod@example.com\""),
        key("phone", "a text", "\"\"", "The number that buyers call."),
        key("company", "a text", "\"\"", "The seller's legal name."),
        key(
            "company_id",
            "a text",
            "\"\"",
            "The seller's company number (IČO).",
        ),
        key("vat_id", "a text", "\"\"", "The seller's VAT number (DIČ)."),
        key(
            "address",
            "a text",
            "\"\"",
            "The seller's address, on one line.",
        ),
        key(
            "bank_account",
            "a Czech account number, e.g. \"19-2000145399/0800\"",
            "\"\"",
            "The account for transfers. Needed when bank_transfer is on.",
        )
        .such_as("\"19-2000145399/0800\""),
        key(
            "iban",
            "an IBAN, e.g. \"CZ65 0800 0000 1920 0014 5399\"",
            "\"\"",
            "The same account as IBAN. Empty: worked out from bank_account.",
        ),
        key(
            "country",
            "a country code of two letters, e.g. \"CZ\"",
            "\"CZ\"",
            "The country that the shop sells from.",
        ),
        key(
            "delivery_countries",
            "a list of country codes of two letters, e.g. [\"CZ\", \"SK\"]",
            "[]",
            "The countries it delivers to. Empty: its own only.",
        ),
        key(
            "currency",
            "\"CZK\"",
            "\"CZK\"",
            "The currency of all prices but those of [[markets]]. Only CZK for now.",
        ),
        key(
            "company_fields",
            "\"off\", \"optional\" or \"required\"",
            "\"off\"",
            "Company numbers (IČO, DIČ) of buyers. optional: they may give them. required: a company of Czechia or \
             Slovakia must give its IČO. The value is checked.",
        ),
    ],
};

pub(crate) const STOREFRONT: Section = Section {
    name: "storefront",
    form: Form::Table,
    about: "The pages with the buttons on them.",
    keys: &[
        required(
            "access_token",
            "a text of 4 to 128 letters, digits, - or _",
            "\"verejny-token-obchodu\"",
            "The token that callers of the cart API must send. It stands in every page, so it is no secret: it tells storefronts apart.",
        ),
        key(
            "allowed_origins",
            "a list of origins, e.g. [\"https://www.obchod.example\"]",
            "[]",
            "Origins of other storefronts on the same site that may call the cart API from a browser.",
        ),
        key(
            "theme",
            "a folder path",
            "\"\"",
            "A folder with a theme of your own: templates/*.html, policies/*.html and assets/* in it replace the built-in ones of the same name; what it lacks stays built-in. Read when the server starts. Empty: the built-in theme. Relative to this file.",
        ),
    ],
};

pub(crate) const CATALOGUE: Section = Section {
    name: "catalogue",
    form: Form::Table,
    about: "The catalogue.",
    keys: &[key(
        "import",
        "a list of file paths",
        "[]",
        "Product feeds (Shopify's product CSV) that are imported whenever the server starts, and tried again in a while where the database did not take them. A feed that has not changed changes nothing. A column of ours, Variant Requires Components (TRUE or FALSE), says which variants are bundles: sold only with a line below theirs. Relative to this file.",
    )],
};
