//! Global ids, cart tokens, secrets, cookies' values and the names of attempts: one name has one spelling.
#![no_main]

use zkratka_attempts::key_in_name;
use zkratka_ids::{CartToken, encode_public, gid, parse_public, parse_secret};
use zkratka_server::carts::CartReference;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some((token, secret)) = gid::parse_cart(text) {
        let written = gid::cart(&token, &secret);
        assert!(written.eq_ignore_ascii_case(text), "{written}");
        assert_eq!(
            CartReference::from_gid(&written).map(|cart| cart.token),
            Some(token)
        );
    }
    if let Some(id) = gid::parse_variant(text) {
        assert_eq!(gid::parse_variant(&gid::variant(id)), Some(id));
    }
    let _ = gid::parse_line(text);
    drop(CartReference::from_cookie(text));
    drop(parse_secret(text));
    let _ = key_in_name(text);
    if let Some(token) = CartToken::parse(text) {
        assert_eq!(token.encode(), text);
    }
    if let Some(kind) = text.chars().next()
        && let Some((key, tail)) = parse_public(kind, text)
    {
        assert_eq!(encode_public(kind, key, &tail), text);
    }
});
