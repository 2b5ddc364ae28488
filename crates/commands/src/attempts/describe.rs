//! Describes an attempt for people and for programs.

use crate::support::local_time;
use serde_json::{Value, json};
use zkratka_attempts::gateway_key;
use zkratka_commerce::attempt::{Attempt, AttemptState, Reservation, ReviewReason};
use zkratka_commerce::money::Money;
use zkratka_commerce::order::TimelineEntry;
use zkratka_texts::format_money;

/// An attempt and, if it is shown in full, its timeline.
pub(super) struct AttemptReport {
    attempt: Attempt,
    /// `None` in a list.
    timeline: Option<Vec<TimelineEntry>>,
}

impl AttemptReport {
    pub(super) const fn in_list(attempt: Attempt) -> Self {
        Self {
            attempt,
            timeline: None,
        }
    }

    pub(super) const fn with_timeline(attempt: Attempt, timeline: Vec<TimelineEntry>) -> Self {
        Self {
            attempt,
            timeline: Some(timeline),
        }
    }

    /// Describes the attempt in one line of a list.
    pub(super) fn line(&self) -> String {
        let attempt = &self.attempt;
        format!(
            "{:>19}  {}  {:>14}  {:<11}  {:<10}  {}",
            attempt.key.0,
            local_time(attempt.created_at),
            format_money(attempt.snapshot.total, attempt.snapshot.currency),
            self.cart(),
            self.order(),
            self.reason().unwrap_or_default(),
        )
    }

    /// Describes the attempt in full, for people.
    pub(super) fn describe(&self) -> String {
        let (attempt, snapshot) = (&self.attempt, &self.attempt.snapshot);
        let mut lines = vec![
            format!(
                "Attempt {} of {}",
                attempt.key.0,
                local_time(attempt.created_at)
            ),
            format!("State: {}", attempt.state.name()),
        ];
        lines.extend(self.reason().map(|reason| format!("Reason: {reason}")));
        lines.push(format!(
            "Amount: {}",
            format_money(snapshot.total, snapshot.currency)
        ));
        lines.push(format!("Gateway key: {}", gateway_key(attempt)));
        let reference = attempt.state.reference().unwrap_or("none known");
        lines.push(format!("Gateway reference: {reference}"));
        if !attempt.strays.is_empty() {
            lines.push(format!("Voiding: {}", attempt.strays.join(", ")));
        }
        lines.push(format!("Cart: {}, {}", self.cart(), self.order()));
        lines.push(format!(
            "Buyer: {} {}",
            snapshot.email,
            snapshot.phone.as_deref().unwrap_or_default()
        ));
        lines.push("\nTimeline".to_owned());
        for entry in self.timeline.iter().flatten() {
            lines.push(format!(
                "  {}  {:<20} {}",
                local_time(entry.at),
                entry.event,
                entry.detail
            ));
        }
        lines.join("\n")
    }

    /// Describes the attempt in full, for programs. The key is a string, because some JSON parsers lose precision with
    /// numbers that large.
    pub(super) fn to_json(&self) -> Value {
        let (attempt, snapshot) = (&self.attempt, &self.attempt.snapshot);
        let reason = match &attempt.state {
            AttemptState::NeedsReview { reason, .. } => Some(reason.name()),
            _ => None,
        };
        let mut value = json!({
            "key": attempt.key.0.to_string(),
            "gatewayKey": gateway_key(attempt),
            "createdAt": attempt.created_at.rfc3339(),
            "state": attempt.state.name(),
            "reason": reason,
            "amount": Money::new(snapshot.total, snapshot.currency).decimal(),
            "currency": snapshot.currency,
            "gatewayReference": attempt.state.reference(),
            "beingLetGo": attempt.strays,
            "cartClosed": attempt.reservation != Reservation::Released,
            "order": attempt.order,
        });
        if let Some(timeline) = &self.timeline {
            let entries = timeline.iter().map(|entry| {
                json!({ "at": entry.at.rfc3339(), "event": entry.event, "detail": entry.detail })
            });
            value["timeline"] = entries.collect();
            value["email"] = json!(snapshot.email);
            value["phone"] = json!(snapshot.phone);
        }
        value
    }

    const fn cart(&self) -> &'static str {
        match self.attempt.reservation {
            Reservation::Held | Reservation::Sold => "cart closed",
            Reservation::Released => "cart open",
        }
    }

    fn order(&self) -> String {
        self.attempt.order.map_or_else(
            || "no order".to_owned(),
            |order| format!("order {}", order.0),
        )
    }

    /// The reason why a person must review the attempt, in words.
    const fn reason(&self) -> Option<&'static str> {
        let AttemptState::NeedsReview { reason, .. } = &self.attempt.state else {
            return None;
        };
        Some(match reason {
            ReviewReason::OutcomeUnknown => "the gateway never said whether it holds money",
            ReviewReason::CaptureRefused => {
                "the gateway refused to capture the money held for the order"
            }
            ReviewReason::Contradiction => {
                "the gateway contradicts itself, or does not confirm the void"
            }
            ReviewReason::SecondPayment => "there was a second payment",
        })
    }
}
