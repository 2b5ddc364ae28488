//! Reads the store and the gateways' ledgers, and compares them.

use crate::after_sale::{all_orders, disagreement, movements, refunds_agree};
use crate::buyer::{Ended, Purchase};
use crate::setting::{AMAZON_LEDGER, GOODS, LEDGER, PARCELS, PAYPAL_LEDGER};
use crate::shop::Shop;
use crate::told::System;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use zkratka_attempts::{gateway_key, key_in_name};
use zkratka_commerce::attempt::{Attempt, AttemptState};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::catalogue::Stock;
use zkratka_commerce::ids::{CartKey, VariantId};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::order_event::{OrderEventKind, PLACES_OF_A_STEP, events_of_step};
use zkratka_ids::gid;
use zkratka_sandbox::Movement;
use zkratka_sandbox::gateway::{LedgerRow, RowKind, read_ledger};
#[cfg(feature = "fail-points")]
use zkratka_sandbox::paypal::stored_accounts;
use zkratka_store::{DeliveryFilter, OrderRecord, Store};

/// Every attempt must have ended within this time after the last kill.
const PATIENCE: Duration = Duration::from_secs(90);

/// The rows of the gateway's ledger and, if there are any, of PayPal's and Amazon's.
fn rows(shop: &Shop) -> Vec<LedgerRow> {
    let mut rows = read_ledger(&shop.path(LEDGER)).expect("the ledger");
    for wallet in [PAYPAL_LEDGER, AMAZON_LEDGER] {
        let file = shop.path(wallet);
        if file.exists() {
            rows.extend(read_ledger(&file).expect("a wallet's ledger"));
        }
    }
    rows
}

/// The units of a variant that an order gave back to the stock.
fn restocked(record: &OrderRecord, variant: VariantId) -> i64 {
    let life = record.life();
    let lines = record.order.snapshot.lines.iter();
    let lines = lines.filter(|line| line.variant == variant);
    lines.map(|line| i64::from(life.restocked(line.id))).sum()
}

/// The mandate with which an order's payment can be charged again.
#[cfg(feature = "fail-points")]
fn mandate(order: &Order) -> Option<String> {
    match &order.payment {
        OrderPayment::Authorised { card } | OrderPayment::Captured { card } => card.mandate.clone(),
        _ => None,
    }
}

/// The shop's store and orders, and the gateways' ledgers.
pub(crate) struct Records {
    store: Arc<dyn Store>,
    ledger: Vec<LedgerRow>,
    movements: Vec<Movement>,
    /// All orders with what has happened since the sale.
    sales: Vec<OrderRecord>,
    orders: HashMap<CartKey, Vec<Order>>,
}

