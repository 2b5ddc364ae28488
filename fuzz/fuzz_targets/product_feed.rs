//! Product feeds, and the HTML in them.
#![no_main]

use std::collections::BTreeMap;
use zkratka_commerce::tax::TaxRate;
use zkratka_import::{AllowedNames, read, sanitise};

/// Every `<` begins one of the allowed tags, bare; quotes and `>` are references.
fn is_safe(html: &str) -> bool {
    const KEPT: [&str; 12] = [
        "p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "h2", "h3", "h4",
    ];
    html.split('<').skip(1).all(|part| {
        part.split_once('>').is_some_and(|(tag, text)| {
            KEPT.contains(&tag.trim_start_matches('/')) && !text.contains(['>', '"', '\''])
        })
    })
}

/// Without tags and white space: where a parser closes what overlaps is its own affair.
fn text(html: &str) -> String {
    let text = html
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    text.flat_map(str::split_whitespace).collect()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let known = AllowedNames {
        tax_classes: BTreeMap::from([
            ("standard".to_owned(), TaxRate::of::<2_100>()),
            ("zero".to_owned(), TaxRate::of::<0>()),
        ]),
        pickup_places: ["odber".to_owned()].into(),
    };
    if let Ok(feed) = read(bytes, &known) {
        for product in &feed.products {
            assert!(
                !product.variants.is_empty(),
                "nothing to sell: {}",
                product.handle
            );
            assert!(
                product
                    .variants
                    .iter()
                    .all(|variant| !variant.price.is_negative())
            );
        }
        for problem in &feed.problems {
            let _ = problem.to_string();
        }
    }
    if let Ok(html) = std::str::from_utf8(bytes) {
        let clean = sanitise(html);
        assert!(is_safe(&clean), "{clean}");
        let again = sanitise(&clean);
        assert!(is_safe(&again), "{again}");
        assert_eq!(text(&again), text(&clean), "what is clean says the same");
    }
});
