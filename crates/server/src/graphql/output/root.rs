//! What the root fields led to, and what they say.

use super::completion::{
    AttemptObject, AttemptStatus, PreparedObject, PreparedPayload, SubmitObject, SubmitPayload,
};
use super::payload::{Payload, PayloadObject, nullable_cart};
use super::shop::{PaymentSettings, ShopObject};
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::value::Value;

/// What a root field led to.
#[derive(Debug)]
pub(in crate::graphql) enum RootValue {
    /// `cart`
    Cart(Option<Box<CartView>>),
    /// An ordinary mutation.
    Payload(Payload),
    /// `cartPrepareForCompletion`
    Prepared(Box<PreparedPayload>),
    /// `cartSubmitForCompletion`
    Submitted(SubmitPayload),
    /// `cartCompletionAttempt`
    Attempt(Option<AttemptStatus>),
    /// `shop`
    Shop,
    /// `paymentSettings`
    PaymentSettings,
}

impl RootValue {
    /// What its field says.
    pub(in crate::graphql) fn answer<'a>(&'a self, app: &'a App) -> Value<'a> {
        match self {
            Self::Cart(view) => nullable_cart(app, view.as_deref()),
            Self::Payload(payload) => Value::object(PayloadObject { app, payload }),
            Self::Prepared(payload) => Value::object(PreparedObject { app, payload }),
            Self::Submitted(payload) => Value::object(SubmitObject { payload }),
            Self::Attempt(status) => {
                Value::nullable(status.as_ref().map(|status| AttemptObject { status }))
            }
            Self::Shop => Value::object(ShopObject { app }),
            Self::PaymentSettings => Value::object(PaymentSettings { app }),
        }
    }
}
