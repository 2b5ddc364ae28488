//! Carries out an operator's command, or says what it would do.

use crate::life::{refund_line, sums_line};
use crate::plan;
use crate::time::local_time;
use std::time::{Duration, Instant};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::{
    Action, LifeEvent, Operation, OperationKey, RefundStatus, Refusal, decide,
};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{OrderLife, OrderStep, OrderStepOutcome, Store, StoreError};

/// How often to look whether the server has made the refund.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// A command on one order.
#[derive(Clone, Debug)]
pub struct Request {
    pub order: OrderNumber,
    pub operation: Operation,
    /// Whether to change nothing.
    pub dry_run: bool,
    pub now: Timestamp,
    /// How long to wait for the gateway.
    pub patience: Duration,
}

/// What the operator is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub lines: Vec<String>,
    /// Whether the command was stored, but the gateway refused the refund.
    pub refund_failed: bool,
    /// Whether the same command was done before, so that nothing was changed.
    pub is_repetition: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error("there is no order {}", .0.0)]
    NoOrder(OrderNumber),
    #[error("order {}: {}. Nothing was changed", .0.0, .1)]
    Refused(OrderNumber, Refusal),
    #[error("say why with --reason: it stands in the order's timeline")]
    NoReason,
    #[error("the store does not answer: {0}")]
    Store(#[from] StoreError),
}

/// Carries out the command. If it begins a refund, waits a while for the server, which calls the gateway.
pub async fn execute(store: &dyn Store, request: &Request) -> Result<Report, CommandError> {
    let needs_reason = matches!(
        request.operation.action,
        Action::Cancel { .. }
            | Action::Refund { .. }
            | Action::RecordRefund { .. }
            | Action::RecordReversal { .. }
    );
    if needs_reason && request.operation.reason.trim().is_empty() {
        return Err(CommandError::NoReason);
    }
    if request.dry_run {
        return rehearse(store, request).await;
    }
    let before = read(store, request.order).await?;
    let step = OrderStep {
        order: request.order,
        event: LifeEvent::Operated(request.operation.clone()),
        now: request.now,
    };
    match store.advance_order(step).await? {
        OrderStepOutcome::NoOrder => Err(CommandError::NoOrder(request.order)),
        OrderStepOutcome::Refused(Refusal::Repeated(key)) => repeated(store, request, &key).await,
        OrderStepOutcome::Refused(refusal) => Err(CommandError::Refused(request.order, refusal)),
        OrderStepOutcome::Stored(plan) => {
            let mut lines = vec![format!("Order {}: done.", request.order.0)];
            lines.extend(plan::in_words(&before.record.order, &plan));
            let refunds: Vec<u32> = plan.calls.iter().map(|call| call.refund).collect();
            let (mut told, refund_failed) = wait(store, request, &refunds).await?;
            lines.append(&mut told);
            let after = read(store, request.order).await?;
            lines.push(sums_line("Balance", &after.record.life()));
            Ok(Report {
                lines,
                refund_failed,
                is_repetition: false,
            })
        }
    }
}

async fn read(store: &dyn Store, order: OrderNumber) -> Result<OrderLife, CommandError> {
    let known = store.order_life(order).await?;
    known.ok_or(CommandError::NoOrder(order))
}

/// Decides as the store would, and changes nothing.
async fn rehearse(store: &dyn Store, request: &Request) -> Result<Report, CommandError> {
    let OrderLife { record, sold } = read(store, request.order).await?;
    let key = request.operation.key(request.order);
    let used_on = store.order_of_operation(&key.0).await?;
    if let Some(other) = used_on.filter(|other| *other != request.order) {
        let refusal = Refusal::KeyOfAnotherOrder(key, other);
        return Err(CommandError::Refused(request.order, refusal));
    }
    let event = LifeEvent::Operated(request.operation.clone());
    let life = record.life();
    match decide(&record.order, &life, &sold, &event, request.now) {
        Ok(plan) => {
            let mut lines = vec![format!(
                "Order {}: nothing was changed (--dry-run). The command would do this:",
                request.order.0
            )];
            lines.extend(plan::in_words(&record.order, &plan));
            lines.push(sums_line("Balance until then", &life));
            Ok(Report {
                lines,
                refund_failed: false,
                is_repetition: false,
            })
        }
        Err(Refusal::Repeated(key)) => repeated(store, request, &key).await,
        Err(refusal) => Err(CommandError::Refused(request.order, refusal)),
    }
}

/// The stored result of an operation that was done before.
async fn repeated(
    store: &dyn Store,
    request: &Request,
    key: &OperationKey,
) -> Result<Report, CommandError> {
    let OrderLife { record, .. } = read(store, request.order).await?;
    let life = record.life();
    let mut lines = Vec::new();
    let mut refund_failed = false;
    for entry in life.of_operation(&key.0) {
        if lines.is_empty() {
            let by = entry.cause.as_ref().map_or("", |cause| cause.by.as_str());
            lines.push(format!(
                "Order {}: this is a repetition, and nothing was changed. {by} did it at {}. To do the same once more, give another --key.",
                request.order.0,
                local_time(entry.at)
            ));
        }
        lines.push(plan::entry_in_words(&record.order, entry));
        if let Some(refund) = life.refund(entry.sequence) {
            lines.push(refund_line(&life, refund));
            refund_failed |= matches!(refund.status, RefundStatus::Failed(_));
        }
    }
    lines.push(sums_line("Balance", &life));
    Ok(Report {
        lines,
        refund_failed,
        is_repetition: true,
    })
}

/// Waits until the server has made these refunds. The answer also says whether one failed.
async fn wait(
    store: &dyn Store,
    request: &Request,
    refunds: &[u32],
) -> Result<(Vec<String>, bool), CommandError> {
    if refunds.is_empty() {
        return Ok((Vec::new(), false));
    }
    let end = Instant::now() + request.patience;
    loop {
        let life = read(store, request.order).await?.record.life();
        let states: Vec<_> = refunds.iter().filter_map(|&one| life.refund(one)).collect();
        let is_pending = states.iter().any(|one| one.status == RefundStatus::Pending);
        if !is_pending || Instant::now() >= end {
            let failed = |status| matches!(status, RefundStatus::Failed(_));
            let has_failed = states.iter().any(|one| failed(one.status));
            let mut lines: Vec<_> = states.iter().map(|one| refund_line(&life, one)).collect();
            if is_pending {
                lines.push(format!(
                    "The gateway has not decided yet. The server continues by itself; see `zkratka orders show {}`.",
                    request.order.0
                ));
            }
            return Ok((lines, has_failed));
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
