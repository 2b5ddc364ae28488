//! The emulated PayPal.

use super::shop::{DAY, LATER, Planted, Shop, TOTAL, assert_found, compared_since, czk};
use super::support::NOW;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_attempts::{gateway_key, refund_key};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order_life::{Action, RefundSize};
use zkratka_commerce::refund::PaymentReport;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Breakdown, Funding, Item, NewOrder, PREFIX, PayPalGateway, PayPalSettings, Shipping, session_of,
};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, GatewayName, LedgerError, PaymentGateway as _,
    PaymentOutcome, ProviderLedger as _, RefundRequest, Span,
};
use zkratka_reconciliation::{Kind, Provider};
use zkratka_sandbox::paypal::{
    CLIENT_ID, OWNER, PayPalSandbox, PayPalSandboxSettings, SECRET, WEBHOOK_ID,
};

struct World {
    shop: Shop,
    gateway: PayPalGateway,
    /// Its disputes may be read, or not.
    open: Provider,
    closed: Provider,
    browser: String,
    http: reqwest::Client,
    /// When things happen at PayPal.
    clock: Arc<AtomicI64>,
}

async fn served(sandbox: &PayPalSandbox) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let sandbox = sandbox.clone();
    tokio::spawn(sandbox.serve_readers(listener, std::future::pending()));
    url
}

fn gateway(api: &str) -> PayPalGateway {
    let gateway = PayPalGateway::new(&PayPalSettings {
        api: api.to_owned(),
        client_id: CLIENT_ID.to_owned(),
        secret: SECRET.to_owned().into(),
        merchant_id: OWNER.id.to_owned(),
        webhook_id: Some(WEBHOOK_ID.to_owned()),
        deadline: Duration::from_secs(10),
    });
    gateway.expect("a gateway")
}

fn provider(api: &str) -> Provider {
    Provider {
        name: GatewayName::PayPal,
        ledger: Box::new(gateway(api)),
    }
}

