//! Refunds. The shop's key is the refund's `custom_id`, so the order tells what became of a refund, even if its response
//! was lost or its request id is forgotten.

use super::PayPalError;
use super::amount::decimal;
use super::gateway::PayPalGateway;
use super::session::{account_in, id_in};
use super::trail::{Trail, money};
use super::wire::RefundWire;
use crate::{RefundOutcome, RefundRefusal, RefundRequest};

impl PayPalGateway {
    pub(super) async fn try_refund(
        &self,
        request: &RefundRequest,
    ) -> Result<RefundOutcome, PayPalError> {
        if decimal(request.amount).is_none() || !request.amount.minor.is_positive() {
            return Ok(refused(RefundRefusal::Refused));
        }
        let Some(trail) = self.trail(&request.payment).await? else {
            return Ok(refused(RefundRefusal::Refused));
        };
        if let Some(known) = trail.refund(&request.key) {
            return outcome(known, request);
        }
        let capture = match trail.refundable(request.amount) {
            Ok(capture) if self.is_others(capture.payee.as_ref()) => {
                return Ok(refused(RefundRefusal::Refused));
            }
            Ok(capture) => &capture.id,
            Err(reason) => return Ok(refused(reason)),
        };
        let request_id = self.names.refund(&request.key);
        match self.client().refund(capture, &request_id, request).await {
            Ok(refund) => outcome(&refund, request),
            // Another server may have been faster, or an earlier response lost.
            Err(PayPalError::Refused(refusal)) => {
                let known = self.try_refund_status(request).await?;
                Ok(match known {
                    RefundOutcome::Unknown => refused(reason_of(&refusal.issue)),
                    known => known,
                })
            }
            Err(error) => Err(error),
        }
    }

    pub(super) async fn try_refund_status(
        &self,
        request: &RefundRequest,
    ) -> Result<RefundOutcome, PayPalError> {
        let trail = self.trail(&request.payment).await?;
        let known = trail.as_ref().and_then(|trail| trail.refund(&request.key));
        known.map_or(Ok(RefundOutcome::Unknown), |known| outcome(known, request))
    }

    /// The captures and refunds of a payment; none if it charged nothing. A payment that PayPal does not show is no answer:
    /// its refunds may have been made.
    pub(super) async fn trail(&self, payment: &str) -> Result<Option<Trail>, PayPalError> {
        if account_in(payment).is_some() {
            return Ok(None);
        }
        let held = match self.client().authorization(id_in(payment)).await {
            Err(PayPalError::Refused(refusal)) => {
                return Err(not_understood(&format!(
                    "a payment that it does not show: {refusal}"
                )));
            }
            held => held?,
        };
        let order = held.supplementary_data.related_ids.order_id;
        let order = order.ok_or_else(|| not_understood("an authorisation without its order"))?;
        self.client().trail(&order).await.map(Some)
    }
}

/// The outcome of a refund. One of another amount is not the shop's.
fn outcome(wire: &RefundWire, request: &RefundRequest) -> Result<RefundOutcome, PayPalError> {
    let amount = money(&wire.amount).filter(|amount| *amount == request.amount);
    let amount = amount.ok_or_else(|| not_understood("a refund of another amount"))?;
    let reference = wire.id.clone();
    match wire.status.as_str() {
        "COMPLETED" => Ok(RefundOutcome::Refunded { reference, amount }),
        "PENDING" => Ok(RefundOutcome::Pending { reference }),
        "FAILED" | "CANCELLED" => Ok(refused(RefundRefusal::Refused)),
        _ => Err(not_understood("a refund of unknown status")),
    }
}

pub(super) fn not_understood(what: &str) -> PayPalError {
    PayPalError::NoAnswer(what.to_owned())
}

const fn refused(reason: RefundRefusal) -> RefundOutcome {
    RefundOutcome::Refused { reason }
}

fn reason_of(issue: &str) -> RefundRefusal {
    match issue {
        "REFUND_AMOUNT_EXCEEDED"
        | "CAPTURE_FULLY_REFUNDED"
        | "REFUND_CAPTURE_AMOUNT_EXCEEDED"
        | "MAX_REFUND_AMOUNT_EXCEEDED" => RefundRefusal::TooMuch,
        "REFUND_TIME_LIMIT_EXCEEDED" => RefundRefusal::TooOld,
        "CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED"
        | "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK" => RefundRefusal::Disputed,
        _ => RefundRefusal::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_maps_to_its_reason() {
        for (issue, expected) in [
            ("REFUND_AMOUNT_EXCEEDED", RefundRefusal::TooMuch),
            ("CAPTURE_FULLY_REFUNDED", RefundRefusal::TooMuch),
            ("REFUND_TIME_LIMIT_EXCEEDED", RefundRefusal::TooOld),
            (
                "CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED",
                RefundRefusal::Disputed,
            ),
            ("REFUND_FAILED_INSUFFICIENT_FUNDS", RefundRefusal::Refused),
        ] {
            assert_eq!(reason_of(issue), expected, "{issue}");
        }
    }
}
