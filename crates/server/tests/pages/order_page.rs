//! Tests who sees an order's data: the buyer who paid, and nobody who knows only the cart's link.

use super::checkout::{buy_by_transfer, checkout_of};
use super::support::{Page, Shop, Shopper};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::{Action, LifeEvent, Operation};
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{OrderStep, OrderStepOutcome};

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const PERSONAL: [&str; 4] = ["jana@example.cz", "Nováková", "Dlouhá 12", "601123456"];

pub(crate) struct MovedClock(pub(crate) AtomicI64);

impl Clock for MovedClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed))
    }
}

/// The links of an order: the cart's, which the storefront's pages contain, and the order's own.
struct Bought {
    checkout: String,
    own: String,
    cart: Value,
}

async fn buy(shopper: &mut Shopper<'_>) -> Bought {
    let checkout = checkout_of(shopper, "hrnek").await;
    let cart = shopper.get(&checkout).await.checkout_data()["cartId"].clone();
    let own = buy_by_transfer(shopper, &cart).await;
    Bought {
        checkout,
        own,
        cart,
    }
}

impl Bought {
    /// The address of the confirmation with the cart's key, as older versions handed it out.
    fn older(&self) -> String {
        self.checkout.replacen('?', "/confirmation?", 1)
    }
}

#[track_caller]
fn tells_nobody(page: &Page) {
    assert_eq!(page.status, StatusCode::OK);
    for personal in PERSONAL {
        page.says_nothing_of(personal);
    }
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
}

/// [B.03] The cart's key stands in the storefront's pages and in logs. It shows that there is an order, and nothing about
/// the buyer.
#[tokio::test]
async fn the_carts_link_does_not_show_the_buyer() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let bought = buy(&mut shopper).await;
    let order = shopper.get(&bought.own).await.checkout_data()["order"].clone();
    assert_eq!(
        order["email"], "jana@example.cz",
        "the buyer who has just ordered"
    );
    for link in [bought.checkout.clone(), bought.older()] {
        let page = shopper.get(&link).await;
        tells_nobody(&page);
        page.says(&order["number"].to_string());
    }
}

/// [B.03] The order's own link without `/confirmation` leads to the order. With any other key there is no such page.
#[tokio::test]
async fn the_orders_own_key_leads_from_the_checkout_to_the_order() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let bought = buy(&mut shopper).await;
    let cut = bought.own.replacen("/confirmation?", "?", 1);
    let page = shopper.get(&cut).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    assert!(page.header("location").ends_with(&bought.own));
    assert_eq!(page.header("cache-control"), "no-store");
    let (path, _) = cut.split_once("?key=").expect("a key");
    let wrong = format!("{path}?key={}", "0".repeat(32));
    assert_eq!(shopper.get(&wrong).await.status, StatusCode::NOT_FOUND);
}

/// [B.03] Nor do the cart's key and the public API together lead to the buyer's data.
#[tokio::test]
async fn an_attempt_of_a_stranger_does_not_lead_to_the_buyer() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let bought = buy(&mut shopper).await;
    let submitted = shopper
        .api(
            "mutation ($id: ID!) { cartSubmitForCompletion(cartId: $id, attemptToken: \"pokus-cizince\") { result { ... on SubmitAlreadyAccepted { attemptId } } } }",
            json!({ "id": bought.cart }),
        )
        .await;
    let attempt = &submitted["cartSubmitForCompletion"]["result"]["attemptId"];
    let polled = shopper
        .api(
            "query ($id: String!) { cartCompletionAttempt(attemptId: $id) { ... on CartCompletionSuccess { orderUrl } } }",
            json!({ "id": attempt }),
        )
        .await;
    let url = polled["cartCompletionAttempt"]["orderUrl"].as_str();
    let page = shopper.get(url.expect("an address")).await;
    tells_nobody(&page);
    let parameter = format!("&attempt={}", attempt.as_str().expect("a name"));
    tells_nobody(&shopper.get(&(bought.checkout.clone() + &parameter)).await);
}

/// Opens a shop whose clock the test moves.
async fn open_at(clock: &Arc<MovedClock>) -> Shop {
    Shop::open_at(Arc::clone(clock) as Arc<dyn Clock>).await
}

pub(crate) fn clock() -> Arc<MovedClock> {
    Arc::new(MovedClock(AtomicI64::new(SystemClock.now().0)))
}

