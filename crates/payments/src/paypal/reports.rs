//! What PayPal tells unasked about captured money. A webhook may be late or out of order, so it only says what to look
//! at: the present state at PayPal is what the shop reports.

use super::PayPalError;
use super::after_sale::not_understood;
use super::gateway::{PayPalGateway, no_answer};
use super::note::Note;
use super::session::session_of;
use super::trail::{Trail, money};
use super::webhook::Subject;
use super::wire::{AmountWire, CaptureWire, DisputeWire};
use crate::{NoAnswer, Notification, NotificationContent, PaymentReport};
use zkratka_commerce::money::Money;

impl PayPalGateway {
    /// The notification of a genuine webhook; none if it concerns no payment of this shop, or nothing is decided yet.
    pub(super) async fn after_sale(
        &self,
        id: String,
        subject: Subject,
    ) -> Result<Option<Notification>, NoAnswer> {
        let (capture, report) = match self.report(subject).await {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(None),
            Err(PayPalError::Refused(refusal)) => {
                tracing::warn!(%refusal, "a PayPal webhook names a payment that PayPal does not show");
                return Ok(None);
            }
            Err(error) => return Err(no_answer(&error)),
        };
        let held = capture.supplementary_data.related_ids.authorization_id;
        let (Some(held), false) = (held, self.is_others(capture.payee.as_ref())) else {
            return Ok(None);
        };
        let note = capture.custom_id.as_deref().map(Note::read);
        let content = NotificationContent::Captured {
            payment: session_of(&held),
            key: note.map(|note| note.key),
            report,
        };
        Ok(Some(Notification { id, content }))
    }

    /// The capture that a webhook concerns, and what has happened to its money.
    async fn report(
        &self,
        subject: Subject,
    ) -> Result<Option<(CaptureWire, PaymentReport)>, PayPalError> {
        match subject {
            Subject::Capture(id) => {
                let capture = self.client().capture_details(&id).await?;
                let has_failed = matches!(capture.status.as_str(), "DECLINED" | "FAILED")
                    && !self.has_other_money(&capture).await?;
                Ok(has_failed.then_some((capture, PaymentReport::CaptureFailed)))
            }
            Subject::Refund(id) => self.refund_report(&id).await,
            Subject::Reversal {
                reference,
                amount,
                capture,
            } => {
                let capture = self.client().capture_details(&capture).await?;
                // The dispute's own reports tell this money.
                if self.client().is_disputed(&capture.id).await? {
                    return Ok(None);
                }
                let amount = amount_of(&capture, &amount)?;
                let report = PaymentReport::Reversed { reference, amount };
                Ok(Some((capture, report)))
            }
            Subject::Dispute(id) => self.dispute_report(&id).await,
        }
    }

    /// Whether another capture of the payment has taken money, or may still. The payment has not failed then.
    async fn has_other_money(&self, failed: &CaptureWire) -> Result<bool, PayPalError> {
        let trail = self.trail_of(failed).await?;
        Ok(trail.is_some_and(|trail| trail.has_money_besides(&failed.id)))
    }

    /// The captures and refunds of a capture's payment; none if PayPal names no authorisation.
    async fn trail_of(&self, capture: &CaptureWire) -> Result<Option<Trail>, PayPalError> {
        match &capture.supplementary_data.related_ids.authorization_id {
            Some(held) => self.trail(&session_of(held)).await,
            None => Ok(None),
        }
    }

    async fn refund_report(
        &self,
        id: &str,
    ) -> Result<Option<(CaptureWire, PaymentReport)>, PayPalError> {
        let refund = self.client().refund_details(id).await?;
        let capture = refund.capture();
        let capture = capture.ok_or_else(|| not_understood("a refund without its capture"))?;
        let capture = self.client().capture_details(capture).await?;
        let amount = amount_of(&capture, &refund.amount)?;
        let reference = refund.id;
        let report = match refund.status.as_str() {
            "COMPLETED" => PaymentReport::Refunded { reference, amount },
            "FAILED" | "CANCELLED" => PaymentReport::RefundFailed { reference },
            "PENDING" => return Ok(None),
            _ => return Err(not_understood("a refund of unknown status")),
        };
        Ok(Some((capture, report)))
    }

    async fn dispute_report(
        &self,
        id: &str,
    ) -> Result<Option<(CaptureWire, PaymentReport)>, PayPalError> {
        let (_, capture, report) = self.dispute(id).await?;
        Ok(Some((capture, report)))
    }

