//! Addresses, queries, cookies and every header that is read: GET and OPTIONS.
#![no_main]

use arbitrary::Arbitrary;
use zkratka_fuzz::request::{Header, PAGES};
use zkratka_fuzz::shop::{Prepared, Sent, enter};

#[derive(Arbitrary, Debug)]
struct Input<'i> {
    page: u8,
    options: bool,
    rest: &'i str,
    headers: Vec<(Header, &'i [u8])>,
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    enter(|shop| {
        let page = PAGES[usize::from(input.page) % PAGES.len()];
        let Prepared { token, key, .. } = &shop.prepared;
        let page = page.replace("{token}", token).replace("{key}", key);
        let headers = input.headers.iter().take(8);
        let headers = headers.map(|(header, value)| (header.name(), value.to_vec()));
        shop.send(Sent {
            method: if input.options {
                reqwest::Method::OPTIONS
            } else {
                reqwest::Method::GET
            },
            path: &format!("{page}{}", input.rest),
            headers: headers.collect(),
            body: Vec::new(),
        });
    });
});
