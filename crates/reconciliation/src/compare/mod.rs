//! The comparison of one payment. It is pure.

mod captures;
mod disputes;
mod refunds;
mod reversals;

use crate::difference::Difference;
use crate::kind::Kind;
use crate::sides::OurPayment;
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{LedgerEntry, PaymentLedger};

/// What counts as young and as long.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub now: Timestamp,
    /// Younger transactions are not compared, because the other side may not know them yet. In milliseconds.
    pub grace_ms: i64,
    /// Money that is pending or held for longer is reported. In milliseconds.
    pub long_ms: i64,
}

impl Times {
    fn is_young(&self, at: Timestamp) -> bool {
        at > self.now.plus(-self.grace_ms)
    }

    fn is_long(&self, since: Timestamp) -> bool {
        since <= self.now.plus(-self.long_ms)
    }
}

/// The differences between both sides of one payment. `ours` is none if no attempt of this shop has made the payment.
#[must_use]
pub fn compare(ours: Option<&OurPayment>, theirs: &PaymentLedger, times: Times) -> Vec<Difference> {
    let mut found = captures::compare(ours, theirs, times);
    if let Some(ours) = ours {
        found.extend(refunds::compare(ours, theirs, times));
        // Without an order nothing can be taken back here; the capture itself is the difference.
        if ours.order.is_some() {
            found.extend(reversals::compare(ours, theirs, times));
        }
        found.extend(disputes::compare(ours, theirs, times));
    }
    found
}

/// A difference that a transaction of the provider's shows.
fn there(kind: Kind, ours: Option<&OurPayment>, entry: &LedgerEntry) -> Difference {
    Difference {
        kind,
        order: ours.and_then(|ours| ours.order),
        attempt: ours.map(|ours| ours.attempt),
        id: Some(entry.id.clone()),
        here: None,
        there: Some(entry.amount),
        at: entry.at,
        refused: None,
        lines: Vec::new(),
    }
}

/// A difference that only the shop's records show.
fn here(
    kind: Kind,
    ours: &OurPayment,
    id: Option<&str>,
    amount: MinorUnits,
    at: Timestamp,
) -> Difference {
    Difference {
        kind,
        order: ours.order,
        attempt: Some(ours.attempt),
        id: id.map(str::to_owned),
        here: Some(money(ours, amount)),
        there: None,
        at,
        refused: None,
        lines: Vec::new(),
    }
}

fn money(ours: &OurPayment, amount: MinorUnits) -> Money {
    Money::new(amount, ours.currency)
}
