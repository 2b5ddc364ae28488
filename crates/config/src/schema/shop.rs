//! The schema of the shop and its storefronts.

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
            "The shop's number, which the buttons carry as shop-id.",
        ),
        required("name", "a text", "\"Můj obchod\"", "The shop's name."),
        key(
            "tagline",
            "a text",
            "\"\"",
            "The shop's tagline, on one line.",
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
            "The account for bank transfers. Required if bank_transfer is on.",
        )
        .such_as("\"19-2000145399/0800\""),
        key(
            "iban",
            "an IBAN, e.g. \"CZ65 0800 0000 1920 0014 5399\"",
            "\"\"",
            "The IBAN of the same account. Empty: the server derives it from bank_account.",
        ),
        key(
            "iban_eur",
            "an IBAN, e.g. \"CZ65 0800 0000 1920 0014 5399\"",
            "\"\"",
            "The IBAN of the account for transfers in euros, which [[markets]] may need. Empty: the same account.",
        ),
        key(
            "country",
            "a two-letter country code, e.g. \"CZ\"",
            "\"CZ\"",
            "The country that the shop sells from.",
        ),
        key(
            "delivery_countries",
            "a list of two-letter country codes, e.g. [\"CZ\", \"SK\"]",
            "[]",
            "The countries that the shop delivers to. Empty: its own country only.",
        ),
        key(
            "currency",
            "\"CZK\"",
            "\"CZK\"",
            "The currency of all prices except those of [[markets]]. Only CZK is supported.",
        ),
        key(
            "company_fields",
            "\"off\", \"optional\" or \"required\"",
            "\"off\"",
            "Whether the shop takes company numbers (IČO, DIČ) of buyers. off: it ignores them. optional: buyers may give them. required: a company of Czechia or Slovakia must give its IČO. The server checks the numbers given.",
        ),
    ],
};

pub(crate) const STOREFRONT: Section = Section {
    name: "storefront",
    form: Form::Table,
    about: "The pages with the buttons, and who may call the cart API.",
    keys: &[
        required(
            "access_token",
            "a text of 4 to 128 letters, digits, - or _",
            "\"verejny-token-obchodu\"",
            "The token that clients of the cart API must send. It is not a secret, because every page contains it: it tells storefronts apart.",
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
            "A folder with your own theme: its files in templates/*.html, policies/*.html and assets/* replace the built-in files of the same name. All other built-in files stay. The server reads it at start. Empty: the built-in theme. Relative to this file.",
        ),
    ],
};

pub(crate) const CATALOGUE: Section = Section {
    name: "catalogue",
    form: Form::Table,
    about: "The source of the products.",
    keys: &[
        key(
            "import",
            "a list of file paths",
            "[]",
            "Product feeds (Shopify's product CSV) that the server imports at each start. If the database refuses an import, the server retries it later. An unchanged feed changes nothing. Zkratka adds the column Variant Requires Components (TRUE or FALSE), which marks a variant as a bundle: it is sold only with a nested line. Relative to this file.",
        ),
        key(
            "downloads",
            "a folder path; \"\" for none",
            "\"\"",
            "The folder with the files that buyers download after they have paid. The feed's column 'Variant Download', which Zkratka adds, names a file in it, for goods that are not shipped: the name alone, without a path. A row whose file is missing is not imported. Each bought unit may be downloaded five times. Relative to this file.",
        ),
    ],
};
