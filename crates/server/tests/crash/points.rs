//! Every fail point once: the process dies there, another is started, and the purchase comes to its end.

use crate::audit::Books;
use crate::buyer::{Door, Ended, Purchase};
use crate::kills::variants;
use crate::shop::Shop;
use std::os::unix::process::ExitStatusExt;
use std::time::Duration;
use zkratka_server::attempts::fail_point;

const SIGABRT: i32 = 6;
const APPROVE: &str = "4111111111111111";
const DECLINE: &str = "4000000000000002";
const CHALLENGE: &str = "4000000000003220";
const ANSWER_LOST: &str = "4000000000000119";
const WRONG_AMOUNT: &str = "4000000000009995";
const CAPTURE_REFUSED: &str = "4000000000000341";

/// A card that leads to this point, and what the buyer is told in the end.
fn way_to(point: &str) -> (&'static str, Ended) {
    match point {
        "after-claim" => (ANSWER_LOST, Ended::Ordered),
        "before-query" | "after-query" => (CHALLENGE, Ended::Ordered),
        "before-storing-requires-action" | "after-storing-requires-action" => {
            (CHALLENGE, Ended::Ordered)
        }
        "before-void" | "after-void" => (WRONG_AMOUNT, Ended::Failed),
        "before-storing-voiding" | "after-storing-voiding" => (WRONG_AMOUNT, Ended::Failed),
        "before-storing-voided" | "after-storing-voided" => (WRONG_AMOUNT, Ended::Failed),
        "before-storing-failed" | "after-storing-failed" => (DECLINE, Ended::Failed),
        "before-storing-needs-review" | "after-storing-needs-review" => {
            (CAPTURE_REFUSED, Ended::Ordered)
        }
        _ => (APPROVE, Ended::Ordered),
    }
}

/// [B.03] A death between any two steps of an attempt leaves at most one order and one charge.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_death_between_any_two_steps_is_survived() {
    let mut shop = Shop::open().await;
    let variants = variants(&shop).await;
    let mut purchases = Vec::new();
    for point in fail_point::ALL {
        shop.kill_server();
        shop.start_server(&[("ZKRATKA_FAIL_POINT", point)]).await;
        let purchase = die_at(&mut shop, point, &variants[1]).await;
        purchases.push(purchase);
    }
    let books = Books::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    let ordered = purchases
        .iter()
        .filter(|p| p.ended == Ended::Ordered)
        .count();
    assert_eq!(books.orders(), ordered);
}

async fn die_at(shop: &mut Shop, point: &str, goods: &(&'static str, String)) -> Purchase {
    let (card, expected) = way_to(point);
    let door = Door::of(shop);
    let (handle, variant) = goods;
    let Ok(Some(mut purchase)) = door.cart(variant, handle, 1).await else {
        panic!("{point}: no cart")
    };
    let Ok(true) = door.bind(&purchase, card).await else {
        panic!("{point}: not bound")
    };
    // The buyer keeps asking under the same token, over the death of the server.
    let (asked, token) = (purchase.clone(), format!("token-{point}"));
    let buyer = tokio::spawn(async move {
        let long = Duration::from_secs(60);
        door.submit(&asked, &token, Some("confirm"), long)
            .await
            .ok()
    });
    let server = shop.server_process().expect("it runs");
    let status = server.end(Duration::from_secs(30)).await;
    let status = status.unwrap_or_else(|| panic!("nothing comes to {point}\n{}", shop.log()));
    assert_eq!(status.signal(), Some(SIGABRT), "{point}: {status}");
    shop.start_server(&[]).await;
    let ended = buyer.await.expect("a buyer");
    assert_eq!(ended, Some(expected), "{point}\n{}", shop.log());
    purchase.ended = expected;
    purchase
}
