//! A shop's goods, configuration and store.

use std::path::Path;
use zkratka_store::StorePlace;
use zkratka_store::postgres::Address;
use zkratka_testing::{fresh_database, on_postgres};

pub(crate) const ACCESS_TOKEN: &str = "token-obchodu";
pub(crate) const SECRET: (&str, &str) = ("ZKRATKA_SANDBOX_SECRET", "jen-pro-zkousky-1234567890");

/// The goods that are not shipped: handle, price in haléře, units in stock.
pub(crate) const GOODS: &[(&str, i64, i64)] = &[
    ("sesit", 4_990, 100_000),
    ("kniha", 39_900, 300),
    ("obraz", 1_290_050, 12),
];

/// The goods that are shipped: only these can be paid with Google Pay.
pub(crate) const PARCELS: &[(&str, i64, i64)] =
    &[("hrnek", 29_050, 100_000), ("svetr", 129_000, 40)];

pub(crate) fn catalogue() -> String {
    let mut csv = String::from(
        "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,\
         Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,\
         Variant Price,Variant Requires Shipping,Variant Taxable\n",
    );
    let digital = GOODS.iter().map(|goods| (goods, false));
    for ((handle, price, pieces), shipped) in digital.chain(PARCELS.iter().map(|it| (it, true))) {
        use std::fmt::Write;
        let (whole, rest) = (price / 100, price % 100);
        let _ = writeln!(
            csv,
            "{handle},{handle},,,,,true,Title,Default Title,{handle},100,shopify,{pieces},deny,\
             {whole}.{rest:02},{shipped},true"
        );
    }
    csv
}

/// The store's place, and its section of the configuration.
pub(crate) fn place(folder: &Path) -> (StorePlace, String) {
    if on_postgres() {
        on_database(&fresh_database())
    } else {
        let file = folder.join("shop.sqlite");
        let section = "[store]\nsqlite = \"shop.sqlite\"".to_owned();
        (StorePlace::Sqlite(file), section)
    }
}

/// The same for this database.
pub(crate) fn on_database(url: &str) -> (StorePlace, String) {
    let section = format!("[store]\npostgres = \"{url}\"");
    let place = StorePlace::Postgres {
        address: Box::new(Address::parse(url, None).expect("a URL")),
        connections: 4,
    };
    (place, section)
}

/// The configuration of a server with this listen address.
pub(crate) fn configuration(listen: &str, origin: &str, gateway: &str, store: &str) -> String {
    let listen = listen.trim_start_matches("http://");
    let (name, _) = SECRET;
    format!(
        r#"
[server]
listen = "{listen}"
public_origin = "{origin}"
mode = "test"
{store}
[shop]
id = 7
name = "Zkušební krám"
email = "kram@example.com"
bank_account = "2000145399/0800"
[storefront]
access_token = "{ACCESS_TOKEN}"
[catalogue]
import = ["catalogue.csv"]
[[delivery]]
handle = "ppl"
title = "PPL"
rates = [{{ up_to_kg = 5, price = "89" }}]
[payments.sandbox]
url = "{gateway}"
secret_env = "{name}"
ledger = "{LEDGER}"
[wallets.google_pay]
enabled = true
"#
    )
}

/// The gateway's ledger. The emulated PayPal runs inside a server and has its own ledger beside this one.
pub(crate) const LEDGER: &str = "ledger.sqlite";
/// The emulated PayPal's ledger.
pub(crate) const PAYPAL_LEDGER: &str = "sandbox-paypal.db";

/// The sections that enable PayPal. Only for shops with one server, because the emulation lives in one process.
#[cfg(feature = "fail-points")]
pub(crate) const PAYPAL: &str = r#"
[wallets.paypal]
enabled = true
[[selling_plan_groups]]
handle = "odber"
name = "Odběr"
products = ["kniha"]
[[selling_plans]]
id = 1
group = "odber"
name = "Každý měsíc"
interval = "MONTH"
adjustments = [{ percentage = "5" }]
[[selling_plans]]
id = 2
group = "odber"
name = "První měsíc zdarma"
interval = "MONTH"
adjustments = [{ price = "0", orders = 1 }, { percentage = "5" }]
"#;
/// The emulated Amazon Pay's ledger.
pub(crate) const AMAZON_LEDGER: &str = "sandbox-amazon-pay.db";

/// The sections that enable Amazon Pay, which takes no koruny. Only for shops with one server, as above.
#[cfg(feature = "fail-points")]
pub(crate) const AMAZON_PAY: &str = r#"
[wallets.amazon_pay]
enabled = true
[[markets]]
handle = "eurozona"
countries = ["SK"]
currency = "EUR"
rate = "1"
"#;
/// The sections that enable the shop's own wallet. Servers that share a database need its secret.
#[cfg(feature = "fail-points")]
pub(crate) const WALLET: &str = r#"
[mail]
enabled = true
sender = "obchod@example.com"
[shop_wallet]
enabled = true
name = "Krám"
origin = "http://localhost"
secret_file = "wallet.key"
"#;
/// The file with that secret, and what it contains.
#[cfg(feature = "fail-points")]
pub(crate) const WALLET_SECRET: (&str, &str) =
    ("wallet.key", "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=");
/// A plan that costs something from the first order.
#[cfg(feature = "fail-points")]
pub(crate) const MONTHLY: &str = "gid://shopify/SellingPlan/1";
/// A plan whose first month is free.
#[cfg(feature = "fail-points")]
pub(crate) const TRIAL: &str = "gid://shopify/SellingPlan/2";
