//! `cartPrepareForCompletion` and `cartSubmitForCompletion`.

use super::buyer::CartIdArguments;
use super::{Failure, RequestContext};
use crate::carts::{CartReference, CartView, Found};
use crate::graphql::codes::{failed_submission_code, submission_code};
use crate::graphql::input::Id;
use crate::graphql::messages;
use crate::graphql::output::{
    CodedError, PrepareResult, PreparedPayload, RootValue, SubmitPayload, SubmitResult,
};
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use std::sync::Arc;
use zkratka_abuse::captcha::{Purpose, Solution, SubmitEnd};
use zkratka_admission::Refusal;
use zkratka_attempts::SubmitOutcome;
use zkratka_commerce::attempt::{Attempt, Progress};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::completion::faults_before_payment;
use zkratka_commerce::error::Fault;
use zkratka_commerce::payment::{CaptchaProof, Excess};
use zkratka_commerce::subject::CartAddress;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{CartCheck, ManualOrderCheck};
use zkratka_texts::{address_fault_text, failure_text};

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

/// The answer to a `cartPrepareForCompletion` that was refused because the shop is busy.
pub(super) fn prepare_later(call: &RequestContext<'_>, refused: Refusal) -> RootValue {
    prepared(Ok(PrepareResult::Throttled {
        poll_after: after(call, refused),
    }))
}

/// The answer to a `cartSubmitForCompletion` that was refused because the shop is busy.
pub(super) fn submit_later(call: &RequestContext<'_>, refused: Refusal) -> RootValue {
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
        // `Ready` promises that the cart can be submitted now.
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

/// The country of the address in which the fault is; empty if the fault is not in an address.
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
    // A token with control characters is not valid, and some stores cannot keep a NUL.
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
    let given = arguments.captcha.map(|given| Solution {
        challenge: given.challenge,
        work: given.work,
        answer: given.answer,
    });
    let passage = captcha(call, &reference, &token, given.as_ref()).await?;
    let (may_begin, proof) = match passage {
        Passage::Counted { is_solved } => (true, call.app.captcha.proof(is_solved)),
        Passage::MayNotBegin => (false, CaptchaProof::Missing),
        Passage::Answered(answer) => return Ok(*answer),
    };
    ask_carrier(call, &reference).await?;
    // The attempt driver limits the work from here on, most of which is waiting for the gateway. So give up the place
    // in the admission gate.
    call.leave();
    let key = reference.token.key;
    let named = reference.clone();
    let check = CartCheck::new(move |cart| {
        named.names(cart) && (may_begin || cart.status != CartStatus::Open)
    });
    let manual = manual_order_check(call, &token, proof);
    let submitted = call.app.attempts.submit(key, check, manual, &token).await?;
    if may_begin {
        note(call, &submitted);
    } else if matches!(submitted, SubmitOutcome::NoCart) {
        // The attempt beside it has ended meanwhile, and this one would begin unsolved.
        return answer(call, &reference, &token, SubmitOutcome::CaptchaRequired).await;
    }
    answer(call, &reference, &token, submitted).await
}

/// Counts the order by the client's address, if nobody has paid it.
fn manual_order_check(
    call: &RequestContext<'_>,
    token: &str,
    proof: CaptchaProof,
) -> ManualOrderCheck {
    let orders = Arc::clone(&call.app.manual_orders);
    let (client, token) = (call.context.caller.address, token.to_owned());
    ManualOrderCheck::new(proof, move |now| {
        let admitted = orders.admit(client, &token, proof, now);
        if admitted == Err(Excess::Refused) {
            tracing::warn!(
                "too many orders without a payment from one address: this one is refused (behind a proxy, see trusted_proxies)"
            );
        }
        admitted
    })
}

/// Asks the carrier for a price that is still pending, because the transaction that begins an attempt cannot wait for
/// the carrier. Only a shop with a carrier reads the cart for this.
async fn ask_carrier(call: &RequestContext<'_>, reference: &CartReference) -> Result<(), Failure> {
    if call.app.carrier.is_some()
        && let Found::Cart(view) = call.carts().find(reference).await?
    {
        call.answered(view).await?;
    }
    Ok(())
}

