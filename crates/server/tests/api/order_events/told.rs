//! Tests the content of order events.

use super::receiver::{OLD_SECRET, SECRET};
use super::{
    HOUR, Receiver, all_delivered, buy, buy_by_card, captured, created, once, submit, telling,
    telling_with,
};
use crate::selling_plans::PLANS;
use crate::support::{BOOK, SHIRT, ShopPlace, billing};
use serde_json::{Value, json};
use zkratka_store::{DeliveryState, EventDelivery};

/// The event of a subscription has everything that a renewal needs: plan, group, schedule, prices, and the mandate to
/// charge.
/// [3.05] It has the plan to which the buyer agreed.
#[tokio::test]
async fn a_subscription_with_plan_and_mandate() {
    let mut erp = Receiver::open();
    let (premises, _) = telling_with(&format!("{PLANS}{}", erp.section("erp")));
    let shop = premises.open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 2)]).await;
    let line = &cart["lines"]["nodes"][0]["id"];
    let lines = json!([{ "id": line, "sellingPlanId": "gid://shopify/SellingPlan/3" }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let cart = shop.mutate("cartLinesUpdate", variables).await["cart"].clone();
    shop.pay_by_card(&cart, "4111111111111111").await;
    let number = submit(&shop, &cart).await;

    let first = erp.hear().await;
    let message = first.json();
    assert_eq!(message["type"], "order.created");
    let order = &message["data"]["order"];
    assert_eq!(message["timestamp"], order["createdAt"]);
    assert_eq!(order["number"], number);
    assert_eq!(order["mode"], "test");
    assert_eq!(
        (
            &order["total"],
            &order["totalMinorUnits"],
            &order["currency"]
        ),
        (&json!("517.00"), &json!(51_700), &json!("CZK"))
    );
    assert_eq!(order["taxes"][0]["rateBasisPoints"], 2_100);
    let plan = json!({
        "id": 3,
        "name": "Každý měsíc",
        "group": { "handle": "predplatne", "name": "Předplatné" },
        "billing": { "interval": "MONTH", "intervalCount": 1 },
        "delivery": { "interval": "MONTH", "intervalCount": 1 },
        "recurringDeliveries": true,
        "prices": [
            { "price": "199.00", "orderCount": 3 },
            { "price": "1225.50", "orderCount": null },
        ],
    });
    let line = &order["lines"][0];
    assert_eq!((&line["id"], &line["quantity"]), (&json!(1), &json!(2)));
    assert_eq!(line["sellingPlan"], plan);
    assert_eq!(order["paymentMethod"], json!({ "kind": "card" }));
    let payment = &order["payment"];
    assert_eq!(payment["kind"], "authorised");
    let mandate = payment["card"]["mandate"].as_str().expect("a mandate");
    assert!(!mandate.is_empty());
    assert!(order["gatewayReference"].is_string(), "{order:#}");
    assert_eq!(order["delivery"]["handle"], "ppl");
    assert_eq!(order["email"], "jana@example.cz");
    assert_eq!(order["deliveryAddress"]["city"], billing()["city"]);
    let text = message.to_string();
    assert!(
        !text.contains("ses_") && !text.contains("4111111111111111"),
        "{text}"
    );

    // The second event is about the same order.
    let second = erp.hear().await;
    assert_eq!(second.news(), captured(number));
    let later = second.json()["data"]["order"].clone();
    assert_eq!(later["payment"]["kind"], "captured");
    assert_eq!(later["payment"]["card"]["mandate"], mandate);
    assert_eq!(later["gatewayReference"], order["gatewayReference"]);
    assert_eq!(later["lines"], order["lines"]);
    assert_ne!(second.id(), first.id());
    let found = all_delivered(&shop, 2).await;
    assert!(found.iter().all(|one| one.tries == 1), "{found:?}");
    assert_eq!(found[0].id, first.id());
    assert!(erp.rest().is_empty());
}

/// A receiver with either secret can verify a message with the documentation's sample code; a changed message fails.
#[tokio::test]
async fn a_message_that_can_be_checked() {
    let mut erp = Receiver::open();
    let (premises, _) = telling(&erp);
    let shop = premises.open().await;
    let number = buy(&shop).await;
    let heard = erp.hear().await;
    assert_eq!(heard.news(), created(number));
    assert_eq!(heard.header("content-type"), "application/json");
    assert!(heard.header("user-agent").starts_with("zkratka/"));
    assert_eq!(heard.path, "erp");
    for (secret, genuine) in [
        (SECRET, true),
        (OLD_SECRET, true),
        ("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", false),
    ] {
        assert_eq!(heard.is_genuine(secret, &heard.body), genuine, "{secret}");
    }
    let changed = String::from_utf8(heard.body.to_vec()).unwrap();
    let changed = changed.replace("518.00", "1.00");
    assert!(!heard.is_genuine(SECRET, changed.as_bytes()));
    let mut later = heard.clone();
    let seconds: i64 = heard.header("webhook-timestamp").parse().unwrap();
    let next = (seconds + 1).to_string().parse().unwrap();
    later.headers.insert("webhook-timestamp", next);
    assert!(!later.is_genuine(SECRET, &heard.body));
}

/// [3.20] The event has the visitor's consent, or null if it is unknown.
#[tokio::test]
async fn what_the_visitor_agreed_to() {
    let mut erp = Receiver::open();
    let (premises, _) = telling(&erp);
    let shop = premises.open().await;
    buy(&shop).await;
    // Events of different orders have no common sequence, so the second purchase starts after the first event has
    // arrived.
    assert_eq!(consent_heard_by(&mut erp).await, Value::Null);
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let said =
        "mutation ($id: ID!) @inContext(visitorConsent: { analytics: true, marketing: false }) {
        cartNoteUpdate(cartId: $id, note: \"Zvoňte\") { userErrors { code } } }";
    shop.run(said, json!({ "id": cart["id"] })).await;
    shop.pay_on_delivery(&cart).await;
    submit(&shop, &cart).await;
    let said =
        json!({ "analytics": true, "marketing": false, "preferences": null, "saleOfData": null });
    assert_eq!(consent_heard_by(&mut erp).await, said);
}

/// The consent in the next message.
async fn consent_heard_by(erp: &mut Receiver) -> Value {
    erp.hear().await.json()["data"]["order"]["visitorConsent"].clone()
}

/// Each receiver gets the event types that its section lists, or all if there is no list.
#[tokio::test]
async fn each_what_it_wants() {
    let (mut erp, mut warehouse) = (Receiver::open(), Receiver::open());
    let wants = "events = [\"order.captured\", \"order.needs_review\"]\n";
    let sections = erp.section("erp") + &warehouse.section("sklad") + wants;
    let (premises, _) = telling_with(&sections);
    let shop = premises.open().await;
    let on_delivery = buy(&shop).await;
    let by_card = buy_by_card(&shop, "4111111111111111").await;
    let refused = buy_by_card(&shop, "4000000000000341").await;
    all_delivered(&shop, 7).await;
    let review = (refused, "order.needs_review".to_owned());
    let mut news = erp.news(5).await;
    news.sort();
    let mut expected = vec![
        created(on_delivery),
        created(by_card),
        captured(by_card),
        created(refused),
        review.clone(),
    ];
    expected.sort();
    assert_eq!(news, expected);
    let mut news = warehouse.news(2).await;
    news.sort();
    assert_eq!(news, [captured(by_card), review]);
}

/// A declined payment makes no order and sends no event.
#[tokio::test]
async fn nothing_of_what_failed() {
    let mut erp = Receiver::open();
    let (premises, _) = telling(&erp);
    let shop = premises.open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, "4000000000000002").await;
    let result = shop.submit(&cart, "token-of-nothing").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed");
    let number = buy(&shop).await;
    assert_eq!(erp.news(1).await, [created(number)]);
    all_delivered(&shop, 1).await;
}

/// Events that every receiver has are deleted after a while; undelivered events are kept.
#[tokio::test]
async fn nothing_old_but_what_is_still_to_be_told() {
    let (mut erp, away) = (Receiver::open(), Receiver::away());
    let wants = "events = [\"order.captured\"]\n";
    let sections = erp.section("erp") + &away.section("pryc") + wants;
    let (premises, hands) = telling_with(&sections);
    let shop = premises.open().await;
    let told = buy(&shop).await;
    let not_told = buy_by_card(&shop, "4111111111111111").await;
    once(&shop, |found| {
        let told = |one: &EventDelivery| one.state == DeliveryState::Delivered;
        found.len() == 4 && found.iter().filter(|one| told(one)).count() == 3
    })
    .await;
    shop.server.stop().await;
    for (hours, left) in [
        (29 * 24, vec![told, not_told, not_told, not_told]),
        (48, vec![not_told; 2]),
    ] {
        hands.forward(hours * HOUR);
        let shop = premises.open().await;
        let orders =
            |found: &[EventDelivery]| found.iter().map(|one| one.key.order.0).collect::<Vec<_>>();
        once(&shop, |found| orders(found) == left).await;
        assert_eq!(shop.orders().await.len(), 2, "orders are kept");
        shop.server.stop().await;
    }
    let mut news = erp.news(3).await;
    news.sort();
    let mut expected = [created(told), created(not_told), captured(not_told)];
    expected.sort();
    assert_eq!(news, expected);
}

/// Events from before the first receiver was configured are sent to it.
#[tokio::test]
async fn what_happened_before_somebody_listened() {
    let premises = ShopPlace::new(|config| config);
    let shop = premises.open().await;
    let number = buy(&shop).await;
    // Drops the server without a shutdown, like a crash.
    drop(shop);
    let mut erp = Receiver::open();
    let shop = premises.with(&erp.section("erp")).open().await;
    assert_eq!(erp.news(1).await, [created(number)]);
    all_delivered(&shop, 1).await;
}
