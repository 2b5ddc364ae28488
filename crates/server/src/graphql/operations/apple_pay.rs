//! `applePaySessionCreate`.

use super::{Failure, RequestContext};
use crate::graphql::messages;
use crate::graphql::output::{RootValue, SessionPayload};
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_shop_wallets::apple_pay::NoSession;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionArguments {
    validation_url: String,
}

/// `applePaySessionCreate`
pub(super) async fn create_session(
    call: &RequestContext<'_>,
    arguments: SessionArguments,
) -> Result<RootValue, Failure> {
    let Some(apple_pay) = &call.app.wallets.apple_pay else {
        let message = messages::UNKNOWN_PAYMENT_METHOD;
        return Ok(refused("PAYMENT_METHOD_NOT_SUPPORTED", &[], message));
    };
    // Waiting for Apple is slow but has a deadline of its own, and takes none of this server's capacity. So give up the
    // place in the admission gate.
    let _exchange = call.call_provider()?;
    let origin = call.context.caller.origin.as_deref();
    let session = apple_pay.session(&arguments.validation_url, origin).await;
    Ok(match session {
        Ok(body) => RootValue::Session(SessionPayload {
            body: Some(body),
            errors: Vec::new(),
        }),
        Err(NoSession::Address) => {
            refused("INVALID", &["validationUrl"], messages::NOT_APPLES_ADDRESS)
        }
        Err(NoSession::Failed) => refused("INVALID_PAYMENT", &[], messages::NO_APPLE_SESSION),
    })
}

fn refused(code: &'static str, field: &[&str], message: &str) -> RootValue {
    RootValue::Session(SessionPayload {
        body: None,
        errors: vec![UserError::new(code, field, message)],
    })
}