/// How a submission passes the captcha.
enum Passage {
    /// It needs no captcha or solved one. It may begin an attempt, and is counted.
    Counted { is_solved: bool },
    /// It solved none, and the cart is not open. It gets the result of an existing attempt, and may not begin one.
    MayNotBegin,
    /// The client must solve a captcha first, or the cart does not exist.
    Answered(Box<RootValue>),
}

/// Reads the cart only if a captcha is required.
async fn captcha(
    call: &RequestContext<'_>,
    reference: &CartReference,
    token: &str,
    given: Option<&Solution>,
) -> Result<Passage, Failure> {
    let (captchas, from) = (&call.app.captcha, call.context.caller.address);
    let now = call.app.clock.now();
    let purpose = Purpose {
        cart: reference.token.key,
        token,
    };
    let is_solved = || given.is_some_and(|given| captchas.is_solved(given, purpose, from, now));
    look_up_waiting(call).await?;
    if captchas.try_enter(from, now) {
        // It may be needed for an order that nobody has paid.
        return Ok(Passage::Counted {
            is_solved: is_solved(),
        });
    }
    let Some(cart) = call.carts().read(reference).await? else {
        return Ok(Passage::Answered(Box::new(
            wrong_call(UserError::no_cart()),
        )));
    };
    if cart.status != CartStatus::Open {
        return Ok(Passage::MayNotBegin);
    }
    if is_solved() {
        captchas.enter_solved(from, now);
        return Ok(Passage::Counted { is_solved: true });
    }
    Ok(Passage::Answered(Box::new(challenge(call, &cart, token))))
}

/// Tells the captcha which of the client's payments have failed that still waited after their submit, such as those whose
/// 3-D Secure challenge the buyer gave up.
async fn look_up_waiting(call: &RequestContext<'_>) -> Result<(), Failure> {
    let (captchas, from) = (&call.app.captcha, call.context.caller.address);
    let now = call.app.clock.now();
    for key in captchas.waiting(from, now) {
        let attempt = call.app.store.attempt(key).await?;
        match attempt.as_ref().map(Attempt::progress) {
            Some(Progress::InProgress | Progress::ActionRequired { .. }) => {}
            Some(Progress::Failed(_)) => captchas.waited(from, key, true, now),
            None | Some(Progress::Ordered(_) | Progress::InReview) => {
                captchas.waited(from, key, false, now);
            }
        }
    }
    Ok(())
}

/// The captcha to solve before the cart is submitted.
fn challenge(call: &RequestContext<'_>, cart: &Cart, token: &str) -> RootValue {
    let purpose = Purpose {
        cart: cart.key,
        token,
    };
    let (from, now) = (call.context.caller.address, call.app.clock.now());
    let salt = call.app.ids.secret();
    tracing::info!("a captcha is required");
    accepted(SubmitResult::Failed {
        checkout_url: call.app.checkout_url(cart),
        errors: vec![CodedError::new(
            "CAPTCHA_COMPLETION_REQUIRED",
            messages::CAPTCHA,
        )],
        captcha: Some(call.app.captcha.challenge(purpose, from, &salt, now)),
    })
}

/// Tells the captcha whether the submission failed, so that it can detect clients that try out cards.
fn note(call: &RequestContext<'_>, submitted: &SubmitOutcome) {
    let end = match submitted {
        SubmitOutcome::Failed(_) => SubmitEnd::Failed,
        SubmitOutcome::Order(_) => SubmitEnd::Accepted,
        SubmitOutcome::InProgress(attempt) | SubmitOutcome::ActionRequired(attempt) => {
            SubmitEnd::Waiting(attempt.key)
        }
        SubmitOutcome::AlreadyAccepted(_)
        | SubmitOutcome::Refused(_)
        | SubmitOutcome::CaptchaRequired
        | SubmitOutcome::TokenOfAnotherCart
        | SubmitOutcome::TokenOfOtherContents
        | SubmitOutcome::NoCart
        | SubmitOutcome::Throttled(_) => SubmitEnd::NotBegun,
    };
    let (from, now) = (call.context.caller.address, call.app.clock.now());
    call.app.captcha.ended(from, end, now);
}

