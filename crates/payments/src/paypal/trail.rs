//! An order's captures and refunds.

use super::amount::parse;
use super::wire::{AmountWire, CaptureWire, RefundWire, TrailWire};
use crate::RefundRefusal;
use zkratka_commerce::money::{MinorUnits, Money};

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

    pub(super) fn captures(&self) -> &[CaptureWire] {
        &self.captures
    }

    pub(super) fn refunds(&self) -> &[RefundWire] {
        &self.refunds
    }

    /// The refund with this key of the shop's.
    pub(super) fn refund(&self, key: &str) -> Option<&RefundWire> {
        let mut refunds = self.refunds.iter();
        refunds.find(|refund| refund.custom_id.as_deref() == Some(key))
    }

    /// Whether a capture other than this one has taken money, or may still: PayPal has not decided a pending one.
    pub(super) fn has_money_besides(&self, capture: &str) -> bool {
        let mut others = self.captures.iter().filter(|other| other.id != capture);
        others.any(|other| is_taken(other) || other.status == "PENDING")
    }

    /// Whether a capture of exactly this amount took money.
    pub(super) fn has_taken(&self, amount: Money) -> bool {
        let mut taken = self.captures.iter().filter(|capture| is_taken(capture));
        taken.any(|capture| money(&capture.amount) == Some(amount))
    }

    /// The capture that a refund of this amount is taken from. PayPal refunds captures, and an authorisation can have
    /// several.
    pub(super) fn refundable(&self, amount: Money) -> Result<&CaptureWire, RefundRefusal> {
        let is_captured = |capture: &&CaptureWire| {
            is_taken(capture)
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
        captured.checked_sub(self.refunded(&capture.id, &["COMPLETED", "PENDING"]))
    }

    /// What a dispute about `disputed` of a capture has taken. Refunds take the undisputed money first; what they took
    /// beyond it, the dispute cannot take again.
    pub(super) fn taken_by_dispute(
        &self,
        capture: &str,
        captured: MinorUnits,
        disputed: MinorUnits,
    ) -> MinorUnits {
        let left = captured.saturating_sub(self.refunded(capture, &["COMPLETED"]));
        disputed.min(left).max(MinorUnits::ZERO)
    }

    /// The sum of a capture's refunds with these statuses.
    fn refunded(&self, capture: &str, statuses: &[&str]) -> MinorUnits {
        let counts = |refund: &&RefundWire| {
            refund.capture() == Some(capture) && statuses.contains(&refund.status.as_str())
        };
        let amounts = self.refunds.iter().filter(counts);
        amounts
            .filter_map(|refund| money(&refund.amount))
            .fold(MinorUnits::ZERO, |sum, it| sum.saturating_add(it.minor))
    }
}

/// Whether a capture took money, whatever of it was refunded since.
pub(super) fn is_taken(capture: &CaptureWire) -> bool {
    let status = capture.status.as_str();
    matches!(status, "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED")
}

