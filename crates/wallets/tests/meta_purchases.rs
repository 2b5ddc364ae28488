//! Tests that a Meta Pay container pays for one amount and one revision of one cart.

use crate::support::meta::{Minted, NOW, basic_card, mint, wish};
use serde_json::{Value, json};
use std::collections::HashSet;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_wallets::CardDetails;
use zkratka_wallets::meta_pay::{
    CREATION_WINDOW_MS, CartRevision, ContextKey, Mode, Payment, Purchase, Refusal,
};

pub(crate) fn key() -> ContextKey {
    ContextKey::new(&[3; 32])
}

fn money(minor: i64, currency: &str) -> Money {
    Money::new(
        MinorUnits::new(minor),
        Currency::new(currency).expect("a code"),
    )
}

const CART: CartRevision<'static> = CartRevision {
    shop: "kramek",
    cart_key: "c1f9",
    revision: 7,
};

pub(crate) fn purchase() -> Purchase<'static> {
    Purchase {
        amount: money(129_000, "CZK"),
        cart: CART,
    }
}

fn pay(minted: &Minted, purchase: &Purchase<'_>, key: &ContextKey) -> Result<Payment, Refusal> {
    let opened = minted.opener().open(&minted.container, NOW);
    opened.expect("it opens").into_payment(purchase, key)
}

/// The card and the id of a payment with this message.
pub(crate) fn paid(message: &Value) -> (CardDetails, String) {
    let minted = &mint(&[wish(message, &json!({}))])[0];
    let payment = pay(minted, &purchase(), &key()).expect("it pays");
    assert_eq!(payment.expires_at, NOW.plus(2 * CREATION_WINDOW_MS));
    (payment.card, payment.message_id)
}

fn bound(changes: &Value) -> Value {
    let mut message = basic_card();
    message["container_context"] = json!(key().context(Mode::Test, &CART));
    wish(&message, changes)
}

/// [B.03] A container pays for exactly its amount, whatever the number of the currency's decimal places.
#[test]
fn a_container_pays_for_its_amount_alone() {
    let currencies = ["JPY", "CZK", "KWD", "CLF"];
    let places: Vec<u32> = currencies
        .iter()
        .map(|code| money(0, code).currency.exponent())
        .collect();
    assert_eq!(places, [0, 2, 3, 4]);
    let wishes = currencies.map(|code| {
        let mut wish = bound(&json!({}));
        wish["envelope"]["amount"] = json!({ "currency": code, "value": 1_290 });
        wish
    });
    for (minted, code) in mint(&wishes).iter().zip(currencies) {
        for (amount, refusal) in [
            (money(1_290, code), None),
            (money(1_289, code), Some(Refusal::Amount)),
            (money(1_291, code), Some(Refusal::Amount)),
            (money(129_000, code), Some(Refusal::Amount)),
            (money(129, code), Some(Refusal::Amount)),
            (money(0, code), Some(Refusal::Amount)),
            (money(-1_290, code), Some(Refusal::Amount)),
            (money(1_290, "EUR"), Some(Refusal::Currency)),
        ] {
            let purchase = Purchase { amount, cart: CART };
            let refused = pay(minted, &purchase, &key()).err();
            assert_eq!(refused, refusal, "{code} {amount:?}");
        }
    }
}

/// [B.03] A container pays for one revision of one cart of one shop, under the shop's own key.
#[test]
fn a_container_pays_for_its_cart_alone() {
    let minted = &mint(&[bound(&json!({}))])[0];
    let at = |cart| Purchase { cart, ..purchase() };
    assert!(pay(minted, &at(CART), &key()).is_ok());
    for cart in [
        CartRevision {
            revision: 8,
            ..CART
        },
        CartRevision {
            revision: 6,
            ..CART
        },
        CartRevision {
            cart_key: "c1f8",
            ..CART
        },
        CartRevision {
            shop: "kramek2",
            ..CART
        },
    ] {
        let refused = pay(minted, &at(cart), &key()).err();
        assert_eq!(refused, Some(Refusal::Context), "{cart:?}");
    }
    let other = ContextKey::new(&[4; 32]);
    assert_eq!(pay(minted, &at(CART), &other).err(), Some(Refusal::Context));
}

/// [B.03] A context that the shop did not make pays for nothing.
#[test]
fn a_context_is_compared_whole() {
    let own = key().context(Mode::Test, &CART);
    assert!(key().is_of(&own, Mode::Test, &CART));
    assert!(!key().is_of(&own, Mode::Live, &CART));
    let longer = format!("{own}A");
    let lower = own.to_lowercase();
    for text in ["", &own[1..], &own[..42], &longer, &lower] {
        assert!(!key().is_of(text, Mode::Test, &CART), "{text}");
    }
}

/// [B.03] No two carts share a context: neither with the parts' ends moved, nor in another mode.
#[test]
fn no_two_carts_share_a_context() {
    let mut contexts = HashSet::new();
    for mode in Mode::ALL {
        for (shop, cart_key) in [("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", "")] {
            for revision in [0, 1, 256, u64::MAX] {
                let cart = CartRevision {
                    shop,
                    cart_key,
                    revision,
                };
                let context = key().context(mode, &cart);
                assert_eq!(context, key().context(mode, &cart));
                let is_text =
                    |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
                assert!(
                    context.len() == 43 && context.bytes().all(is_text),
                    "{context}"
                );
                assert!(contexts.insert(context), "{mode} {cart:?}");
            }
        }
    }
    assert_eq!(format!("{:?}", key()), "ContextKey(..)");
}

/// [B.03] The id of a container stays the same when the buyer changes what nothing signs, so a second use is found.
#[test]
fn an_unsigned_change_makes_no_new_container() {
    let minted = &mint(&[bound(&json!({}))])[0];
    let first = pay(minted, &purchase(), &key()).expect("it pays");
    let mut container: Value = serde_json::from_str(&minted.container).expect("JSON");
    container["container_id"] = json!("another");
    container["more"] = json!(1);
    let opened = minted.opener().open(&container.to_string(), NOW);
    let second = opened.expect("it opens").into_payment(&purchase(), &key());
    let second = second.expect("it pays");
    assert_eq!(first.message_id, second.message_id);
    assert_eq!(first.context, second.context);
    assert_eq!(first.message_id.len(), 64);
    let other = &mint(&[bound(&json!({}))])[0];
    let other = pay(other, &purchase(), &key()).expect("it pays");
    assert_ne!(first.message_id, other.message_id);
}
