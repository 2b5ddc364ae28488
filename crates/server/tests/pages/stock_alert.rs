//! Tests the form to be told by e-mail when sold-out goods can be bought again.

use super::support::{Page, Shop, Shopper};
use reqwest::StatusCode;
use std::time::Duration;
use zkratka_commerce::catalogue::{Product, Stock};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{Secret, VariantId};
use zkratka_commerce::redaction::UnpaidOrders;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_privacy::{Erasure, RedactRequest, find, person_json, redact_person};
use zkratka_store::{AlertOutcome, NewStockAlert, StockAlert};

const JUG: &str = "smaltovany-dzban";
const FORM: &str = "action=\"/stock-alerts\"";

async fn ask(shopper: &mut Shopper<'_>, variant: &str, email: &str) -> Page {
    let fields = [("id", variant), ("email", email)];
    shopper.post("/stock-alerts", &fields).await
}

async fn waiting(shop: &Shop, email: &str) -> Vec<StockAlert> {
    let store = &shop.server.app().store;
    let contact = ContactKey::of_email(email);
    let mut alerts = store.stock_alerts_of(contact).await.expect("the store");
    alerts.retain(|alert| alert.sent_at.is_none());
    alerts
}

/// Waits until this address waits for nothing.
async fn settled(shop: &Shop, email: &str) {
    told(shop, email, 0).await;
}

