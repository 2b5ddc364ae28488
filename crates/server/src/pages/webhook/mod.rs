//! Notifications from payment providers.

mod amazon_pay;
#[cfg(feature = "sandbox")]
mod sandbox;

pub use amazon_pay::amazon_pay;
#[cfg(feature = "sandbox")]
pub use sandbox::sandbox;

use super::failure::Failure;
use crate::app::SharedApp;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use zkratka_admission::Priority;
use zkratka_attempts::NotificationOutcome;
use zkratka_payments::paypal::WebhookHeaders;

/// `POST /webhooks/paypal`. PayPal repeats a notification unless the response has a success status.
pub async fn paypal(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Failure> {
    let Some(paypal) = &app.wallets.paypal else {
        return Ok(StatusCode::NOT_FOUND);
    };
    let text = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let given = WebhookHeaders {
        transmission_id: text("paypal-transmission-id"),
        transmission_time: text("paypal-transmission-time"),
        signature: text("paypal-transmission-sig"),
        certificate_url: text("paypal-cert-url"),
        algorithm: text("paypal-auth-algo"),
    };
    let now = app.clock.now();
    let gateway = paypal.gateway();
    let webhook = match gateway.open_webhook(&given, now) {
        Ok(webhook) => webhook,
        Err(reason) => return Ok(status(NotificationOutcome::Refused(reason))),
    };
    // Anyone can send a body and name a certificate to fetch. So the number of webhooks that are verified at once is
    // limited, in a gate that payments do not use. A webhook that is refused above takes no permit.
    let Ok(_permit) = app
        .admission
        .paypal_webhooks
        .enter_if_room(Priority::Settling)
    else {
        return Ok(StatusCode::SERVICE_UNAVAILABLE);
    };
    Ok(match gateway.read_webhook(webhook, &body, now).await {
        Ok(Ok(Some(notification))) => status(app.attempts.reported(notification).await?),
        Ok(Ok(None)) => StatusCode::NO_CONTENT,
        Ok(Err(reason)) => status(NotificationOutcome::Refused(reason)),
        Err(error) => {
            tracing::warn!(%error, "a PayPal webhook could not be verified");
            StatusCode::SERVICE_UNAVAILABLE
        }
    })
}

fn status(notified: NotificationOutcome) -> StatusCode {
    match notified {
        NotificationOutcome::Accepted
        | NotificationOutcome::Repeated
        | NotificationOutcome::NotOurs => StatusCode::NO_CONTENT,
        // The gateway repeats it.
        NotificationOutcome::TooEarly => StatusCode::SERVICE_UNAVAILABLE,
        NotificationOutcome::Refused(reason) => {
            tracing::warn!(?reason, "a notification was refused");
            StatusCode::UNAUTHORIZED
        }
    }
}
