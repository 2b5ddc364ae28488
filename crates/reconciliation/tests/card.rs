//! The emulated card gateway.

use super::shop::{DAY, LATER, Planted, Shop, TOTAL, assert_found, compared_since, czk};
use super::support::NOW;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_attempts::{gateway_key, refund_key};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::Mode;
use zkratka_commerce::order_life::{Action, LineUnits, RefundSize};
use zkratka_commerce::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::sandbox::{SandboxGateway, SandboxSettings};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, GatewayName, PaymentGateway as _, PaymentOutcome,
    RefundRequest,
};
use zkratka_reconciliation::{Kind, Provider, Question};
use zkratka_sandbox::gateway::{Gateway, GatewaySettings};

const SECRET: &str = "mezi námi dvěma";

/// The gateway on a port of its own. It sends the shop no notifications.
struct World {
    shop: Shop,
    client: SandboxGateway,
    provider: Provider,
    base: String,
    http: reqwest::Client,
    /// The gateway's time, in milliseconds.
    clock: Arc<AtomicI64>,
}

impl World {
    async fn open() -> Self {
        let shop = Shop::open().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let mut settings = GatewaySettings::new(
            shop.folder.path().join("ledger.db"),
            SECRET.to_owned(),
            String::new(),
            base.clone(),
            vec![base.clone()],
        );
        let clock = Arc::new(AtomicI64::new(NOW.plus(2_500).0));
        let hand = Arc::clone(&clock);
        settings.clock = Arc::new(move || Timestamp(hand.load(Ordering::SeqCst)));
        let gateway = Gateway::open(settings).expect("a ledger");
        let routes = gateway.browser_routes().merge(gateway.server_routes());
        tokio::spawn(async move { axum_serve(listener, routes).await });
        let provider = Provider {
            name: GatewayName::Card,
            ledger: Box::new(client(&base)),
        };
        Self {
            shop,
            client: client(&base),
            provider,
            base,
            http: reqwest::Client::new(),
            clock,
        }
    }

    async fn card(&self) -> String {
        let card = "number=4111111111111111&expiry=12%2F34&cvc=123&name=Jana";
        let call = self.http.post(format!("{}/sessions", self.base));
        let call = call.header("content-type", "application/x-www-form-urlencoded");
        let answer = call.body(card).send().await;
        let answer: Value = answer.expect("an answer").json().await.expect("JSON");
        answer["session"].as_str().expect("a session").to_owned()
    }

