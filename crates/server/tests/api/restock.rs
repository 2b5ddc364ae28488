//! Tests the stock that pages and carts see after a sale.

use crate::support::{BOOK, MUG, SHIRT, Shop};
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::catalogue::{Catalogue, Product};
use zkratka_commerce::money::MinorUnits;

/// Waits until the catalogue in memory satisfies `wanted`.
pub(crate) async fn once(shop: &Shop, wanted: impl Fn(&Catalogue) -> bool) -> Arc<Catalogue> {
    let cache = &shop.server.app().catalogue;
    for _try in 0..3000 {
        let current = cache.current();
        if wanted(&current) {
            return current;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the catalogue in memory was not refreshed");
}

fn product<'a>(catalogue: &'a Catalogue, handle: &str) -> &'a Arc<Product> {
    catalogue.product(handle).unwrap()
}

/// A sale updates only the stock in memory; an import reloads the rest.
#[tokio::test]
async fn a_sale_reads_stock_again_and_an_import_everything() {
    let shop = Shop::open().await;
    let before = shop.server.app().catalogue.current();
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    let sold = once(&shop, |now| {
        product(now, SHIRT).variants[0].stock.left() == Some(9)
    })
    .await;
    for untouched in [MUG, BOOK] {
        assert!(
            Arc::ptr_eq(product(&before, untouched), product(&sold, untouched)),
            "{untouched} was read again"
        );
    }

    let mut dearer = Product::clone(product(&sold, MUG));
    dearer.variants[0].price += MinorUnits::new(1_000);
    let price = dearer.variants[0].price;
    shop.server.app().store.import(vec![dearer]).await.unwrap();
    once(&shop, |now| product(now, MUG).variants[0].price == price).await;
}