    /// A dispute, its capture and how it stands.
    pub(super) async fn dispute(
        &self,
        id: &str,
    ) -> Result<(DisputeWire, CaptureWire, PaymentReport), PayPalError> {
        let wire = self.client().dispute(id).await?;
        let Some(capture) = wire.capture() else {
            return Err(not_understood("a dispute without its payment"));
        };
        let capture = self.client().capture_details(capture).await?;
        let dispute = wire.dispute_id.clone();
        if wire.status != "RESOLVED" {
            let amount = amount_of(&capture, &wire.dispute_amount)?;
            let report = PaymentReport::DisputeOpened { dispute, amount };
            return Ok((wire, capture, report));
        }
        let outcome = wire.dispute_outcome.as_ref();
        let is_won = outcome.and_then(|outcome| is_won(&outcome.outcome_code));
        let report = match is_won {
            Some(true) => PaymentReport::DisputeWon { dispute },
            Some(false) => {
                let amount = self.lost(&capture, &wire).await?;
                PaymentReport::DisputeLost { dispute, amount }
            }
            None => return Err(not_understood("a dispute of unknown outcome")),
        };
        Ok((wire, capture, report))
    }

    /// What a lost dispute took from the merchant, of what completed refunds have left of the capture.
    async fn lost(&self, capture: &CaptureWire, wire: &DisputeWire) -> Result<Money, PayPalError> {
        let outcome = wire.dispute_outcome.as_ref();
        let refunded = outcome.and_then(|outcome| outcome.amount_refunded.as_ref());
        let amount = amount_of(capture, refunded.unwrap_or(&wire.dispute_amount))?;
        let trail = self.trail_of(capture).await?;
        let captured = amount_of(capture, &capture.amount)?.minor;
        let lost = trail.map_or(amount.minor, |trail| {
            trail.taken_by_dispute(&capture.id, captured, amount.minor)
        });
        Ok(lost.in_currency(amount.currency))
    }
}

/// Whether a dispute with this outcome left the money with the merchant; none for an unknown code.
fn is_won(outcome_code: &str) -> Option<bool> {
    match outcome_code {
        // With a payout the buyer has PayPal's money, and the merchant keeps theirs.
        "RESOLVED_SELLER_FAVOUR"
        | "RESOLVED_WITH_PAYOUT"
        | "CANCELED_BY_BUYER"
        | "DENIED"
        | "NONE" => Some(true),
        "RESOLVED_BUYER_FAVOUR" | "ACCEPTED" => Some(false),
        _ => None,
    }
}

/// An amount of a capture's money: in its currency, and not above it.
fn amount_of(capture: &CaptureWire, wire: &AmountWire) -> Result<Money, PayPalError> {
    let captured = money(&capture.amount);
    let amount = money(wire).filter(|amount| {
        captured.is_some_and(|it| it.currency == amount.currency && it.minor >= amount.minor)
    });
    amount.ok_or_else(|| not_understood("an amount that the capture does not contain"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_outcome_of_a_dispute_says_who_has_the_money() {
        for (code, expected) in [
            ("RESOLVED_BUYER_FAVOUR", Some(false)),
            ("ACCEPTED", Some(false)),
            ("RESOLVED_SELLER_FAVOUR", Some(true)),
            ("RESOLVED_WITH_PAYOUT", Some(true)),
            ("CANCELED_BY_BUYER", Some(true)),
            ("DENIED", Some(true)),
            ("NONE", Some(true)),
            ("", None),
            ("SOMETHING_NEW", None),
        ] {
            assert_eq!(is_won(code), expected, "{code}");
        }
    }

    #[test]
    fn an_amount_is_part_of_the_capture() {
        let amount =
            |currency: &str, value: &str| json!({ "currency_code": currency, "value": value });
        let capture =
            json!({ "id": "C1", "status": "COMPLETED", "amount": amount("CZK", "518.00") });
        let capture: CaptureWire = serde_json::from_value(capture).expect("a capture");
        for (currency, value, is_part) in [
            ("CZK", "518.00", true),
            ("CZK", "0.01", true),
            ("CZK", "518.01", false),
            ("EUR", "1.00", false),
            ("CZK", "1,00", false),
        ] {
            let wire = serde_json::from_value(amount(currency, value)).expect("an amount");
            let read = amount_of(&capture, &wire);
            assert_eq!(read.is_ok(), is_part, "{value} {currency}");
        }
    }
}
