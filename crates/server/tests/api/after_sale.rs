//! Tests commands on orders paid by card: the server refunds at the real emulated gateway.

use crate::support::{SHIRT, Shop};
use std::time::Duration;
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::order_life::{Action, LineUnits, MoneyState, Operation, RefundSize};
use zkratka_order_commands::{CommandError, Report, Request, execute};
use zkratka_store::Store;

/// Buys two shirts by card, and waits for the capture.
async fn bought(shop: &Shop) -> Order {
    let cart = shop.ready_cart(&[(SHIRT, 0, 2)]).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    for _try in 0..3_000 {
        let order = shop.orders().await.remove(0);
        if matches!(order.payment, OrderPayment::Captured { .. }) {
            return order;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the money was not captured");
}

async fn command(
    store: &dyn Store,
    order: OrderNumber,
    action: Action,
) -> Result<Report, CommandError> {
    let request = Request {
        order,
        operation: Operation {
            key: None,
            by: "jana".to_owned(),
            reason: "test".to_owned(),
            action,
        },
        dry_run: false,
        now: store.now().await?,
        patience: Duration::from_mins(1),
    };
    execute(store, &request).await
}

/// [B.12] A card payment goes back in parts, and then as a whole with the cancellation: balance and gateway agree.
#[tokio::test]
async fn a_card_payment_goes_back_in_parts_and_with_the_cancellation() {
    let shop = Shop::open().await;
    let order = bought(&shop).await;
    let (number, total) = (order.number, order.snapshot.total);
    let store = &*shop.server.app().store;
    let after_sale = in_stock(store).await;
    let lines = vec![LineUnits {
        line: LineId(order.snapshot.lines[0].id.0),
        units: 1,
    }];
    let one = Action::Refund {
        size: RefundSize::Lines {
            lines,
            amount: None,
        },
        restock: true,
    };
    let report = command(store, number, one.clone()).await.unwrap();
    assert!(!report.refund_failed, "{report:?}");
    let says = |report: &Report, text: &str| report.lines.iter().any(|line| line.contains(text));
    assert!(says(&report, "refunded by the gateway"), "{report:?}");
    let life = store.order(number).await.unwrap().unwrap().life();
    let price = order.snapshot.lines[0].unit_price;
    assert_eq!(life.sums().balance, total - price);
    assert!(life.refunds[0].reference.is_some());
    let again = command(store, number, one).await.unwrap();
    assert!(says(&again, "this is a repetition"), "{again:?}");

    let too_much = Action::Refund {
        size: RefundSize::Amount(total),
        restock: false,
    };
    let refused = command(store, number, too_much)
        .await
        .unwrap_err()
        .to_string();
    assert!(refused.contains("is too much"), "{refused}");

    let report = command(store, number, Action::Cancel { restock: true })
        .await
        .unwrap();
    assert!(!report.refund_failed, "{report:?}");
    let life = store.order(number).await.unwrap().unwrap().life();
    assert_eq!(life.sums().balance, MinorUnits::ZERO);
    assert_eq!(life.money_state(), MoneyState::Refunded);
    assert_eq!(in_stock(store).await, after_sale.map(|left| left + 2));
}

async fn in_stock(store: &dyn Store) -> Option<u64> {
    let catalogue = store.catalogue().await.unwrap();
    catalogue.product(SHIRT).unwrap().variants[0].stock.left()
}
