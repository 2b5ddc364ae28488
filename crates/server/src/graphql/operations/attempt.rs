//! `cartCompletionAttempt` and `cartCompletionAttemptGiveUp`.

use super::{Failure, RequestContext};
use crate::carts::CartReference;
use crate::graphql::codes::completion_code;
use crate::graphql::output::{AttemptStatus, CodedError, RootValue};
use serde::Deserialize;
use zkratka_attempts::NameFor;
use zkratka_commerce::attempt::{Attempt, Progress};
use zkratka_commerce::ids::OrderNumber;
use zkratka_ids::gid;
use zkratka_texts::failure_text;

/// How long a client should wait before it asks again, in milliseconds.
const POLL_DELAY: i32 = 1_000;
/// How long to wait while a person reviews the attempt, in milliseconds. Clients that do not support reviews use it,
/// too.
const REVIEW_POLL_DELAY: i32 = 60_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttemptArguments {
    attempt_id: String,
}

/// Returns the state of an attempt; null if no attempt has this id.
pub(super) async fn find(
    call: &RequestContext<'_>,
    arguments: AttemptArguments,
) -> Result<RootValue, Failure> {
    let attempts = &call.app.attempts;
    let id = arguments.attempt_id;
    let (found, is_own) = match attempts.find(NameFor::Client, &id).await? {
        Some(attempt) => (Some(attempt), true),
        None => (attempts.find(NameFor::Watcher, &id).await?, false),
    };
    match found {
        Some(attempt) => status(call, id, &attempt, is_own).await,
        None => Ok(RootValue::Attempt(None)),
    }
}

/// Gives up the challenge of an attempt. Only the client that submitted the cart may: any other name of the attempt is
/// unknown here. The gateway is asked only once for each attempt, however often this is called.
pub(super) async fn give_up(
    call: &RequestContext<'_>,
    arguments: AttemptArguments,
) -> Result<RootValue, Failure> {
    let attempts = &call.app.attempts;
    let id = arguments.attempt_id;
    let Some(attempt) = attempts.find(NameFor::Client, &id).await? else {
        return Ok(RootValue::Attempt(None));
    };
    // As for a submit: the attempt driver limits the work from here on, which is waiting for the gateway.
    call.leave();
    let attempt = attempts.buyer_gave_up(attempt).await?;
    status(call, id, &attempt, true).await
}

/// The state of an attempt under the name `id`. `is_own`: the client with this name submitted the cart.
async fn status(
    call: &RequestContext<'_>,
    id: String,
    attempt: &Attempt,
    is_own: bool,
) -> Result<RootValue, Failure> {
    let status = match attempt.progress() {
        Progress::InProgress => AttemptStatus::Processing {
            id,
            poll_delay: POLL_DELAY,
            under_review: false,
        },
        Progress::InReview => AttemptStatus::Processing {
            id,
            poll_delay: REVIEW_POLL_DELAY,
            under_review: true,
        },
        Progress::ActionRequired { redirect_url } => AttemptStatus::ActionRequired {
            id,
            redirect_url: redirect_url.to_owned(),
        },
        Progress::Failed(reason) => AttemptStatus::Failed {
            id,
            error: CodedError::new(completion_code(reason), failure_text(attempt, reason)),
        },
        Progress::Ordered(order) => succeeded(call, id, attempt, order, is_own).await?,
    };
    Ok(RootValue::Attempt(Some(status)))
}

async fn succeeded(
    call: &RequestContext<'_>,
    id: String,
    attempt: &Attempt,
    order: OrderNumber,
    is_own: bool,
) -> Result<AttemptStatus, Failure> {
    let store = &call.app.store;
    let (cart, completed_at) = tokio::join!(store.cart(attempt.cart), store.order_time(order));
    let (cart, completed_at) = (cart?, completed_at?);
    let Some(cart) = cart else {
        tracing::error!(order = order.0, "the cart of an order does not exist");
        return Err(Failure::Internal);
    };
    Ok(AttemptStatus::Success {
        id,
        completed_at,
        order_id: gid::order(order),
        order_url: if is_own {
            let CartReference { token, secret } = CartReference::from(&cart);
            call.app.order_url(&token, &secret, attempt)
        } else {
            call.app.confirmation_url(&cart)
        },
    })
}
