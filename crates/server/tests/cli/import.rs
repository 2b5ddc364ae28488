//! Tests the import of products.

use super::support::{Folder, public_feeds};

const HEADER: &str = "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Image Src,Image Position,Image Alt Text,Gift Card,Variant Tax Code\n";

fn feed(rows: &str) -> String {
    format!("{HEADER}{rows}")
}

#[test]
fn a_bad_row_is_reported_and_the_rest_imported() {
    let folder = Folder::new();
    folder.write(
        "feed.csv",
        feed(
            "hrnek,Hrnek,<p>Dobrý</p>,V,Kuchyň,,true,Title,Default Title,H-1,300,shopify,5,deny,289,,true,true,,,,false,\n\
             deka,Deka,\"<p>Dva\nřádky</p>\",V,Textil,,true,Barva,Modrá,D-1,1500,,,deny,dvacet,,true,true,,,,false,\n\
             deka,,,,,,,,Bílá,D-2,1500,,,deny,2490,,true,true,,,,,\n\
             poukaz,Poukaz,,V,Dárky,,true,Title,Default Title,P-1,0,,,deny,500,,false,true,,,,perhaps,\n\
             poukaz,,,,,,,,Velký,P-2,0,,,deny,1000,,false,true,,,,,\n\
             Zlý název,Zlý,,V,T,,true,Title,Default Title,Z,0,,,deny,1,,true,true,,,,false,\n\
             misa,Mísa,,V,T,,maybe,Title,Default Title,M,0,,,deny,1,,true,true,,,,false,\n\
             talir,Talíř,,V,T,,true,Title,Default Title,T,0,,,deny,1,,true,true,,,,false\n\
             hrnek,Jiný hrnek,,V,T,,true,Title,Default Title,H-2,0,,,deny,1,,true,true,,,,false,\n\
             med,Med,,V,T,,true,Title,Default Title,ME,0,,,sometimes,1,,true,true,,,,false,\n\
             mydlo,Mýdlo,,V,T,,true,Title,Default Title,MY,0,,,deny,1,,true,true,,,,false,luxury\n",
        ),
    );
    let ran = folder
        .run(&["import", "feed.csv"])
        .ended_with(1)
        .said("feed.csv: 2 products with 2 variants (2 new, 0 changed, 0 unchanged)");
    for report in [
        "feed.csv:3: Variant Price: \"dvacet\" is not a number",
        "feed.csv:6: Gift Card: \"perhaps\" is neither TRUE nor FALSE",
        "feed.csv:7: belongs to the product that was refused at line 6",
        "feed.csv:8: Handle: \"zlý název\" cannot be part of a URL",
        "feed.csv:9: Published: \"maybe\" is neither TRUE nor FALSE",
        "feed.csv:10: has 22 fields where the header has 23",
        "feed.csv:11: Handle: \"hrnek\" is already the handle of the product \"Hrnek\" in line 2",
        "feed.csv:12: Variant Inventory Policy: \"sometimes\" is neither deny nor continue",
        "feed.csv:13: Variant Tax Code: \"luxury\" is not a tax class of this shop: there are reduced, standard, zero",
    ] {
        assert!(ran.err.contains(report), "no {report:?} in:\n{}", ran.err);
    }
}

#[test]
fn importing_twice_changes_nothing() {
    let folder = Folder::new();
    folder.write("feed.csv", feed("hrnek,Hrnek,,V,T,,true,Title,Default Title,H,1,shopify,5,deny,289,,true,true,,,,false,\n"));
    folder
        .run(&["import", "feed.csv"])
        .ended_with(0)
        .said("(1 new, 0 changed, 0 unchanged)");
    folder
        .run(&["import", "feed.csv"])
        .ended_with(0)
        .said("(0 new, 0 changed, 1 unchanged)");
    folder.write("feed.csv", feed("hrnek,Hrnek,,V,T,,true,Title,Default Title,H,1,shopify,5,deny,299,,true,true,,,,false,\n"));
    folder
        .run(&["import", "feed.csv"])
        .ended_with(0)
        .said("(0 new, 1 changed, 0 unchanged)");
}

#[test]
fn what_is_no_feed_is_refused_and_says_why() {
    let folder = Folder::new();
    for (content, reason) in [
        (&b""[..], "the file is empty"),
        (b"\xEF\xBB\xBF", "the file is empty"),
        (b"a,b,c\n1,2,3\n", "there is no column \"Handle\""),
        (b"Handle,Price\nx,1\n", "there is no column \"Title\""),
        (b"Handle,Title,Title\n", "the column \"Title\" occurs twice"),
        (b"\xFF\xFEH\0a\0", "the text is UTF-16"),
        (b"Handle,Title,N\xE1zev\n", "the text is not UTF-8"),
    ] {
        folder.write("feed.csv", content);
        folder
            .run(&["import", "feed.csv"])
            .ended_with(2)
            .complained(&format!("feed.csv: {reason}"));
    }
    folder
        .run(&["import", "neni.csv"])
        .ended_with(2)
        .complained("neni.csv: cannot be read");
}

#[test]
fn a_row_in_another_encoding_is_reported_and_the_rest_imported() {
    let folder = Folder::new();
    folder.write("feed.csv", b"Handle,Title\nhrnek,Hrn\xE8ek\ndeka,Deka\n");
    folder
        .run(&["import", "feed.csv"])
        .ended_with(1)
        .complained("feed.csv:2: the text is not UTF-8")
        .said("1 products");
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_do_no_harm() {
    let folder = Folder::new();
    folder.write("feed.csv", "\u{feff}\"Handle\",Title,Body (HTML)\r\nhrnek,\"Hrnek \"\"Sojka\"\"\",\"<p>a\r\nb</p>\"\r\ndeka,Deka,\r\n");
    folder
        .run(&["import", "feed.csv"])
        .ended_with(0)
        .said("2 products with 2 variants");
}

/// The three public feeds are imported without changes to them.
#[test]
fn the_public_feeds_import_unchanged() {
    let Some(feeds) = public_feeds() else { return };
    let folder = Folder::new();
    let mut words = vec!["import"];
    let paths: Vec<String> = feeds
        .iter()
        .map(|feed| feed.display().to_string())
        .collect();
    words.extend(paths.iter().map(String::as_str));
    folder
        .run(&words)
        .ended_with(0)
        .said("apparel.csv: 20 products with 22 variants (20 new, 0 changed, 0 unchanged); 22 rows imported, 0 problems")
        .said("home-and-garden.csv: 20 products with 21 variants")
        .said("jewelery.csv: 20 products with 23 variants (20 new, 0 changed, 0 unchanged); 41 rows imported, 0 problems");
    folder
        .run(&words)
        .ended_with(0)
        .said("(0 new, 0 changed, 20 unchanged)");
}

/// The report repeats the feed's text, but with control characters made visible, so that they cannot control the
/// terminal.
#[test]
fn a_report_shows_control_characters_instead_of_sending_them() {
    let folder = Folder::new();
    folder.write(
        "feed.csv",
        "Handle,Title,Variant Price\na,A,\u{1b}[2J\u{202e}\u{9b}1\n",
    );
    let ran = folder
        .run(&["import", "feed.csv"])
        .ended_with(1)
        .complained("\"\\u001b[2J\\u202e\\u009b1\" is not a number");
    assert!(!ran.err.contains(['\u{1b}', '\u{202e}', '\u{9b}']));
}
