//! Notifications from Amazon Pay, which Amazon's Simple Notification Service (SNS) delivers.

use super::status;
use crate::app::{App, SharedApp};
use crate::pages::failure::Failure;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use zkratka_admission::Priority;
use zkratka_shop_wallets::AmazonPay;
use zkratka_wallets::amazon_pay::notification::{ChangedObject, Content, Inbox, Refusal};

/// `POST /webhooks/amazon-pay`. SNS repeats a notification unless the response has a success status.
///
/// A genuine notification only says which object to ask Amazon about.
pub async fn amazon_pay(State(app): State<SharedApp>, body: Bytes) -> Result<StatusCode, Failure> {
    let amazon = app.wallets.amazon_pay.as_ref();
    let Some((amazon, inbox)) = amazon.and_then(|amazon| Some((amazon, amazon.inbox()?))) else {
        return Ok(StatusCode::NOT_FOUND);
    };
    let (id, content) = match genuine(&app, amazon, inbox, &body).await {
        Ok(message) => message,
        Err(status) => return Ok(status),
    };
    match content {
        Content::Changed(object) => ask(&app, amazon, &id, &object).await,
        Content::ConfirmSubscription { url } => Ok(confirm(amazon, &url).await),
        Content::Unsubscribed => {
            tracing::warn!("a topic of Amazon Pay sends this shop no further notifications");
            Ok(StatusCode::NO_CONTENT)
        }
    }
}

/// The id and the content of a message that Amazon sent. The error is the response to any other.
async fn genuine(
    app: &App,
    amazon: &AmazonPay,
    inbox: &Inbox,
    body: &[u8],
) -> Result<(String, Content), StatusCode> {
    let now = app.clock.now();
    let message = inbox.open(body, now).map_err(refused)?;
    // Anyone can send a body and name a certificate to fetch. So the number of messages that are verified at once is
    // limited, in a gate that payments do not use. A message that is refused above takes no permit.
    let entered = app.admission.webhooks.enter_if_room(Priority::Settling);
    let _permit = entered.map_err(|_refusal| StatusCode::SERVICE_UNAVAILABLE)?;
    let found = amazon.publisher().certificate(message.certificate(), now);
    let certificate = found.await.map_err(|error| {
        tracing::warn!(%error, "a notification of Amazon Pay could not be verified");
        StatusCode::SERVICE_UNAVAILABLE
    })?;
    let certificate = certificate.ok_or_else(|| refused(Refusal::Certificate))?;
    let genuine = message.verify(&certificate, now).map_err(refused)?;
    let content = genuine.content().map_err(refused)?;
    Ok((genuine.id().to_owned(), content))
}

fn refused(refusal: Refusal) -> StatusCode {
    let refusal = refusal.code();
    tracing::warn!(refusal, "a notification of Amazon Pay was refused");
    StatusCode::UNAUTHORIZED
}

/// Asks Amazon what changed.
async fn ask(
    app: &SharedApp,
    amazon: &AmazonPay,
    id: &str,
    object: &ChangedObject,
) -> Result<StatusCode, Failure> {
    match amazon.gateway().changed(id, object).await {
        Ok(Some(notification)) => Ok(status(app.attempts.reported(notification).await?)),
        Ok(None) => Ok(StatusCode::NO_CONTENT),
        Err(error) => {
            tracing::warn!(%error, "a notification of Amazon Pay was not understood");
            Ok(StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}

/// Confirms a subscription, if the operator permits it.
async fn confirm(amazon: &AmazonPay, url: &str) -> StatusCode {
    if !amazon.confirms_subscriptions() {
        tracing::warn!(
            "a topic of Amazon Pay asks to subscribe this shop: write confirm_subscription = true in [wallets.amazon_pay] to permit it"
        );
        return StatusCode::FORBIDDEN;
    }
    match amazon.publisher().confirm(url).await {
        Ok(()) => {
            tracing::info!("a topic of Amazon Pay notifies this shop from now on");
            StatusCode::NO_CONTENT
        }
        Err(error) => {
            tracing::warn!(%error, "a subscription could not be confirmed");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}
