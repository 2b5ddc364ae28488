//! Tests `zkratka reconcile` with Amazon Pay, which shows the shop only what it asks for by name.

use super::amazon::{charge_of, open};
use super::amazon_purchase::paid;
use crate::support::Shop;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::Mode;
use zkratka_commerce::order_life::{Action, Operation, RefundSize};
use zkratka_commerce::time::DAY_MS;
use zkratka_order_commands::{Request, execute};
use zkratka_payments::GatewayName;
use zkratka_payments::amazon_pay::AmazonPayGateway;
use zkratka_reconciliation::{Comparison, Kind, Provider, Question, Report, Section};

const UNSEEN: &str = "it lists no payments";

/// What is compared from a day ago until in two days.
fn question(shop: &Shop) -> Question {
    let now = shop.server.app().clock.now();
    Question {
        since: now.plus(-DAY_MS),
        until: now.plus(2 * DAY_MS),
        now: now.plus(2 * DAY_MS),
        mode: Mode::Test,
    }
}

/// A client of the emulated Amazon beside the server's own.
pub(super) fn gateway(shop: &Shop) -> AmazonPayGateway {
    let app = shop.server.app();
    let amazon = app.wallets.amazon_pay.as_ref().unwrap();
    let clock = Arc::clone(&app.clock);
    let settings = app.config.wallets.amazon_pay.as_ref().unwrap();
    let settings = settings.settings(amazon.api().to_owned(), Arc::new(move || clock.now()));
    AmazonPayGateway::new(&settings).unwrap()
}

async fn compared(shop: &Shop) -> Comparison {
    let provider = Provider {
        name: GatewayName::AmazonPay,
        ledger: Box::new(gateway(shop)),
    };
    let store = &*shop.server.app().store;
    let (comparison, stopped) = provider.compare(store, question(shop)).await;
    assert!(stopped.is_none(), "{stopped:?}");
    comparison
}

fn found(comparison: &Comparison) -> Vec<(Kind, Option<OrderNumber>)> {
    comparison.told().map(|one| (one.kind, one.order)).collect()
}

fn euros(minor: i64) -> Money {
    Money::new(MinorUnits::new(minor), Currency::new("EUR").unwrap())
}

/// The emulated Amazon forgets a charge.
fn forget(shop: &Shop, charge: &str) {
    let file = shop.server.app().config.payments.sandbox.amazon_pay_file();
    let file = rusqlite::Connection::open(file).unwrap();
    let changed = file.execute("DELETE FROM objects WHERE id = ?", [charge]);
    assert_eq!(changed, Ok(1));
}

/// [B.12] Equal sides have no difference. The report says what it cannot see.
#[tokio::test]
async fn equal_sides_have_no_difference() {
    let shop = open().await;
    paid(&shop).await;
    let comparison = compared(&shop).await;
    assert_eq!(found(&comparison), []);
    assert_eq!(comparison.payments, 1);
    let question = question(&shop);
    let report = Report {
        since: question.since,
        until: question.until,
        sections: vec![Section {
            comparison,
            stopped: None,
        }],
    };
    assert_eq!(report.exit_code(), 0);
    assert!(report.lines().iter().any(|line| line.contains(UNSEEN)));
    let provider = &report.json()["providers"][0];
    assert_eq!(provider["provider"], "amazon_pay");
    assert!(provider["unseen"].as_str().unwrap().contains(UNSEEN));
}

/// [B.12] A refund that the merchant made at Amazon, and of which no notification told, is found beside the shop's own.
#[tokio::test]
async fn a_refund_made_at_amazon_is_found() {
    let shop = open().await;
    let wish = json!({ "action": "hold" });
    let url = format!(
        "{}/sandbox/amazon-pay/notifications/control",
        shop.server.base_url
    );
    let secret = zkratka_sandbox::amazon_pay::CONTROL_SECRET;
    let held = shop.client.post(url).bearer_auth(secret).json(&wish).send();
    assert!(held.await.unwrap().status().is_success());
    let order = paid(&shop).await.number;
    let charge = charge_of(&shop, order).await;
    refund(&shop, order, 500).await;
    assert_eq!(found(&compared(&shop).await), []);
    let gateway = gateway(&shop);
    let made = gateway
        .client()
        .create_refund("elsewhere-1", &charge, euros(1_000));
    made.await.unwrap();
    let comparison = compared(&shop).await;
    assert_eq!(found(&comparison), [(Kind::RefundedUnnamed, Some(order))]);
    let one = comparison.told().next().unwrap();
    assert_eq!(one.there, Some(euros(1_000)));
    assert_eq!(one.id.as_deref(), Some(charge.as_str()));
}

/// [B.12] A charge that Amazon does not show.
#[tokio::test]
async fn a_missing_charge_is_found() {
    let shop = open().await;
    let order = paid(&shop).await.number;
    forget(&shop, &charge_of(&shop, order).await);
    let comparison = compared(&shop).await;
    assert_eq!(found(&comparison), [(Kind::CapturedHereOnly, Some(order))]);
}

/// The shop refunds a part of an order.
async fn refund(shop: &Shop, order: OrderNumber, minor: i64) {
    let store = &*shop.server.app().store;
    let action = Action::Refund {
        size: RefundSize::Amount(MinorUnits::new(minor)),
        restock: false,
    };
    let request = Request {
        order,
        operation: Operation {
            key: None,
            by: "jana".to_owned(),
            reason: "test".to_owned(),
            action,
        },
        dry_run: false,
        now: store.now().await.unwrap(),
        patience: Duration::from_mins(1),
    };
    let report = execute(store, &request).await.unwrap();
    assert!(!report.refund_failed, "{report:?}");
}
