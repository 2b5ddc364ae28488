//! Kills the server once at each fail point that a payment by Amazon Pay reaches, and at each of a refund. The emulated Amazon
//! runs in the same process, so it dies too; its file keeps what it has done.

use crate::after_sale::all_orders;
use crate::audit::Records;
use crate::buyer::{Ended, PATIENCE, PAUSE, Purchase, ShopClient, Unanswered};
use crate::kills::variants;
use crate::points::{die_in_turn, dies, in_shops};
use crate::process::{POINT, Process};
use crate::setting::{ACCESS_TOKEN, AMAZON_LEDGER, AMAZON_PAY, SECRET};
use crate::shop::Shop;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use zkratka_attempts::fail_point;
use zkratka_sandbox::gateway::RowKind;
use zkratka_sandbox::{MovementKind, MovementStatus, read_movements};

/// The points of a payment. The confirmation at Amazon is a challenge; Amazon authorises only the amount that the shop set, so
/// nothing is voided. No notification decides a sale, because the buyer comes back first.
const POINTS: [&str; 19] = [
    "before-begin",
    "after-begin",
    "after-claim",
    "before-authorise",
    "after-authorise",
    "before-storing-requires-action",
    "after-storing-requires-action",
    "before-query",
    "after-query",
    "before-storing-authorised",
    "after-storing-authorised",
    "before-capture",
    "after-capture",
    "before-storing-captured",
    "after-storing-captured",
    "before-giving-back",
    "after-giving-back",
    "before-storing-failed",
    "after-storing-failed",
];

/// The card that leads to this point, and the buyer's outcome.
fn way_to(point: &str) -> (&'static str, Ended) {
    match point {
        "before-giving-back"
        | "after-giving-back"
        | "before-storing-failed"
        | "after-storing-failed" => ("3434", Ended::Failed),
        _ => ("1111", Ended::Ordered),
    }
}

/// Where a server must die first, so that the next one reaches this point.
fn death_before(point: &str) -> Option<&'static str> {
    (point == "after-claim").then_some("after-begin")
}

/// [7.06] [B.03] [B.08] A crash between any two steps of a payment by Amazon Pay leaves one order, authorised and captured once, or
/// none and no charge.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn amazon_charges_once_whatever_dies() {
    assert!(POINTS.iter().all(|point| fail_point::ALL.contains(point)));
    in_shops(&POINTS, die_at_each).await;
}

async fn die_at_each(points: Vec<&'static str>) {
    let mut shop = Shop::open_with(AMAZON_PAY).await;
    let goods = variants(&shop).await;
    let mut purchases = Vec::new();
    for point in points {
        let started = Instant::now();
        let purchase = die_at(&mut shop, point, &goods[1].1).await;
        println!(
            "Amazon Pay, {point}: {:?} after {:?}",
            purchase.ended,
            started.elapsed()
        );
        purchases.push(purchase);
    }
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    let told = purchases.iter().filter(|it| it.ended == Ended::Ordered);
    assert_eq!(books.orders(), told.count());
    for kind in [RowKind::Authorised, RowKind::Captured] {
        assert_eq!(books.rows(kind), books.orders(), "{kind:?}");
    }
}

async fn die_at(shop: &mut Shop, point: &'static str, variant: &str) -> Purchase {
    let (card, expected) = way_to(point);
    let door = ShopClient::of(shop);
    let Ok((mut purchase, session)) = door.chosen_at_amazon(variant, card).await else {
        panic!("{point}: not bound\n{}", shop.log())
    };
    let deaths: Vec<&str> = death_before(point).into_iter().chain([point]).collect();
    let (asked, token) = (purchase.clone(), format!("token-{point}"));
    let buyer = async move { door.buys(&asked, &token, &session).await.ok() };
    let ended = die_in_turn(shop, &deaths, buyer).await;
    assert_eq!(ended, Some(expected), "{point}\n{}", shop.log());
    purchase.ended = expected;
    purchase
}

/// [B.12] [B.03] A crash at any step of a refund at Amazon refunds once, and the order knows it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn amazon_refunds_once_whatever_dies() {
    let mut shop = Shop::open_with(AMAZON_PAY).await;
    let goods = variants(&shop).await;
    let door = ShopClient::of(&shop);
    let Ok((mut purchase, session)) = door.chosen_at_amazon(&goods[1].1, "1111").await else {
        panic!("not bound\n{}", shop.log())
    };
    let ended = door.buys(&purchase, "token-jedna", &session).await;
    assert_eq!(ended.ok(), Some(Ended::Ordered), "{}", shop.log());
    purchase.ended = Ended::Ordered;
    let order = all_orders(&*shop.store().await).await.remove(0);
    for point in fail_point::REFUNDS {
        // The answer to the command tells of the refund. Only notifications cause reports.
        if point.ends_with("-report") {
            continue;
        }
        shop.kill_server();
        shop.spawn_server(&[(POINT, point)]);
        refund(&shop, order.order.number.0, point).await;
        dies(&mut shop, point).await;
        shop.start_server(&[]).await;
    }
    let purchases = [purchase];
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    let refunds = read_movements(&shop.path(AMAZON_LEDGER)).expect("Amazon's ledger");
    let done = refunds.iter().filter(|it| {
        it.kind == MovementKind::Refund
            && it.status == MovementStatus::Done
            && it.amount.minor.get() == 100
    });
    assert_eq!((done.count(), refunds.len()), (5, 5), "{refunds:?}");
}

