//! A store in memory: one transaction at a time, fenced by versions, nothing lost once it is stored. It decides with the
//! functions of `commerce` that the real stores use, and checks each write.

use crate::goods::{Basket, snapshot};
use zkratka_commerce::attempt::{Attempt, NewAttempt, Reservation, begin};
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber};
use zkratka_commerce::order::{Mode, Order, OrderPayment, TimelineEntry};
use zkratka_commerce::order_event::{OrderEvent, OrderEventKind, events_of_step};
use zkratka_commerce::order_life::Entry;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    AttemptStep, BeginAttempt, BeginOutcome, OrderRecord, PendingRefund, StepCommit, StepOutcome,
};

/// An attempt with its timeline and its events.
pub(crate) struct Row {
    pub(crate) attempt: Attempt,
    pub(crate) timeline: Vec<TimelineEntry>,
    pub(crate) events: Vec<OrderEvent>,
}

pub(crate) struct OrderRow {
    pub(crate) order: Order,
    pub(crate) entries: Vec<Entry>,
    /// Units that its steps have put back in stock.
    pub(crate) put_back: i64,
}

pub(crate) struct RefundRow {
    pub(crate) claim: PendingRefund,
    pub(crate) due: Timestamp,
}

/// An order that waits for its transfer.
pub(crate) struct TransferRow {
    pub(crate) order: OrderNumber,
    pub(crate) due: Timestamp,
}

pub(crate) struct Shop {
    pub(crate) initial_stock: i64,
    pub(crate) stock: i64,
    pub(crate) baskets: Vec<Basket>,
    pub(crate) rows: Vec<Row>,
    pub(crate) orders: Vec<OrderRow>,
    pub(crate) refunds: Vec<RefundRow>,
    pub(crate) transfers: Vec<TransferRow>,
    notifications: Vec<String>,
}

impl Shop {
    pub(crate) const fn new(stock: i64) -> Self {
        Self {
            initial_stock: stock,
            stock,
            baskets: Vec::new(),
            rows: Vec::new(),
            orders: Vec::new(),
            refunds: Vec::new(),
            transfers: Vec::new(),
            notifications: Vec::new(),
        }
    }

    pub(crate) fn attempt(&self, key: AttemptKey) -> Option<Attempt> {
        self.row(key).map(|row| row.attempt.clone())
    }

    pub(crate) fn row(&self, key: AttemptKey) -> Option<&Row> {
        self.rows.iter().find(|row| row.attempt.key == key)
    }

    pub(crate) fn row_mut(&mut self, key: AttemptKey) -> &mut Row {
        let mut rows = self.rows.iter_mut();
        rows.find(|row| row.attempt.key == key).expect("an attempt")
    }

    pub(crate) fn order(&self, number: OrderNumber) -> Option<&OrderRow> {
        self.orders.iter().find(|row| row.order.number == number)
    }

    pub(crate) fn record(&self, number: OrderNumber) -> Option<OrderRecord> {
        let row = self.order(number)?;
        Some(OrderRecord {
            order: row.order.clone(),
            timeline: self.row(row.order.attempt)?.timeline.clone(),
            entries: row.entries.clone(),
        })
    }

    fn basket(&self, cart: CartKey) -> Option<&Basket> {
        self.baskets.iter().find(|basket| basket.key == cart)
    }

    /// Step 1 of an attempt.
    pub(crate) fn begin(&mut self, wanted: &BeginAttempt) -> BeginOutcome {
        let Some(basket) = self.basket(wanted.cart) else {
            return BeginOutcome::NoCart;
        };
        if let Some(row) = self.rows.iter().find(|r| r.attempt.token == wanted.token) {
            return BeginOutcome::SameToken(Box::new(row.attempt.clone()));
        }
        let of_cart = |row: &&Row| row.attempt.cart == wanted.cart;
        let holds = |row: &&Row| row.attempt.reservation != Reservation::Released;
        if let Some(row) = self.rows.iter().filter(of_cart).find(holds) {
            return BeginOutcome::OtherAttempt(Box::new(row.attempt.clone()));
        }
        let units = basket.units();
        if units > self.stock {
            return BeginOutcome::Refused(Vec::new());
        }
        let beginning = begin(NewAttempt {
            key: wanted.attempt,
            token_secret: wanted.token_secret.clone(),
            secret: wanted.secret.clone(),
            cart: wanted.cart,
            token: wanted.token.clone(),
            cart_revision: 1,
            contents: None,
            now: wanted.now,
            key_expires_at: wanted.key_expires_at,
            due_at: wanted.due_at,
            snapshot: snapshot(basket),
        });
        let beginning = match &wanted.start {
            Some(start) => beginning.started(start),
            None => beginning,
        };
        self.stock -= units;
        let mut attempt = beginning.attempt;
        let events = match beginning.order {
            Some(payment) => self.make_order(&mut attempt, wanted.mode, payment, wanted.now),
            None => Vec::new(),
        };
        self.rows.push(Row {
            attempt: attempt.clone(),
            timeline: beginning.timeline,
            events,
        });
        BeginOutcome::New(Box::new(attempt))
    }

