//! Bounds on orders that are made before anybody pays: a transfer or cash on delivery sells stock at once.

use crate::support::{SHIRT, Shop, billing, codes};
use reqwest::Client;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tokio::task::JoinSet;
use zkratka_commerce::catalogue::Stock;
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::{Clock, SystemClock};

const GOOD_CARD: &str = "4111111111111111";
/// What the configuration allows unless it says otherwise.
const ORDERS_PER_CONTACT: usize = 3;
const ORDERS_PER_ADDRESS: usize = 10;
const UNITS_PER_VARIANT: i64 = 10;

struct ManualClock(AtomicI64);

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed))
    }
}

/// A shop with this many shirts, and its clock.
async fn open(pieces: i64) -> (Shop, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock(AtomicI64::new(SystemClock.now().0)));
    let shop = Shop::open_at(clock.clone(), |text| text).await;
    shop.reimport(SHIRT, |shirt| {
        shirt.variants[0].stock = Stock::Tracked {
            available: pieces,
            oversell: false,
        };
    })
    .await;
    (shop, clock)
}

/// The requests that follow come from this address.
pub(crate) fn come_from(shop: &mut Shop, last: u8) {
    let client = Client::builder().local_address(IpAddr::from([127, 0, 0, last]));
    shop.client = client.build().unwrap();
}

/// Somebody who has never bought here before.
pub(crate) fn stranger(number: usize) -> (String, String) {
    (
        format!("kupec{number}@example.cz"),
        format!("+420777{number:06}"),
    )
}