async fn answer(
    call: &RequestContext<'_>,
    reference: &CartReference,
    token: &str,
    submitted: SubmitOutcome,
) -> Result<RootValue, Failure> {
    let app = call.app;
    Ok(match submitted {
        SubmitOutcome::Order(attempt) => accepted(SubmitResult::Success {
            attempt: app.attempt_id(&attempt),
            redirect_url: app.order_url(&reference.token, &reference.secret, &attempt),
        }),
        // Another client submitted the cart. This one may know no more than the cart's key.
        SubmitOutcome::AlreadyAccepted(attempt) => accepted(SubmitResult::AlreadyAccepted {
            attempt: app.watcher_id(&attempt),
        }),
        SubmitOutcome::Throttled(refused) => submit_later(call, refused),
        SubmitOutcome::NoCart => wrong_call(UserError::no_cart()),
        SubmitOutcome::TokenOfAnotherCart => {
            let message = messages::ATTEMPT_TOKEN_OF_ANOTHER_CART;
            wrong_call(UserError::new("INVALID", &["attemptToken"], message))
        }
        SubmitOutcome::TokenOfOtherContents => {
            let (code, message) = ("ATTEMPT_TOKEN_REUSED", messages::ATTEMPT_TOKEN_REUSED);
            wrong_call(UserError::new(code, &["attemptToken"], message))
        }
        // The buyer continues in the checkout with the cart as it is now.
        SubmitOutcome::InProgress(attempt) | SubmitOutcome::ActionRequired(attempt) => {
            with_cart(call, reference, |cart| SubmitResult::Success {
                attempt: app.attempt_id(&attempt),
                redirect_url: app.own_checkout_url(cart, &attempt),
            })
            .await?
        }
        SubmitOutcome::Failed(attempt) => {
            with_cart(call, reference, |cart| SubmitResult::Failed {
                checkout_url: app.checkout_url(cart),
                errors: vec![failure(&attempt)],
                captcha: None,
            })
            .await?
        }
        SubmitOutcome::CaptchaRequired => {
            let cart = call.carts().read(reference).await?;
            let challenge = cart.map(|cart| challenge(call, &cart, token));
            challenge.unwrap_or_else(|| wrong_call(UserError::no_cart()))
        }
        SubmitOutcome::Refused(faults) => {
            with_cart(call, reference, |cart| SubmitResult::Failed {
                checkout_url: app.checkout_url(cart),
                errors: coded(&faults, cart),
                captcha: None,
            })
            .await?
        }
    })
}

/// Reads the cart for an answer that contains its data.
async fn with_cart(
    call: &RequestContext<'_>,
    reference: &CartReference,
    result: impl FnOnce(&Cart) -> SubmitResult,
) -> Result<RootValue, Failure> {
    let cart = call.carts().read(reference).await?;
    Ok(cart.map_or_else(
        || wrong_call(UserError::no_cart()),
        |cart| accepted(result(&cart)),
    ))
}

fn accepted(result: SubmitResult) -> RootValue {
    RootValue::SubmitOutcome(SubmitPayload {
        result: Some(result),
        errors: Vec::new(),
    })
}

fn wrong_call(error: UserError) -> RootValue {
    RootValue::SubmitOutcome(SubmitPayload {
        result: None,
        errors: vec![error],
    })
}

fn failure(attempt: &Attempt) -> CodedError {
    match attempt.progress() {
        Progress::Failed(reason) => CodedError::new(
            failed_submission_code(reason),
            failure_text(attempt, reason),
        ),
        _ => CodedError::new("ERROR", messages::TRY_AGAIN),
    }
}

fn after(call: &RequestContext<'_>, refused: Refusal) -> Timestamp {
    refused.moment(call.app.clock.now())
}
