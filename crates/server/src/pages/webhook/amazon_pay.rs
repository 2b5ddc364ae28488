//! Notifications from Amazon Pay.

use super::status;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use zkratka_admission::Priority;
use zkratka_shop_wallets::amazon_pay::NotTaken;

/// `POST /webhooks/amazon-pay`. Amazon repeats a notification unless the response has a success status.
pub async fn amazon_pay(State(app): State<SharedApp>, body: Bytes) -> Result<StatusCode, Failure> {
    let Some(amazon) = &app.wallets.amazon_pay else {
        return Ok(StatusCode::NOT_FOUND);
    };
    let now = app.clock.now();
    let message = match amazon.open_notification(&body, now) {
        Ok(message) => message,
        Err(reason) => return Ok(refusal(reason)),
    };
    // In a gate that payments do not use, until the shop has done what the message is about. A message that is refused above
    // takes no permit.
    let Ok(_permit) = app
        .admission
        .amazon_webhooks
        .enter_if_room(Priority::Settling)
    else {
        return Ok(StatusCode::SERVICE_UNAVAILABLE);
    };
    Ok(match amazon.read_notification(message, now).await {
        Ok(Some(notification)) => status(app.attempts.reported(notification).await?),
        Ok(None) => StatusCode::NO_CONTENT,
        Err(reason) => refusal(reason),
    })
}

const fn refusal(reason: NotTaken) -> StatusCode {
    match reason {
        NotTaken::Disabled => StatusCode::NOT_FOUND,
        NotTaken::Refused => StatusCode::UNAUTHORIZED,
        NotTaken::NotPermitted => StatusCode::FORBIDDEN,
        NotTaken::Later => StatusCode::SERVICE_UNAVAILABLE,
    }
}
