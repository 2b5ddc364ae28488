//! The root: it answers what the operations led to.

use super::completion::{
    AttemptObject, AttemptStatus, PreparedObject, PreparedPayload, SubmitObject, SubmitPayload,
};
use super::payload::{Payload, PayloadObject, nullable_cart};
use super::shop::{PaymentSettings, ShopObject};
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::execute::{RootValues, response_key};
use crate::graphql::operations::Failure;
use apollo_compiler::resolvers::{FieldError, ObjectValue, ResolveInfo, ResolvedValue};

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

/// `QueryRoot` or `Mutation`
pub(in crate::graphql) struct RootObject<'v> {
    pub(in crate::graphql) app: &'v App,
    pub(in crate::graphql) type_name: &'v str,
    pub(in crate::graphql) values: &'v RootValues,
}

impl ObjectValue for RootObject<'_> {
    fn type_name(&self) -> &str {
        self.type_name
    }

    fn resolve_field<'a>(
        &'a self,
        info: &'a ResolveInfo<'a>,
    ) -> Result<ResolvedValue<'a>, FieldError> {
        match self.values.get(response_key(info)) {
            Some(Ok(value)) => Ok(self.answer(value)),
            Some(Err(failure)) => Err(failure.to_field_error()),
            None => Err(Failure::Internal.to_field_error()),
        }
    }
}

impl<'v> RootObject<'v> {
    fn answer<'a>(&self, value: &'a RootValue) -> ResolvedValue<'a>
    where
        'v: 'a,
    {
        let app = self.app;
        match value {
            RootValue::Cart(view) => nullable_cart(app, view.as_deref()),
            RootValue::Payload(payload) => ResolvedValue::object(PayloadObject { app, payload }),
            RootValue::Prepared(payload) => ResolvedValue::object(PreparedObject { app, payload }),
            RootValue::Submitted(payload) => ResolvedValue::object(SubmitObject { payload }),
            RootValue::Attempt(status) => ResolvedValue::nullable_object(
                status.as_ref().map(|status| AttemptObject { status }),
            ),
            RootValue::Shop => ResolvedValue::object(ShopObject { app }),
            RootValue::PaymentSettings => ResolvedValue::object(PaymentSettings { app }),
        }
    }
}

impl Failure {
    fn to_field_error(self) -> FieldError {
        FieldError {
            message: self.message().to_owned(),
        }
    }
}
