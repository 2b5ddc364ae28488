//! Payments under way that sell gift cards.

#[path = "../../../store/tests/support/mod.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the support of the store's tests, of which this needs a part"
)]
mod support;

use super::ring;
use crate::{KeyFault, check_keys, key_faults};
use support::{
    NOW, asking, authorised, begin_new, card, declined, given_up, product, ready_cart, take,
};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::catalogue::Stock;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::order::Mode;
use zkratka_store::{AttemptStep, Store, StorePlace};

/// An attempt that waits for the gateway's answer.
async fn asked(store: &dyn Store, number: u64, variant: VariantId) -> Attempt {
    let cart = ready_cart(store, number, &[(variant, 1)], card()).await;
    let attempt = begin_new(store, &cart, 100 + number).await;
    take(store, asking(&attempt)).await
}

/// [B.12] An order that sells gift cards cannot be made without a key, so no shop starts without one while the payment of
/// such an order is under way: the buyer's money would be held, and no order made.
#[tokio::test]
async fn need_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let place = StorePlace::Sqlite(folder.path().join("shop.sqlite"));
    let store = zkratka_store::open(&place, Mode::Test).await.unwrap();
    let store = &*store;
    let mut gift = product("darkova-karta", &[("500 Kč", 50_000, Stock::Untracked)]);
    gift.gift_card = true;
    gift.variants[0].requires_shipping = false;
    gift.variants[0].taxable = false;
    let mug = product("hrnek", &[("Modrá", 25_000, Stock::Untracked)]);
    store.import(vec![gift, mug]).await.unwrap();
    let (gift, mug) = (VariantId(1), VariantId(2));
    let none = ring(&[]);
    asked(store, 1, mug).await;
    check_keys(store, &none, Mode::Live, NOW).await.unwrap();

    let ends: [fn(&Attempt) -> AttemptStep; 3] = [declined, given_up, authorised];
    for (number, end) in (2..).zip(ends) {
        let attempt = asked(store, number, gift).await;
        for mode in [Mode::Live, Mode::Test] {
            let fault = check_keys(store, &none, mode, NOW).await.unwrap_err();
            assert!(
                matches!(fault, KeyFault::NoKeyForSales { attempts: 1 }),
                "{fault}"
            );
        }
        let seen = key_faults(store, &none, NOW).await.unwrap();
        let [fault @ KeyFault::NoKeyForSales { .. }] = &seen[..] else {
            panic!("{seen:?}");
        };
        assert!(fault.to_string().contains("openssl rand"), "{fault}");
        // Any key can make the codes.
        let any = ring(&[("2026", 2)]);
        assert!(key_faults(store, &any, NOW).await.unwrap().is_empty());
        take(store, end(&attempt)).await;
        let after = key_faults(store, &none, NOW).await.unwrap();
        let is_told = |fault: &KeyFault| matches!(fault, KeyFault::NoKeyForSales { .. });
        assert!(!after.iter().any(is_told), "{after:?}");
    }
}
