//! Orders after the sale: compares their money with the gateway's ledger, and lists the events that they must have.

use crate::setting::{AMAZON_LEDGER, LEDGER};
use crate::shop::Shop;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::order_life::gateway_reference;
use zkratka_sandbox::gateway::{LedgerRow, RowKind};
use zkratka_sandbox::{Movement, MovementKind, MovementStatus, read_movements};
use zkratka_store::{OrderPage, OrderRecord, Store};

/// All orders, newest first.
pub(crate) async fn all_orders(store: &dyn Store) -> Vec<OrderRecord> {
    let mut all: Vec<OrderRecord> = Vec::new();
    loop {
        let before = all.last().map(|last| last.order.number);
        let page = OrderPage { before, limit: 100 };
        let records = store.orders(page).await.expect("readable");
        if records.is_empty() {
            return all;
        }
        all.extend(records);
    }
}

/// What took captured money back at the gateway and at Amazon.
pub(crate) fn movements(shop: &Shop) -> Vec<Movement> {
    let mut movements = read_movements(&shop.path(LEDGER)).expect("the ledger");
    let amazon = shop.path(AMAZON_LEDGER);
    if amazon.exists() {
        movements.extend(read_movements(&amazon).expect("Amazon's ledger"));
    }
    movements
}

/// Whether the shop's reference is of this payment. Amazon knows only its last part, the charge.
fn is_of(reference: &str, there: &str) -> bool {
    let charge = reference.rsplit_once('/').map(|(_, charge)| charge);
    reference == there || charge == Some(there)
}

/// Describes what is not settled in an order, or differs from the gateway. Other checks cover orders to which nothing has
/// happened since the sale.
pub(crate) fn disagreement(
    record: &OrderRecord,
    ledger: &[LedgerRow],
    movements: &[Movement],
) -> Option<String> {
    let reference = gateway_reference(&record.timeline)?;
    let of_order = |it: &&Movement| is_of(reference, &it.reference);
    if record.entries.is_empty() && !movements.iter().any(|it| of_order(&it)) {
        return None;
    }
    let captured = ledger.iter().filter(|row| row.kind == RowKind::Captured);
    let captured = captured.filter(|row| is_of(reference, &row.reference));
    let captured: MinorUnits = captured.map(|row| row.amount.minor).sum();
    let returned = movements.iter().filter(of_order);
    let returned = returned.filter(|it| it.status == MovementStatus::Done);
    let returned: MinorUnits = returned.map(|it| it.amount.minor).sum();
    let life = record.life();
    let sums = life.sums();
    let waits_for_a_person = record.order.payment == OrderPayment::NeedsReview;
    let is_settled = sums.pending.is_zero() || waits_for_a_person;
    (sums.balance != captured - returned || !is_settled).then(|| {
        format!(
            "order {}: {sums:?}, but the gateway captured {captured:?} and returned {returned:?}",
            record.order.number.0
        )
    })
}

/// Asserts that the gateway made each refund of the shop's once, and that the shop knows it.
pub(crate) fn refunds_agree(records: &[OrderRecord], movements: &[Movement]) {
    let ours = |it: &&Movement| it.kind == MovementKind::Refund && it.key.is_some();
    let done = |it: &&Movement| it.status == MovementStatus::Done;
    let mut made: Vec<&String> = movements
        .iter()
        .filter(ours)
        .filter(done)
        .map(|it| &it.id)
        .collect();
    let lives: Vec<_> = records.iter().map(OrderRecord::life).collect();
    let refunds = lives.iter().flat_map(|life| &life.refunds);
    let mut known: Vec<&String> = refunds.filter_map(|it| it.reference.as_ref()).collect();
    made.sort_unstable();
    known.sort_unstable();
    assert_eq!(made, known, "refunds at the gateway, beside the shop's");
}

/// The names of an order's events in their sequence. The timeline has an entry for each, in the same transaction.
pub(crate) fn news_of(record: &OrderRecord) -> Vec<String> {
    const TOLD: [&str; 12] = [
        "captured",
        "needs_review",
        "paid",
        "fulfilled",
        "cancelled",
        "refunded",
        "refund_failed",
        "reversed",
        "disputed",
        "dispute_won",
        "dispute_lost",
        "capture_failed",
    ];
    let told = record.timeline.iter().map(|entry| entry.event.as_str());
    let told = told.filter(|event| TOLD.contains(event));
    std::iter::once("created")
        .chain(told)
        .map(|event| format!("order.{event}"))
        .collect()
}