/// [B.03] The order's own link shows everything for as many days as the shop says. Then it asks for a contact.
#[tokio::test]
async fn after_some_days_the_page_asks_for_a_contact() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut shopper = shop.shopper();
    let bought = buy(&mut shopper).await;
    clock.0.fetch_add(30 * DAY_MS - 60_000, Ordering::Relaxed);
    let whole = shopper.get(&bought.own).await.checkout_data()["order"].clone();
    assert_eq!(whole["email"], "jana@example.cz");
    clock.0.fetch_add(120_000, Ordering::Relaxed);
    let page = shopper.get(&bought.own).await;
    tells_nobody(&page);
    page.says("<form");
    page.says("for=\"order-contact\"");
    page.says_nothing_of("<script type=\"module\"");

    for wrong in ["eva@example.cz", "601 123 457", "", "@", &"9".repeat(3_000)] {
        let page = shopper.post(&bought.own, &[("contact", wrong)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        page.says("Takový e-mail ani telefon u objednávky nemáme");
        page.says("aria-invalid=\"true\"");
        for personal in PERSONAL {
            page.says_nothing_of(personal);
        }
    }
    for contact in ["Jana@Example.cz ", "601 123 456", "+420601123456"] {
        let page = shopper.post(&bought.own, &[("contact", contact)]).await;
        assert_eq!(page.status, StatusCode::OK, "{contact}");
        assert_eq!(page.checkout_data()["order"], whole, "{contact}");
        assert_eq!(page.header("cache-control"), "no-store");
    }
}

/// [B.03] The cart's link leads to the data for whoever knows a contact of the order, and nobody can try many.
#[tokio::test]
async fn a_contact_cannot_be_guessed() {
    let shop = open_at(&clock()).await;
    let mut shopper = shop.shopper();
    let bought = buy(&mut shopper).await;
    let older = bought.older();
    let page = shopper
        .post(&older, &[("contact", "jana@example.cz")])
        .await;
    assert_eq!(page.checkout_data()["order"]["email"], "jana@example.cz");
    for number in 0..10 {
        let guess = format!("guess-{number}@example.cz");
        let page = shopper.post(&older, &[("contact", &guess)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{number}");
    }
    for link in [&older, &bought.own] {
        let page = shopper.post(link, &[("contact", "jana@example.cz")]).await;
        assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
        page.says("Zkuste to prosím znovu za");
        page.says_nothing_of("Nováková");
    }
    let (path, key) = older.split_once("?key=").expect("a key");
    let wrong = format!("{path}?key={}", key.chars().rev().collect::<String>());
    let page = shopper
        .post(&wrong, &[("contact", "jana@example.cz")])
        .await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
}

pub(crate) async fn act(shop: &Shop, order: &Value, action: Action) {
    let app = shop.server.app();
    let step = OrderStep {
        order: OrderNumber(order["number"].as_u64().expect("a number")),
        event: LifeEvent::Operated(Operation {
            key: None,
            by: "jana".to_owned(),
            reason: "test".to_owned(),
            action,
        }),
        now: SystemClock.now(),
    };
    let stored = app.store.advance_order(step).await.expect("the store");
    assert!(matches!(stored, OrderStepOutcome::Stored(_)), "{stored:?}");
}

/// The next steps, with simple spaces.
fn steps(order: &Value) -> String {
    let steps = order["nextSteps"].as_array().expect("steps");
    let steps: Vec<_> = steps.iter().filter_map(Value::as_str).collect();
    steps.join(" ").replace('\u{a0}', " ")
}

/// [B.12] Nobody is asked to pay an order that is paid or cancelled. Without scripts the order's page says the same, and not
/// that the goods still wait in the cart.
#[tokio::test]
async fn an_order_says_what_happened_after_the_sale() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let bought = buy(&mut shopper).await;
    let order = shopper.get(&bought.own).await.checkout_data()["order"].clone();
    assert_eq!(order["standing"], Value::Null);
    assert_eq!(order["transfer"]["account"], "19-2000145399/0800");
    let page = shopper.get(&bought.own).await;
    page.says(&format!("<h1>Objednávka {}</h1>", order["number"]));
    page.says("Údaje k platbě převodem");
    page.says_nothing_of("Pokladna potřebuje JavaScript");
    shopper
        .get(&bought.checkout)
        .await
        .says("Čekáme na platbu převodem.");

    act(&shop, &order, Action::MarkPaid).await;
    let page = shopper.get(&bought.own).await;
    let order = page.checkout_data()["order"].clone();
    assert!(
        steps(&order).contains("převodem dorazila, děkujeme. Zboží teď zabalíme"),
        "{order:#}"
    );
    assert_eq!(order["transfer"], Value::Null);
    page.says("<p>Zboží teď zabalíme a\u{a0}předáme dopravci.</p>");
    let paid = "Platba dorazila, děkujeme.";
    shopper.get(&bought.checkout).await.says(paid);

    act(&shop, &order, Action::Cancel { restock: true }).await;
    let order = shopper.get(&bought.own).await.checkout_data()["order"].clone();
    assert_eq!(order["standing"], "Objednávka je zrušená");
    shopper
        .get(&bought.checkout)
        .await
        .says("Objednávka je zrušená.");
}

/// [B.12] The page and the QR code show the due day. After that day the page says that a payment sent at once still counts. It
/// asks for no payment of an expired order.
#[tokio::test]
async fn a_transfer_has_a_due_day_until_it_expires() {
    let clock = clock();
    let shop = open_at(&clock).await;
    let mut shopper = shop.shopper();
    let bought = buy(&mut shopper).await;
    let app = shop.server.app();
    let order = shopper.get(&bought.own).await.checkout_data()["order"].clone();
    let number = OrderNumber(order["number"].as_u64().expect("a number"));
    let record = app.store.order(number).await.expect("the store");
    let due = record.expect("an order").order.transfer_due;
    let due = due.expect("a due day");
    let spayd = |order: &Value| order["transfer"]["spayd"].as_str().unwrap_or("").to_owned();
    let told = |order: &Value| order["transfer"]["due"].as_str().unwrap_or("").to_owned();
    let day = due.day.to_string().replace('-', "");
    let year = due.day.year().to_string();

    for now in [clock.now(), due.overdue_at.plus(-1)] {
        clock.0.store(now.0, Ordering::Relaxed);
        let order = shopper.get(&bought.own).await.checkout_data()["order"].clone();
        assert!(told(&order).starts_with("Zaplaťte do "), "{order:#}");
        assert!(told(&order).contains(&year), "{order:#}");
        assert!(
            told(&order).contains("Objednávku zrušíme, pokud"),
            "{order:#}"
        );
        assert!(spayd(&order).contains(&format!("*DT:{day}*")), "{order:#}");
    }
    for now in [due.overdue_at, due.expires_at.plus(-1)] {
        clock.0.store(now.0, Ordering::Relaxed);
        let order = shopper.get(&bought.own).await.checkout_data()["order"].clone();
        assert!(
            told(&order).starts_with("Platba měla odejít do "),
            "{order:#}"
        );
        assert!(told(&order).contains("zaplaťte prosím hned"), "{order:#}");
        assert_eq!(order["transfer"]["account"], "19-2000145399/0800");
        assert!(
            !spayd(&order).contains("*DT:"),
            "a bank may refuse a day that is over"
        );
        assert!(spayd(&order).starts_with("SPD*1.0*ACC:"), "{order:#}");
        assert_eq!(order["standing"], Value::Null);
    }

    clock.0.store(due.expires_at.0, Ordering::Relaxed);
    app.attempts.transfers_due().await.expect("looked");
    let page = shopper.get(&bought.own).await;
    let order = page.checkout_data()["order"].clone();
    let expired = "Objednávka je zrušená, protože platba včas nedorazila. Nic už prosím neplaťte.";
    assert_eq!(steps(&order), expired);
    assert_eq!(order["standing"], "Objednávka je zrušená");
    assert_eq!(order["transfer"], Value::Null);
    page.says_nothing_of("19-2000145399");
    page.says_nothing_of("SPD*1.0");
    shopper.get(&bought.checkout).await.says(expired);

    act(&shop, &order, Action::MarkPaid).await;
    let order = shopper.get(&bought.own).await.checkout_data()["order"].clone();
    assert!(steps(&order).starts_with("Objednávka je zrušená. Zaplatili jste "));
    assert!(
        steps(&order).contains("převodem. Vrátíme vám "),
        "{order:#}"
    );
}
