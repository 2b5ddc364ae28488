//! The answers of preparing and submitting a cart, and the state of an attempt.

use super::object::{leaf, moment, object};
use super::payload::{nullable_cart, user_errors};
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::user_error::UserError;
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::response::JsonMap;
use zkratka_abuse::captcha::Challenge;
use zkratka_commerce::time::Timestamp;

/// An error code and its message: `CartOperationError`, `SubmissionError`, `CompletionError`.
#[derive(Debug)]
pub(in crate::graphql) struct CodedError {
    pub(in crate::graphql) code: String,
    pub(in crate::graphql) message: String,
}

impl CodedError {
    /// An error with one of the API's own messages.
    pub(in crate::graphql) fn new(code: &str, message: &str) -> Self {
        Self {
            code: code.to_owned(),
            message: message.to_owned(),
        }
    }
}

/// `CartPrepareForCompletionPayload`
#[derive(Debug)]
pub(in crate::graphql) struct PreparedPayload {
    pub(in crate::graphql) result: Option<PrepareResult>,
    pub(in crate::graphql) errors: Vec<UserError>,
}

/// `CartPrepareForCompletionResult`
#[derive(Debug)]
pub(in crate::graphql) enum PrepareResult {
    Ready {
        view: Box<CartView>,
    },
    NotReady {
        view: Box<CartView>,
        errors: Vec<CodedError>,
    },
    Throttled {
        poll_after: Timestamp,
    },
}

pub(super) struct PreparedObject<'v> {
    pub(super) app: &'v App,
    pub(super) payload: &'v PreparedPayload,
}

object!(PreparedObject<'_>, "CartPrepareForCompletionPayload", |this, arguments| {
    "result" => {
        let result = this.payload.result.as_ref();
        Value::nullable(
            result.map(|result| PrepareResultObject { app: this.app, result }),
        )
    },
    "userErrors" => user_errors(&this.payload.errors),
});

struct PrepareResultObject<'v> {
    app: &'v App,
    result: &'v PrepareResult,
}

impl Object for PrepareResultObject<'_> {
    fn type_name(&self) -> &'static str {
        match self.result {
            PrepareResult::Ready { .. } => "CartStatusReady",
            PrepareResult::NotReady { .. } => "CartStatusNotReady",
            PrepareResult::Throttled { .. } => "CartThrottled",
        }
    }

    fn field<'a>(&'a self, name: &str, _arguments: &JsonMap) -> Result<Value<'a>, Fault> {
        match (self.result, name) {
            (PrepareResult::Ready { view } | PrepareResult::NotReady { view, .. }, "cart") => {
                Ok(nullable_cart(self.app, Some(view)))
            }
            (PrepareResult::Throttled { .. }, "cart") => Ok(Value::Null),
            (PrepareResult::NotReady { errors, .. }, "errors") => {
                Ok(coded_errors("CartOperationError", errors))
            }
            (PrepareResult::Throttled { poll_after }, "pollAfter") => moment(*poll_after),
            _ => Err(self.unknown(name)),
        }
    }
}

/// `CartSubmitForCompletionPayload`
#[derive(Debug)]
pub(in crate::graphql) struct SubmitPayload {
    pub(in crate::graphql) result: Option<SubmitResult>,
    pub(in crate::graphql) errors: Vec<UserError>,
}

/// `CartSubmitForCompletionResult`
#[derive(Debug)]
pub(in crate::graphql) enum SubmitResult {
    Success {
        attempt: String,
        redirect_url: String,
    },
    AlreadyAccepted {
        attempt: String,
    },
    Failed {
        checkout_url: String,
        errors: Vec<CodedError>,
        captcha: Option<Challenge>,
    },
    Throttled {
        poll_after: Timestamp,
    },
}

pub(super) struct SubmitObject<'v> {
    pub(super) payload: &'v SubmitPayload,
}

object!(SubmitObject<'_>, "CartSubmitForCompletionPayload", |this, arguments| {
    "result" => {
        let result = this.payload.result.as_ref();
        Value::nullable(result.map(|result| SubmitResultObject { result }))
    },
    "userErrors" => user_errors(&this.payload.errors),
});

struct SubmitResultObject<'v> {
    result: &'v SubmitResult,
}

