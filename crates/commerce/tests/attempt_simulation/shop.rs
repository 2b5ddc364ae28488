//! The shop's store: fenced versions, one transaction at a time, nothing lost once it is stored. Every write is checked
//! against the invariants.

use zkratka_commerce::attempt::{Attempt, Commit, NewAttempt, Reservation, Transition, begin};
use zkratka_commerce::ids::{AttemptKey, CartKey, LineId, OrderNumber, Secret, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::{OrderLine, OrderPayment, OrderSnapshot};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::tax::TaxRate;
use zkratka_commerce::time::Timestamp;

pub(crate) struct Cart {
    pub(crate) quantity: u32,
    pub(crate) total: MinorUnits,
    /// The live attempt, or the one that completed the cart.
    active: Option<usize>,
    pub(crate) order: Option<Order>,
    /// Number of attempts for this cart.
    pub(crate) attempts: u32,
}

pub(crate) struct Order {
    pub(crate) attempt: usize,
    pub(crate) total: MinorUnits,
    pub(crate) payment: OrderPayment,
}

pub(crate) struct Shop {
    pub(crate) initial_stock: i64,
    pub(crate) stock: i64,
    pub(crate) carts: Vec<Cart>,
    pub(crate) attempts: Vec<Attempt>,
}

impl Shop {
    pub(crate) fn new(initial_stock: i64, carts: Vec<(u32, MinorUnits)>) -> Self {
        let carts = carts
            .into_iter()
            .map(|(quantity, total)| Cart {
                quantity,
                total,
                active: None,
                order: None,
                attempts: 0,
            })
            .collect();
        Self {
            initial_stock,
            stock: initial_stock,
            carts,
            attempts: Vec::new(),
        }
    }

    pub(crate) fn is_open(&self, cart: usize) -> bool {
        self.carts[cart].active.is_none()
    }

    /// Step 1: the new attempt's index, or `None` if the cart is not open or there is not enough stock.
    pub(crate) fn begin(
        &mut self,
        cart: usize,
        session: String,
        now: Timestamp,
        key_lifetime_ms: i64,
        lease_ms: i64,
    ) -> Option<usize> {
        let quantity = i64::from(self.carts[cart].quantity);
        if !self.is_open(cart) || self.stock < quantity {
            return None;
        }
        let index = self.attempts.len();
        let number = u64::try_from(index).expect("64 bits");
        let beginning = begin(NewAttempt {
            key: AttemptKey(number),
            token_secret: Secret([0; 16]),
            secret: Secret([1; 16]),
            cart: CartKey(u64::try_from(cart).expect("64 bits")),
            token: String::new(),
            cart_revision: 1,
            contents: None,
            now,
            key_expires_at: now.plus(key_lifetime_ms),
            due_at: now.plus(lease_ms),
            snapshot: snapshot(&self.carts[cart], session),
        });
        assert!(
            beginning.order.is_none(),
            "a card payment makes no order at once"
        );
        self.stock -= quantity;
        self.carts[cart].active = Some(index);
        self.carts[cart].attempts += 1;
        self.attempts.push(beginning.attempt);
        Some(index)
    }

    /// Stores a step, unless another server was faster.
    pub(crate) fn advance(
        &mut self,
        index: usize,
        step: &Transition,
    ) -> Result<Attempt, Box<Attempt>> {
        let stored = &self.attempts[index];
        if step.attempt.version != stored.version + 1 {
            return Err(Box::new(stored.clone()));
        }
        let before = stored.reservation;
        let mut attempt = step.attempt.clone();
        let cart = usize::try_from(attempt.cart.0).expect("64 bits");
        let quantity = i64::from(self.carts[cart].quantity);
        let cart = &mut self.carts[cart];
        match &step.commit {
            Commit::Nothing => {
                assert_eq!(before, attempt.reservation, "stock moves without a commit");
            }
            Commit::MakeOrder { payment, .. } => {
                assert_eq!(before, Reservation::Held, "an order without reserved stock");
                assert_eq!(attempt.reservation, Reservation::Sold);
                assert!(cart.order.is_none(), "a second order for one cart");
                assert_eq!(
                    cart.active,
                    Some(index),
                    "an order of an attempt that is not live"
                );
                cart.order = Some(Order {
                    attempt: index,
                    total: attempt.snapshot.total,
                    payment: payment.clone(),
                });
                attempt.order = Some(OrderNumber(1_000 + attempt.key.0));
            }
            Commit::UpdateOrderPayment(payment) => {
                assert_eq!(before, Reservation::Sold, "there is no order to update");
                let order = cart.order.as_mut().expect("an order");
                assert_eq!(order.attempt, index, "the order of another attempt");
                order.payment = payment.clone();
            }
            Commit::Release => {
                assert_eq!(before, Reservation::Held, "stock is released twice");
                assert_eq!(attempt.reservation, Reservation::Released);
                assert_eq!(
                    cart.active,
                    Some(index),
                    "a cart is opened under another attempt"
                );
                assert!(cart.order.is_none(), "a completed cart is opened");
                cart.active = None;
                self.stock += quantity;
            }
        }
        self.attempts[index] = attempt.clone();
        Ok(attempt)
    }

    /// Leases one attempt that is due.
    pub(crate) fn claim_due(&mut self, now: Timestamp, lease_ms: i64) -> Option<usize> {
        let index = self
            .attempts
            .iter()
            .position(|attempt| attempt.due_at.is_some_and(|due| due <= now))?;
        let attempt = &mut self.attempts[index];
        attempt.due_at = Some(now.plus(lease_ms));
        attempt.version += 1;
        Some(index)
    }

    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.attempts
            .iter()
            .filter_map(|attempt| attempt.due_at)
            .min()
    }

    /// Units reserved by live attempts plus units sold.
    pub(crate) fn taken(&self) -> i64 {
        let held: i64 = self
            .attempts
            .iter()
            .filter(|attempt| attempt.reservation == Reservation::Held)
            .map(|attempt| i64::from(attempt.snapshot.lines[0].quantity))
            .sum();
        let sold: i64 = self
            .carts
            .iter()
            .filter(|cart| cart.order.is_some())
            .map(|cart| i64::from(cart.quantity))
            .sum();
        held + sold
    }
}

fn snapshot(cart: &Cart, session: String) -> OrderSnapshot {
    OrderSnapshot {
        currency: Currency::CZK,
        market: None,
        taxation: zkratka_commerce::market::Taxation::Included,
        rounding: MinorUnits::ZERO,
        duty: MinorUnits::ZERO,
        email: String::new(),
        phone: None,
        delivery_address: None,
        billing_address: None,
        lines: vec![OrderLine {
            id: LineId(1),
            parent: None,
            variant: VariantId(1),
            title: String::new(),
            variant_title: None,
            sku: String::new(),
            quantity: cart.quantity,
            unit_price: cart.total,
            total: cart.total,
            tax_rate: TaxRate::of::<2_100>(),
            requires_shipping: false,
            tracked: true,
            attributes: Vec::new(),
            gift_card: None,
            selling_plan: None,
            download: None,
        }],
        delivery: None,
        note: None,
        attributes: Vec::new(),
        visitor_consent: zkratka_commerce::consent::VisitorConsent::default(),
        download_consent: None,
        save_for: None,
        subtotal: cart.total,
        discounts: Vec::new(),
        gift_cards: Vec::new(),
        total: cart.total,
        taxes: Vec::new(),
        payment: PaymentMethod::Card { session },
    }
}
