//! An order's captures and refunds.

use super::amount::parse;
use super::wire::{AmountWire, CaptureWire, RefundWire, TrailWire};
use crate::RefundRefusal;
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::time::Timestamp;

pub(super) struct Trail {
    captures: Vec<CaptureWire>,
    refunds: Vec<RefundWire>,
}

impl Trail {
    pub(super) fn read(wire: TrailWire) -> Self {
        let mut trail = Self {
            captures: Vec::new(),
            refunds: Vec::new(),
        };
        for unit in wire.purchase_units {
            trail.captures.extend(unit.payments.captures);
            trail.refunds.extend(unit.payments.refunds);
        }
        trail
    }

    /// The refund with this key of the shop's.
    pub(super) fn refund(&self, key: &str) -> Option<&RefundWire> {
        let mut refunds = self.refunds.iter();
        refunds.find(|refund| refund.custom_id.as_deref() == Some(key))
    }

    /// The capture that a refund of this amount is taken from. PayPal refunds captures, and an authorisation can have
    /// several.
    pub(super) fn refundable(&self, amount: Money) -> Result<&CaptureWire, RefundRefusal> {
        let is_captured = |capture: &&CaptureWire| {
            let status = capture.status.as_str();
            matches!(status, "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED")
                && money(&capture.amount).is_some_and(|it| it.currency == amount.currency)
        };
        let captures: Vec<_> = self.captures.iter().filter(is_captured).collect();
        match captures.as_slice() {
            [] => Err(RefundRefusal::Refused),
            // PayPal knows best what is left of the only capture.
            [only] => Ok(only),
            several => {
                let mut several = several.iter();
                let enough = several.find(|it| self.left(it).is_some_and(|it| it >= amount.minor));
                enough.copied().ok_or(RefundRefusal::TooMuch)
            }
        }
    }

    fn left(&self, capture: &CaptureWire) -> Option<MinorUnits> {
        let captured = money(&capture.amount)?.minor;
        captured.checked_sub(self.refunded(&capture.id, Timestamp(i64::MIN)))
    }

    /// The sum of a capture's refunds since a time, pending ones included.
    pub(super) fn refunded(&self, capture: &str, since: Timestamp) -> MinorUnits {
        let counts = |refund: &&RefundWire| {
            refund.capture() == Some(capture)
                && matches!(refund.status.as_str(), "COMPLETED" | "PENDING")
                && time(refund.create_time.as_deref()).is_none_or(|at| at >= since)
        };
        let amounts = self.refunds.iter().filter(counts);
        amounts
            .filter_map(|refund| money(&refund.amount))
            .fold(MinorUnits::ZERO, |sum, it| sum.saturating_add(it.minor))
    }
}

pub(super) fn money(wire: &AmountWire) -> Option<Money> {
    parse(&wire.value, &wire.currency_code)
}

pub(super) fn time(text: Option<&str>) -> Option<Timestamp> {
    let time: jiff::Timestamp = text?.parse().ok()?;
    Some(Timestamp(time.as_millisecond()))
}
