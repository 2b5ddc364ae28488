//! What pages and their scripts post: urlencoded, multipart, JSON, or any bytes under one of these names.
#![no_main]

use arbitrary::Arbitrary;
use zkratka_fuzz::request::{PLACES, Posted};
use zkratka_fuzz::shop::{Sent, enter};

/// Posts to one place after the other, as a browser that keeps its cart does.
#[derive(Arbitrary, Debug)]
struct Input<'i> {
    own_cart: bool,
    posts: Vec<Posted<'i>>,
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    enter(|shop| {
        let cookie = input.own_cart.then(|| shop.prepared.cookie());
        for post in input.posts.iter().take(4) {
            let (kind, body) = post.encoded(&shop.prepared);
            let mut headers = post.headers();
            headers.push(("content-type", kind));
            headers.extend(cookie.iter().map(|cookie| ("cookie", cookie.clone())));
            shop.send(Sent {
                method: reqwest::Method::POST,
                path: PLACES[usize::from(post.place) % PLACES.len()],
                headers,
                body,
            });
        }
    });
});
