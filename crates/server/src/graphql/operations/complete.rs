//! `cartPrepareForCompletion` and `cartSubmitForCompletion`.

use super::buyer::CartIdArguments;
use super::{Failure, RequestContext};
use crate::captcha::{Challenge, Purpose, Solution};
use crate::carts::{CartReference, CartView, Found};
use crate::graphql::codes::{failed_submission_code, submission_code};
use crate::graphql::input::Id;
use crate::graphql::messages;
use crate::graphql::output::{
    CodedError, PrepareResult, PreparedPayload, RootValue, SubmitPayload, SubmitResult,
};
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_admission::Refused;
use zkratka_attempts::{Submitted, public_id};
use zkratka_commerce::attempt::{Attempt, Progress};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::completion::faults_before_payment;
use zkratka_commerce::error::Fault;
use zkratka_commerce::subject::CartAddress;
use zkratka_commerce::time::Timestamp;
use zkratka_texts::address_fault_text;

/// `cartPrepareForCompletion`
pub(super) async fn prepare(
    call: &RequestContext<'_>,
    arguments: CartIdArguments,
) -> Result<RootValue, Failure> {
    let found = match CartReference::from_gid(&arguments.cart_id.0) {
        None => Found::Missing,
        Some(reference) => call.carts().find(&reference).await?,
    };
    Ok(prepared(match found {
        Found::Cart(view) => Ok(readiness(call, call.answered(view).await?)),
        Found::Completed(_) => Err(UserError::completed()),
        Found::Missing => Err(UserError::no_cart()),
    }))
}

/// The answer to a `cartPrepareForCompletion` that was turned away.
pub(super) fn prepare_later(call: &RequestContext<'_>, refused: Refused) -> RootValue {
    prepared(Ok(PrepareResult::Throttled {
        poll_after: after(call, refused),
    }))
}

/// The answer to a `cartSubmitForCompletion` that was turned away.
pub(super) fn submit_later(call: &RequestContext<'_>, refused: Refused) -> RootValue {
    accepted(SubmitResult::Throttled {
        poll_after: after(call, refused),
    })
}

fn prepared(outcome: Result<PrepareResult, UserError>) -> RootValue {
    RootValue::Prepared(Box::new(match outcome {
        Ok(result) => PreparedPayload {
            result: Some(result),
            errors: Vec::new(),
        },
        Err(error) => PreparedPayload {
            result: None,
            errors: vec![error],
        },
    }))
}

fn readiness(call: &RequestContext<'_>, view: Box<CartView>) -> PrepareResult {
    if matches!(view.cart.status, CartStatus::Completing { .. }) {
        let errors = vec![CodedError::new("ERROR", messages::CART_COMPLETING)];
        return PrepareResult::NotReady { view, errors };
    }
    let faults = faults_before_payment(&view.cart, &view.priced, &call.app.rules);
    if faults.is_empty() {
        // Ready means that it can be submitted now.
        return match call.app.attempts.is_full() {
            Some(refused) => PrepareResult::Throttled {
                poll_after: after(call, refused),
            },
            None => PrepareResult::Ready { view },
        };
    }
    let errors = coded(&faults, &view.cart);
    PrepareResult::NotReady { view, errors }
}

fn coded(faults: &[Fault], cart: &Cart) -> Vec<CodedError> {
    let error = |fault: &Fault| CodedError {
        code: submission_code(fault),
        message: address_fault_text(fault, country_of(fault, cart)),
    };
    faults.iter().map(error).collect()
}

/// The country of the address that the fault is about; empty for other faults.
fn country_of<'c>(fault: &Fault, cart: &'c Cart) -> &'c str {
    let address = match fault.subject.address() {
        Some(CartAddress::Delivery) => cart.delivery_address.as_ref(),
        Some(CartAddress::Billing) => cart.billing_address.as_ref(),
        None => None,
    };
    address
        .and_then(|address| address.country.as_deref())
        .unwrap_or_default()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubmitArguments {
    attempt_token: String,
    captcha: Option<CaptchaSolutionInput>,
    cart_id: Id,
}

#[derive(Deserialize)]
struct CaptchaSolutionInput {
    answer: Option<String>,
    challenge: String,
    work: Option<String>,
}

