//! Three servers of the previous version are replaced one after the other while the shop sells.
//!
//! `scripts/test-upgrade COMMIT` builds the previous version, and runs this test with `ZKRATKA_PREVIOUS` naming its
//! program.

use crate::audit::Records;
use crate::buyer::{By, ShopClient};
use crate::kills::{buy_until, come_back, seed, tell};
use crate::setting::PARCELS;
use crate::shop::Shop;
use crate::told::System;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zkratka_testing::Prng;
use zkratka_testing::{fresh_database, number};

const SERVERS: usize = 3;
const BUYERS: u64 = 6;
/// How long the shop sells between two replacements.
const A_WHILE: Duration = Duration::from_secs(4);
/// The migration step that added the outbox: from then on, the database writes the events of orders that older servers
/// make.
const OUTBOX: i64 = 6;
const STEPS: &str = "SELECT steps::bigint FROM zkratka_schema";
const LAST_ORDER: &str = "SELECT last FROM order_numbers";

/// Rows 7.06, B.03 and B.08, by hand: the first new server migrates the schema while the old ones sell, and one of the
/// old ones even restarts afterwards. No order, charge or unit is lost or doubled, and the merchant's system receives
/// the events of every order made since the migration, by whichever server.
#[ignore = "needs the program of the version before: scripts/test-upgrade builds it"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_are_replaced_one_by_one_while_the_shop_sells() {
    let previous = std::env::var("ZKRATKA_PREVIOUS").map(PathBuf::from);
    let previous = previous.expect("ZKRATKA_PREVIOUS names the program of the version before");
    let seed = seed();
    let system = System::open().await;
    let database = fresh_database();
    let mut shop = Shop::open_servers_of(&previous, SERVERS, &database).await;
    let door = ShopClient::of(&shop);
    let variants = variants(&door).await;
    let closing = Arc::new(AtomicBool::new(false));
    let buyers: Vec<_> = (0..BUYERS)
        .map(|number| {
            let prng = Prng::new(seed ^ (number << 32));
            let (door, variants) = (door.clone(), variants.clone());
            let closing = Arc::clone(&closing);
            tokio::spawn(buy_until(door, By::GooglePay, variants, prng, closing))
        })
        .collect();
    let before = number(&database, STEPS);
    let mut sold = vec![number(&database, LAST_ORDER)];
    let mut sell_a_while = async || {
        tokio::time::sleep(A_WHILE).await;
        sold.push(number(&database, LAST_ORDER));
    };

    sell_a_while().await;
    shop.replace(0, None, &system.section()).await;
    let migrated = number(&database, LAST_ORDER);
    sell_a_while().await;
    shop.replace(1, Some(&previous), "").await;
    sell_a_while().await;
    for server in 1..SERVERS {
        shop.replace(server, None, &system.section()).await;
        sell_a_while().await;
    }
    println!("{before} steps became {}", number(&database, STEPS));
    println!("orders by then: {sold:?}, {migrated} of them before the schema was new");

    closing.store(true, Ordering::SeqCst);
    let mut purchases = Vec::new();
    for buyer in buyers {
        purchases.extend(buyer.await.expect("a buyer"));
    }
    come_back(&door, &mut purchases).await;
    // Buyers repeat failed requests, so only the logs show what the old servers could not do.
    for server in 0..SERVERS {
        let log = shop.log_of(server);
        let faults = log
            .lines()
            .filter(|line| line.contains(r#""level":"ERROR""#) || line.contains("given up"));
        assert_eq!(faults.collect::<Vec<_>>(), [""; 0]);
    }
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    let first = u64::try_from(migrated).expect("a number") + 1;
    books.was_told_since(&system, first).await;
    let others = books.named_otherwise(first).await;
    println!("{others} orders were told of by the database");
    assert!(
        before >= OUTBOX || others > 0,
        "no old server has made an order since the schema is new"
    );
    tell(&books, &purchases);
    // A shop that sells nothing would pass every check.
    assert!(sold.is_sorted_by(|one, next| one < next), "{sold:?}");
}

/// The global ids of the shipped goods, from the API: opening the store directly would migrate it.
async fn variants(door: &ShopClient) -> Vec<(&'static str, String)> {
    const DOCUMENT: &str = "query ($handle: String!) {
        product(handle: $handle) { variants(first: 1) { nodes { id } } }
    }";
    let mut variants = Vec::new();
    for &(handle, ..) in PARCELS {
        let Ok(answer) = door.run(DOCUMENT, &json!({ "handle": handle })).await else {
            panic!("no answer")
        };
        let id = answer["product"]["variants"]["nodes"][0]["id"].as_str();
        variants.push((handle, id.expect("an id").to_owned()));
    }
    variants
}