pub(super) fn money(wire: &AmountWire) -> Option<Money> {
    parse(&wire.value, &wire.currency_code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use zkratka_commerce::money::Currency;

    fn crowns(minor: i64) -> Money {
        Money::new(MinorUnits::new(minor), Currency::CZK)
    }

    fn capture(id: &str, status: &str, value: &str) -> Value {
        json!({ "id": id, "status": status, "amount": { "currency_code": "CZK", "value": value } })
    }

    fn refund(key: &str, status: &str, capture: &str, value: &str) -> Value {
        json!({
            "id": format!("R-{key}"), "status": status, "custom_id": key,
            "amount": { "currency_code": "CZK", "value": value },
            "links": [{ "rel": "up", "href": format!("https://api-m.paypal.com/v2/payments/captures/{capture}") }],
        })
    }

    fn trail(captures: &[Value], refunds: &[Value]) -> Trail {
        let order = json!({
            "purchase_units": [{ "payments": { "captures": captures, "refunds": refunds } }],
        });
        Trail::read(serde_json::from_value(order).expect("an order"))
    }

    #[test]
    fn a_refund_is_taken_from_a_capture_that_has_enough_left() {
        let chosen = |trail: &Trail, minor| {
            let chosen = trail.refundable(crowns(minor));
            chosen.map(|capture| capture.id.clone())
        };
        let two = [
            capture("C1", "PARTIALLY_REFUNDED", "5.00"),
            capture("C2", "COMPLETED", "9.00"),
        ];
        let refunds = [
            refund("K1", "PENDING", "C1", "3.00"),
            refund("K2", "FAILED", "C2", "3.00"),
        ];
        let trail_of_two = trail(&two, &refunds);
        assert_eq!(chosen(&trail_of_two, 200), Ok("C1".to_owned()));
        assert_eq!(chosen(&trail_of_two, 900), Ok("C2".to_owned()));
        assert_eq!(chosen(&trail_of_two, 901), Err(RefundRefusal::TooMuch));
        let found = trail_of_two.refund("K1").map(|refund| refund.id.as_str());
        assert_eq!(found, Some("R-K1"));
        assert!(trail_of_two.refund("K3").is_none());
        // PayPal decides about the only capture.
        let one = trail(&two[..1], &refunds);
        assert_eq!(chosen(&one, 99_900), Ok("C1".to_owned()));
        for captures in [vec![], vec![capture("C1", "DECLINED", "5.00")]] {
            let none = trail(&captures, &[]);
            assert_eq!(chosen(&none, 1), Err(RefundRefusal::Refused));
        }
        let euros = Money::new(MinorUnits::new(1), Currency::new("EUR").expect("euros"));
        let other = one.refundable(euros).map(|capture| capture.id.clone());
        assert_eq!(other, Err(RefundRefusal::Refused));
    }

    /// A capture that failed says nothing of a payment that another capture takes.
    #[test]
    fn a_payment_has_money_besides_a_failed_capture() {
        for (status, has_money) in [
            ("COMPLETED", true),
            ("PARTIALLY_REFUNDED", true),
            ("REFUNDED", true),
            ("PENDING", true),
            ("DECLINED", false),
            ("FAILED", false),
        ] {
            let captures = [
                capture("C1", "DECLINED", "5.00"),
                capture("C2", status, "5.00"),
            ];
            let trail = trail(&captures, &[]);
            assert_eq!(trail.has_money_besides("C1"), has_money, "{status}");
            assert!(!trail.has_money_besides("C2"), "{status}");
        }
    }

    /// A refund of money that is not disputed leaves the dispute its own; what was refunded of the disputed money is not
    /// taken again.
    #[test]
    fn a_dispute_takes_what_refunds_have_left_of_it() {
        let refund = |status, value| refund("K1", status, "C1", value);
        for (disputed, refunds, taken) in [
            (300, vec![], 300),
            (300, vec![refund("COMPLETED", "7.00")], 300),
            (300, vec![refund("COMPLETED", "8.00")], 200),
            (300, vec![refund("COMPLETED", "10.00")], 0),
            (1_000, vec![refund("COMPLETED", "4.00")], 600),
            (1_000, vec![refund("PENDING", "4.00")], 1_000),
            (1_000, vec![refund("FAILED", "4.00")], 1_000),
            (
                300,
                vec![refund("COMPLETED", "4.00"), refund("COMPLETED", "5.00")],
                100,
            ),
        ] {
            let trail = trail(&[capture("C1", "PARTIALLY_REFUNDED", "10.00")], &refunds);
            let [captured, disputed, taken] = [1_000, disputed, taken].map(MinorUnits::new);
            assert_eq!(
                trail.taken_by_dispute("C1", captured, disputed),
                taken,
                "{refunds:?}"
            );
            assert_eq!(
                trail.taken_by_dispute("C2", captured, disputed),
                disputed,
                "another capture's refunds"
            );
        }
    }
}