impl Object for SubmitResultObject<'_> {
    fn type_name(&self) -> &'static str {
        match self.result {
            SubmitResult::Success { .. } => "SubmitSuccess",
            SubmitResult::AlreadyAccepted { .. } => "SubmitAlreadyAccepted",
            SubmitResult::Failed { .. } => "SubmitFailed",
            SubmitResult::Throttled { .. } => "SubmitThrottled",
        }
    }

    fn field<'a>(&'a self, name: &str, _arguments: &JsonMap) -> Result<Value<'a>, Fault> {
        match (self.result, name) {
            (
                SubmitResult::Success { attempt, .. } | SubmitResult::AlreadyAccepted { attempt },
                "attemptId",
            ) => Ok(leaf(attempt.as_str())),
            (SubmitResult::Success { redirect_url, .. }, "redirectUrl") => {
                Ok(leaf(redirect_url.as_str()))
            }
            (SubmitResult::Failed { checkout_url, .. }, "checkoutUrl") => {
                Ok(leaf(checkout_url.as_str()))
            }
            (SubmitResult::Failed { captcha, .. }, "captcha") => {
                Ok(Value::nullable(captcha.as_ref().map(ChallengeObject)))
            }
            (SubmitResult::Failed { errors, .. }, "errors") => {
                Ok(coded_errors("SubmissionError", errors))
            }
            (SubmitResult::Throttled { poll_after }, "pollAfter") => moment(*poll_after),
            _ => Err(self.unknown(name)),
        }
    }
}

struct ChallengeObject<'v>(&'v Challenge);

object!(ChallengeObject<'_>, "CaptchaChallenge", |this, arguments| {
    "challenge" => leaf(this.0.text.as_str()),
    "difficulty" => leaf(i32::try_from(this.0.difficulty).unwrap_or(i32::MAX)),
    "question" => match this.0.question.as_deref() {
        Some(question) => leaf(question),
        None => Value::Null,
    },
});

/// `CartCompletionAttemptResult`
#[derive(Debug)]
pub(in crate::graphql) enum AttemptStatus {
    Processing {
        id: String,
        poll_delay: i32,
        under_review: bool,
    },
    ActionRequired {
        id: String,
        redirect_url: String,
    },
    Failed {
        id: String,
        error: CodedError,
    },
    Success {
        id: String,
        completed_at: Option<Timestamp>,
        order_id: String,
        order_url: String,
    },
}

pub(super) struct AttemptObject<'v> {
    pub(super) status: &'v AttemptStatus,
}

impl Object for AttemptObject<'_> {
    fn type_name(&self) -> &'static str {
        match self.status {
            AttemptStatus::Processing { .. } => "CartCompletionProcessing",
            AttemptStatus::ActionRequired { .. } => "CartCompletionActionRequired",
            AttemptStatus::Failed { .. } => "CartCompletionFailed",
            AttemptStatus::Success { .. } => "CartCompletionSuccess",
        }
    }

    fn field<'a>(&'a self, name: &str, _arguments: &JsonMap) -> Result<Value<'a>, Fault> {
        match (self.status, name) {
            (
                AttemptStatus::Processing { id, .. }
                | AttemptStatus::ActionRequired { id, .. }
                | AttemptStatus::Failed { id, .. }
                | AttemptStatus::Success { id, .. },
                "id",
            ) => Ok(leaf(id.as_str())),
            (AttemptStatus::Processing { poll_delay, .. }, "pollDelay") => Ok(leaf(*poll_delay)),
            (AttemptStatus::Processing { under_review, .. }, "underReview") => {
                Ok(leaf(*under_review))
            }
            (AttemptStatus::ActionRequired { redirect_url, .. }, "action") => {
                Ok(Value::object(PaymentChallenge { redirect_url }))
            }
            (AttemptStatus::Failed { error, .. }, "errors") => {
                Ok(coded_errors("CompletionError", std::slice::from_ref(error)))
            }
            (AttemptStatus::Success { completed_at, .. }, "completedAt") => {
                completed_at.map_or_else(|| Ok(Value::Null), moment)
            }
            (AttemptStatus::Success { order_id, .. }, "orderId") => Ok(leaf(order_id.as_str())),
            (AttemptStatus::Success { order_url, .. }, "orderUrl") => Ok(leaf(order_url.as_str())),
            _ => Err(self.unknown(name)),
        }
    }
}

struct PaymentChallenge<'v> {
    redirect_url: &'v str,
}

object!(PaymentChallenge<'_>, "CompletePaymentChallenge", |this, arguments| {
    "redirectUrl" => leaf(this.redirect_url),
});

struct CodedErrorObject<'v> {
    type_name: &'static str,
    error: &'v CodedError,
}

object!(CodedErrorObject<'_>, |this| this.type_name, |this, arguments| {
    "code" => leaf(this.error.code.as_str()),
    "message" => leaf(this.error.message.as_str()),
});

fn coded_errors<'a>(type_name: &'static str, errors: &'a [CodedError]) -> Value<'a> {
    let errors = errors.iter();
    Value::list(errors.map(move |error| Value::object(CodedErrorObject { type_name, error })))
}
