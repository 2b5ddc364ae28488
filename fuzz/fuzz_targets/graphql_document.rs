//! Documents by the schema, up to three in a row on one cart that could be bought.
#![no_main]

use arbitrary::Unstructured;
use zkratka_fuzz::document::{Names, body};
use zkratka_fuzz::shop::enter;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    enter(|shop| {
        let mut bytes = Unstructured::new(input);
        let cart = shop.ready_cart();
        let names = Names {
            cart: &cart,
            shop: &shop.prepared,
        };
        for _ in 0..3 {
            if bytes.is_empty() {
                break;
            }
            let Ok(body) = body(&mut bytes, &names) else {
                break;
            };
            shop.post(body);
        }
    });
});
