//! Tests e-mails to buyers: that each event of an order reaches the buyer once, whatever the SMTP server does.

use super::{HOUR, deliveries, once, submit, telling_with, transfers};
use crate::support::{BOOK, Shop};
use serde_json::json;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::Action;
use zkratka_store::{DeliveryState, EventDelivery};

pub(super) const MAIL: &str = "[mail]\nenabled = true\nsender = \"obchod@example.com\"\n";

/// Buys a book on delivery with this address; returns the order's number.
async fn buy(shop: &Shop, email: &str) -> u64 {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": { "email": email } });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    let cart = payload["cart"].clone();
    shop.pay_on_delivery(&cart).await;
    submit(shop, &cart).await
}

/// Waits for a delivery in this state.
async fn ended(shop: &Shop, state: DeliveryState) -> EventDelivery {
    let found = once(shop, |all| all.iter().any(|one| one.state == state)).await;
    found
        .into_iter()
        .find(|one| one.state == state)
        .expect("one")
}

async fn get(shop: &Shop, path: &str) -> reqwest::Response {
    let url = format!("{}{path}", shop.server.base_url);
    shop.client.get(url).send().await.unwrap()
}

pub(super) async fn page(shop: &Shop, path: &str) -> String {
    let answer = get(shop, &format!("/sandbox/mail{path}")).await;
    assert_eq!(answer.status(), 200, "{path}");
    answer.text().await.unwrap()
}

/// The buyer gets the confirmation, whose link shows the order.
#[tokio::test]
async fn an_order_is_confirmed_by_e_mail() {
    let (place, _) = telling_with(MAIL);
    let shop = place.open().await;
    let number = buy(&shop, "jana@example.cz").await;
    let sent = ended(&shop, DeliveryState::Delivered).await;
    assert_eq!(sent.kind, "order.created");
    let list = page(&shop, "").await;
    assert!(list.contains("jana@example.cz"), "{list}");
    assert_eq!(list.matches("/html\"").count(), 1, "{list}");
    let text = page(&shop, "/1/text").await;
    assert!(
        text.contains(&format!("objednávku číslo {number}.")),
        "{text}"
    );
    assert!(
        text.replace('\u{a0}', " ").contains("Celkem: 518 Kč"),
        "{text}"
    );
    let link = text
        .lines()
        .find(|line| line.contains("/confirmation?key="));
    let path = link
        .and_then(|link| link.split_once("/checkout/"))
        .expect("a link")
        .1;
    let order = get(&shop, &format!("/checkout/{path}")).await;
    assert_eq!(order.status(), 200);
    assert!(order.text().await.unwrap().contains("Dlouhá 1"));
    assert!(page(&shop, "/1/html").await.contains("<!doctype html>"));
    assert!(
        page(&shop, "/1/raw")
            .await
            .contains("Auto-Submitted: auto-generated")
    );
}

/// [B.12] A consent that was given on the order's page is confirmed by one e-mail, however often the form is sent.
#[tokio::test]
async fn a_consent_on_the_orders_page_is_confirmed_once() {
    let (place, _) = telling_with(MAIL);
    let shop = place.open().await;
    let number = buy(&shop, "jana@example.cz").await;
    ended(&shop, DeliveryState::Delivered).await;
    let app = shop.server.app();
    for _press in 0..2 {
        let consented =
            app.store
                .consent_to_downloads(OrderNumber(number), "2026-11", app.clock.now());
        consented.await.expect("the store");
    }
    let told = once(&shop, |all| {
        let delivered = |one: &&EventDelivery| one.state == DeliveryState::Delivered;
        all.iter().filter(delivered).count() == 2
    })
    .await;
    let kinds: Vec<_> = told.iter().map(|one| one.kind.as_str()).collect();
    assert_eq!(kinds, ["order.created", "order.download_consented"]);
    assert_eq!(told[1].answer.as_deref(), Some("taken by the SMTP server"));
    let text = page(&shop, "/2/text").await;
    assert!(text.contains("Potvrzujeme váš souhlas"), "{text}");
    assert!(
        text.contains(&format!("objednávky číslo {number}.")),
        "{text}"
    );
    assert!(text.contains("/confirmation?key="), "{text}");
}

