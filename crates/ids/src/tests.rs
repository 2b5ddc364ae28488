use super::*;
use std::sync::Arc;
use zkratka_commerce::ids::{CartKey, Secret, VariantId};
use zkratka_store::clock::SystemClock;

fn ids() -> Ids {
    Ids::new(Arc::new(SystemClock))
}

#[test]
fn a_token_round_trips_and_has_one_spelling() {
    let ids = ids();
    let token = CartToken {
        key: ids.cart_key(),
        token_secret: ids.secret(),
    };
    let text = token.encode();
    assert_eq!(text.len(), 40);
    assert_eq!(CartToken::parse(&text), Some(token));
    assert_eq!(CartToken::parse(&text.to_lowercase()), None);
    assert_eq!(CartToken::parse(&text[1..]), None);
    assert_eq!(CartToken::parse(&format!("{text}0")), None);
    let overflowing = format!("ZZ{}", &text[2..]);
    assert_eq!(CartToken::parse(&overflowing), None);
}

/// [2.10] No token looks like a legacy token, which has lower-case letters and digits only.
#[test]
fn every_token_has_an_upper_case_letter() {
    let token = CartToken {
        key: CartKey(0),
        token_secret: Secret([0; 16]),
    };
    assert!(token.encode().chars().any(|c| c.is_ascii_uppercase()));
}

#[test]
fn keys_grow_strictly() {
    let ids = ids();
    let keys: Vec<u64> = (0..10_000).map(|_| ids.cart_key().0).collect();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn secrets_round_trip_and_differ() {
    let ids = ids();
    let (one, other) = (ids.secret(), ids.secret());
    assert!(!same_secret(&one, &other));
    assert_eq!(parse_secret(&secret_hex(&one)), Some(one));
    assert_eq!(parse_secret("+0000000000000000000000000000001"), None);
}

/// [3.01] A cart's global id contains the token and the secret.
#[test]
fn a_cart_gid_round_trips() {
    let ids = ids();
    let token = CartToken {
        key: ids.cart_key(),
        token_secret: ids.secret(),
    };
    let secret = ids.secret();
    let text = gid::cart(&token, &secret);
    assert!(text.starts_with("gid://shopify/Cart/Z"));
    assert_eq!(gid::parse_cart(&text), Some((token, secret)));
    assert_eq!(gid::parse_cart("gid://shopify/Cart/abc?key=1"), None);
}

/// [3.06] A variant id is a number above 0.
#[test]
fn a_variant_gid_is_a_number_above_zero() {
    assert_eq!(
        gid::parse_variant("gid://shopify/ProductVariant/12"),
        Some(VariantId(12))
    );
    for bad in ["0", "-1", "+1", "1.5", "", "99999999999999999999"] {
        assert_eq!(
            gid::parse_variant(&format!("gid://shopify/ProductVariant/{bad}")),
            None
        );
    }
}
