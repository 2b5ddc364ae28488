//! Tests several servers on one database: it does not matter which one responds.

use crate::restock::once;
use crate::support::{MUG, Shop, products};
use serde_json::Value;

/// Imports the feeds as every starting server does, on all servers at the same time.
async fn import_everywhere(shops: &[Shop]) {
    let import = |shop: &Shop| {
        let store = std::sync::Arc::clone(&shop.server.app().store);
        tokio::spawn(async move { store.import(products()).await.unwrap() })
    };
    let imports: Vec<_> = shops.iter().map(import).collect();
    for import in imports {
        import.await.unwrap();
    }
}

fn kind(result: &Value) -> &str {
    result["result"]["__typename"].as_str().unwrap()
}

/// [B.08] [7.06] A cart is created on one server, paid on another and submitted on a third, once; every server shows
/// the remaining stock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_purchase_goes_through_all_of_them() {
    let shops = Shop::open_together(3).await;
    import_everywhere(&shops).await;
    for shop in &shops {
        once(shop, |now| now.product(MUG).is_some()).await;
    }
    let before = shops[0].left(MUG, 0).await.unwrap();

    let cart = shops[0].ready_cart(&[(MUG, 0, 2)]).await;
    shops[1].pay_on_delivery(&cart).await;
    let bought = shops[2].submit(&cart, "token-of-the-purchase").await;
    assert_eq!(kind(&bought), "SubmitSuccess", "{bought}");
    let again = shops[0].submit(&cart, "token-of-another-tab").await;
    assert_eq!(kind(&again), "SubmitAlreadyAccepted", "{again}");
    assert_eq!(shops[1].orders().await.len(), 1);

    for shop in &shops {
        let left = |now: &zkratka_commerce::catalogue::Catalogue| {
            now.product(MUG).unwrap().variants[0].stock.left()
        };
        once(shop, |now| left(now) == Some(before - 2)).await;
    }
}

/// [B.08] All servers use the database's time.
#[tokio::test]
async fn they_agree_on_the_time() {
    let shops = Shop::open_together(2).await;
    let (one, other) = (shops[0].server.app(), shops[1].server.app());
    assert!(one.store_clock.is_some() && other.store_clock.is_some());
    let told = one.store.now().await.unwrap();
    for app in [one, other] {
        let shown = app.clock.now();
        assert!(
            (shown.0 - told.0).abs() < 60_000,
            "{shown:?} is not {told:?}"
        );
    }
}
