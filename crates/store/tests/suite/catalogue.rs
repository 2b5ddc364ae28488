//! Tests the catalogue: imported, numbered once, and read with the current stock.

use crate::support::{
    authorised, available, begin_new, card, declined, product, ready_cart, stock_of, take, tracked,
};
use std::sync::Arc;
use zkratka_commerce::catalogue::{Product, Stock};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::{ImportCounts, Store};

const MODRA: VariantId = VariantId(1);

fn feed() -> Vec<Product> {
    vec![
        product(
            "hrnek",
            &[("Modrá", 25_000, tracked(5)), ("Bílá", 24_000, tracked(0))],
        ),
        product("darkovy-poukaz", &[("500 Kč", 50_000, Stock::Untracked)]),
    ]
}

/// The products as the store returns them.
async fn stored(store: &dyn Store) -> Vec<Product> {
    let catalogue = store.catalogue().await.unwrap();
    catalogue
        .products()
        .iter()
        .map(|product| Product::clone(product))
        .collect()
}

/// The ids of a product's variants.
async fn numbers(store: &dyn Store, handle: &str) -> Vec<u64> {
    let catalogue = store.catalogue().await.unwrap();
    let product = catalogue.product(handle).expect("the product is there");
    product
        .variants
        .iter()
        .map(|variant| variant.id.0)
        .collect()
}

pub(crate) async fn is_empty_at_first(store: Arc<dyn Store>) {
    assert_eq!(store.catalogue_version().await.unwrap(), 0);
    assert!(stored(&*store).await.is_empty());
}

pub(crate) async fn is_kept_as_imported_and_numbered(store: Arc<dyn Store>) {
    let counts = store.import(feed()).await.unwrap();
    let expected = ImportCounts {
        products_added: 2,
        variants: 3,
        ..ImportCounts::default()
    };
    assert_eq!(counts, expected);
    assert_eq!(store.catalogue_version().await.unwrap(), 1);

    let mut expected = feed();
    let mut number = 0;
    for (index, product) in (1..).zip(&mut expected) {
        product.id.0 = index;
        for variant in &mut product.variants {
            number += 1;
            variant.id.0 = number;
        }
    }
    assert_eq!(stored(&*store).await, expected);
}

pub(crate) async fn is_not_changed_by_the_same_feed_again(store: Arc<dyn Store>) {
    store.import(feed()).await.unwrap();
    let before = stored(&*store).await;
    // Of products with the same handle in one feed, the last counts.
    let mut again = vec![product("hrnek", &[("Zelená", 1, tracked(1))])];
    again.extend(feed());
    let counts = store.import(again).await.unwrap();
    let expected = ImportCounts {
        products_unchanged: 2,
        variants: 3,
        ..ImportCounts::default()
    };
    assert_eq!(counts, expected);
    assert_eq!(store.catalogue_version().await.unwrap(), 1);
    assert_eq!(stored(&*store).await, before);
}

pub(crate) async fn does_not_get_sold_units_back_from_the_same_feed(store: Arc<dyn Store>) {
    store.import(feed()).await.unwrap();
    let sold = ready_cart(&*store, 1, &[(MODRA, 2)], PaymentMethod::CashOnDelivery).await;
    begin_new(&*store, &sold, 10).await;
    let held = ready_cart(&*store, 2, &[(MODRA, 1)], card()).await;
    begin_new(&*store, &held, 11).await;
    assert_eq!(available(&*store, MODRA).await, 2);

    let counts = store.import(feed()).await.unwrap();
    assert_eq!(counts.products_unchanged, 2);
    assert_eq!(available(&*store, MODRA).await, 2);

    // Another change of the product does not change the stock either.
    let mut dearer = feed();
    dearer[0].variants[0].price = MinorUnits::new(26_000);
    store.import(dearer).await.unwrap();
    assert_eq!(available(&*store, MODRA).await, 2);
}