    fn make_order(
        &mut self,
        attempt: &mut Attempt,
        mode: Mode,
        payment: OrderPayment,
        now: Timestamp,
    ) -> Vec<OrderEvent> {
        let of_cart = |row: &&OrderRow| row.order.cart == attempt.cart;
        let known = self.orders.iter().find(of_cart);
        assert!(known.is_none(), "a second order of one cart");
        let number = OrderNumber(1_001 + self.orders.len() as u64);
        attempt.order = Some(number);
        let events = events_of_step(attempt, OrderEventKind::of_new(&payment));
        let transfer_due = match payment {
            OrderPayment::AwaitingTransfer => {
                let basket = self.basket(attempt.cart).expect("a basket");
                basket.transfer_due(now)
            }
            _ => None,
        };
        self.transfers.extend(transfer_due.map(|due| TransferRow {
            order: number,
            due: due.first_look(),
        }));
        self.orders.push(OrderRow {
            order: Order {
                number,
                cart: attempt.cart,
                attempt: attempt.key,
                created_at: now,
                mode,
                snapshot: attempt.snapshot.clone(),
                payment,
                transfer_due,
            },
            entries: Vec::new(),
            put_back: 0,
        });
        events
    }

    /// A further step of an attempt, unless another write came first.
    pub(crate) fn advance(&mut self, step: AttemptStep) -> StepOutcome {
        let stored = self.attempt(step.attempt.key).expect("an attempt");
        if step.attempt.version != stored.version + 1 {
            return StepOutcome::Superseded(Box::new(stored));
        }
        let now = step.timeline.last().map_or(stored.created_at, |e| e.at);
        let mut attempt = Attempt {
            order: stored.order,
            snapshot: stored.snapshot,
            ..step.attempt
        };
        let (before, after) = (stored.reservation, attempt.reservation);
        let events = match step.commit {
            StepCommit::Nothing => {
                assert_eq!(before, after, "a reservation changes beside its step");
                Vec::new()
            }
            StepCommit::MakeOrder {
                mode,
                payment,
                cards,
            } => {
                assert!(cards.is_empty(), "the goods are no gift cards");
                assert_eq!((before, after), (Reservation::Held, Reservation::Sold));
                self.make_order(&mut attempt, mode, payment, now)
            }
            StepCommit::UpdateOrderPayment(payment) => {
                assert_eq!((before, after), (Reservation::Sold, Reservation::Sold));
                let events = events_of_step(&attempt, OrderEventKind::of_payment(&payment));
                let mut orders = self.orders.iter_mut();
                let row = orders.find(|row| Some(row.order.number) == attempt.order);
                row.expect("an order").order.payment = payment;
                events
            }
            StepCommit::Release => {
                assert_eq!((before, after), (Reservation::Held, Reservation::Released));
                self.stock += units_of(&attempt);
                Vec::new()
            }
        };
        let row = self.row_mut(attempt.key);
        row.attempt = attempt.clone();
        row.timeline.extend(step.timeline);
        row.events.extend(events);
        StepOutcome::Stored(Box::new(attempt))
    }

    /// Leases the attempts that are due.
    pub(crate) fn claim_due(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Vec<Attempt> {
        let is_due = |row: &&mut Row| row.attempt.due_at.is_some_and(|due| due <= now);
        let due = self.rows.iter_mut().filter(is_due).take(limit as usize);
        due.map(|row| {
            row.attempt.version += 1;
            row.attempt.due_at = Some(lease_until);
            row.attempt.clone()
        })
        .collect()
    }

    /// When the next attempt, refund or transfer is due.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        let attempts = self.rows.iter().filter_map(|row| row.attempt.due_at);
        let refunds = self.refunds.iter();
        let refunds = refunds.filter(|row| !self.waits_for_a_person(row.claim.order));
        let transfers = self.transfers.iter().map(|row| row.due);
        let refunds = refunds.map(|row| row.due);
        attempts.chain(refunds).chain(transfers).min()
    }

    /// Whether a refund of this order waits until a person has looked into its payment.
    pub(crate) fn waits_for_a_person(&self, order: OrderNumber) -> bool {
        let order = self.order(order).expect("an order");
        order.order.payment == OrderPayment::NeedsReview
    }

    pub(crate) fn remember(&mut self, notification: &str) -> bool {
        let is_known = self.notifications.iter().any(|known| known == notification);
        if !is_known {
            self.notifications.push(notification.to_owned());
        }
        !is_known
    }
}

/// The units that an attempt takes off the stock.
pub(crate) fn units_of(attempt: &Attempt) -> i64 {
    let lines = attempt.snapshot.lines.iter();
    lines.map(|line| i64::from(line.quantity)).sum()
}
