//! The goods and sums of an e-mail.

use serde::Serialize;
use zkratka_commerce::order::{OrderLine, OrderSnapshot};
use zkratka_order_page::{OrderSum, SumKind, order_sums};
use zkratka_texts::{format_money, typographic};

/// Goods with their sums, as Czechs write them.
#[derive(Debug, Serialize)]
pub(crate) struct Goods {
    lines: Vec<Line>,
    sums: Vec<Sum>,
}

#[derive(Debug, Serialize)]
struct Line {
    title: String,
    /// The variant and the selling plan.
    details: Vec<String>,
    quantity: u32,
    total: String,
}

#[derive(Debug, Serialize)]
struct Sum {
    label: String,
    amount: String,
    /// Whether it is the amount that the buyer pays.
    is_total: bool,
}

impl Goods {
    pub(crate) fn of(snapshot: &OrderSnapshot) -> Self {
        let sums = order_sums(snapshot);
        let last = sums
            .iter()
            .rposition(|sum| matches!(sum.kind, SumKind::Total | SumKind::Due));
        let sums = sums.into_iter().enumerate().map(|(at, sum)| {
            let OrderSum { label, amount, .. } = sum;
            Sum {
                label,
                amount,
                is_total: Some(at) == last,
            }
        });
        Self {
            lines: snapshot
                .lines
                .iter()
                .map(|line| Line::of(line, snapshot))
                .collect(),
            sums: sums.collect(),
        }
    }
}

impl Line {
    fn of(line: &OrderLine, snapshot: &OrderSnapshot) -> Self {
        let plan = line.selling_plan.as_deref();
        let plan = plan.map(|plan| plan.name.clone());
        let details = line.variant_title.iter().cloned().chain(plan);
        Self {
            title: typographic(&line.title),
            details: details.map(|detail| typographic(&detail)).collect(),
            quantity: line.quantity,
            total: format_money(line.total, snapshot.currency),
        }
    }
}