impl Records {
    /// Waits until every attempt has ended, then reads the ledgers and all orders.
    pub(crate) async fn close(shop: &Shop, purchases: &[Purchase]) -> Self {
        let mut books = Self {
            store: shop.store().await,
            ledger: Vec::new(),
            movements: Vec::new(),
            sales: Vec::new(),
            orders: HashMap::new(),
        };
        let until = Instant::now() + PATIENCE;
        loop {
            books.ledger = rows(shop);
            let mut open = books.open_ends(purchases).await;
            if open.is_empty() {
                books.movements = movements(shop);
                open = books.disagreements().await;
            }
            // Reads the ledger again: an attempt that ended during the check may have moved money after the first read.
            if open.is_empty() && rows(shop).len() == books.ledger.len() {
                break;
            }
            assert!(
                Instant::now() < until,
                "these do not end: {open:#?}\n{}",
                shop.log()
            );
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        for record in &books.sales {
            let order = record.order.clone();
            books.orders.entry(order.cart).or_default().push(order);
        }
        books
    }

    /// Reads all orders, and says which do not agree with the gateway.
    async fn disagreements(&mut self) -> Vec<String> {
        self.sales = all_orders(&*self.store).await;
        let records = self.sales.iter();
        let disagree = records.filter_map(|it| disagreement(it, &self.ledger, &self.movements));
        disagree.collect()
    }

    /// The states of carts and attempts that are still under way.
    async fn open_ends(&self, purchases: &[Purchase]) -> Vec<String> {
        let mut open = Vec::new();
        for purchase in purchases {
            let cart = self.cart(purchase).await;
            if let CartStatus::Completing { attempt } | CartStatus::Completed { attempt, .. } =
                cart.status
            {
                let attempt = self.store.attempt(attempt).await.expect("readable");
                let attempt = attempt.expect("the cart's attempt");
                if !attempt.state.is_finished() {
                    open.push(format!("{:?} due {:?}", attempt.state, attempt.due_at));
                }
            }
        }
        for row in &self.ledger {
            let attempt = self.attempt(row).await;
            if attempt.due_at.is_some() {
                open.push(format!("{:?} due {:?}", attempt.state, attempt.due_at));
            }
        }
        open
    }

    async fn cart(&self, purchase: &Purchase) -> Cart {
        let (token, _) = gid::parse_cart(&purchase.cart).expect("a cart's id");
        let cart = self.store.cart(token.key).await.expect("readable");
        cart.unwrap_or_else(|| panic!("a cart that was answered is lost: {purchase:?}"))
    }

    async fn attempt(&self, row: &LedgerRow) -> Attempt {
        let key = key_in_name(&row.key).expect("an attempt's name");
        let attempt = self.store.attempt(key).await.expect("readable");
        let attempt = attempt.unwrap_or_else(|| panic!("a payment without an attempt: {row:?}"));
        assert_eq!(gateway_key(&attempt), row.key);
        attempt
    }

    /// Asserts that the accounts that PayPal stores are exactly the mandates of the orders.
    #[cfg(feature = "fail-points")]
    pub(crate) fn accounts_agree(&self, shop: &Shop) {
        let kept = stored_accounts(&shop.path(PAYPAL_LEDGER)).expect("PayPal's accounts");
        let mandates = self.orders.values().flatten().filter_map(mandate);
        let mut mandates: Vec<_> = mandates.collect();
        mandates.sort_unstable();
        assert_eq!(kept, mandates, "accounts that are kept, beside the orders'");
    }

    /// Waits until the merchant's system has received the events of every order, and compares them with the orders.
    pub(crate) async fn all_was_told(&self, system: &System) {
        self.was_told_since(system, 0).await;
    }

    /// The same for orders from this number on; of earlier orders the system may have only the last events.
    pub(crate) async fn was_told_since(&self, system: &System, first: u64) {
        system.has_heard(&*self.store, &self.sales, first).await;
    }

    /// How many orders from this number on have an event whose id differs from this version's ids.
    pub(crate) async fn named_otherwise(&self, first: u64) -> usize {
        let mut otherwise = 0;
        for order in self.orders.values().flatten() {
            if order.number.0 >= first && self.is_named_otherwise(order).await {
                otherwise += 1;
            }
        }
        otherwise
    }

    async fn is_named_otherwise(&self, order: &Order) -> bool {
        let of_order = DeliveryFilter {
            order: Some(order.number),
            endpoint: None,
            delivered: true,
            limit: 10,
        };
        let told = self.store.event_deliveries(of_order).await;
        let told = told.expect("readable");
        let attempt = self.store.attempt(order.attempt).await.expect("readable");
        let attempt = attempt.expect("the order's attempt");
        told.iter().any(|event| {
            let then = Attempt {
                version: event.key.place / PLACES_OF_A_STEP,
                ..attempt.clone()
            };
            let ours = events_of_step(&then, &OrderEventKind::ALL);
            ours.iter().all(|ours| ours.id != event.id)
        })
    }

    pub(crate) fn orders(&self) -> usize {
        self.orders.values().map(Vec::len).sum()
    }

    pub(crate) fn rows(&self, kind: RowKind) -> usize {
        self.ledger.iter().filter(|row| row.kind == kind).count()
    }

    /// Compares ledgers, carts, orders and stock.
    pub(crate) async fn audit(&self, purchases: &[Purchase]) {
        let mut charged: HashMap<CartKey, Vec<&LedgerRow>> = HashMap::new();
        for row in &self.ledger {
            let attempt = self.attempt(row).await;
            if row.kind == RowKind::Captured {
                charged.entry(attempt.cart).or_default().push(row);
            }
            self.no_money_hangs(row, &attempt);
        }
        for purchase in purchases {
            let cart = self.cart(purchase).await;
            let taken = charged.remove(&cart.key).unwrap_or_default();
            self.cart_agrees(purchase, &cart, &taken);
        }
        assert!(
            charged.is_empty(),
            "charges without a purchase: {charged:?}"
        );
        refunds_agree(&self.sales, &self.movements);
        self.stock_agrees().await;
    }

    /// How many refunds the gateway has made for the shop, and how many orders were cancelled.
    pub(crate) fn refunded_and_cancelled(&self) -> (usize, usize) {
        let refunds = self.movements.iter().filter(|it| it.key.is_some());
        let cancelled = self.sales.iter().map(OrderRecord::life);
        let cancelled = cancelled.filter(|life| life.cancelled_at.is_some());
        (refunds.count(), cancelled.count())
    }

    /// Authorised money was captured or voided, unless a person must review the attempt.
    fn no_money_hangs(&self, row: &LedgerRow, attempt: &Attempt) {
        if row.kind != RowKind::Authorised {
            return;
        }
        let settled = self.ledger.iter().any(|other| {
            other.reference == row.reference
                && matches!(other.kind, RowKind::Captured | RowKind::Voided)
        });
        let in_review = matches!(attempt.state, AttemptState::NeedsReview { .. });
        assert!(
            settled || in_review,
            "money hangs: {row:?}, {:?}",
            attempt.state
        );
    }

    fn cart_agrees(&self, purchase: &Purchase, cart: &Cart, charges: &[&LedgerRow]) {
        let orders = self.orders.get(&cart.key).map_or(&[][..], Vec::as_slice);
        assert!(
            orders.len() <= 1,
            "{} orders for one cart: {purchase:?}",
            orders.len()
        );
        assert!(
            charges.len() <= 1,
            "charged {} times: {purchase:?}",
            charges.len()
        );
        let Some(order) = orders.first() else {
            assert!(charges.is_empty(), "charged without an order: {purchase:?}");
            assert_eq!(cart.status, CartStatus::Open, "{purchase:?}");
            assert_ne!(
                purchase.ended,
                Ended::Ordered,
                "an order that was promised is lost"
            );
            return;
        };
        assert_eq!(
            cart.status,
            CartStatus::Completed {
                attempt: order.attempt,
                order: order.number
            }
        );
        assert_ne!(
            purchase.ended,
            Ended::Failed,
            "told failed, and ordered: {order:?}"
        );
        assert_eq!(
            order.snapshot.total,
            MinorUnits::new(purchase.shown),
            "ordered for another amount than shown"
        );
        assert_eq!(order.snapshot.lines.len(), 1);
        assert_eq!(
            i64::from(order.snapshot.lines[0].quantity),
            purchase.quantity
        );
        match (&order.payment, charges) {
            (OrderPayment::Captured { .. }, [charge]) => {
                assert_eq!(
                    charge.amount.minor,
                    MinorUnits::new(purchase.shown),
                    "charged another amount than shown"
                );
                assert_eq!(charge.amount.currency, order.snapshot.currency);
            }
            (OrderPayment::NeedsReview, []) => {}
            // Nothing was due, and the account is stored.
            (OrderPayment::Captured { card }, []) if order.snapshot.total == MinorUnits::ZERO => {
                assert!(card.mandate.is_some(), "{order:?}");
            }
            (payment, charges) => panic!("{payment:?} beside {charges:?}"),
        }
    }

    async fn stock_agrees(&self) {
        let catalogue = self.store.catalogue().await.expect("readable");
        for &(handle, _, pieces) in GOODS.iter().chain(PARCELS) {
            let product = catalogue.product(handle).expect("a product");
            let variant = &product.variants[0];
            let sold: i64 = self
                .orders
                .values()
                .flatten()
                .flat_map(|order| &order.snapshot.lines)
                .filter(|line| line.variant == variant.id)
                .map(|line| i64::from(line.quantity))
                .sum();
            let back: i64 = self.sales.iter().map(|it| restocked(it, variant.id)).sum();
            let Stock::Tracked { available, .. } = variant.stock else {
                panic!("{handle} is counted")
            };
            assert_eq!(
                available,
                pieces - sold + back,
                "stock of {handle}, {sold} sold, {back} back"
            );
            assert!(available >= 0, "{handle} is oversold");
        }
    }
}
