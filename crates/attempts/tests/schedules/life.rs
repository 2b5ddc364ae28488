//! The store's part for an order's life after the sale, for the refunds that servers make and the transfers that they await.

use crate::store::{RefundRow, Shop};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_event::events_of_step;
use zkratka_commerce::order_life::{LifeEvent, Plan, Refusal, TransferWait, decide};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{OrderStep, OrderStepOutcome, PendingRefund};

impl Shop {
    /// The order on which an operation with this key was carried out.
    pub(crate) fn order_of_operation(&self, key: &str) -> Option<OrderNumber> {
        let has_it = |cause: &zkratka_commerce::order_life::Cause| cause.key.0 == key;
        let mut orders = self.orders.iter();
        let row = orders.find(|row| {
            let mut causes = row.entries.iter().filter_map(|entry| entry.cause.as_ref());
            causes.any(has_it)
        });
        row.map(|row| row.order.number)
    }

    /// One step of an order's life, in one transaction.
    pub(crate) fn advance_order(&mut self, step: &OrderStep) -> OrderStepOutcome {
        let Some(record) = self.record(step.order) else {
            return OrderStepOutcome::NoOrder;
        };
        if let LifeEvent::Operated(operation) = &step.event {
            let key = operation.key(step.order);
            let used_on = self.order_of_operation(&key.0);
            if let Some(other) = used_on.filter(|other| *other != step.order) {
                return OrderStepOutcome::Refused(Refusal::KeyOfAnotherOrder(key, other));
            }
        }
        let given_up = step.event.given_up();
        let lease = given_up.and_then(|(refund, _)| self.lease(step.order, refund));
        if step.event.is_overtaken(lease) {
            return OrderStepOutcome::Refused(Refusal::NothingNew);
        }
        let decided = decide(&record.order, &record.life(), &[], &step.event, step.now);
        match decided {
            Ok(plan) => {
                self.write(step, &plan);
                OrderStepOutcome::Stored(Box::new(plan))
            }
            Err(refusal) => OrderStepOutcome::Refused(refusal),
        }
    }

    fn lease(&self, order: OrderNumber, refund: u32) -> Option<u64> {
        let mut claims = self.refunds.iter().map(|row| row.claim);
        let claim = claims.find(|claim| (claim.order, claim.refund) == (order, refund));
        claim.map(|claim| claim.version)
    }

    fn write(&mut self, step: &OrderStep, plan: &Plan) {
        let units: i64 = plan.restocked.iter().map(|it| i64::from(it.units)).sum();
        self.stock += units;
        let mut orders = self.orders.iter_mut();
        let found = orders.find(|row| row.order.number == step.order);
        let row = found.expect("an order");
        row.put_back += units;
        for entry in &plan.entries {
            let next = u32::try_from(row.entries.len() + 1).expect("few");
            assert_eq!(entry.sequence, next, "a gap between the entries");
            row.entries.push(entry.clone());
        }
        let attempt = row.order.attempt;
        let row = self.row_mut(attempt);
        row.attempt.version += 1;
        row.timeline.extend(plan.timeline.iter().cloned());
        row.events
            .extend(events_of_step(&row.attempt, &plan.events));
        let called = plan.calls.iter().map(|call| RefundRow {
            claim: PendingRefund {
                order: step.order,
                refund: call.refund,
                version: 0,
                tries: 0,
            },
            due: step.now,
        });
        self.refunds.extend(called);
        let is_settled = |row: &RefundRow| {
            row.claim.order == step.order && plan.settled.contains(&row.claim.refund)
        };
        self.refunds.retain(|row| !is_settled(row));
        if let Some(wait) = plan.transfer {
            self.wait_for_transfer(step.order, wait);
        }
    }

    fn wait_for_transfer(&mut self, order: OrderNumber, wait: TransferWait) {
        match wait {
            TransferWait::Until(due) => {
                let mut rows = self.transfers.iter_mut();
                if let Some(row) = rows.find(|row| row.order == order) {
                    row.due = due;
                }
            }
            TransferWait::Over => self.transfers.retain(|row| row.order != order),
        }
    }

    /// Leases orders whose reminder or expiry is due, the longest due first.
    pub(crate) fn claim_transfers(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Vec<OrderNumber> {
        self.transfers.sort_by_key(|row| (row.due, row.order));
        let due = self.transfers.iter_mut().filter(|row| row.due <= now);
        due.take(limit as usize)
            .map(|row| {
                row.due = lease_until;
                row.order
            })
            .collect()
    }

    /// Leases refunds that are due, the longest due first.
    pub(crate) fn claim_refunds(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Vec<PendingRefund> {
        self.refunds.sort_by_key(|row| row.due);
        let due = self.refunds.iter_mut().filter(|row| row.due <= now);
        due.take(limit as usize)
            .map(|row| {
                row.claim.version += 1;
                row.due = lease_until;
                row.claim
            })
            .collect()
    }

    pub(crate) fn postpone(&mut self, refund: PendingRefund, until: Timestamp) -> bool {
        let is_it = |row: &&mut RefundRow| {
            let claim = &row.claim;
            (claim.order, claim.refund, claim.version)
                == (refund.order, refund.refund, refund.version)
        };
        let row = self.refunds.iter_mut().find(is_it);
        row.is_some_and(|row| {
            row.claim.tries += 1;
            row.due = until;
            true
        })
    }
}
