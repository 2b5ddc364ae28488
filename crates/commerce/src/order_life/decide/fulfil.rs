//! Goods that were sent or handed over.

use super::{capture_failed, lines};
use crate::order::{Order, OrderPayment, OrderSnapshot};
use crate::order_event::OrderEventKind;
use crate::order_life::entry::{Change, Fulfilment, LineUnits};
use crate::order_life::life::{GatewayStage, Life, MoneySource};
use crate::order_life::plan::{Plan, Planner};
use crate::order_life::refusal::Refusal;

pub(super) struct Parcel<'p> {
    pub(super) lines: &'p [LineUnits],
    pub(super) carrier: Option<&'p str>,
    pub(super) tracking_number: Option<&'p str>,
}

/// Goods are sent when the money is there, held, or due on delivery.
pub(super) fn check_payment(
    order: &Order,
    life: &Life,
    before_payment: bool,
) -> Result<(), Refusal> {
    if before_payment {
        return Ok(());
    }
    match &life.source {
        MoneySource::ByHand
            if order.payment == OrderPayment::AwaitingTransfer && life.paid.is_zero() =>
        {
            Err(Refusal::NotPaidYet)
        }
        MoneySource::Gateway { stage, .. } => match stage {
            GatewayStage::InReview => Err(Refusal::NeedsReview),
            GatewayStage::CaptureFailed => Err(capture_failed(life)),
            GatewayStage::Held | GatewayStage::Captured => Ok(()),
        },
        MoneySource::ByHand | MoneySource::Nothing => Ok(()),
    }
}

pub(super) fn plan(
    order: &OrderSnapshot,
    life: &Life,
    parcel: &Parcel<'_>,
    mut planner: Planner<'_>,
) -> Result<Plan, Refusal> {
    if life.cancelled_at.is_some() {
        return Err(Refusal::CancelledNotSent);
    }
    let sent = if parcel.lines.is_empty() {
        remaining(order, life)
    } else {
        for (line, units) in lines::named(order, parcel.lines)? {
            if !line.requires_shipping {
                return Err(Refusal::NotShipped(line.id));
            }
            let left = life.to_send(line);
            if units > left {
                return Err(Refusal::TooManyToSend {
                    line: line.id,
                    left,
                });
            }
        }
        parcel.lines.to_vec()
    };
    if sent.is_empty() {
        return Err(Refusal::NothingToSend);
    }
    let fulfilment = Fulfilment {
        lines: sent,
        carrier: parcel.carrier.map(str::to_owned),
        tracking_number: parcel.tracking_number.map(str::to_owned),
    };
    let names = [parcel.carrier, parcel.tracking_number];
    let mut detail = lines::in_words(fulfilment.lines.iter().copied());
    for name in names.into_iter().flatten() {
        detail.push_str(", ");
        detail.push_str(name);
    }
    planner.append(Change::Fulfilled(fulfilment));
    planner.log("fulfilled", &detail);
    planner.tell(OrderEventKind::Fulfilled);
    Ok(planner.finish())
}

fn remaining(order: &OrderSnapshot, life: &Life) -> Vec<LineUnits> {
    let units = order.lines.iter().map(|line| LineUnits {
        line: line.id,
        units: life.to_send(line),
    });
    units.filter(|units| units.units > 0).collect()
}
