//! Tests what the columns of a feed become.

use super::support::public_feeds;
use std::collections::BTreeMap;
use zkratka_commerce::catalogue::{Product, Stock};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::tax::TaxRate;
use zkratka_import::{AllowedNames, read};

fn products(feed: &str) -> Vec<Product> {
    let known = AllowedNames {
        tax_classes: BTreeMap::from([("reduced".to_owned(), TaxRate::of::<1_200>())]),
        pickup_places: ["odber", "sklad"].map(str::to_owned).into(),
        downloads: None,
    };
    let feed = read(feed.as_bytes(), &known).expect("a feed");
    assert!(feed.problems.is_empty(), "{:?}", feed.problems);
    feed.products
}

#[test]
fn a_product_with_options_images_and_variants() {
    let found = products(
        "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Image Src,Image Position,Image Alt Text,Variant Image,Variant Tax Code\n\
         Tricko,Tričko,<p onclick=x>A</p>,Krejčí,Textil,\"a, b ,,c\",TRUE,Velikost,S,Barva,Modrá,TR-1,200,shopify,-2,continue,450.5,500,true,false,b.jpg,2,Zezadu,c.jpg,reduced\n\
         tricko,,,,,,,,M,,Modrá,TR-2,200.0,shopify,7,deny,450,0,,,a.jpg,1,Zepředu,a.jpg,\n\
         tricko,,,,,,,,,,,,,,,,,,,,b.jpg,3,,,\n\
         tricko,,,,,,,,,,,,,,,,,,,,d.jpg,,,,\n",
    );
    let [product] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(product.handle, "tricko");
    assert_eq!(product.description_html, "<p>A</p>");
    assert_eq!(product.tags, ["a", "b", "c"]);
    assert_eq!(product.options, ["Velikost", "Barva"]);
    let images: Vec<(&str, &str)> = product
        .images
        .iter()
        .map(|i| (i.source.as_str(), i.alt.as_str()))
        .collect();
    assert_eq!(
        images,
        [
            ("a.jpg", "Zepředu"),
            ("b.jpg", "Zezadu"),
            ("d.jpg", ""),
            ("c.jpg", "")
        ]
    );
    let [small, medium] = &product.variants[..] else {
        panic!("{product:?}")
    };
    assert_eq!(small.option_values, ["S", "Modrá"]);
    assert_eq!(
        (small.price, small.compare_at_price, small.grams),
        (MinorUnits::new(45_050), Some(MinorUnits::new(50_000)), 200)
    );
    assert_eq!(
        small.stock,
        Stock::Tracked {
            available: -2,
            oversell: true
        }
    );
    assert_eq!(
        (small.taxable, small.tax_class.as_deref()),
        (false, Some("reduced"))
    );
    assert_eq!((small.image, medium.image), (Some(3), Some(0)));
    assert_eq!(
        (
            medium.compare_at_price,
            medium.requires_shipping,
            medium.taxable
        ),
        (None, true, true)
    );
}

#[test]
fn a_product_without_options() {
    let found = products(
        "Handle,Title,Option1 Name,Option1 Value,Variant Price,Status\nhrnek,Hrnek,Title,Default Title,,draft\n",
    );
    assert!(found[0].options.is_empty() && found[0].variants[0].option_values.is_empty());
    assert_eq!(found[0].variants[0].price, MinorUnits::ZERO);
    assert_eq!(found[0].variants[0].stock, Stock::Untracked);
    assert!(!found[0].published, "drafts are not shown");
}

#[test]
fn every_fault_of_a_variant_leaves_the_others() {
    let feed = "Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Grams\n\
                a,A,Barva,Modrá,1,1\n\
                a,,,Modrá,2,1\n\
                a,,,,3,1\n\
                a,,,Bílá,1,-1\n\
                a,,,,,\n\
                b,B,Title,Default Title,1,1\n\
                b,,,Default Title,2,1\n\
                c,,Title,Default Title,1,1\n\
                d,D,Barva,,1,1\n";
    let feed = read(feed.as_bytes(), &AllowedNames::default()).expect("a feed");
    let problems: Vec<String> = feed.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "3: Option1 Value: the variant \"Modrá\" occurs twice",
            "4: Option1 Value: is empty: the option \"Barva\" needs a value",
            "5: Variant Grams: \"-1\" is negative",
            "6: adds neither a variant nor an image",
            "8: Option1 Value: the product has no options, so it can have one variant only",
            "9: Title: is empty in the product's first row",
            "10: Option1 Value: is empty: the option \"Barva\" needs a value",
            "10: the product \"d\" has no variant left to sell",
        ]
    );
    let handles: Vec<&str> = feed.products.iter().map(|p| p.handle.as_str()).collect();
    assert_eq!(handles, ["a", "b"]);
    assert_eq!(feed.rows_taken, 2);
}

/// Stores find variants by their option values, and not every store can index long ones.
#[test]
fn a_variant_with_a_very_long_value_is_left_out() {
    let long = "x".repeat(256);
    let feed = format!(
        "Handle,Title,Option1 Name,Option1 Value,Variant Price\na,A,Barva,Modrá,1\na,,,{long},2\n"
    );
    let feed = read(feed.as_bytes(), &AllowedNames::default()).expect("a feed");
    assert_eq!(feed.products[0].variants.len(), 1);
    let problem = feed.problems[0].to_string();
    assert!(problem.ends_with("is longer than 255 bytes"), "{problem}");
}

