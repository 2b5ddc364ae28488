//! Operators' commands, each with a key and repeated until it is answered.

use crate::world::{Life, To, World};
use std::sync::{Arc, Mutex, PoisonError};
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order_life::{
    Action, LifeEvent, LineUnits, Operation, OperationKey, RefundSize, Refusal,
};
use zkratka_store::{OrderStep, OrderStepOutcome, StoreError};

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Done,
    Refused(Refusal),
}

pub(crate) struct Command {
    pub(crate) order: OrderNumber,
    pub(crate) operation: Operation,
    run: Mutex<Run>,
}

#[derive(Default)]
struct Run {
    by: Option<Life>,
    ended: Option<Ended>,
}

impl Command {
    /// A command for any order; one in five repeats an earlier command under its key.
    pub(crate) fn any(world: &World, earlier: &[Arc<Self>]) -> Option<Arc<Self>> {
        let mut state = world.state();
        let orders = state.shop.orders.len();
        if orders == 0 || earlier.len() >= 12 {
            return None;
        }
        let (order, operation) = if !earlier.is_empty() && state.prng.chance(200) {
            let chosen = &earlier[state.prng.index(earlier.len())];
            (chosen.order, chosen.operation.clone())
        } else {
            let chosen = state.prng.index(orders);
            let order = state.shop.orders[chosen].order.number;
            let is_keyed = state.prng.chance(800);
            let key = is_keyed.then(|| OperationKey(format!("k{}", earlier.len())));
            let action = action(&mut state.prng);
            let operation = Operation {
                key,
                by: "jana".to_owned(),
                reason: "test".to_owned(),
                action,
            };
            (order, operation)
        };
        state.log(|| format!("command on {}: {operation:?}", order.0));
        Some(Arc::new(Self {
            order,
            operation,
            run: Mutex::default(),
        }))
    }

    fn run(&self) -> std::sync::MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn ended(&self) -> Option<Ended> {
        self.run().ended.clone()
    }

    /// Whether the process that ran it has died before its answer.
    pub(crate) fn is_left(&self, world: &World) -> bool {
        let run = self.run();
        run.ended.is_none() && run.by.is_some_and(|life| world.state().is_dead(life))
    }
}

/// Runs a command, as `zkratka orders` does, until the store answers.
pub(crate) async fn operate(world: Arc<World>, life: Life, command: Arc<Command>) {
    command.run().by = Some(life);
    loop {
        let step = OrderStep {
            order: command.order,
            event: LifeEvent::Operated(command.operation.clone()),
            now: world.state().clock(life.process),
        };
        let effect = move |state: &mut crate::world::State| Ok(state.shop.advance_order(&step));
        let lost = Err(StoreError::Busy);
        let what = "stores a command";
        let outcome = world.call(life, To::Store, what, effect, lost).await;
        let ended = match outcome {
            Err(_) => continue,
            Ok(OrderStepOutcome::Stored(_) | OrderStepOutcome::Refused(Refusal::Repeated(_))) => {
                Ended::Done
            }
            Ok(OrderStepOutcome::Refused(refusal)) => Ended::Refused(refusal),
            Ok(OrderStepOutcome::NoOrder) => panic!("the order has gone"),
        };
        world
            .state()
            .log(|| format!("the command is answered: {ended:?}"));
        command.run().ended = Some(ended);
        return;
    }
}

fn action(prng: &mut zkratka_testing::Prng) -> Action {
    let restock = prng.chance(700);
    let line = LineUnits {
        line: LineId(1),
        units: 1,
    };
    match prng.index(12) {
        0 | 1 => Action::MarkPaid,
        2 | 3 => Action::Fulfil {
            lines: if prng.chance(500) {
                vec![line]
            } else {
                Vec::new()
            },
            carrier: None,
            tracking_number: None,
            before_payment: prng.chance(500),
            despite_dispute: prng.chance(300),
        },
        4..7 => Action::Cancel { restock },
        7 | 8 => Action::Refund {
            size: RefundSize::Amount(MinorUnits::new(1 + prng.millis(5_000))),
            restock,
        },
        9 | 10 => Action::Refund {
            size: RefundSize::Lines {
                lines: vec![line],
                amount: None,
            },
            restock,
        },
        _ => Action::Refund {
            size: RefundSize::Everything,
            restock,
        },
    }
}