impl World {
    async fn open() -> Self {
        let shop = Shop::open().await;
        let clock = Arc::new(AtomicI64::new(NOW.0 + 2_500));
        let acting_clock = Arc::clone(&clock);
        let settings = PayPalSandboxSettings {
            file: shop.folder.path().join("paypal.db"),
            webhook_url: String::new(),
            token_life: Duration::from_hours(9),
            search_lag: Duration::from_hours(3),
            may_read_disputes: true,
            clock: Arc::new(move || Timestamp(acting_clock.load(Ordering::SeqCst))),
        };
        // Readers come later than what happened.
        let reader = |may_read_disputes| PayPalSandboxSettings {
            may_read_disputes,
            clock: Arc::new(|| LATER),
            ..settings.clone()
        };
        let [acting, reading, closed] = [settings.clone(), reader(true), reader(false)]
            .map(|settings| PayPalSandbox::open(settings).expect("a file"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let browser = format!("http://{}", listener.local_addr().expect("an address"));
        let routes = acting.browser_routes();
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self {
            shop,
            gateway: gateway(&served(&acting).await),
            open: provider(&served(&reading).await),
            closed: provider(&served(&closed).await),
            browser,
            http: reqwest::Client::new(),
            clock,
        }
    }

    /// PayPal holds an amount, a number of times the shop's, under a key.
    async fn holds(&self, key: &str, times: u32) -> String {
        let mugs = Item {
            name: "Hrnek".to_owned(),
            quantity: 2 * times,
            unit_price: MinorUnits::new(25_000),
            shipped: true,
        };
        let amount = czk(TOTAL * i64::from(times));
        let shipping = MinorUnits::new(8_900 * i64::from(times));
        let none = MinorUnits::ZERO;
        let breakdown = Breakdown::new(amount, vec![mugs], shipping, none, none);
        let order = NewOrder {
            reference: key.chars().rev().take(30).collect(),
            breakdown: breakdown.expect("it adds up"),
            shipping: Shipping::Chosen,
            funding: Funding::PayPal,
            vault: false,
            brand: "Krámek".to_owned(),
            return_url: "https://obchod.example/cart".to_owned(),
        };
        let created = self.gateway.create_order(&format!("r-{key}"), &order).await;
        let created = created.expect("an order");
        let url = format!("{}/orders/{}/approve", self.browser, created.id);
        let body = json!({ "buyer": "jana", "scenario": "approve" });
        let answer = self.http.post(url).json(&body).send().await;
        assert_eq!(answer.expect("an answer").status(), 200);
        let request = AuthoriseRequest {
            key: key.to_owned(),
            session: session_of(&created.id),
            amount,
            return_url: String::new(),
            mandate: false,
            charged_mandate: None,
        };
        match self.gateway.authorise(&request).await {
            Ok(PaymentOutcome::Authorised { reference, .. }) => reference,
            other => panic!("{other:?}"),
        }
    }

    async fn captures(&self, reference: &str, amount: i64, number: u32, is_last: bool) {
        let request = CaptureRequest {
            reference: reference.to_owned(),
            amount: czk(amount),
            number,
            is_last,
        };
        let done = self.gateway.capture(&request).await;
        assert!(
            matches!(done, Ok(PaymentOutcome::Captured { .. })),
            "{done:?}"
        );
    }

    async fn paid(&self, key: u64) -> (Attempt, OrderNumber, String) {
        let attempt = self.shop.begun(key).await;
        let reference = self.holds(&gateway_key(&attempt), 1).await;
        self.captures(&reference, TOTAL, 1, true).await;
        let order = self.shop.paid(&attempt, &reference).await;
        (attempt, order, reference)
    }

    async fn control(&self, reference: &str, wish: Value) -> Value {
        let asking = self.http.post(format!("{}/v1/oauth2/token", self.browser));
        let asking = asking.basic_auth(CLIENT_ID, Some(SECRET));
        let answer = asking.body("grant_type=client_credentials").send().await;
        let answer: Value = answer.expect("an answer").json().await.expect("JSON");
        let token = answer["access_token"].as_str().expect("a token");
        let id = reference.strip_prefix(PREFIX).expect("PayPal's");
        let url = format!("{}/authorizations/{id}/control", self.browser);
        let call = self.http.post(url).bearer_auth(token).json(&wish);
        let answer = call.send().await.expect("an answer");
        assert_eq!(answer.status(), 200, "{wish}");
        answer.json().await.expect("JSON")
    }
}

/// Differences of held and captured money.
async fn plant_captures(world: &World, planted: &mut Planted) {
    let shop = &world.shop;
    let attempt = shop.begun(3).await;
    let reference = world.holds(&gateway_key(&attempt), 1).await;
    world.captures(&reference, TOTAL, 1, true).await;
    shop.failed(&attempt).await;
    planted.push((Kind::CapturedWithoutOrder, None));

    let attempt = shop.begun(4).await;
    let reference = world.holds(&gateway_key(&attempt), 1).await;
    world.captures(&reference, TOTAL, 1, true).await;
    let order = shop.held(&attempt, &reference).await.order;
    planted.push((Kind::CapturedNotHere, order));

    let attempt = shop.begun(5).await;
    let order = shop.paid(&attempt, "paypal:0NIKDE00000000000").await;
    planted.push((Kind::CapturedHereOnly, Some(order)));

    let attempt = shop.begun(6).await;
    let reference = world.holds(&gateway_key(&attempt), 2).await;
    world.captures(&reference, TOTAL, 1, false).await;
    world.captures(&reference, TOTAL, 2, true).await;
    let order = shop.paid(&attempt, &reference).await;
    planted.push((Kind::CapturedTwice, Some(order)));

    let attempt = shop.begun(7).await;
    let reference = world.holds(&gateway_key(&attempt), 1).await;
    world.captures(&reference, TOTAL - 100, 1, true).await;
    let order = shop.paid(&attempt, &reference).await;
    planted.push((Kind::AmountDiffers, Some(order)));

    let attempt = shop.begun(8).await;
    world.holds(&gateway_key(&attempt), 1).await;
    shop.failed(&attempt).await;
    planted.push((Kind::HeldForNothing, None));
}

/// Captures under keys of which the shop has no attempt.
async fn plant_foreign(world: &World, attempt: &Attempt, planted: &mut Planted) {
    // Not of this shop, although its key has the form of one of this shop's: it is not made with the attempt's secret.
    let own = gateway_key(attempt);
    let last = if own.ends_with('7') { "8" } else { "7" };
    let other = format!("{}{last}", &own[..own.len() - 1]);
    let foreign = world.holds(&other, 1).await;
    world.captures(&foreign, TOTAL, 1, true).await;

    // Of an attempt that is not in the database, because it was restored from a backup.
    let away = own.replace(|c: char| c.is_ascii_digit(), "7");
    let away = world.holds(&away, 1).await;
    world.captures(&away, TOTAL, 1, true).await;
    planted.push((Kind::CapturedWithoutOrder, None));
}

/// [B.12] Each kind of difference that PayPal's ledger can show is planted once, and found once.
#[tokio::test]
async fn each_planted_difference_is_found() {
    let world = World::open().await;
    let shop = &world.shop;
    let mut planted: Planted = Vec::new();
    let amount = || RefundSize::Amount(MinorUnits::new(1_000));

    // Equal: paid, and refunded by the shop.
    let (attempt, order, reference) = world.paid(1).await;
    let refund = Action::Refund {
        size: amount(),
        restock: false,
    };
    shop.operate(order, refund.clone()).await;
    let request = RefundRequest {
        key: refund_key(&attempt, 1),
        payment: reference,
        amount: czk(1_000),
    };
    let outcome = world.gateway.refund(&request).await.expect("an answer");
    shop.answer(order, 1, outcome).await;
    // Equal: wholly refunded, so that PayPal lists the capture as reversed.
    let (_, order, reference) = world.paid(2).await;
    let whole = json!({ "action": "refund", "amount": TOTAL });
    let made = world.control(&reference, whole).await;
    let report = PaymentReport::Refunded {
        reference: made["movements"][0]["id"]
            .as_str()
            .expect("an id")
            .to_owned(),
        amount: czk(TOTAL),
    };
    shop.report(order, report).await;
    plant_foreign(&world, &attempt, &mut planted).await;
    plant_captures(&world, &mut planted).await;

    let (_, order, reference) = world.paid(9).await;
    world
        .control(&reference, json!({ "action": "refund", "amount": 1_000 }))
        .await;
    planted.push((Kind::RefundedElsewhere, Some(order)));

    let (_, order, _) = world.paid(10).await;
    let record = Action::RecordRefund {
        reference: "NIKDE".to_owned(),
        size: amount(),
        restock: false,
        refused: None,
    };
    shop.operate(order, record).await;
    planted.push((Kind::RefundedHereOnly, Some(order)));

    let (_, order, reference) = world.paid(11).await;
    world
        .control(&reference, json!({ "action": "reverse", "amount": 1_000 }))
        .await;
    planted.push((Kind::ReversedElsewhere, Some(order)));
    let reversed = order;

    let (_, order, reference) = world.paid(12).await;
    let open = json!({ "action": "open_dispute", "amount": 1_000 });
    world.control(&reference, open.clone()).await;
    planted.push((Kind::DisputeOpenThere, Some(order)));
    let unclear = order;

    let (_, order, _) = world.paid(13).await;
    let opened = PaymentReport::DisputeOpened {
        dispute: "PP-D-NIKDE".to_owned(),
        amount: czk(1_000),
    };
    shop.report(order, opened).await;
    planted.push((Kind::DisputeOpenHere, Some(order)));
    let unknown = order;

    // Told once, although PayPal also lists what the dispute took as a reversal.
    let (_, order, reference) = world.paid(14).await;
    world.control(&reference, open).await;
    world
        .control(&reference, json!({ "action": "lose_dispute" }))
        .await;
    planted.push((Kind::DisputeLostThere, Some(order)));
    let lost = order;

    let (attempt, order, reference) = world.paid(15).await;
    world
        .control(&reference, json!({ "action": "hold_refunds" }))
        .await;
    shop.operate(order, refund).await;
    let request = RefundRequest {
        key: refund_key(&attempt, 1),
        payment: reference,
        amount: czk(1_000),
    };
    let outcome = world.gateway.refund(&request).await.expect("an answer");
    shop.answer(order, 1, outcome).await;
    planted.push((Kind::PendingLong, Some(order)));

    let comparison = shop.compared(&world.open).await;
    assert_found(&comparison, planted.clone());
    // The authorisation and the capture of the other shop.
    assert_eq!(comparison.not_ours, 2);

    // Without the permission to read disputes PayPal only says that it holds, or took, money.
    let told =
        |kind: &Kind| !kind.name().starts_with("dispute") && *kind != Kind::ReversedElsewhere;
    planted.retain(|(kind, _)| told(kind));
    planted.extend(
        [unclear, unknown, reversed, lost, lost].map(|order| (Kind::DisputeUnclear, Some(order))),
    );
    assert_found(&shop.compared(&world.closed).await, planted);
}

/// [B.12] A dispute explains its own money, and hides no reversal besides, on the same day or on another.
#[tokio::test]
async fn a_reversal_beside_a_dispute_is_found() {
    for later in [0, 2 * DAY] {
        let world = World::open().await;
        let (_, order, reference) = world.paid(1).await;
        let open = json!({ "action": "open_dispute", "amount": 1_000 });
        let opened = world.control(&reference, open).await;
        let dispute = opened["movements"][0]["id"].as_str().expect("an id");
        let lose = json!({ "action": "lose_dispute" });
        world.control(&reference, lose).await;
        let report = PaymentReport::DisputeLost {
            dispute: dispute.to_owned(),
            amount: czk(1_000),
        };
        world.shop.report(order, report).await;
        assert_found(&world.shop.compared(&world.open).await, Vec::new());
        world.clock.fetch_add(later, Ordering::SeqCst);
        let reverse = json!({ "action": "reverse", "amount": 1_000 });
        world.control(&reference, reverse).await;
        let comparison = world.shop.compared(&world.open).await;
        assert_found(&comparison, vec![(Kind::ReversedElsewhere, Some(order))]);
    }
}

/// [B.12] An inquiry moves no money, so it is in no listing of transactions: it is found although the payment does not
/// differ, whatever the span. More than a page of disputes is read.
#[tokio::test]
async fn an_inquiry_is_found_by_itself() {
    let world = World::open().await;
    let inquire = json!({ "action": "open_inquiry", "amount": 1_000 });
    let mut planted: Planted = Vec::new();
    for key in 1..=51 {
        let (_, order, reference) = world.paid(key).await;
        let opened = world.control(&reference, inquire.clone()).await;
        let dispute = opened["movements"][0]["id"].as_str().expect("an id");
        match key {
            1 | 51 => planted.push((Kind::InquiryOpenThere, Some(order))),
            // Ended.
            2 => {
                let win = json!({ "action": "win_dispute" });
                world.control(&reference, win).await;
            }
            _ => {
                let report = PaymentReport::DisputeOpened {
                    dispute: dispute.to_owned(),
                    amount: czk(1_000),
                };
                world.shop.report(order, report).await;
            }
        }
    }
    assert_found(&world.shop.compared(&world.open).await, planted.clone());
    let question = compared_since(LATER.plus(-DAY));
    let store = &*world.shop.store;
    let (comparison, stopped) = world.open.compare(store, question).await;
    assert!(stopped.is_none(), "{stopped:?}");
    assert_found(&comparison, planted);
}

/// [B.12] PayPal's search refuses what PayPal refuses: spans of more than 31 days, and those that begin within its lag.
#[tokio::test]
async fn the_search_is_as_strict_as_paypals() {
    let world = World::open().await;
    world.paid(1).await;
    let span = |from: i64, until: i64| Span {
        from: LATER.plus(from * 3_600_000),
        until: LATER.plus(until * 3_600_000),
    };
    let ledger = &world.open.ledger;
    let found = ledger
        .transactions(span(-100 * 24, -3))
        .await
        .expect("listed");
    assert_eq!(found.len(), 2, "{found:?}");
    let within = ledger.transactions(span(-2, -1)).await;
    assert!(
        matches!(within, Err(LedgerError::NoAnswer(_))),
        "{within:?}"
    );
    assert_eq!(ledger.limits().lag_ms, 3 * 3_600_000);
    assert!(world.gateway.limits().reach_ms.is_some());
}
