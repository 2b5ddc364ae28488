//! Every section and key that a configuration may hold: the one place that the reader, the example file and the
//! documentation are made from.

/// A section of the file.
pub(crate) struct Section {
    /// Its name with dots, e.g. `payments.sandbox`.
    pub(crate) name: &'static str,
    /// How often it stands and whose keys it has.
    pub(crate) form: Form,
    /// What it is for.
    pub(crate) about: &'static str,
    /// Its keys in the order shown.
    pub(crate) keys: &'static [Key],
}

/// The form of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `[name]`
    Table,
    /// `[[name]]`, any number of times.
    Repeated,
    /// An array of inline tables that is a value of a repeated section; its name ends with that key.
    Inline,
    /// `[name]` with keys of the merchant's own; holds lines for the example.
    OwnKeys(&'static str),
}

/// A key of a section.
pub(crate) struct Key {
    /// Its name.
    pub(crate) name: &'static str,
    /// What to write, in words, e.g. `"an address and a port"`.
    pub(crate) expects: &'static str,
    /// What holds when it is absent, as TOML; none: it must be there.
    pub(crate) default: Option<&'static str>,
    /// A value for the example where the default is not telling, as TOML.
    pub(crate) example: Option<&'static str>,
    /// What it does.
    pub(crate) about: &'static str,
}

const fn key(
    name: &'static str,
    expects: &'static str,
    default: &'static str,
    about: &'static str,
) -> Key {
    Key {
        name,
        expects,
        default: Some(default),
        example: None,
        about,
    }
}

const fn required(
    name: &'static str,
    expects: &'static str,
    example: &'static str,
    about: &'static str,
) -> Key {
    Key {
        name,
        expects,
        default: None,
        example: Some(example),
        about,
    }
}

impl Key {
    /// The same with a telling value for the example.
    const fn such_as(mut self, example: &'static str) -> Self {
        self.example = Some(example);
        self
    }
}

/// Every section in the order of the documentation.
pub(crate) const SECTIONS: &[Section] = &[
    SERVER,
    STORE,
    SHOP,
    STOREFRONT,
    CATALOGUE,
    TAX,
    TAX_CLASSES,
    TAX_PRODUCT_TYPES,
    DELIVERY,
    DELIVERY_RATES,
    DELIVERY_POINTS,
    PAYMENTS,
    PAYMENTS_SANDBOX,
    LIMITS,
];

pub(crate) const SERVER: Section = Section {
    name: "server",
    form: Form::Table,
    about: "Where the server listens and how it is seen from outside.",
    keys: &[
        key(
            "listen",
            "an address and a port, e.g. \"127.0.0.1:8080\"",
            "\"127.0.0.1:8080\"",
            "Address and port to listen on. The default can be reached from this machine only; put a proxy that speaks HTTPS in front of it.",
        ),
        key(
            "public_origin",
            "a scheme, a host and perhaps a port, e.g. \"https://obchod.example\"",
            "\"\"",
            "Scheme, host and port that buyers see in their browser. Links to the checkout begin with it. Empty: the address listened on.",
        )
        .such_as("\"http://localhost:8080\""),
        key(
            "trusted_proxies",
            "a list of addresses or networks, e.g. [\"127.0.0.1\", \"10.0.0.0/8\"]",
            "[]",
            "Proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host headers are believed. From everybody else they are ignored.",
        ),
        key(
            "mode",
            "\"test\" or \"live\"",
            "\"test\"",
            "\"test\" takes no money: cards go to the sandbox gateway. \"live\" refuses to start with anything emulated; as there is no gateway for real cards yet, it needs card = false in [payments].",
        ),
        key(
            "log",
            "\"error\", \"warn\", \"info\", \"debug\" or \"trace\"",
            "\"info\"",
            "How much is logged, to standard error: as JSON unless that is a terminal. The environment variable ZKRATKA_LOG overrides it.",
        ),
    ],
};

pub(crate) const STORE: Section = Section {
    name: "store",
    form: Form::Table,
    about: "Where carts, orders and the catalogue are kept.",
    keys: &[
        key(
            "sqlite",
            "a file path",
            "\"data/zkratka.sqlite\"",
            "The database file. It is made, with its folder, when it is not there. Relative to this file.",
        ),
        key(
            "cart_days",
            "a whole number from 1 to 3650",
            "30",
            "Days after which a cart that nobody touches is deleted.",
        ),
    ],
};

pub(crate) const SHOP: Section = Section {
    name: "shop",
    form: Form::Table,
    about: "Who sells. Buyers see all of it.",
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
            "What the shop is, in one line.",
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
            "The currency of all prices. Only CZK for now.",
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
            "A folder with a theme of your own: templates (*.html) replace the built-in ones of the same name, assets/ is served beside the built-in files. Empty: the built-in theme. Relative to this file.",
        ),
    ],
};

