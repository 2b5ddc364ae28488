//! Tests that the buyer of gift cards gets their codes by e-mail, once, while they pay.

use super::mail::{MAIL, page};
use super::{HOUR, ManualClock, once, submit};
use crate::gift_cards::{shown_codes, voucher_cart};
use crate::support::{Shop, ShopPlace};
use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_life::LifeEvent;
use zkratka_commerce::refund::PaymentReport;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{DeliveryState, EventDelivery, OrderStep, OrderStepOutcome};

/// A shop that sells gift cards, and writes to buyers.
fn place() -> (ShopPlace, ManualClock) {
    let hands = ManualClock {
        start: SystemClock.now(),
        ahead: Arc::default(),
    };
    let sells = |config: String| config.replace("[payments]", "[payments]\ngift_cards = true");
    let place = ShopPlace::at(Arc::new(hands.clone()), |config| sells(config) + MAIL);
    (place, hands)
}

/// Buys vouchers by card with this address; returns the cart and the order's number.
async fn buy(shop: &Shop, quantity: i64, email: &str) -> (Value, u64) {
    let cart = voucher_cart(shop, quantity).await;
    let identity = json!({ "email": email, "countryCode": "CZ" });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    shop.mutate("cartBuyerIdentityUpdate", variables).await;
    let cart = shop.read(&cart["id"]).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let number = submit(shop, &cart).await;
    (cart, number)
}

/// Waits until the delivery of this event is done, and returns its answer.
async fn answer(shop: &Shop, kind: &str) -> String {
    let is_done = |one: &EventDelivery| one.kind == kind && one.state == DeliveryState::Delivered;
    let all = once(shop, |all| all.iter().any(is_done)).await;
    let done = all.into_iter().find(is_done).expect("a delivery");
    done.answer.expect("an answer")
}

async fn hear(shop: &Shop, order: u64, report: PaymentReport) {
    let app = shop.server.app();
    let step = OrderStep {
        order: OrderNumber(order),
        event: LifeEvent::Reported(report),
        now: app.clock.now(),
    };
    let outcome = app.store.advance_order(step).await.unwrap();
    assert!(
        matches!(outcome, OrderStepOutcome::Stored(_)),
        "{outcome:?}"
    );
}

async fn dispute(shop: &Shop, order: u64) {
    let opened = PaymentReport::DisputeOpened {
        dispute: "d-1".to_owned(),
        amount: Money::new(MinorUnits::new(50_000), Currency::CZK),
    };
    hear(shop, order, opened).await;
}

async fn win(shop: &Shop, order: u64) {
    let dispute = "d-1".to_owned();
    hear(shop, order, PaymentReport::DisputeWon { dispute }).await;
}

/// How many e-mails the shop has sent.
async fn sent(shop: &Shop) -> usize {
    page(shop, "").await.matches("/html\"").count()
}

/// [B.12] The e-mail shows the codes that the order's page shows, and comes once, also after a dispute that the shop has won.
/// Neither the confirmation nor the records of deliveries show a code.
#[tokio::test]
async fn the_codes_of_sold_gift_cards_come_once() {
    let (place, _) = place();
    let shop = place.open().await;
    let (cart, number) = buy(&shop, 2, "jana@example.cz").await;
    assert_eq!(
        answer(&shop, "order.captured").await,
        "taken by the SMTP server"
    );
    assert_eq!(sent(&shop).await, 2);
    let (confirmation, text) = (page(&shop, "/1/text").await, page(&shop, "/2/text").await);
    let html = page(&shop, "/2/html").await;
    let codes = shown_codes(&shop, &cart).await;
    assert_eq!(codes.len(), 2);
    for code in &codes {
        let line = format!("{code}: 500\u{a0}Kč");
        assert!(
            text.contains(&line) && html.contains(code.as_str()),
            "{text}"
        );
        assert!(!confirmation.contains(code.as_str()), "{confirmation}");
    }
    assert!(
        text.lines().any(|line| line == "Kódy dárkových karet"),
        "{text}"
    );
    dispute(&shop, number).await;
    win(&shop, number).await;
    assert_eq!(
        answer(&shop, "order.dispute_won").await,
        "the codes were sent before"
    );
    assert_eq!(sent(&shop).await, 2);
    let records = format!("{:?}", super::deliveries(&*shop.server.app().store).await);
    assert!(codes.iter().all(|code| !records.contains(code.as_str())));
}

/// [B.12] The codes of contested cards stay in the shop until the shop has won.
#[tokio::test]
async fn withheld_gift_cards_come_once_they_pay() {
    let (place, hands) = place();
    let shop = place.open().await;
    let (cart, number) = buy(&shop, 1, "pozdeji@example.cz").await;
    // The confirmation waits for its second try, and the e-mails behind it wait, too.
    let is_tried = |one: &EventDelivery| one.kind == "order.created" && one.tries == 1;
    let captured = |one: &EventDelivery| one.kind == "order.captured";
    once(&shop, |all| {
        all.iter().any(is_tried) && all.iter().any(captured)
    })
    .await;
    dispute(&shop, number).await;
    hands.forward(HOUR);
    assert_eq!(
        answer(&shop, "order.captured").await,
        "the order has no gift card that pays"
    );
    assert_eq!(sent(&shop).await, 1);
    win(&shop, number).await;
    assert_eq!(
        answer(&shop, "order.dispute_won").await,
        "taken by the SMTP server"
    );
    assert_eq!(sent(&shop).await, 2);
    let code = shown_codes(&shop, &cart).await.remove(0);
    let text = page(&shop, "/2/text").await;
    assert!(text.contains(&format!("{code}: 500\u{a0}Kč")), "{text}");
    assert!(
        text.lines().any(|line| line == "Kód dárkové karty"),
        "{text}"
    );
}