pub(crate) async fn takes_a_changed_quantity_as_a_fresh_count(store: Arc<dyn Store>) {
    store.import(feed()).await.unwrap();
    let held = ready_cart(&*store, 1, &[(MODRA, 2)], card()).await;
    let attempt = begin_new(&*store, &held, 10).await;
    // A new count does not include the sold units.
    let by_card = ready_cart(&*store, 2, &[(MODRA, 1)], card()).await;
    let sale = begin_new(&*store, &by_card, 11).await;
    take(&*store, authorised(&sale)).await;
    let on_delivery = ready_cart(&*store, 3, &[(MODRA, 1)], PaymentMethod::CashOnDelivery).await;
    begin_new(&*store, &on_delivery, 12).await;

    let mut restocked = feed();
    restocked[0].variants[0].stock = tracked(8);
    let counts = store.import(restocked).await.unwrap();
    assert_eq!((counts.products_changed, counts.products_unchanged), (1, 1));
    assert_eq!(store.catalogue_version().await.unwrap(), 2);
    assert_eq!(available(&*store, MODRA).await, 6);

    take(&*store, declined(&attempt)).await;
    assert_eq!(available(&*store, MODRA).await, 8);
}

pub(crate) async fn lets_stock_tracking_be_switched(store: Arc<dyn Store>) {
    store.import(feed()).await.unwrap();
    let mut untracked = feed();
    untracked[0].variants[0].stock = Stock::Untracked;
    store.import(untracked).await.unwrap();
    assert_eq!(stock_of(&*store, MODRA).await, Stock::Untracked);

    let mut oversold = feed();
    oversold[0].variants[0].stock = Stock::Tracked {
        available: 1,
        oversell: true,
    };
    store.import(oversold.clone()).await.unwrap();
    assert_eq!(
        stock_of(&*store, MODRA).await,
        oversold[0].variants[0].stock
    );
}

pub(crate) async fn keeps_numbers_whatever_feeds_come(store: Arc<dyn Store>) {
    store.import(feed()).await.unwrap();
    assert_eq!(numbers(&*store, "hrnek").await, [1, 2]);

    let without_blue = product(
        "hrnek",
        &[("Zelená", 23_000, tracked(1)), ("Bílá", 24_000, tracked(0))],
    );
    store.import(vec![without_blue]).await.unwrap();
    assert_eq!(numbers(&*store, "hrnek").await, [4, 2]);
    assert_eq!(numbers(&*store, "darkovy-poukaz").await, [3]);
    let catalogue = store.catalogue().await.unwrap();
    assert!(catalogue.variant(MODRA).is_none());

    store.import(feed()).await.unwrap();
    assert_eq!(numbers(&*store, "hrnek").await, [1, 2]);
    assert_eq!(available(&*store, MODRA).await, 5);
}

/// A unit that was reserved when its variant left the feed is available again when the variant returns.
pub(crate) async fn does_not_lose_reserved_units_of_a_variant_that_left(store: Arc<dyn Store>) {
    store.import(feed()).await.unwrap();
    let held = ready_cart(&*store, 1, &[(MODRA, 2)], card()).await;
    let attempt = begin_new(&*store, &held, 10).await;
    store
        .import(vec![product("hrnek", &[("Bílá", 24_000, tracked(0))])])
        .await
        .unwrap();
    take(&*store, declined(&attempt)).await;
    store.import(feed()).await.unwrap();
    assert_eq!(available(&*store, MODRA).await, 5);
}

/// `restock` puts the current stock into a catalogue that was read before. Unchanged products are shared, not copied.
pub(crate) async fn is_restocked_without_reading_all_again(store: Arc<dyn Store>) {
    store.import(feed()).await.unwrap();
    let before = Arc::new(store.catalogue().await.unwrap());
    let sold = ready_cart(&*store, 1, &[(MODRA, 2)], PaymentMethod::CashOnDelivery).await;
    begin_new(&*store, &sold, 10).await;
    store
        .import(vec![product("novinka", &[("Nová", 1, tracked(1))])])
        .await
        .unwrap();

    let after = store.restock(Arc::clone(&before)).await.unwrap();
    assert_eq!(after.variant(MODRA).unwrap().1.stock, tracked(3));
    assert_eq!(before.variant(MODRA).unwrap().1.stock, tracked(5));
    assert!(after.product("novinka").is_none());
    let mut expected = store.catalogue().await.unwrap().products().to_vec();
    expected.retain(|product| product.handle != "novinka");
    assert_eq!(after.products(), expected);
    assert!(!Arc::ptr_eq(&before.products()[0], &after.products()[0]));
    assert!(Arc::ptr_eq(&before.products()[1], &after.products()[1]));
}
