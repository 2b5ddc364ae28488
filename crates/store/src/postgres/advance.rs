//! Steps 2 and 3 of an attempt: one fenced write each, with its effects on stock, cart and order.

use super::gift_cards::SoldRows;
use super::keys::shard_prefixed;
use super::orders;
use super::step_rows::StepRows;
use crate::order_plan::{NewOrder, OrderPlan};
use crate::rows::CartRow;
use crate::steps::{self, PaymentPlan, Step, held};
use crate::{AttemptStep, StepCommit, StoreError};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::{AttemptKey, OrderNumber};
use zkratka_commerce::order::{Order, TimelineEntry};

/// Whether a step must have its transaction to itself. It takes or gives back what other steps lock in another order:
/// gift cards, uses of discounts, stock.
pub(super) fn is_alone(step: &AttemptStep) -> bool {
    match step.commit {
        StepCommit::Nothing => false,
        StepCommit::Release => true,
        StepCommit::MakeOrder { .. } | StepCommit::UpdateOrderPayment(_) => {
            step.attempt.snapshot.sells_gift_cards()
        }
    }
}

/// A step that follows, before its order has a number.
pub(super) struct Follows {
    step: Step,
    /// The cart of an order to make or of an attempt to give up, or the order whose payment changes.
    locked: Locked,
}

enum Locked {
    Nothing,
    Cart(Box<Cart>),
    Order(Option<Box<Order>>),
}

impl Follows {
    /// `cart` and `order` are those of the attempt, as this transaction has locked them.
    pub(super) fn new(
        step: Step,
        cart: Option<Cart>,
        order: Option<Order>,
    ) -> Result<Self, StoreError> {
        let locked = match step.commit {
            StepCommit::Nothing => Locked::Nothing,
            StepCommit::MakeOrder { .. } | StepCommit::Release => {
                Locked::Cart(Box::new(held(cart, step.attempt.key)?))
            }
            StepCommit::UpdateOrderPayment(_) => Locked::Order(order.map(Box::new)),
        };
        Ok(Self { step, locked })
    }

    pub(super) const fn makes_order(&self) -> bool {
        matches!(self.step.commit, StepCommit::MakeOrder { .. })
    }

    /// The attempt whose order is no longer unpaid.
    pub(super) const fn settles(&self) -> Option<AttemptKey> {
        match &self.step.commit {
            StepCommit::UpdateOrderPayment(payment) if !payment.is_awaited() => {
                Some(self.step.attempt.key)
            }
            _ => None,
        }
    }

    /// Plans the rows of the step. Takes a number only if the step makes an order.
    pub(super) fn planned(
        self,
        numbers: &mut impl Iterator<Item = OrderNumber>,
    ) -> Result<Planned, StoreError> {
        let Step {
            mut attempt,
            commit,
            timeline,
            now,
        } = self.step;
        let effect = match (commit, self.locked) {
            (
                StepCommit::MakeOrder {
                    mode,
                    payment,
                    cards,
                },
                Locked::Cart(cart),
            ) => {
                let number = numbers.next();
                let number = number.ok_or(StoreError::Inconsistent("an order has no number"))?;
                let new = NewOrder {
                    mode,
                    payment,
                    // A transfer makes its order when the attempt begins.
                    transfer_due: None,
                    cards,
                };
                let plan = OrderPlan::new(&mut attempt, *cart, number, new, now)?;
                let cart = CartRow::new(&plan.cart)?;
                Effect::Order(Box::new((plan, cart)))
            }
            (StepCommit::UpdateOrderPayment(payment), Locked::Order(order)) => {
                let plan = PaymentPlan::new(&attempt, &payment, now)?;
                Effect::Payment {
                    doc: orders::paid(order.map(|order| *order), plan.number, payment)?,
                    plan,
                }
            }
            (StepCommit::Release, Locked::Cart(cart)) => {
                Effect::Reopened(CartRow::new(&steps::reopened(*cart, now))?)
            }
            _ => Effect::Nothing,
        };
        Ok(Planned {
            key: shard_prefixed(attempt.key.0),
            attempt,
            timeline,
            effect,
        })
    }
}

/// A step ready to be written.
pub(super) struct Planned {
    pub(super) key: i64,
    pub(super) attempt: Attempt,
    timeline: Vec<TimelineEntry>,
    effect: Effect,
}

enum Effect {
    Nothing,
    Order(Box<(OrderPlan, CartRow)>),
    Payment { plan: PaymentPlan, doc: Vec<u8> },
    Reopened(CartRow),
}

impl Planned {
    /// The order's number and whether the gift cards that it sold now await its payment, if it sold any.
    pub(super) fn awaiting_cards(&self) -> Option<(i64, bool)> {
        match &self.effect {
            Effect::Payment { plan, .. } => plan
                .sold_cards_await_payment
                .map(|await_payment| (plan.number.0.cast_signed(), await_payment)),
            _ => None,
        }
    }

    /// Whether the attempt gives back what it holds.
    pub(super) const fn gives_back(&self) -> bool {
        matches!(self.effect, Effect::Reopened(_))
    }

    pub(super) fn add_to<'a>(&'a self, rows: &mut StepRows<'a>) -> Result<(), StoreError> {
        rows.moved.add(&self.attempt)?;
        rows.timeline.add(self.key, &self.timeline);
        match &self.effect {
            Effect::Nothing => {}
            Effect::Order(made) => {
                let (plan, cart) = &**made;
                rows.orders.add(&plan.order)?;
                rows.events.add(&plan.events, self.key);
                rows.carts.add(cart);
                rows.sold.push(self.key);
                rows.cards.push(SoldRows::new(plan));
            }
            Effect::Payment { plan, doc } => {
                rows.paid.add(plan.number, doc);
                rows.events.add(&plan.events, self.key);
            }
            Effect::Reopened(cart) => rows.carts.add(cart),
        }
        Ok(())
    }
}