    /// The gateway holds an amount under a key.
    async fn holds(&self, key: &str, amount: i64) -> String {
        let request = AuthoriseRequest {
            key: key.to_owned(),
            session: self.card().await,
            amount: czk(amount),
            return_url: String::new(),
            mandate: false,
            charged_mandate: None,
        };
        match self.client.authorise(&request).await {
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
        let done = self.client.capture(&request).await;
        assert!(
            matches!(done, Ok(PaymentOutcome::Captured { .. })),
            "{done:?}"
        );
    }

    /// The gateway captures what an attempt pays.
    async fn takes(&self, attempt: &Attempt) -> String {
        let reference = self.holds(&gateway_key(attempt), TOTAL).await;
        self.captures(&reference, TOTAL, 1, true).await;
        reference
    }

    /// An order that is paid on both sides, with the gateway's reference.
    async fn paid(&self, key: u64) -> (Attempt, OrderNumber, String) {
        let attempt = self.shop.begun(key).await;
        let reference = self.takes(&attempt).await;
        let order = self.shop.paid(&attempt, &reference).await;
        (attempt, order, reference)
    }

    async fn control(&self, reference: &str, wish: Value) -> Value {
        let url = format!("{}/payments/{reference}/control", self.base);
        let call = self.http.post(url).bearer_auth(SECRET).json(&wish);
        let answer = call.send().await.expect("an answer");
        assert_eq!(answer.status(), 200, "{wish}");
        answer.json().await.expect("JSON")
    }
}

async fn axum_serve(listener: TcpListener, routes: axum::Router) {
    axum::serve(listener, routes).await.expect("served");
}

fn client(base: &str) -> SandboxGateway {
    let client = SandboxGateway::new(SandboxSettings {
        base_url: base.to_owned(),
        secret: SECRET.to_owned(),
        deadline: Duration::from_secs(10),
    });
    client.expect("a client")
}

fn amount(amount: i64) -> RefundSize {
    RefundSize::Amount(MinorUnits::new(amount))
}

/// Differences of held and captured money.
async fn plant_captures(world: &World, planted: &mut Planted) {
    let shop = &world.shop;
    let attempt = shop.begun(3).await;
    world.takes(&attempt).await;
    shop.failed(&attempt).await;
    planted.push((Kind::CapturedWithoutOrder, None));
    let unknown = world.holds("K-nikdo", TOTAL).await;
    world.captures(&unknown, TOTAL, 1, true).await;
    planted.push((Kind::CapturedWithoutOrder, None));

    let attempt = shop.begun(4).await;
    let reference = world.takes(&attempt).await;
    let order = shop.held(&attempt, &reference).await.order;
    planted.push((Kind::CapturedNotHere, order));

    let attempt = shop.begun(5).await;
    let order = shop.paid(&attempt, "pay_nikde").await;
    planted.push((Kind::CapturedHereOnly, Some(order)));

    let attempt = shop.begun(6).await;
    let reference = world.holds(&gateway_key(&attempt), 2 * TOTAL).await;
    world.captures(&reference, TOTAL, 1, false).await;
    world.captures(&reference, TOTAL, 2, true).await;
    let order = shop.paid(&attempt, &reference).await;
    planted.push((Kind::CapturedTwice, Some(order)));

    let attempt = shop.begun(7).await;
    let reference = world.holds(&gateway_key(&attempt), TOTAL).await;
    world.captures(&reference, TOTAL - 1, 1, true).await;
    let order = shop.paid(&attempt, &reference).await;
    planted.push((Kind::AmountDiffers, Some(order)));

    let attempt = shop.begun(8).await;
    world.holds(&gateway_key(&attempt), TOTAL).await;
    shop.failed(&attempt).await;
    planted.push((Kind::HeldForNothing, None));
}

/// [B.12] Each kind of difference is planted once beside equal payments. Exactly these are found, with their orders.
#[tokio::test]
async fn each_planted_difference_is_found() {
    let world = World::open().await;
    let shop = &world.shop;
    let mut planted: Planted = Vec::new();

    // Equal: paid, and refunded by the shop.
    let (attempt, order, reference) = world.paid(1).await;
    let refund = Action::Refund {
        size: amount(1_000),
        restock: false,
    };
    shop.operate(order, refund.clone()).await;
    let request = RefundRequest {
        key: refund_key(&attempt, 1),
        payment: reference.clone(),
        amount: czk(1_000),
    };
    let outcome = world.client.refund(&request).await.expect("an answer");
    shop.answer(order, 1, outcome).await;
    // Equal: captured in parts.
    let attempt = shop.begun(2).await;
    let reference = world.holds(&gateway_key(&attempt), TOTAL).await;
    world.captures(&reference, 20_000, 1, false).await;
    world.captures(&reference, TOTAL - 20_000, 2, true).await;
    shop.paid(&attempt, &reference).await;

    plant_captures(&world, &mut planted).await;

    let (_, order, reference) = world.paid(9).await;
    world
        .control(&reference, json!({ "action": "refund", "amount": 1_000 }))
        .await;
    planted.push((Kind::RefundedElsewhere, Some(order)));

    let (_, order, _) = world.paid(10).await;
    let record = Action::RecordRefund {
        reference: "re_nikde".to_owned(),
        size: amount(1_000),
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

    let (_, order, _) = world.paid(12).await;
    let record = Action::RecordReversal {
        reference: "rv_nikde".to_owned(),
        amount: MinorUnits::new(1_000),
    };
    shop.operate(order, record).await;
    planted.push((Kind::ReversedHereOnly, Some(order)));

    let (_, order, reference) = world.paid(13).await;
    let open = json!({ "action": "open_dispute", "amount": 1_000 });
    world.control(&reference, open.clone()).await;
    planted.push((Kind::DisputeOpenThere, Some(order)));

    let (_, order, _) = world.paid(14).await;
    let opened = PaymentReport::DisputeOpened {
        dispute: "dp_nikde".to_owned(),
        amount: czk(1_000),
    };
    shop.report(order, opened).await;
    planted.push((Kind::DisputeOpenHere, Some(order)));

    let (_, order, reference) = world.paid(15).await;
    world.control(&reference, open).await;
    world
        .control(&reference, json!({ "action": "lose_dispute" }))
        .await;
    planted.push((Kind::DisputeLostThere, Some(order)));

    let (_, order, _) = world.paid(16).await;
    let lost = PaymentReport::DisputeLost {
        dispute: "dp_nikde".to_owned(),
        amount: czk(1_000),
    };
    shop.report(order, lost).await;
    planted.push((Kind::DisputeLostHereOnly, Some(order)));

    let (attempt, order, reference) = world.paid(17).await;
    world
        .control(&reference, json!({ "action": "hold_refunds" }))
        .await;
    shop.operate(order, refund).await;
    let request = RefundRequest {
        key: refund_key(&attempt, 1),
        payment: reference,
        amount: czk(1_000),
    };
    let outcome = world.client.refund(&request).await.expect("an answer");
    shop.answer(order, 1, outcome).await;
    planted.push((Kind::PendingLong, Some(order)));

    let comparison = shop.compared(&world.provider).await;
    assert_found(&comparison, planted);
    assert_eq!(comparison.not_ours, 0);
    // The second time nothing has changed, because the comparison changes nothing.
    let again = shop.compared(&world.provider).await;
    assert_eq!(again.differences, comparison.differences);
}

/// [B.12] A refund that the gateway made although its answer refused it is recorded with the printed command's lines, and
/// then both sides are equal.
#[tokio::test]
async fn a_recorded_refund_makes_both_sides_equal() {
    let world = World::open().await;
    let shop = &world.shop;
    let (attempt, order, reference) = world.paid(1).await;
    let lines = vec![LineUnits {
        line: LineId(1),
        units: 1,
    }];
    let size = RefundSize::Lines {
        lines,
        amount: None,
    };
    let refund = Action::Refund {
        size: size.clone(),
        restock: false,
    };
    shop.operate(order, refund).await;
    let request = RefundRequest {
        key: refund_key(&attempt, 1),
        payment: reference,
        amount: czk(25_000),
    };
    world.client.refund(&request).await.expect("an answer");
    let reason = RefundRefusal::Refused;
    shop.answer(order, 1, RefundOutcome::Refused { reason })
        .await;

    let found = shop.compared(&world.provider).await.differences;
    assert_eq!(found.len(), 1, "{found:?}");
    let id = found[0].id.clone().expect("an id");
    let command = format!(
        "`zkratka orders refund {} --made-elsewhere {id} --refused 1 --line 1:1 --amount 250.00 --reason 'WHY'`",
        order.0
    );
    assert!(
        found[0].remedy().contains(&command),
        "{}",
        found[0].remedy()
    );
    let record = Action::RecordRefund {
        reference: id,
        size,
        restock: false,
        refused: None,
    };
    shop.operate(order, record).await;
    assert_found(&shop.compared(&world.provider).await, Vec::new());
}

/// [B.12] Two refunds of one amount that the gateway refused and made: each is found with its own lines, in whichever order
/// they were made, and recorded as the one it is.
#[tokio::test]
async fn refused_refunds_of_one_amount_are_paired() {
    let world = World::open().await;
    let shop = &world.shop;
    let (attempt, order, payment) = world.paid(1).await;
    let amount = MinorUnits::new(1_000);
    let line = LineUnits {
        line: LineId(1),
        units: 1,
    };
    let of_line = RefundSize::Lines {
        lines: vec![line],
        amount: Some(amount),
    };
    let bare = RefundSize::Amount(amount);
    for (number, size) in [(1, &of_line), (3, &bare)] {
        let size = size.clone();
        let restock = false;
        shop.operate(order, Action::Refund { size, restock }).await;
        let reason = RefundRefusal::Refused;
        let refusal = RefundOutcome::Refused { reason };
        shop.answer(order, number, refusal).await;
    }
    for number in [3, 1] {
        let request = RefundRequest {
            key: refund_key(&attempt, number),
            payment: payment.clone(),
            amount: czk(1_000),
        };
        world.client.refund(&request).await.expect("an answer");
    }
    let mut found = shop.compared(&world.provider).await.differences;
    // The later one is recorded first.
    found.sort_by_key(|one| std::cmp::Reverse(one.refused));
    let numbers: Vec<_> = found.iter().map(|one| one.refused).collect();
    assert_eq!(numbers, [Some(3), Some(1)], "{found:?}");
    for difference in found {
        let is_first = difference.refused == Some(1);
        let size = if is_first { &of_line } else { &bare };
        let lines = if is_first { " --line 1:1" } else { "" };
        let number = difference.refused.unwrap_or_default();
        let words = format!(" --refused {number}{lines} --amount 10.00 ");
        assert!(difference.remedy().contains(&words), "{difference:?}");
        let record = Action::RecordRefund {
            reference: difference.id.expect("an id"),
            size: size.clone(),
            restock: false,
            refused: difference.refused,
        };
        shop.operate(order, record).await;
    }
    assert_found(&shop.compared(&world.provider).await, Vec::new());
}

/// [B.12] What happened before the span, in the last minutes or in another mode is left out; spans have no gaps.
#[tokio::test]
async fn a_span_is_compared_and_nothing_else() {
    let world = World::open().await;
    let (_, order, reference) = world.paid(1).await;
    world
        .control(&reference, json!({ "action": "refund", "amount": 1_000 }))
        .await;
    let happened = NOW.plus(2_500);
    for (since, until, now, mode, is_found) in [
        (NOW, LATER, LATER, Mode::Test, true),
        (happened, happened.plus(1), LATER, Mode::Test, true),
        (happened.plus(DAY), LATER, LATER, Mode::Test, false),
        (NOW.plus(-40 * DAY), LATER, LATER, Mode::Test, true),
        // Ten minutes are left out.
        (NOW, LATER, happened.plus(600_000), Mode::Test, false),
        (NOW, LATER, happened.plus(600_001), Mode::Test, true),
    ] {
        let question = Question {
            since,
            until,
            now,
            mode,
        };
        let store = &*world.shop.store;
        let (comparison, stopped) = world.provider.compare(store, question).await;
        assert!(stopped.is_none(), "{stopped:?}");
        let expected = is_found.then_some((Kind::RefundedElsewhere, Some(order)));
        assert_found(&comparison, expected.into_iter().collect());
    }
}

/// [B.12] A dispute that was opened long before the span and has ended since is found, because the order still waits.
#[tokio::test]
async fn an_old_dispute_that_ended_is_found() {
    let world = World::open().await;
    let (_, order, reference) = world.paid(1).await;
    let open = json!({ "action": "open_dispute", "amount": 1_000 });
    let opened = world.control(&reference, open).await;
    let dispute = opened[0]["id"].as_str().expect("an id").to_owned();
    let amount = czk(1_000);
    let report = PaymentReport::DisputeOpened { dispute, amount };
    world.shop.report(order, report).await;
    let question = compared_since(LATER.plus(-DAY));
    let store = &*world.shop.store;
    let (equal, _) = world.provider.compare(store, question).await;
    assert_found(&equal, Vec::new());
    world
        .control(&reference, json!({ "action": "lose_dispute" }))
        .await;
    let (comparison, stopped) = world.provider.compare(store, question).await;
    assert!(stopped.is_none(), "{stopped:?}");
    assert_found(&comparison, vec![(Kind::DisputeLostThere, Some(order))]);
}

/// [B.12] A second capture of the same amount on another day looks like the first one in that day's listing.
#[tokio::test]
async fn a_second_capture_on_another_day_is_found() {
    let world = World::open().await;
    let attempt = world.shop.begun(1).await;
    let reference = world.holds(&gateway_key(&attempt), 2 * TOTAL).await;
    world.captures(&reference, TOTAL, 1, false).await;
    let order = world.shop.paid(&attempt, &reference).await;
    world.clock.fetch_add(2 * DAY, Ordering::SeqCst);
    world.captures(&reference, TOTAL, 2, true).await;
    let comparison = world.shop.compared(&world.provider).await;
    assert_found(&comparison, vec![(Kind::CapturedTwice, Some(order))]);
}

/// [B.12] More payments than a page of either side holds.
#[tokio::test]
async fn pages_lose_nothing() {
    let world = World::open().await;
    let mut last = None;
    for key in 1..=60 {
        last = Some(world.paid(key).await);
    }
    let (_, order, reference) = last.expect("an order");
    world
        .control(&reference, json!({ "action": "refund", "amount": 1_000 }))
        .await;
    let comparison = world.shop.compared(&world.provider).await;
    // An authorisation and a capture each, and the refund: more than a page.
    assert_eq!((comparison.transactions, comparison.payments), (121, 60));
    assert_found(&comparison, vec![(Kind::RefundedElsewhere, Some(order))]);
}
