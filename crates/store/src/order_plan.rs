//! The rows of an order, whatever the database.

use crate::StoreError;
use crate::cart_status::with_status;
use crate::outbox::EventRows;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Mode, Order, OrderPayment};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::time::Timestamp;

/// What is written when an order is made, besides the gift cards that it sells.
pub(crate) struct OrderPlan {
    /// The order, exactly as the attempt's snapshot says.
    pub(crate) order: Order,
    /// What its listeners are told.
    pub(crate) events: EventRows,
    /// Its cart, completed.
    pub(crate) cart: Cart,
}

impl OrderPlan {
    /// The order of an attempt, which then names it.
    pub(crate) fn new(
        attempt: &mut Attempt,
        cart: Cart,
        number: OrderNumber,
        mode: Mode,
        payment: OrderPayment,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        attempt.order = Some(number);
        let kinds = OrderEventKind::of_new(&payment);
        let events = EventRows::new(attempt, number, kinds, &payment, now)?;
        let status = CartStatus::Completed {
            attempt: attempt.key,
            order: number,
        };
        let order = Order {
            number,
            cart: attempt.cart,
            attempt: attempt.key,
            created_at: now,
            mode,
            snapshot: attempt.snapshot.clone(),
            payment,
        };
        Ok(Self {
            order,
            events,
            cart: with_status(cart, status, now),
        })
    }
}
