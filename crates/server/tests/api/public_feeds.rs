//! Tests published product feeds in the folder that `ZKRATKA_CATALOG_DIR` names.

use crate::support::{Shop, billing};
use serde_json::{Value, json};
use std::path::PathBuf;
use zkratka_commerce::catalogue::{Catalogue, Stock};
use zkratka_commerce::ids::VariantId;
use zkratka_import::{AllowedNames, read};

fn feeds() -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("ZKRATKA_CATALOG_DIR") else {
        eprintln!("SKIPPED: ZKRATKA_CATALOG_DIR names no folder with public product feeds");
        return None;
    };
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    Some(
        files
            .filter(|file| file.extension().is_some_and(|ending| ending == "csv"))
            .collect(),
    )
}

/// Published variants that can be bought now, each with its product's handle and its index there.
fn on_sale(catalogue: &Catalogue) -> Vec<(String, usize, VariantId)> {
    let published = catalogue
        .products()
        .iter()
        .filter(|product| product.published);
    published
        .flat_map(|product| {
            let variants = product.variants.iter().enumerate();
            variants
                .filter(|(_, variant)| match variant.stock {
                    Stock::Untracked => true,
                    Stock::Tracked {
                        available,
                        oversell,
                    } => oversell || available > 0,
                })
                .map(|(position, variant)| (product.handle.clone(), position, variant.id))
                .collect::<Vec<_>>()
        })
        .collect()
}

async fn buy(shop: &Shop, handle: &str, position: usize) -> Value {
    let cart = shop.ready_cart(&[(handle, position, 1)]).await;
    if cart["cost"]["totalAmount"]["amount"] == "0.00" {
        let free = json!({ "freePaymentMethod": { "billingAddress": billing() } });
        shop.pay(&cart, "0.00", free).await;
    } else {
        shop.pay_by_card(&cart, "4111111111111111").await;
    }
    shop.submit(&cart, &format!("token-of-{handle}-{position}"))
        .await
}

/// [1.04] Every published variant with stock or without tracking can be bought: the test orders each one.
#[tokio::test]
async fn everything_on_sale_in_public_feeds_can_be_bought() {
    let Some(feeds) = feeds() else { return };
    assert!(!feeds.is_empty(), "the folder holds no feeds");
    let shop = Shop::open().await;
    let app = shop.server.app();
    let own = app.store.catalogue().await.unwrap().products().len();
    for feed in feeds {
        let feed = read(&std::fs::read(&feed).unwrap(), &AllowedNames::default()).unwrap();
        assert_eq!(feed.problems.len(), 0, "{:?}", feed.problems);
        app.store.import(feed.products).await.unwrap();
    }
    app.catalogue.refresh(app.store.as_ref()).await.unwrap();
    let catalogue = app.store.catalogue().await.unwrap();
    let imported = Catalogue::new(
        catalogue.products()[own..]
            .iter()
            .map(|product| (**product).clone())
            .collect(),
    );
    let wanted = on_sale(&imported);
    assert!(
        wanted.len() > 50,
        "only {} variants are on sale",
        wanted.len()
    );
    for (handle, position, _) in &wanted {
        let payload = buy(&shop, handle, *position).await;
        assert_eq!(
            payload["result"]["__typename"], "SubmitSuccess",
            "{handle} {position}: {payload}"
        );
    }
    let mut bought: Vec<_> = shop
        .orders()
        .await
        .iter()
        .map(|order| order.snapshot.lines[0].variant)
        .collect();
    let mut asked: Vec<_> = wanted.iter().map(|(_, _, variant)| *variant).collect();
    bought.sort_unstable();
    asked.sort_unstable();
    assert_eq!(bought, asked);
    eprintln!("{} variants of public feeds bought", bought.len());
}
