//! The rows of an order, shared by both databases.

use crate::StoreError;
use crate::cart_status::with_status;
use crate::gift_card::check_sold;
use crate::outbox::EventRows;
use zkratka_commerce::attempt::{Attempt, SoldGiftCard};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Mode, Order, OrderPayment};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::transfer::TransferDue;

/// The rows that are written when an order is made.
pub(crate) struct OrderPlan {
    /// The order, exactly as in the attempt's snapshot.
    pub(crate) order: Order,
    /// The events for the merchant's systems.
    pub(crate) events: EventRows,
    /// The completed cart.
    pub(crate) cart: Cart,
    /// The gift cards that the order sells.
    pub(crate) cards: Vec<SoldGiftCard>,
}

/// The parts of a new order that come from the step and not from the attempt.
pub(crate) struct NewOrder {
    pub(crate) mode: Mode,
    pub(crate) payment: OrderPayment,
    pub(crate) transfer_due: Option<TransferDue>,
    pub(crate) cards: Vec<SoldGiftCard>,
}

impl OrderPlan {
    /// Makes the order of an attempt and stores the order's number in the attempt.
    pub(crate) fn new(
        attempt: &mut Attempt,
        cart: Cart,
        number: OrderNumber,
        new: NewOrder,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let NewOrder {
            mode,
            payment,
            transfer_due,
            cards,
        } = new;
        check_sold(&attempt.snapshot, &cards)?;
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
            transfer_due,
        };
        Ok(Self {
            order,
            events,
            cart: with_status(cart, status, now),
            cards,
        })
    }
}
