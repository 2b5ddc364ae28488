//! The attempt that a cart's checkout finds under way.

use super::cookie;
use super::failure::Failure;
use crate::app::App;
use axum::http::HeaderMap;
use std::net::IpAddr;
use std::time::Duration;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::payment::{PaymentMethod, Wallet};

/// How long the page waits for Amazon's answer. A later one is stored all the same, and the page's script asks for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// The attempt under way, or the one whose end the server has just heard of. A buyer who cancels at Amazon comes back by an address of
/// which the shop learns nothing: the server asks Amazon when the checkout is opened again in a browser that [`cookie::holds`] the cart,
/// and not too often. Without an answer the page shows what is stored.
pub(super) async fn under_way(
    app: &App,
    headers: &HeaderMap,
    client: IpAddr,
    cart: &Cart,
) -> Result<Option<Attempt>, Failure> {
    let CartStatus::Completing { attempt: key } = cart.status else {
        return Ok(None);
    };
    let stored = app.store.attempt(key).await?;
    let is_asked = stored.as_ref().is_some_and(is_by_amazon)
        && cookie::holds(app, headers, cart)
        && may_ask(app, key, client);
    if !is_asked {
        return Ok(stored);
    }
    match tokio::time::timeout(PATIENCE, app.attempts.buyer_returned(key)).await {
        Ok(Ok(asked)) => Ok(asked),
        Ok(Err(error)) => {
            tracing::warn!(attempt = key.0, %error, "a buyer's return to the checkout was not followed");
            Ok(stored)
        }
        Err(_late) => Ok(stored),
    }
}

/// The attempt whose buyer comes back from the provider. The server asks the provider, unless there were too many questions: then it
/// shows what is stored, and the checkout's script follows the attempt.
pub(super) async fn returned(
    app: &App,
    client: IpAddr,
    attempt: Attempt,
) -> Result<Attempt, Failure> {
    if !may_ask(app, attempt.key, client) {
        return Ok(attempt);
    }
    let asked = app.attempts.buyer_returned(attempt.key).await?;
    Ok(asked.unwrap_or(attempt))
}

/// Counts one question about a payment, unless there were too many about it or from this client.
fn may_ask(app: &App, attempt: AttemptKey, client: IpAddr) -> bool {
    // The client first: one that is over its own limit must not use up the payment's.
    if app.count_provider_call(Some(client)).is_err() {
        return false;
    }
    let limiter = &app.payment_question_limiter;
    let about = limiter.cart(&format!("payment {}", attempt.0));
    limiter.take(&[about], app.clock.now()).is_ok()
}

pub(super) fn is_by_amazon(attempt: &Attempt) -> bool {
    let payment = &attempt.snapshot.payment;
    matches!(
        payment,
        PaymentMethod::Wallet {
            wallet: Wallet::AmazonPay,
            ..
        }
    )
}
