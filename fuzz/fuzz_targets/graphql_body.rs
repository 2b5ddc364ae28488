//! Any bytes as the body of a request to the cart API.
#![no_main]

libfuzzer_sys::fuzz_target!(|body: &[u8]| {
    zkratka_fuzz::shop::enter(|shop| shop.post(body.to_vec()));
});
