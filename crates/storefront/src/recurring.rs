//! Recurring payments, in the words that wallets' sheets and the checkout use (row 5.16).

use serde::Serialize;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::pricing::{PricedCart, PricedLine};
use zkratka_commerce::selling_plan::{RecurringTotal, recurring_totals};
use zkratka_texts::recurring_text;

/// A recurring payment. Its amount is in minor units.
#[derive(Serialize)]
pub struct RecurringView {
    label: String,
    amount: MinorUnits,
}

impl RecurringView {
    #[must_use]
    pub fn of_cart(priced: &PricedCart) -> Vec<Self> {
        in_words(&priced.recurring_totals())
    }

    #[must_use]
    pub fn of_line(line: &PricedLine) -> Vec<Self> {
        let planned = line.allocation.iter();
        let totals = recurring_totals(planned.map(|allocation| (allocation, line.quantity)));
        in_words(&totals)
    }
}

fn in_words(totals: &[RecurringTotal]) -> Vec<RecurringView> {
    let amounts = totals.iter().flat_map(|total| {
        let phases = total.phases.iter().enumerate();
        phases.map(|(index, &phase)| RecurringView {
            label: recurring_text(total.schedule, phase, index > 0),
            amount: phase.amount,
        })
    });
    amounts.collect()
}
