//! Product feeds, and the HTML in them.
#![no_main]

use std::collections::BTreeMap;
use zkratka_commerce::tax::TaxRate;
use zkratka_import::{Known, read, sanitise};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let known = Known {
        tax_classes: BTreeMap::from([
            ("standard".to_owned(), TaxRate(2100)),
            ("zero".to_owned(), TaxRate(0)),
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
            assert!(product.variants.iter().all(|variant| variant.price >= 0));
        }
        for problem in &feed.problems {
            let _ = problem.to_string();
        }
    }
    if let Ok(html) = std::str::from_utf8(bytes) {
        let clean = sanitise(html);
        let lower = clean.to_ascii_lowercase();
        assert!(
            !lower.contains("<script") && !lower.contains("<iframe"),
            "{clean}"
        );
        assert_eq!(sanitise(&clean), clean, "what is clean stays as it is");
    }
});
