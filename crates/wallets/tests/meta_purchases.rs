//! Tests that a Meta Pay container pays for one amount of one cart.

use crate::support::meta::{Minted, NOW, basic_card, mint, wish};
use serde_json::{Value, json};
use std::collections::HashSet;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_wallets::meta_pay::{
    CREATION_WINDOW_MS, Content, ContextKey, Mode, Payment, Purchase, Refusal,
};
use zkratka_wallets::{CardDetails, DecryptionKey};

pub(crate) fn key() -> ContextKey {
    ContextKey::new(&[3; 32])
}

fn money(minor: i64, currency: &str) -> Money {
    Money::new(
        MinorUnits::new(minor),
        Currency::new(currency).expect("a code"),
    )
}

pub(crate) fn purchase() -> Purchase<'static> {
    Purchase {
        shop: "kramek",
        cart: "c1f9",
        amount: money(129_000, "CZK"),
    }
}

fn pay(minted: &Minted, purchase: &Purchase<'_>, key: &ContextKey) -> Result<Payment, Refusal> {
    let opened = minted.opener().open(&minted.container, NOW);
    opened.expect("it opens").into_payment(purchase, key)
}

/// Pays with the members that a script receives.
fn pay_content(minted: &Minted, purchase: &Purchase<'_>) -> Result<Payment, Refusal> {
    let container: Value = serde_json::from_str(&minted.container).expect("JSON");
    let member = |name: &str| container[name].as_str().expect("a text");
    let content = Content {
        mode: member("mode"),
        container_id: member("container_id"),
        container_data: member("container_data"),
    };
    let opened = minted.opener().open_content(content, NOW)?;
    opened.into_payment(purchase, &key())
}

/// The card and the id of a payment with this message.
pub(crate) fn paid(message: &Value) -> (CardDetails, String) {
    let minted = &mint(&[wish(message, &json!({}))])[0];
    let payment = pay(minted, &purchase(), &key()).expect("it pays");
    assert_eq!(payment.expires_at, NOW.plus(2 * CREATION_WINDOW_MS));
    (payment.card, payment.message_id)
}

/// The mint request for a container with the context of this purchase.
fn bound_to(purchase: &Purchase<'_>, changes: &Value) -> Value {
    let mut message = basic_card();
    message["container_context"] = json!(key().context(Mode::Test, purchase));
    wish(&message, changes)
}

fn bound(changes: &Value) -> Value {
    bound_to(&purchase(), changes)
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
        let sold = Purchase {
            amount: money(1_290, code),
            ..purchase()
        };
        let mut wish = bound_to(&sold, &json!({}));
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
            let sold = Purchase {
                amount,
                ..purchase()
            };
            let refused = pay(minted, &sold, &key()).err();
            assert_eq!(refused, refusal, "{code} {amount:?}");
            // What a script receives states no amount: then the context alone refuses another one.
            let refused = pay_content(minted, &sold).err();
            assert_eq!(
                refused,
                refusal.map(|_| Refusal::Context),
                "{code} {amount:?}"
            );
        }
    }
}

/// [B.03] A container pays for one cart of one shop, under the shop's own key.
#[test]
fn a_container_pays_for_its_cart_alone() {
    let minted = &mint(&[bound(&json!({}))])[0];
    assert!(pay(minted, &purchase(), &key()).is_ok());
    for other in [
        Purchase {
            cart: "c1f8",
            ..purchase()
        },
        Purchase {
            shop: "kramek2",
            ..purchase()
        },
    ] {
        let refused = pay(minted, &other, &key()).err();
        assert_eq!(refused, Some(Refusal::Context), "{other:?}");
    }
    let other = ContextKey::new(&[4; 32]);
    let refused = pay(minted, &purchase(), &other).err();
    assert_eq!(refused, Some(Refusal::Context));
}

/// [B.03] A text that was put into the place of the context pays for nothing.
#[test]
fn a_context_is_compared_whole() {
    let own = key().context(Mode::Test, &purchase());
    assert!(key().is_of(&own, Mode::Test, &purchase()));
    assert!(!key().is_of(&own, Mode::Live, &purchase()));
    let longer = format!("{own}A");
    let lower = own.to_lowercase();
    for text in ["", &own[1..], &own[..42], &longer, &lower] {
        assert!(!key().is_of(text, Mode::Test, &purchase()), "{text}");
    }
}

/// [B.03] No two purchases share a context: neither with the parts' ends moved, nor in another mode.
#[test]
fn no_two_purchases_share_a_context() {
    let mut contexts = HashSet::new();
    for mode in Mode::ALL {
        for (shop, cart) in [("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", "")] {
            for (minor, currency) in [(0, "CZK"), (1, "CZK"), (1, "EUR"), (256, "CZK")] {
                let amount = money(minor, currency);
                let purchase = Purchase { shop, cart, amount };
                let context = key().context(mode, &purchase);
                assert_eq!(context, key().context(mode, &purchase));
                let is_text =
                    |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
                assert!(
                    context.len() == 43 && context.bytes().all(is_text),
                    "{context}"
                );
                assert!(contexts.insert(context), "{mode} {purchase:?}");
            }
        }
    }
    assert_eq!(format!("{:?}", key()), "ContextKey(..)");
}

/// [B.03] Every private key has contexts of its own, and the same on every server.
#[test]
fn the_key_of_contexts_follows_from_the_private_key() {
    let of = |byte: u8| {
        let private = DecryptionKey::from_bytes(&[byte; 32]).expect("a key");
        ContextKey::of(&private).context(Mode::Test, &purchase())
    };
    assert_eq!(of(7), of(7));
    assert_ne!(of(7), of(8));
    let same_bytes = ContextKey::new(&[7; 32]).context(Mode::Test, &purchase());
    assert_ne!(of(7), same_bytes);
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
    assert_eq!(first.message_id.len(), 64);
    let other = &mint(&[bound(&json!({}))])[0];
    let other = pay(other, &purchase(), &key()).expect("it pays");
    assert_ne!(first.message_id, other.message_id);
}