/// An operator refunds 1.00, under a key of this point.
async fn refund(shop: &Shop, order: u64, point: &str) {
    let config = shop.path("zkratka-0.toml");
    let number = order.to_string();
    let arguments = [
        "orders",
        "refund",
        number.as_str(),
        "--config",
        config.to_str().expect("text"),
        "--key",
        point,
        "--by",
        "jana",
        "--reason",
        "trial",
        "--amount",
        "1.00",
    ];
    let log = shop.path("refund.log");
    let mut process = Process::start(&arguments, &[SECRET], &log);
    let ended = process.end(Duration::from_mins(1)).await;
    assert!(
        ended.is_some(),
        "{}",
        std::fs::read_to_string(log).unwrap_or_default()
    );
}

impl ShopClient {
    /// A cart of a buyer in Slovakia who chose this card at Amazon and came back; its payment is bound. Also returns the
    /// session.
    async fn chosen_at_amazon(
        &self,
        variant: &str,
        card: &str,
    ) -> Result<(Purchase, String), Unanswered> {
        let purchase = self.cart_in(variant, "SK").await?.ok_or(Unanswered)?;
        let params = self.amazon_button(&purchase).await?;
        let made = self.at_amazon("/sessions", &params).await?;
        let session = made["checkoutSessionId"].as_str().ok_or(Unanswered)?;
        let mut back = Value::Null;
        for (operation, body) in [
            ("sign-in", json!({ "buyer": "zuzana" })),
            ("choose", json!({ "card": card })),
            ("continue", json!({})),
        ] {
            let path = format!("/sessions/{session}/{operation}");
            back = self.at_amazon(&path, &body).await?;
        }
        self.comes_back(&back, &purchase).await;
        let content = json!({ "billingAddress": slovak(), "checkoutSessionId": session });
        let method = json!({ "walletPaymentMethod": { "amazonPayWalletContent": content } });
        let is_bound = self.bind_in(&purchase, method, "EUR").await?;
        is_bound
            .then(|| (purchase, session.to_owned()))
            .ok_or(Unanswered)
    }

    /// Orders, confirms at Amazon, and follows Amazon's redirect, until there is an outcome.
    async fn buys(
        &self,
        purchase: &Purchase,
        token: &str,
        session: &str,
    ) -> Result<Ended, Unanswered> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let long = Duration::from_mins(1);
            match self.submit(purchase, token, None, long).await? {
                Ended::Unknown => {}
                ended => return Ok(ended),
            }
            // It may be confirmed or declined already.
            let path = format!("/sessions/{session}/pay");
            let page = self.once_at_amazon(&path, &json!({})).await;
            self.comes_back(&page.unwrap_or_default(), purchase).await;
            tokio::time::sleep(PAUSE).await;
        }
        Err(Unanswered)
    }

    /// The parameters of Amazon's script, with the signed payload.
    async fn amazon_button(&self, purchase: &Purchase) -> Result<Value, Unanswered> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let origin = self.origin();
            let wish = json!({
                "checkout_url": format!("{origin}/checkout/x"),
                "checkout_cancel_url": format!("{origin}/cart"),
                "cart_id": purchase.cart,
            });
            let asked = self
                .http
                .post(format!("{origin}/wallets/config/amazon_pay"));
            let asked = asked.header("X-Shopify-Storefront-Access-Token", ACCESS_TOKEN);
            if let Ok(answer) = asked.json(&wish).send().await
                && answer.status().is_success()
                && let Ok(params) = answer.json::<Value>().await
            {
                return Ok(params);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Unanswered)
    }

    /// An operation of Amazon's pages, repeated until Amazon answers.
    async fn at_amazon(&self, path: &str, body: &Value) -> Result<Value, Unanswered> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(answer) = self.once_at_amazon(path, body).await {
                return Ok(answer);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Unanswered)
    }

    async fn once_at_amazon(&self, path: &str, body: &Value) -> Option<Value> {
        let url = format!("{}/sandbox/amazon-pay{path}", self.origin());
        let answer = self.http.post(url).json(body).send().await.ok()?;
        let answer = Some(answer).filter(|answer| answer.status().is_success())?;
        answer.json().await.ok()
    }

    /// Follows Amazon's redirect in the browser that has the cart. The shop may be down.
    async fn comes_back(&self, page: &Value, purchase: &Purchase) {
        let Some(url) = page["url"].as_str() else {
            return;
        };
        let reference = purchase.cart.strip_prefix("gid://shopify/Cart/");
        let reference = reference.expect("a cart's id");
        let cookie = reference.replace('?', "%3F").replace('=', "%3D");
        let asked = self
            .http
            .get(url)
            .header("cookie", format!("wallet-cart={cookie}"));
        let _ = asked.send().await;
    }
}

fn slovak() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Hlavná 1",
        "city": "Bratislava", "zip": "81101", "country": "SK",
    })
}
