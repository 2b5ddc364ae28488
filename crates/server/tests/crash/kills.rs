//! Two hundred kills (a hundred on PostgreSQL) under load, while operators cancel and refund: two of three at random
//! moments, the third where a server is about to make or has made a refund, if it comes there.
//!
//! `ZKRATKA_CRASH_SEED=n` repeats a seed (the operating system decides the rest), `ZKRATKA_KILLS=n` sets the number.

use crate::audit::Records;
use crate::buyer::{By, Ended, Purchase, ShopClient, Unanswered};
use crate::operators::{Operator, all_was_done};
use crate::process::POINT;
use crate::setting::GOODS;
use crate::shop::Shop;
use crate::told::System;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use zkratka_attempts::fail_point;
use zkratka_sandbox::gateway::RowKind;
use zkratka_testing::Prng;
use zkratka_testing::on_postgres;

/// The number of kills and of buyers. On PostgreSQL a buyer whose server was killed waits for that server's lease, so
/// it takes more buyers to keep the shop busy.
fn usual() -> (u64, u64) {
    if on_postgres() { (100, 30) } else { (200, 6) }
}
/// The longest life of a server between two kills.
const LONGEST_LIFE_MS: u64 = 500;
/// The longest life of a server that is to die at a fail point. Each server looks for refunds once a second.
const LONGEST_WAY_MS: u64 = 2_500;
/// The deadline for the last server to reach its fail point, after the other kills have ended.
const LAST_WAY: Duration = Duration::from_mins(2);
/// The number of operators.
const OPERATORS: u64 = 3;

/// Cards with their relative frequency.
const CARDS: &[(u64, &str)] = &[
    (50, "4111111111111111"),
    (10, "4000000000000002"),
    (14, "4000000000003220"),
    (3, "4000000000000077"),
    (10, "4000000000000119"),
    (9, "4000000000000259"),
    (4, "4000000000009995"),
];

/// [B.03] [B.08] [B.12] Whatever dies and whenever, a cart gets at most one order and one charge, there is no charge
/// without its order, and the amount charged is the amount shown. The balance of each order is what was captured less what
/// went back at the gateway. The merchant's system receives all events of every order in sequence.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_kills_under_load_lose_nothing_and_charge_nobody_twice() {
    let seed = seed();
    let kills = number("ZKRATKA_KILLS").unwrap_or(usual().0);
    let started = Instant::now();
    let system = System::open().await;
    let mut shop = Shop::open_with(&system.section()).await;
    let variants = variants(&shop).await;
    let closing = Arc::new(AtomicBool::new(false));
    let buyers: Vec<_> = (0..usual().1)
        .map(|number| {
            let door = ShopClient::of(&shop);
            let prng = Prng::new(seed ^ (number << 32));
            tokio::spawn(buy_until(
                door,
                By::Card,
                variants.clone(),
                prng,
                Arc::clone(&closing),
            ))
        })
        .collect();
    let mut operators = Vec::new();
    for name in 1..=OPERATORS {
        let operator = Operator::of(&shop, name, seed).await;
        operators.push(tokio::spawn(operator.work_until(Arc::clone(&closing))));
    }
    let reached = kill_often(&mut shop, kills, seed).await;
    closing.store(true, Ordering::SeqCst);
    let mut purchases = Vec::new();
    for buyer in buyers {
        purchases.extend(buyer.await.expect("a buyer"));
    }
    let mut done = Vec::new();
    for operator in operators {
        done.extend(operator.await.expect("an operator"));
    }
    println!("{kills} kills in {:?}, at {reached:?}", started.elapsed());
    come_back(&ShopClient::of(&shop), &mut purchases).await;
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    all_was_done(&*shop.store().await, &done).await;
    books.all_was_told(&system).await;
    println!("all ended after {:?}", started.elapsed());
    tell(&books, &purchases);
    let (refunds, cancelled) = books.refunded_and_cancelled();
    println!(
        "{} commands, {refunds} refunds, {cancelled} orders cancelled",
        done.len()
    );
    // A shop that sells nothing, or gives nothing back, would pass every check.
    let enough = usize::try_from(kills / 2).expect("not so many");
    assert!(books.orders() > enough, "only {} orders", books.orders());
    assert!(refunds > enough / 10 && cancelled > enough / 20);
}

