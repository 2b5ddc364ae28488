//! The goods that refunds were for.

use crate::typographic;
use zkratka_commerce::order::{Order, OrderLine};
use zkratka_commerce::order_life::{Life, RefundStatus};

/// "Peníze jsou za: 2× Hrnek (modrý), 1× Ubrus." `None` if the refunds name no goods. A refund that failed does not count, nor
/// one that the gateway has not decided. No money goes back for goods that were free.
#[must_use]
pub fn refunded_goods(order: &Order, life: &Life) -> Option<String> {
    let goods: Vec<_> = order
        .snapshot
        .lines
        .iter()
        .filter(|line| !life.is_free(line.id))
        .filter_map(|line| {
            let units = refunded_units(life, line);
            (units > 0).then(|| format!("{units}×\u{a0}{}", name(line)))
        })
        .collect();
    (!goods.is_empty()).then(|| typographic(&format!("Peníze jsou za: {}.", goods.join(", "))))
}

fn refunded_units(life: &Life, goods: &OrderLine) -> u32 {
    let refunds = life.refunds.iter();
    let done = refunds.filter(|one| one.status == RefundStatus::Done);
    let lines = done.flat_map(|one| &one.refund.lines);
    lines
        .filter(|refunded| refunded.line == goods.id)
        .map(|refunded| refunded.units)
        .sum()
}

fn name(line: &OrderLine) -> String {
    match &line.variant_title {
        Some(variant) => format!("{} ({variant})", line.title),
        None => line.title.clone(),
    }
}
