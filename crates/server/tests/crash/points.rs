//! Every fail point once: the process dies there, another one starts, and the purchase reaches its outcome.

use crate::audit::Records;
use crate::buyer::{Ended, Purchase, ShopClient};
use crate::hand_over::left_behind;
use crate::kills::variants;
use crate::process::{POINT, SIGABRT};
use crate::shop::Shop;
use crate::told::System;
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use zkratka_attempts::fail_point;
use zkratka_testing::on_postgres;

const APPROVE: &str = "4111111111111111";
const DECLINE: &str = "4000000000000002";
const CHALLENGE: &str = "4000000000003220";
const WRONG_AMOUNT: &str = "4000000000009995";
const CAPTURE_REFUSED: &str = "4000000000000341";
const ANSWER_LOST: &str = "4000000000000119";

/// A card that leads to this point, and the buyer's outcome.
fn way_to(point: &str) -> (&'static str, Ended) {
    match point {
        "before-query"
        | "after-query"
        | "before-storing-requires-action"
        | "after-storing-requires-action" => (CHALLENGE, Ended::Ordered),
        "before-void"
        | "after-void"
        | "before-storing-voiding"
        | "after-storing-voiding"
        | "before-storing-voided"
        | "after-storing-voided" => (WRONG_AMOUNT, Ended::Failed),
        "before-giving-back"
        | "after-giving-back"
        | "before-storing-failed"
        | "after-storing-failed" => (DECLINE, Ended::Failed),
        "before-storing-needs-review" | "after-storing-needs-review" => {
            (CAPTURE_REFUSED, Ended::Ordered)
        }
        // The server stores a notification that arrives before any response.
        "after-remembering-notification" => (ANSWER_LOST, Ended::Ordered),
        _ => (APPROVE, Ended::Ordered),
    }
}

/// Where a server must die first, so that the next one reaches this point.
fn death_before(point: &str) -> Option<&'static str> {
    match point {
        "after-claim" => Some("after-begin"),
        // An attempt begins as authorising. The server stores that state again before it repeats the request.
        "before-storing-authorising" | "after-storing-authorising" => Some("before-authorise"),
        _ => None,
    }
}

/// How many shops run at once. On PostgreSQL the next server waits for the dead server's lease, so several shops wait
/// at the same time.
fn shops() -> usize {
    if on_postgres() { 4 } else { 1 }
}

/// [B.03] [B.08] A crash between any two steps of an attempt leaves at most one order and one charge, and the
/// merchant's system receives the events of each order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_death_between_any_two_steps_is_survived() {
    in_shops(fail_point::ALL, die_at_each).await;
}

/// Kills servers at these points, in several shops at once.
pub(crate) async fn in_shops<F>(
    points: &[&'static str],
    die_at_each: impl Fn(Vec<&'static str>) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let mut running = JoinSet::new();
    for points in points.chunks(points.len().div_ceil(shops())) {
        running.spawn(die_at_each(points.to_vec()));
    }
    // The first failing shop ends the test.
    while let Some(survived) = running.join_next().await {
        survived.expect("a shop");
    }
}

/// Starts a server that dies at each of these points, one after the other, and then one that lives, while the buyer repeats a
/// request. Returns how it ended for the buyer.
pub(crate) async fn die_in_turn<B>(shop: &mut Shop, points: &[&str], buyer: B) -> Option<Ended>
where
    B: Future<Output = Option<Ended>> + Send + 'static,
{
    shop.kill_server();
    let (first, others) = points.split_first().expect("a point");
    shop.spawn_server(&[(POINT, first)]);
    let buyer = tokio::spawn(buyer);
    dies(shop, first).await;
    for next in others {
        shop.spawn_server(&[(POINT, next)]);
        dies(shop, next).await;
    }
    shop.start_server(&[]).await;
    buyer.await.expect("a buyer")
}

async fn die_at_each(points: Vec<&str>) {
    let system = System::open().await;
    let mut shop = Shop::open_with(&system.section()).await;
    let variants = variants(&shop).await;
    let mut purchases = Vec::new();
    for point in points {
        let started = Instant::now();
        // After an early notification the server would have nothing to query.
        let asks = point.ends_with("-query");
        if asks {
            shop.silence_gateway().await;
        }
        let purchase = die_at(&mut shop, point, &variants[1]).await;
        if asks {
            shop.hear_gateway().await;
        }
        println!(
            "{point}: {:?} after {:?}",
            purchase.ended,
            started.elapsed()
        );
        purchases.push(purchase);
    }
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    books.all_was_told(&system).await;
    let ordered = purchases
        .iter()
        .filter(|p| p.ended == Ended::Ordered)
        .count();
    assert_eq!(books.orders(), ordered);
}

async fn die_at(shop: &mut Shop, point: &str, goods: &(&'static str, String)) -> Purchase {
    let (card, expected) = way_to(point);
    let door = ShopClient::of(shop);
    let (_, variant) = goods;
    let Ok(Some(mut purchase)) = door.cart(variant, 1).await else {
        panic!("{point}: no cart")
    };
    let Ok(true) = door.bind(&purchase, card).await else {
        panic!("{point}: not bound")
    };
    shop.kill_server();
    let first = death_before(point).unwrap_or(point);
    shop.spawn_server(&[(POINT, first)]);
    // The buyer repeats the request with the same token across the crash.
    let (asked, token) = (purchase.clone(), format!("token-{point}"));
    let mut buyer = tokio::spawn(async move {
        let long = Duration::from_mins(1);
        door.submit(&asked, &token, Some("confirm"), long)
            .await
            .ok()
    });
    // If the buyer gets an outcome before the crash, it must already be the expected one. A wrong outcome explains why
    // the server does not reach the point.
    let early = tokio::select! {
        () = dies(shop, first) => None,
        told = &mut buyer => Some(told.expect("a buyer")),
    };
    if let Some(told) = early {
        assert_eq!(told, Some(expected), "{point}\n{}", shop.log());
        dies(shop, first).await;
    }
    if first != point {
        shop.spawn_server(&[(POINT, point)]);
        dies(shop, point).await;
    }
    if point == "before-authorise" {
        let behind = left_behind(shop, 0);
        assert_eq!(behind.len(), 1, "its log names the payment\n{}", shop.log());
    }
    shop.start_server(&[]).await;
    let ended = match early {
        Some(told) => told,
        None => buyer.await.expect("a buyer"),
    };
    assert_eq!(ended, Some(expected), "{point}\n{}", shop.log());
    purchase.ended = expected;
    purchase
}

/// Waits until the server has died at this point.
pub(crate) async fn dies(shop: &mut Shop, point: &str) {
    let server = shop.process(0).expect("it runs");
    // Longer than a buyer waits for one response; after that the buyer repeats the request.
    let status = server.end(Duration::from_mins(1)).await;
    let status = status.unwrap_or_else(|| panic!("nothing comes to {point}\n{}", shop.log()));
    assert_eq!(
        status.signal(),
        Some(SIGABRT),
        "{point}: {status}\n{}",
        shop.log()
    );
}