/// Kills the server so often, and then once more at each point of a refund at which none has died. Returns how many died
/// at each.
async fn kill_often(shop: &mut Shop, kills: u64, seed: u64) -> BTreeMap<&'static str, u32> {
    let mut reached = BTreeMap::new();
    let mut prng = Prng::new(seed);
    let mut point = None;
    for kill in 1..=kills {
        let longest = if point.is_some() {
            LONGEST_WAY_MS
        } else {
            LONGEST_LIFE_MS
        };
        let life = Duration::from_millis(prng.below(longest));
        if shop.ends_within(life).await {
            let point = point.expect("only a fail point ends a server");
            *reached.entry(point).or_insert(0) += 1;
        }
        // The gateway is killed less often.
        if kill % 10 == 0 {
            shop.kill_gateway();
            shop.start_gateway().await;
        }
        point = (kill % 3 == 0 && kill < kills).then(|| *prng.one_of(fail_point::REFUNDS));
        match point {
            Some(point) => shop.spawn(0, &[(POINT, point)]),
            None => shop.start_server(&[]).await,
        }
    }
    if cfg!(feature = "fail-points") {
        for point in fail_point::REFUNDS {
            if reached.contains_key(point) {
                continue;
            }
            shop.kill_server();
            shop.spawn(0, &[(POINT, point)]);
            let has_died = shop.ends_within(LAST_WAY).await;
            assert!(has_died, "nothing comes to {point}\n{}", shop.log());
            reached.insert(point, 1);
            shop.start_server(&[]).await;
        }
    }
    reached
}

/// Prints the numbers of carts, orders, outcomes and ledger rows.
pub(crate) fn tell(books: &Records, purchases: &[Purchase]) {
    let told = |ended: Ended| purchases.iter().filter(|p| p.ended == ended).count();
    println!(
        "{} carts, {} orders; told ordered {}, failed {}, refused {}, nothing {}; \
         ledger: {} authorised, {} captured, {} voided, {} declined",
        purchases.len(),
        books.orders(),
        told(Ended::Ordered),
        told(Ended::Failed),
        told(Ended::Refused),
        told(Ended::Unknown),
        books.rows(RowKind::Authorised),
        books.rows(RowKind::Captured),
        books.rows(RowKind::Voided),
        books.rows(RowKind::Declined),
    );
}

/// The seed from the environment, or a new one; prints it.
pub(crate) fn seed() -> u64 {
    let seed = number("ZKRATKA_CRASH_SEED").unwrap_or_else(|| {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("after 1970");
        u64::from(now.subsec_nanos())
    });
    println!("seed {seed}: repeat with ZKRATKA_CRASH_SEED={seed}");
    seed
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The global ids of [`GOODS`].
pub(crate) async fn variants(shop: &Shop) -> Vec<(&'static str, String)> {
    variants_of(shop, GOODS).await
}

/// The global ids of these goods.
pub(crate) async fn variants_of(
    shop: &Shop,
    goods: &'static [(&'static str, i64, i64)],
) -> Vec<(&'static str, String)> {
    let catalogue = shop.store().await.catalogue().await.expect("readable");
    goods
        .iter()
        .map(|&(handle, ..)| {
            let product = catalogue.product(handle).expect("a product");
            let id = zkratka_ids::gid::variant(product.variants[0].id);
            (handle, id)
        })
        .collect()
}