/// A cart of so many shirts that lacks nothing but its payment.
pub(crate) async fn cart(shop: &Shop, shirts: i64, (email, phone): &(String, String)) -> Value {
    let cart = shop.ready_cart(&[(SHIRT, 0, shirts)]).await;
    let identity = json!({ "email": email, "phone": phone, "countryCode": "CZ" });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

pub(crate) async fn bind(shop: &Shop, cart: &Value, handle: &str) -> Value {
    let amount = cart["cost"]["totalAmount"]["amount"].as_str().unwrap();
    let method =
        json!({ "manualPaymentMethod": { "handle": handle, "billingAddress": billing() } });
    shop.pay(cart, amount, method).await
}

/// Orders so many shirts by a manual payment; answers the result of the submission.
async fn order(shop: &Shop, shirts: i64, contact: &(String, String), handle: &str) -> Value {
    let cart = cart(shop, shirts, contact).await;
    let bound = bind(shop, &cart, handle).await;
    assert_eq!(bound["userErrors"], json!([]), "{bound}");
    let token = format!("token-{}", cart["id"]);
    shop.submit(&cart, &token).await["result"].clone()
}

pub(crate) fn accepted(result: &Value) {
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
}

/// The buyer stays in the checkout, and reads what to do instead.
pub(crate) fn refused(result: &Value) {
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    assert_eq!(codes(&result["errors"]), ["PAYMENTS_METHOD_UNAVAILABLE"]);
    let message = result["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("online"), "{message}");
    let url = result["checkoutUrl"].as_str().unwrap();
    assert!(url.contains("/checkout/"), "{url}");
}

/// [8.03] One client with ever-new carts and contacts takes some of the stock, and then no more of it; it can still pay
/// online, and another client can still order by transfer.
#[tokio::test]
async fn one_client_cannot_take_all_stock_without_paying() {
    let pieces = 2 * UNITS_PER_VARIANT * i64::try_from(ORDERS_PER_ADDRESS).unwrap();
    let (mut shop, _) = open(pieces).await;
    let mut results = Vec::new();
    for number in 0..2 * ORDERS_PER_ADDRESS {
        let handle = ["bank_transfer", "cash_on_delivery"][number % 2];
        results.push(order(&shop, UNITS_PER_VARIANT, &stranger(number), handle).await);
    }
    let left = shop.left(SHIRT, 0).await.unwrap();
    assert_eq!(left.cast_signed(), pieces / 2, "{results:#?}");
    let (first, later) = results.split_at(ORDERS_PER_ADDRESS);
    first.iter().for_each(accepted);
    later.iter().for_each(refused);

    let online = cart(&shop, 1, &stranger(50)).await;
    shop.pay_by_card(&online, GOOD_CARD).await;
    accepted(&shop.submit(&online, "token-online").await["result"]);
    come_from(&mut shop, 2);
    accepted(&order(&shop, 1, &stranger(51), "bank_transfer").await);
}

/// [8.03] Submissions at once are counted like those one after another.
#[tokio::test]
async fn one_client_gets_no_more_by_ordering_at_once() {
    let (shop, _) = open(1_000).await;
    let shop = Arc::new(shop);
    let mut submits = JoinSet::new();
    for number in 0..2 * ORDERS_PER_ADDRESS {
        let cart = cart(&shop, 1, &stranger(number)).await;
        bind(&shop, &cart, "bank_transfer").await;
        let (shop, token) = (Arc::clone(&shop), format!("token-{number:08}"));
        submits.spawn(async move { shop.submit(&cart, &token).await });
    }
    submits.join_all().await;
    assert_eq!(shop.orders().await.len(), ORDERS_PER_ADDRESS);
}

/// [8.03] A buyer who has some unpaid orders makes no more from anywhere, however the e-mail address is written, also after
/// the shop was restarted; when the window is over, the buyer can order again.
#[tokio::test]
async fn one_contact_has_a_few_unpaid_orders() {
    let (mut shop, clock) = open(100).await;
    let written = [
        "jan.novak@gmail.com",
        "Jan.Novak@Gmail.com",
        "jannovak+obchod@googlemail.com",
    ];
    for (number, email) in written.into_iter().enumerate() {
        come_from(&mut shop, u8::try_from(number).unwrap() + 10);
        let contact = (email.to_owned(), stranger(number).1);
        accepted(&order(&shop, 1, &contact, "bank_transfer").await);
    }
    let by_email = ("jannovak@gmail.com".to_owned(), stranger(9).1);
    refused(&order(&shop, 1, &by_email, "cash_on_delivery").await);
    accepted(&order(&shop, 1, &stranger(0), "bank_transfer").await);
    accepted(
        &order(
            &shop,
            1,
            &("dalsi@example.cz".into(), stranger(0).1),
            "bank_transfer",
        )
        .await,
    );
    let by_phone = ("jeste.jeden@example.cz".to_owned(), stranger(0).1);
    refused(&order(&shop, 1, &by_phone, "bank_transfer").await);

    let day = 24 * 60 * 60 * 1_000;
    clock.0.fetch_add(day - 60_000, Ordering::Relaxed);
    refused(&order(&shop, 1, &by_email, "bank_transfer").await);
    clock.0.fetch_add(60_000, Ordering::Relaxed);
    accepted(&order(&shop, 1, &by_email, "bank_transfer").await);
    assert_eq!(shop.orders().await.len(), ORDERS_PER_CONTACT + 3);
}

/// [8.03] [4.12] Many pieces are paid online; the refusal comes with the choice of the payment, before the order.
#[tokio::test]
async fn many_pieces_are_not_ordered_without_paying() {
    let (shop, _) = open(100).await;
    let cart = cart(&shop, UNITS_PER_VARIANT + 1, &stranger(1)).await;
    for handle in ["bank_transfer", "cash_on_delivery"] {
        let bound = bind(&shop, &cart, handle).await;
        assert_eq!(
            codes(&bound["userErrors"]),
            ["PAYMENT_METHOD_NOT_APPLICABLE"]
        );
        let message = bound["userErrors"][0]["message"].as_str().unwrap();
        assert!(message.contains("online"), "{message}");
    }
    shop.pay_by_card(&cart, GOOD_CARD).await;
    accepted(&shop.submit(&cart, "token-online").await["result"]);
}