/// Waits until this address waits for so many variants.
async fn told(shop: &Shop, email: &str, left: usize) {
    for _try in 0..3_000 {
        if waiting(shop, email).await.len() == left {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the alert was never settled");
}

async fn restock(shop: &Shop) {
    supply(shop, 5).await;
}

/// Sets the stock of the jug.
async fn supply(shop: &Shop, available: i64) {
    let catalogue = shop.server.app().catalogue.current();
    let mut jug = Product::clone(catalogue.product(JUG).expect("the jug"));
    jug.variants[0].stock = Stock::Tracked {
        available,
        oversell: false,
    };
    let imported = shop.server.app().store.import(vec![jug]).await;
    imported.expect("an import");
}

/// [B.13] Who waits for sold-out goods gets one e-mail, and is forgotten then.
#[tokio::test]
async fn who_waits_is_told_once() {
    let shop = Shop::open_demo().await;
    let mut shopper = shop.shopper();
    let jug = shop.variant(JUG, 0).to_string();
    shopper.get("/products/smaltovany-dzban").await.says(FORM);
    for spelled in ["jana@example.cz", " Jana+hlidani@example.cz "] {
        let asked = ask(&mut shopper, &jug, spelled).await;
        assert_eq!(
            asked.leads_to(),
            "/products/smaltovany-dzban?hlidani=ano#hlidani"
        );
    }
    ask(&mut shopper, &jug, "odmitnuto@example.cz").await;
    assert_eq!(waiting(&shop, "jana@example.cz").await.len(), 1);
    let saved = shopper.get("/products/smaltovany-dzban?hlidani=ano").await;
    saved.says("id=\"hlidani\" role=\"status\"");
    saved.says_nothing_of(FORM);
    shopper
        .get("/sandbox/mail")
        .await
        .says_nothing_of("je zase skladem");

    restock(&shop).await;
    settled(&shop, "jana@example.cz").await;
    settled(&shop, "odmitnuto@example.cz").await;
    let refused = ContactKey::of_email("odmitnuto@example.cz");
    let refused = shop.server.app().store.stock_alerts_of(refused).await;
    let kept: Vec<_> = refused.expect("the store");
    assert!(kept.len() == 1 && kept[0].email.is_empty(), "it counts on");
    let inbox = shopper.get("/sandbox/mail").await;
    inbox.says("jana@example.cz");
    inbox.says_nothing_of("odmitnuto@");
    let text = shopper.get("/sandbox/mail/1/text").await;
    text.says("Chtěli jste vědět, až bude zboží znovu skladem: Smaltovaný džbán na mléko.");
    text.says("Zobrazit zboží");
    text.says("/products/smaltovany-dzban");
    let second = shopper.get("/sandbox/mail/2/text").await;
    assert_eq!(second.status, StatusCode::NOT_FOUND);
    let now = shopper.get("/products/smaltovany-dzban").await;
    now.says_nothing_of(FORM);
}

/// [B.13] The e-mail's link ends everything that its mailbox waits for, by one press or by the mail program, and only for who
/// has the link. Opening it ends nothing.
#[tokio::test]
async fn alerts_are_ended_by_the_link_of_the_e_mail() {
    let shop = Shop::open_demo().await;
    let mut shopper = shop.shopper();
    let jug = shop.variant(JUG, 0).to_string();
    ask(&mut shopper, &jug, "jana@example.cz").await;
    let wait_for_another = NewStockAlert {
        variant: VariantId(999_999),
        email: "jana@example.cz".to_owned(),
        secret: Secret([1; 16]),
        now: shop.server.app().clock.now(),
    };
    let added = shop.server.app().store.add_stock_alert(wait_for_another);
    assert_eq!(added.await.expect("the store"), AlertOutcome::Added);
    restock(&shop).await;
    told(&shop, "jana@example.cz", 1).await;
    let raw = shopper.get("/sandbox/mail/1/raw").await.text;
    assert!(raw.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
    let text = shopper.get("/sandbox/mail/1/text").await.text;
    let (_, link) = text.split_once("/stock-alerts/").expect("a link");
    let link = format!(
        "/stock-alerts/{}",
        link.lines().next().expect("a line").trim()
    );

    let asked = shopper.get(&link).await;
    assert_eq!(asked.status, StatusCode::OK);
    asked.says("Zrušit všechna hlídání");
    assert_eq!(waiting(&shop, "jana@example.cz").await.len(), 1);
    let (path, _) = link.split_once('?').expect("a key");
    for forged in [
        path.to_owned(),
        format!("{path}?key={}", "0".repeat(32)),
        link.replacen("stock-alerts/", "stock-alerts/9", 1),
    ] {
        assert_eq!(shopper.get(&forged).await.status, StatusCode::NOT_FOUND);
        let posted = shopper.post(&forged, &[]).await;
        assert_eq!(posted.status, StatusCode::NOT_FOUND, "{forged}");
    }
    assert_eq!(waiting(&shop, "jana@example.cz").await.len(), 1);
    let one_click = [("List-Unsubscribe", "One-Click")];
    for _press in 0..2 {
        let ended = shopper.post(&link, &one_click).await;
        assert_eq!(ended.status, StatusCode::OK);
        ended.says("Hlídání je zrušené");
    }
    assert_eq!(waiting(&shop, "jana@example.cz").await, []);
    // A stranger asks for the same goods again, and learns nothing: nothing waits.
    supply(&shop, 0).await;
    let sold_out = async {
        while !shopper
            .get("/products/smaltovany-dzban")
            .await
            .text
            .contains(FORM)
        {}
    };
    let seen = tokio::time::timeout(Duration::from_mins(1), sold_out);
    seen.await.expect("the goods are sold out");
    for email in ["jana@example.cz", "Jana+znovu@example.cz"] {
        let asked = ask(&mut shopper, &jug, email).await;
        assert!(asked.leads_to().contains("hlidani=ano"));
        let page = shopper.get(asked.leads_to()).await;
        page.says("dnech nikdo nezrušil");
    }
    assert_eq!(waiting(&shop, "jana@example.cz").await, []);
}

/// [B.13] What cannot be watched is refused with a reason, and nothing typed is lost.
#[tokio::test]
async fn a_wrong_request_says_why() {
    let shop = Shop::open_demo().await;
    let mut shopper = shop.shopper();
    let jug = shop.variant(JUG, 0).to_string();
    for (typed, kept) in [
        ("", "value=\"\""),
        ("jana", "value=\"jana\""),
        ("\"><script>@x", "value=\"&quot;&gt;&lt;script&gt;@x\""),
    ] {
        let page = ask(&mut shopper, &jug, typed).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{typed}");
        page.says("id=\"hlidani-chyba\" role=\"alert\"");
        page.says(kept);
    }
    let long = format!("{}@example.cz", "x".repeat(10_000));
    let page = ask(&mut shopper, &jug, &long).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    page.says_nothing_of(&"x".repeat(255));
    for unknown in ["0", "999999", "x", ""] {
        let page = ask(&mut shopper, unknown, "jana@example.cz").await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{unknown}");
    }
    let mug = shop.variant("smaltovany-hrnek", 0).to_string();
    let there = ask(&mut shopper, &mug, "jana@example.cz").await;
    assert!(there.leads_to().starts_with("/products/smaltovany-hrnek"));
    assert_eq!(waiting(&shop, "jana@example.cz").await, []);
}

/// [B.13] Nobody sends the form without end, and a shop without e-mail has none.
#[tokio::test]
async fn alerts_are_limited() {
    let shop = Shop::open_demo().await;
    let mut shopper = shop.shopper();
    let jug = shop.variant(JUG, 0).to_string();
    for number in 0..20 {
        let asked = ask(&mut shopper, &jug, &format!("nekdo{number}@example.cz")).await;
        assert_eq!(asked.status, StatusCode::SEE_OTHER, "{number}");
    }
    let refused = ask(&mut shopper, &jug, "dalsi@example.cz").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    refused.says("value=\"dalsi@example.cz\"");
    assert_eq!(waiting(&shop, "dalsi@example.cz").await, []);

    let silent = Shop::open().await;
    let page = ask(&mut silent.shopper(), "1", "jana@example.cz").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
}

/// [B.16] An alert is exported and erased with everything else of its person, and does not wait for ever.
#[tokio::test]
async fn alerts_are_personal_data() {
    let shop = Shop::open_demo().await;
    let mut shopper = shop.shopper();
    let jug = shop.variant(JUG, 0);
    for email in ["jana@example.cz", "petr@example.cz"] {
        ask(&mut shopper, &jug.to_string(), email).await;
    }
    let app = shop.server.app();
    let person = find(&*app.store, "JANA@example.cz")
        .await
        .expect("a person");
    let exported = &person_json(&person)["stockAlerts"];
    assert_eq!(exported[0]["variant"], jug);
    assert_eq!(exported[0]["email"], "jana@example.cz");

    let mut request = RedactRequest {
        by: "eva".to_owned(),
        reason: "request".to_owned(),
        unpaid: UnpaidOrders::Redact,
        dry_run: true,
        now: app.clock.now(),
    };
    for (dry_run, left) in [(true, 1), (false, 0)] {
        request.dry_run = dry_run;
        let redacted = redact_person(&*app.store, "jana@example.cz", &request).await;
        let done = redacted.expect("redacted").done(dry_run);
        assert_eq!(done.len(), 1, "{done:?}");
        assert!(done[0].starts_with("Stock alerts: 1"), "{done:?}");
        assert_eq!(waiting(&shop, "jana@example.cz").await.len(), left);
    }

    let retention = app.config.retention;
    for (days, left) in [(179, 1), (181, 0)] {
        let now: Timestamp = app.clock.now().plus(days * DAY_MS);
        let store = &*app.store;
        let erasure = Erasure {
            store,
            retention,
            now,
        };
        erasure.run().await.expect("erased");
        assert_eq!(
            waiting(&shop, "petr@example.cz").await.len(),
            left,
            "{days}"
        );
    }
}