/// Buys one cart after another until `closing` is set.
pub(crate) async fn buy_until(
    door: ShopClient,
    by: By,
    variants: Vec<(&'static str, String)>,
    mut prng: Prng,
    closing: Arc<AtomicBool>,
) -> Vec<Purchase> {
    let mut purchases = Vec::new();
    while !closing.load(Ordering::SeqCst) {
        let (_, variant) = prng.one_of(&variants);
        let quantity = 1 + i64::from(prng.below(4) == 0);
        let filled = match by {
            By::Card => door.cart(variant, quantity).await,
            By::GooglePay => door.parcel(variant, quantity).await,
        };
        let Ok(Some(mut purchase)) = filled else {
            continue;
        };
        if let Ok(ended) = pay(&door, by, &mut purchase, &mut prng).await {
            purchase.ended = ended;
        }
        purchases.push(purchase);
    }
    purchases
}

/// Buyers without an outcome submit again with the same token and confirm the bank's challenge.
pub(crate) async fn come_back(door: &ShopClient, purchases: &mut [Purchase]) {
    let long = Duration::from_mins(1);
    for purchase in purchases {
        let Some(token) = purchase.token.clone() else {
            continue;
        };
        if purchase.ended != Ended::Unknown {
            continue;
        }
        if let Ok(ended) = door.submit(purchase, &token, Some("confirm"), long).await {
            purchase.ended = ended;
        }
    }
}

/// Pays for the cart. Some carts are submitted twice at once; after a failure the buyer tries once more with another
/// card.
async fn pay(
    door: &ShopClient,
    by: By,
    purchase: &mut Purchase,
    prng: &mut Prng,
) -> Result<Ended, Unanswered> {
    let mut ended = Ended::Unknown;
    for round in 0..2 {
        let bound = match by {
            By::Card => door.bind(purchase, card(prng)).await?,
            By::GooglePay => door.bind_wallet(purchase, card(prng)).await?,
        };
        if !bound {
            return Ok(ended);
        }
        let decision = match prng.below(10) {
            0..6 => "confirm",
            _ => "reject",
        };
        let decision = Some(decision);
        // Some buyers do not wait for the outcome.
        let follow = Duration::from_millis(if prng.below(10) == 0 { 1 } else { 30_000 });
        let token = format!("{}-{round}", purchase.cart);
        let token = &token[token.len() - 40..];
        purchase.token = Some(token.to_owned());
        ended = if prng.below(5) == 0 {
            let other = format!("jiné-{token}");
            let (one, two) = tokio::join!(
                door.submit(purchase, token, decision, follow),
                door.submit(purchase, &other, decision, follow),
            );
            both(one?, two?)
        } else {
            door.submit(purchase, token, decision, follow).await?
        };
        if ended != Ended::Failed {
            return Ok(ended);
        }
    }
    Ok(ended)
}

/// The common outcome of two tabs on one cart. After the first one failed, the second may have found the cart open and
/// without a payment.
const fn both(one: Ended, two: Ended) -> Ended {
    match (one, two) {
        (Ended::Ordered, _) | (_, Ended::Ordered) => Ended::Ordered,
        (Ended::Failed, Ended::Failed | Ended::Refused) | (Ended::Refused, Ended::Failed) => {
            Ended::Failed
        }
        _ => Ended::Unknown,
    }
}

fn card(prng: &mut Prng) -> &'static str {
    let mut left = prng.below(CARDS.iter().map(|(share, _)| share).sum());
    for (share, number) in CARDS {
        if left < *share {
            return number;
        }
        left -= share;
    }
    CARDS[0].1
}

/// The documents used here are valid; otherwise every purchase would fail for the same reason.
#[tokio::test]
async fn a_purchase_without_any_kill_is_ordered_and_charged() {
    let shop = Shop::open().await;
    let variants = variants(&shop).await;
    let door = ShopClient::of(&shop);
    let (_, variant) = &variants[1];
    let Ok(Some(mut purchase)) = door.cart(variant, 2).await else {
        panic!("no cart: {}", shop.log())
    };
    assert_eq!(purchase.shown, 79_800);
    let Ok(true) = door.bind(&purchase, "4111111111111111").await else {
        panic!("not bound: {}", shop.log())
    };
    let long = Duration::from_secs(30);
    let Ok(ended) = door.submit(&purchase, "token-jedna", None, long).await else {
        panic!("no answer: {}", shop.log())
    };
    assert_eq!(ended, Ended::Ordered);
    purchase.ended = ended;
    let purchases = [purchase];
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    assert_eq!((books.orders(), books.rows(RowKind::Captured)), (1, 1));
    let unknown = json!({ "attemptId": "A" });
    let Ok(answer) = door.run("query ($attemptId: String!) { cartCompletionAttempt(attemptId: $attemptId) { __typename } }", &unknown).await else {
        panic!("no answer")
    };
    assert_eq!(answer["cartCompletionAttempt"], json!(null));
}