pub(crate) const CATALOGUE: Section = Section {
    name: "catalogue",
    form: Form::Table,
    about: "What is sold.",
    keys: &[key(
        "import",
        "a list of file paths",
        "[]",
        "Product feeds (Shopify's product CSV) that are imported whenever the server starts. A feed that has not changed changes nothing. Relative to this file.",
    )],
};

pub(crate) const TAX: Section = Section {
    name: "tax",
    form: Form::Table,
    about: "Value added tax. All prices include it.",
    keys: &[
        key(
            "default",
            "the name of a class in [tax.classes]",
            "\"standard\"",
            "The class of goods whose product type is not listed.",
        ),
        key(
            "delivery",
            "the name of a class in [tax.classes]",
            "\"standard\"",
            "The class of delivery.",
        ),
    ],
};

pub(crate) const TAX_CLASSES: Section = Section {
    name: "tax.classes",
    form: Form::OwnKeys("standard = \"21\"\nreduced = \"12\"\nzero = \"0\""),
    about: "Tax classes: a name and per cent. Without this section: standard 21, reduced 12, zero 0. A product may name its class in the feed's column 'Variant Tax Code'.",
    keys: &[],
};

pub(crate) const TAX_PRODUCT_TYPES: Section = Section {
    name: "tax.product_types",
    form: Form::OwnKeys("\"Knihy\" = \"zero\""),
    about: "Which product types are in which class: a type as it stands in the feed, and the name of a class.",
    keys: &[],
};

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

pub(crate) const PAYMENTS: Section = Section {
    name: "payments",
    form: Form::Table,
    about: "How buyers can pay.",
    keys: &[
        key(
            "card",
            "true or false",
            "true",
            "Card, entered in fields of the gateway: no card number ever reaches this server.",
        ),
        key(
            "cash_on_delivery",
            "true or false",
            "true",
            "Dobírka, where the way of delivery allows it.",
        ),
        key(
            "bank_transfer",
            "true or false",
            "false",
            "Bank transfer with a QR code (QR Platba). Needs bank_account in [shop].",
        )
        .such_as("true"),
        key(
            "inline_deadline_ms",
            "a whole number from 100 to 60000",
            "10000",
            "How long the buyer's browser waits for the gateway's answer, in milliseconds. Afterwards the attempt goes on in the background and the page asks again.",
        ),
        key(
            "challenge_minutes",
            "a whole number from 1 to 60",
            "15",
            "How long a buyer has to confirm a payment in the bank (3-D Secure).",
        ),
    ],
};

pub(crate) const PAYMENTS_SANDBOX: Section = Section {
    name: "payments.sandbox",
    form: Form::Table,
    about: "The emulated payment gateway of mode = \"test\".",
    keys: &[
        key(
            "url",
            "a URL, e.g. \"http://127.0.0.1:8090\"",
            "\"\"",
            "A gateway that runs on its own (zkratka sandbox-gateway). Empty: it runs inside this server.",
        ),
        key(
            "secret_env",
            "the name of an environment variable",
            "\"\"",
            "The environment variable with the secret that shop and gateway share. Needed with url.",
        ),
        key(
            "secret_file",
            "a file path",
            "\"\"",
            "A file with that secret, instead of secret_env. Relative to this file.",
        ),
        key(
            "ledger",
            "a file path",
            "\"data/ledger.sqlite\"",
            "The ledger of the gateway inside this server. Relative to this file.",
        ),
    ],
};

pub(crate) const LIMITS: Section = Section {
    name: "limits",
    form: Form::Table,
    about: "Guards against overload and abuse. The defaults suit a small machine.",
    keys: &[
        key(
            "body_bytes",
            "a whole number from 1024 to 16777216",
            "262144",
            "The greatest request body in bytes. Larger ones are answered with 413.",
        ),
        key(
            "request_seconds",
            "a whole number from 1 to 600",
            "30",
            "How long answering a request may take.",
        ),
        key(
            "header_seconds",
            "a whole number from 1 to 600",
            "10",
            "How long a client may take to send its request's headers.",
        ),
        key(
            "connections",
            "a whole number from 1 to 100000",
            "2048",
            "Connections served at the same time; more must wait.",
        ),
        key(
            "cart_lines",
            "a whole number from 1 to 500",
            "100",
            "The greatest number of lines in a cart.",
        ),
        key(
            "line_quantity",
            "a whole number from 1 to 1000000",
            "9999",
            "The greatest quantity of a line.",
        ),
        key(
            "query_depth",
            "a whole number from 1 to 64",
            "16",
            "The greatest depth of a GraphQL document.",
        ),
        key(
            "query_cost",
            "a whole number from 1 to 1000000",
            "5000",
            "The greatest cost of a GraphQL document: one for every field, times the size of the lists it stands in.",
        ),
        key(
            "cached_documents",
            "a whole number from 1 to 100000",
            "500",
            "Validated GraphQL documents kept.",
        ),
        key(
            "cached_document_bytes",
            "a whole number from 1024 to 1073741824",
            "4194304",
            "Bytes of validated GraphQL documents kept.",
        ),
    ],
};