/// [B.12] The e-mail about sent goods and the order's page lead to the carrier's page about the parcel.
#[tokio::test]
async fn the_buyer_follows_a_parcel() {
    let pages = "[[tracking]]\ncarrier = \"PPL\"\nurl = \"https://ppl.example.com/?z={number}\"\n";
    let (place, _) = telling_with(&format!("{MAIL}{pages}"));
    let shop = place.open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let number = submit(&shop, &cart).await;
    let sent = Action::Fulfil {
        lines: Vec::new(),
        carrier: Some("ppl".to_owned()),
        tracking_number: Some("12 3&x=<4>".to_owned()),
        before_payment: false,
        despite_dispute: false,
    };
    transfers::operate(&shop, number, sent).await;
    let is_sent = |one: &EventDelivery| {
        one.kind == "order.fulfilled" && one.state == DeliveryState::Delivered
    };
    once(&shop, |all| all.iter().any(is_sent)).await;
    let url = "https://ppl.example.com/?z=12%203%26x%3D%3C4%3E";
    let text = page(&shop, "/2/text").await;
    let link = format!("Sledovat zásilku 12 3&x=<4> (ppl):\n{url}\n");
    assert!(text.replace("\r\n", "\n").contains(&link), "{text}");
    let html = page(&shop, "/2/html").await;
    let escaped = url.replace('/', "&#x2f;");
    assert!(html.contains(&format!("<a href=\"{escaped}\">")), "{html}");
    let order = shop.client.get(shop.order_link(&cart).await).send().await;
    let order = order.unwrap().text().await.unwrap();
    assert!(order.contains(&format!("\"url\":\"{url}\"")), "{order}");
    assert!(!page(&shop, "/1/text").await.contains("Sledovat"));
}

/// A mailbox that does not exist is given up at once; the order stands, and the operator sees it.
#[tokio::test]
async fn an_address_that_does_not_exist_is_given_up() {
    let (place, _) = telling_with(MAIL);
    let shop = place.open().await;
    buy(&shop, "odmitnuto@example.cz").await;
    let given_up = ended(&shop, DeliveryState::GivenUp).await;
    assert_eq!(given_up.tries, 1);
    assert_eq!(
        given_up.answer.as_deref(),
        Some("the SMTP server answered 550")
    );
    assert!(page(&shop, "").await.contains("Zatím žádný nepřišel"));
}

/// A server that does not take the e-mail now gets it once, later.
#[tokio::test]
async fn an_e_mail_that_is_refused_for_now_is_sent_again() {
    let (place, hands) = telling_with(MAIL);
    let shop = place.open().await;
    buy(&shop, "pozdeji@example.cz").await;
    once(&shop, |all| all.iter().any(|one| one.tries == 1)).await;
    hands.forward(HOUR);
    let sent = ended(&shop, DeliveryState::Delivered).await;
    assert_eq!(sent.tries, 2);
    let list = page(&shop, "").await;
    assert_eq!(list.matches("/html\"").count(), 1, "{list}");
}

/// Without `[mail]` nobody gets anything, and there is no inbox.
#[tokio::test]
async fn a_shop_without_mail_has_no_inbox() {
    let shop = Shop::open().await;
    buy(&shop, "jana@example.cz").await;
    assert_eq!(get(&shop, "/sandbox/mail").await.status(), 404);
    assert!(deliveries(&*shop.server.app().store).await.is_empty());
}

/// A shop that enables `[mail]` writes to nobody about orders from before.
#[tokio::test]
async fn old_events_cause_no_e_mail() {
    let (place, hands) = telling_with("");
    let shop = place.open().await;
    buy(&shop, "jana@example.cz").await;
    shop.server.stop().await;
    hands.forward(25 * HOUR);
    let shop = place.with(MAIL).open().await;
    buy(&shop, "eva@example.cz").await;
    let sent = ended(&shop, DeliveryState::Delivered).await;
    assert_eq!(sent.kind, "order.created");
    let list = page(&shop, "").await;
    assert!(list.contains("eva@example.cz"), "{list}");
    assert!(!list.contains("jana@example.cz"), "{list}");
    assert_eq!(deliveries(&*shop.server.app().store).await.len(), 1);
}