/// `cartSubmitForCompletion`
pub(super) async fn submit(
    call: &RequestContext<'_>,
    arguments: SubmitArguments,
) -> Result<RootValue, Failure> {
    let token = arguments.attempt_token;
    // Control characters name nothing, and not every store keeps a NUL.
    if !(8..=255).contains(&token.chars().count()) || token.contains(char::is_control) {
        let message = messages::ATTEMPT_TOKEN_FORM;
        return Ok(wrong_call(UserError::new(
            "INVALID",
            &["attemptToken"],
            message,
        )));
    }
    let Some(reference) = CartReference::from_gid(&arguments.cart_id.0) else {
        return Ok(wrong_call(UserError::no_cart()));
    };
    // A completed cart too: the same token then answers what it led to.
    let cart = match call.carts().find(&reference).await? {
        Found::Cart(view) => call.answered(view).await?.cart,
        Found::Completed(cart) => *cart,
        Found::Missing => return Ok(wrong_call(UserError::no_cart())),
    };
    if let Some(challenge) = captcha(call, &cart, &token, arguments.captcha) {
        return Ok(accepted(SubmitResult::Failed {
            checkout_url: call.app.checkout_url(&cart),
            errors: vec![CodedError::new(
                "CAPTCHA_COMPLETION_REQUIRED",
                messages::CAPTCHA,
            )],
            captcha: Some(challenge),
        }));
    }
    // From here on the driver bounds what goes on; most of it is waiting for the gateway.
    call.leave();
    let submitted = call.app.attempts.submit(cart.key, &token).await?;
    note(call, &submitted);
    Ok(answer(call, &cart, submitted))
}

/// What is to be solved before the cart is submitted; none where nothing is, or it has been. A cart that is not open makes no
/// other attempt: whoever repeats a submit is answered what became of it.
fn captcha(
    call: &RequestContext<'_>,
    cart: &Cart,
    token: &str,
    given: Option<CaptchaSolutionInput>,
) -> Option<Challenge> {
    let (captchas, from) = (&call.app.captcha, call.context.caller.address);
    let now = call.app.clock.now();
    if cart.status != CartStatus::Open || !captchas.is_demanded(from, now) {
        return None;
    }
    let purpose = Purpose {
        cart: cart.key,
        token,
    };
    let solution = given.map(|given| Solution {
        challenge: given.challenge,
        work: given.work,
        answer: given.answer,
    });
    if solution.is_some_and(|solution| captchas.is_solved(&solution, purpose, from, now)) {
        return None;
    }
    tracing::info!("a captcha is required");
    Some(captchas.challenge(purpose, from, &call.app.ids.secret(), now))
}

/// Counts what may be cards that are tried out.
fn note(call: &RequestContext<'_>, submitted: &Submitted) {
    let failed = match submitted {
        Submitted::Failed(_) => true,
        Submitted::Order(_) | Submitted::InProgress(_) | Submitted::ActionRequired(_) => false,
        Submitted::AlreadyAccepted(_)
        | Submitted::Refused(_)
        | Submitted::TokenOfAnotherCart
        | Submitted::NoCart
        | Submitted::Throttled(_) => return,
    };
    let (from, now) = (call.context.caller.address, call.app.clock.now());
    call.app.captcha.submitted(from, failed, now);
}

fn answer(call: &RequestContext<'_>, cart: &Cart, submitted: Submitted) -> RootValue {
    let result = match submitted {
        Submitted::Order(attempt) => SubmitResult::Success {
            attempt: public_id(&attempt),
            redirect_url: call.app.confirmation_url(cart),
        },
        Submitted::InProgress(attempt) | Submitted::ActionRequired(attempt) => {
            SubmitResult::Success {
                attempt: public_id(&attempt),
                redirect_url: call.app.checkout_url(cart),
            }
        }
        Submitted::AlreadyAccepted(attempt) => SubmitResult::AlreadyAccepted {
            attempt: public_id(&attempt),
        },
        Submitted::Failed(attempt) => SubmitResult::Failed {
            checkout_url: call.app.checkout_url(cart),
            errors: vec![failure(&attempt)],
            captcha: None,
        },
        Submitted::Refused(faults) => SubmitResult::Failed {
            checkout_url: call.app.checkout_url(cart),
            errors: coded(&faults, cart),
            captcha: None,
        },
        Submitted::Throttled(refused) => return submit_later(call, refused),
        Submitted::NoCart => return wrong_call(UserError::no_cart()),
        Submitted::TokenOfAnotherCart => {
            let message = messages::ATTEMPT_TOKEN_OF_ANOTHER_CART;
            return wrong_call(UserError::new("INVALID", &["attemptToken"], message));
        }
    };
    accepted(result)
}

fn accepted(result: SubmitResult) -> RootValue {
    RootValue::Submitted(SubmitPayload {
        result: Some(result),
        errors: Vec::new(),
    })
}

fn wrong_call(error: UserError) -> RootValue {
    RootValue::Submitted(SubmitPayload {
        result: None,
        errors: vec![error],
    })
}

fn failure(attempt: &Attempt) -> CodedError {
    match attempt.progress() {
        Progress::Failed(reason) => {
            CodedError::new(failed_submission_code(reason), messages::failure(reason))
        }
        _ => CodedError::new("ERROR", messages::TRY_AGAIN),
    }
}

fn after(call: &RequestContext<'_>, refused: Refused) -> Timestamp {
    refused.moment(call.app.clock.now())
}
