//! Tests a configuration that names products which the catalogue does not have.

use super::serve::Running;
use super::support::{CONFIG, Folder};

const FEED: &str =
    "Handle,Title,Tags,Variant SKU,Variant Price\nhrnek,Hrnek,keramika,HRNEK-01,289\n";
const IMPORT: &str = "[catalogue]\nimport = [\"feed.csv\"]\n";

/// A folder whose configuration ends with this section, and the line on which the section begins.
fn folder(section: &str) -> (Folder, usize) {
    let before = format!("{CONFIG}{IMPORT}");
    let folder = Folder::with(&format!("{before}{section}"));
    folder.write("feed.csv", FEED);
    (folder, before.lines().count() + 1)
}

/// The configuration with corrected names.
fn mended(text: &str) -> String {
    text.replace("\"hrnky\"", "\"hrnek\"")
        .replace("zahradni-lampa", "hrnek")
        .replace("HRNEK-1\"", "HRNEK-01\"")
}

const MARKET: &str = "[[markets]]\nhandle = \"sk\"\ncountries = [\"SK\"]\ncurrency = \"EUR\"\nrate = \"25\"\nprices = [{ sku = \"HRNEK-1\", price = \"9\" }]\n";
const UNKNOWN_SKU: &str =
    "markets.prices.sku: \"HRNEK-1\" is not in the catalogue: did you mean \"HRNEK-01\"?";

/// `check` refuses unknown products, with file, line, key and value. A product that never existed also prevents the
/// shop from opening.
#[test]
fn goods_that_there_are_not_are_refused() {
    for (section, below, told, closes) in [
        (
            "[[discounts]]\ntitle = \"A\"\npercentage = \"5\"\nproducts = [\"hrnky\"]\n",
            3,
            "discounts.products: \"hrnky\" is not in the catalogue: did you mean \"hrnek\"?",
            true,
        ),
        (
            "[[cart_rules]]\naction = \"checkout\"\nproducts = [\"zahradni-lampa\"]\n",
            2,
            "cart_rules.products: \"zahradni-lampa\" is not in the catalogue",
            true,
        ),
        (MARKET, 5, UNKNOWN_SKU, false),
    ] {
        let (folder, first) = folder(section);
        let told = format!("zkratka.toml:{}: {told}", first + below);
        folder.run(&["check"]).ended_with(1).complained(&told);
        if closes {
            folder.run(&["serve"]).ended_with(2).complained(&told);
        }
        // Products that are in the store but in no feed count as known.
        folder.run(&["import", "feed.csv"]).ended_with(0);
        folder.run(&["check"]).ended_with(1).complained(&told);
        let text = std::fs::read_to_string(folder.path("zkratka.toml")).expect("it is there");
        folder.write("zkratka.toml", mended(&text.replace(IMPORT, "")));
        folder.run(&["check"]).ended_with(0);
    }
}

/// A price for a variant that is no longer in the feed does not prevent the shop from opening; the server logs it.
#[test]
fn a_variant_that_is_gone_keeps_no_shop_closed() {
    let (folder, first) = folder(MARKET);
    let (code, log) = Running::start(&folder).terminate();
    assert_eq!(code, Some(0));
    let (key, message) = UNKNOWN_SKU.split_once(": ").expect("a key");
    let message = message.replace('"', "\\\"");
    let line = format!("\"line\":{},", first + 5);
    let is_it =
        |entry: &&String| entry.contains(&message) && entry.contains(&line) && entry.contains(key);
    assert_eq!(log.iter().filter(is_it).count(), 1, "{log:#?}");
}

/// Tags and collections change with the products: an empty one is reported, and the shop opens.
#[test]
fn an_empty_collection_is_told_and_the_shop_opens() {
    let rule =
        "[[cart_rules]]\naction = \"checkout\"\ncollections = [\"keramike\"]\ntags = [\"sklo\"]\n";
    let (folder, first) = folder(rule);
    let told = [
        (
            first + 2,
            "cart_rules.collections",
            "no product is in the collection \"keramike\": did you mean \"keramika\"?",
        ),
        (
            first + 3,
            "cart_rules.tags",
            "no product has the tag \"sklo\"",
        ),
    ];
    let check = folder.run(&["check"]).ended_with(0);
    let (code, log) = Running::start(&folder).terminate();
    assert_eq!(code, Some(0));
    for (line, key, message) in told {
        let place = format!("zkratka.toml:{line}: {key}: {message}");
        assert!(check.err.contains(&place), "{place} in {}", check.err);
        let message = message.replace('"', "\\\"");
        let is_it = |entry: &&String| {
            entry.contains(&message)
                && entry.contains(&format!("\"line\":{line},"))
                && entry.contains(key)
        };
        assert_eq!(log.iter().filter(is_it).count(), 1, "{message} in {log:#?}");
    }
}

/// Without any products no name is wrong: an unreadable feed does not prevent the shop from opening.
#[test]
fn without_goods_no_name_is_wrong() {
    let (folder, _) = folder("[[cart_rules]]\naction = \"checkout\"\nproducts = [\"hrnek\"]\n");
    folder.write("feed.csv", "");
    let shop = Running::start(&folder);
    assert_eq!(shop.terminate().0, Some(0));
}