/// Every published variant of the public feeds with stock or without tracking can be bought.
#[test]
fn the_public_feeds_can_be_bought() {
    let Some(files) = public_feeds() else { return };
    let mut buyable = 0;
    for file in files {
        let feed = read(
            &std::fs::read(file).expect("the feed"),
            &AllowedNames::default(),
        )
        .expect("a feed");
        assert!(feed.problems.is_empty(), "{:?}", feed.problems);
        for product in feed.products.iter().filter(|product| product.published) {
            buyable += product.variants.iter().filter(|v| v.stock == Stock::Untracked || matches!(v.stock, Stock::Tracked { available, oversell } if oversell || available > 0)).count();
        }
    }
    assert_eq!(buyable, 66);
}

/// Each problem has the line number that an editor shows.
#[test]
fn problems_name_the_line_whatever_ends_lines() {
    let feed = "Handle,Title,Variant Price\n\
                a,A,x\n\
                b,\"B\nb\n\n\",1\n\
                c,C,x\n\
                \n\
                d,D,x\n";
    for end in ["\n", "\r\n", "\r"] {
        let feed = feed.replace('\n', end);
        for feed in [feed.clone(), format!("\u{feff}{feed}")] {
            let feed = read(feed.as_bytes(), &AllowedNames::default()).expect("a feed");
            let mut lines: Vec<u64> = feed.problems.iter().map(|problem| problem.line).collect();
            lines.dedup();
            assert_eq!(lines, [2, 7, 9], "{end:?}");
        }
    }
}

#[test]
fn a_long_value_is_not_repeated_whole() {
    let feed = format!("Handle,Title,Variant Price\na,A,{}\n", "ž".repeat(5_000));
    let feed = read(feed.as_bytes(), &AllowedNames::default()).expect("a feed");
    let shown = format!("\"{}…\" is not a number", "ž".repeat(80));
    assert!(
        feed.problems[0].reason.starts_with(&shown),
        "{}",
        feed.problems[0]
    );
}

/// [8.03] A variant may list its pick-up places; without a list it can be picked up everywhere.
#[test]
fn a_variant_says_where_it_can_be_collected() {
    let places = |said: &str| {
        let rows = format!(
            "Handle,Title,Variant Price,Variant Pickup Places\nhrnek,Hrnek,289,\"{said}\"\n"
        );
        let known = AllowedNames {
            pickup_places: ["odber", "sklad"].map(str::to_owned).into(),
            downloads: None,
            ..AllowedNames::default()
        };
        let feed = read(rows.as_bytes(), &known).expect("a feed");
        let read = feed
            .products
            .first()
            .map(|hrnek| hrnek.variants[0].pickup_places.clone());
        read.ok_or_else(|| feed.problems[0].to_string())
    };
    let some = |names: &[&str]| Ok(Some(names.iter().map(|&name| name.to_owned()).collect()));
    assert_eq!(places(""), Ok(None));
    assert_eq!(places("none"), some(&[]));
    assert_eq!(places("odber"), some(&["odber"]));
    assert_eq!(places(" sklad, odber "), some(&["sklad", "odber"]));
    for (said, name) in [("krám", "krám"), ("odber,,sklad", ""), ("ppl", "ppl")] {
        assert_eq!(
            places(said),
            Err(format!(
                "2: Variant Pickup Places: \"{name}\" is not a pick-up place: there are odber, sklad, or none"
            ))
        );
    }
}

/// [B.12] A feed names only files that are there, for goods that are not shipped, and says what to do about any other.
#[test]
fn a_file_is_in_the_folder_and_of_goods_that_are_not_shipped() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("kniha.epub"), "x").expect("written");
    std::fs::create_dir(folder.path().join("slozka")).expect("a folder");
    let head = "Handle,Title,Variant Price,Variant Requires Shipping,Gift Card,Variant Download\n";
    let rows = "a,A,1,false,,kniha.epub\n\
                b,B,1,true,,kniha.epub\n\
                c,C,1,false,,jina.epub\n\
                d,D,1,false,,../kniha.epub\n\
                e,E,1,false,true,kniha.epub\n\
                f,F,1,false,,slozka\n\
                g,G,1,false,,\n";
    let known = AllowedNames {
        downloads: Some(zkratka_downloads::Folder::new(folder.path().to_owned())),
        ..AllowedNames::default()
    };
    let feed = read(format!("{head}{rows}").as_bytes(), &known).expect("a feed");
    let files: Vec<_> = feed
        .products
        .iter()
        .map(|product| {
            (
                product.handle.as_str(),
                product.variants[0].download.as_deref(),
            )
        })
        .collect();
    assert_eq!(files, [("a", Some("kniha.epub")), ("g", None)]);
    let faults: Vec<String> = feed.problems.iter().map(ToString::to_string).collect();
    let faults: Vec<_> = faults
        .iter()
        .filter(|fault| fault.contains("Variant Download"))
        .collect();
    for (fault, expected) in faults.iter().zip([
        "3: Variant Download: only goods that are not shipped have a file",
        "4: Variant Download: \"jina.epub\" is not in the folder of [catalogue] downloads: put the file there",
        "5: Variant Download: \"../kniha.epub\" is not the name of a file",
        "6: Variant Download: a gift card has no file",
        "7: Variant Download: \"slozka\" is a folder, a link or a device",
    ]) {
        assert!(fault.starts_with(expected), "{fault}");
    }
    assert_eq!(faults.len(), 5, "{faults:#?}");
    let none = read(
        format!("{head}a,A,1,false,,kniha.epub\n").as_bytes(),
        &AllowedNames::default(),
    );
    let none = none.expect("a feed").problems[0].to_string();
    assert!(none.contains("write downloads in [catalogue]"), "{none}");
}
