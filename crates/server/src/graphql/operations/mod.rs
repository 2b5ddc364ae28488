//! One function per root field.

mod addresses;
mod apple_pay;
mod attempt;
mod attributes;
mod buyer;
mod catalogue;
mod clone;
mod code_attempts;
mod complete;
mod create;
mod delivery;
mod gift_cards;
mod keyed;
mod lines;
mod metafields;
mod payment;
mod paypal;
mod promise;
mod query;
mod request_context;
mod respond;

use super::input;
use super::output::RootValue;
use super::root_field::RootField;
use super::value::Fault;
use apollo_compiler::response::JsonMap;
use serde::de::DeserializeOwned;
use zkratka_admission::{Priority, Refusal};
use zkratka_graphql_engine::plan::RootArguments;
use zkratka_store::StoreError;

pub(super) use request_context::RequestContext;

/// Why a root field has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The server or the store is too busy.
    Busy,
    /// A bug in the server or a failure of the store, already logged.
    Internal,
    /// An argument is invalid. The fault is the message for the client.
    Unfit(Fault),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Busy => Self(Self::BUSY),
            Failure::Internal => Self(Self::INTERNAL),
            Failure::Unfit(fault) => fault,
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::Busy) {
            return Self::Busy;
        }
        tracing::error!(%error, "the store did not answer");
        Self::Internal
    }
}

/// Runs a root field.
pub(super) async fn resolve(
    call: &RequestContext<'_>,
    field: RootField,
    arguments: RootArguments<'_>,
) -> Result<RootValue, Fault> {
    let priority = priority_of(field);
    let refused = match call.enter(priority) {
        Ok(()) => {
            let value = dispatch(call, field, arguments).await;
            call.leave();
            match value {
                Err(Failure::Busy) => call.refused(priority),
                value => return Ok(value?),
            }
        }
        Err(refused) => refused,
    };
    turned_away(call, field, refused)
}

/// The priority of a root field. Payments come first.
const fn priority_of(field: RootField) -> Priority {
    use RootField as F;
    match field {
        F::ApplePaySessionCreate
        | F::PaypalTokenCreate
        | F::PaypalBuyerDetailsFetch
        | F::CartPaymentUpdate
        | F::CartPrepareForCompletion
        | F::CartSubmitForCompletion
        | F::CartCompletionAttempt
        | F::CartCompletionAttemptGiveUp => Priority::Paying,
        F::Cart
        | F::CartAttributesUpdate
        | F::CartBillingAddressUpdate
        | F::CartBuyerIdentityUpdate
        | F::CartClone
        | F::CartDeliveryAddressesAdd
        | F::CartDeliveryAddressesRemove
        | F::CartDeliveryAddressesReplace
        | F::CartDeliveryAddressesUpdate
        | F::CartDiscountCodesUpdate
        | F::CartGiftCardCodesAdd
        | F::CartGiftCardCodesRemove
        | F::CartGiftCardCodesUpdate
        | F::CartLinesAdd
        | F::CartLinesRemove
        | F::CartLinesUpdate
        | F::CartMetafieldDelete
        | F::CartMetafieldsSet
        | F::CartNoteUpdate
        | F::CartRemovePersonalData
        | F::CartSelectedDeliveryOptionsUpdate => Priority::Shopping,
        F::CartCreate
        | F::Collection
        | F::CollectionByHandle
        | F::Collections
        | F::DeliveryPromise
        | F::Localization
        | F::Node
        | F::Nodes
        | F::PaymentSettings
        | F::Product
        | F::ProductByHandle
        | F::ProductTags
        | F::ProductTypes
        | F::Products
        | F::Shop
        | F::SubscriptionPolicy => Priority::Browsing,
    }
}

/// Answers a root field that was refused because the shop is busy. The answer says when to retry, if the field's type
/// can express that.
fn turned_away(
    call: &RequestContext<'_>,
    field: RootField,
    refused: Refusal,
) -> Result<RootValue, Fault> {
    use RootField as F;
    match field {
        F::CartPrepareForCompletion => Ok(complete::prepare_later(call, refused)),
        F::CartSubmitForCompletion => Ok(complete::submit_later(call, refused)),
        F::ApplePaySessionCreate
        | F::Cart
        | F::CartAttributesUpdate
        | F::CartBillingAddressUpdate
        | F::CartBuyerIdentityUpdate
        | F::CartClone
        | F::CartCompletionAttempt
        | F::CartCompletionAttemptGiveUp
        | F::CartCreate
        | F::CartDeliveryAddressesAdd
        | F::CartDeliveryAddressesRemove
        | F::CartDeliveryAddressesReplace
        | F::CartDeliveryAddressesUpdate
        | F::CartDiscountCodesUpdate
        | F::CartGiftCardCodesAdd
        | F::CartGiftCardCodesRemove
        | F::CartGiftCardCodesUpdate
        | F::CartLinesAdd
        | F::CartLinesRemove
        | F::CartLinesUpdate
        | F::CartMetafieldDelete
        | F::CartMetafieldsSet
        | F::CartNoteUpdate
        | F::CartPaymentUpdate
        | F::CartRemovePersonalData
        | F::CartSelectedDeliveryOptionsUpdate
        | F::Collection
        | F::CollectionByHandle
        | F::Collections
        | F::DeliveryPromise
        | F::Localization
        | F::Node
        | F::Nodes
        | F::PaymentSettings
        | F::PaypalBuyerDetailsFetch
        | F::PaypalTokenCreate
        | F::Product
        | F::ProductByHandle
        | F::ProductTags
        | F::ProductTypes
        | F::Products
        | F::Shop
        | F::SubscriptionPolicy => {
            call.turn_away(refused);
            Err(Fault(Fault::BUSY))
        }
    }
}

async fn dispatch(
    call: &RequestContext<'_>,
    field: RootField,
    arguments: RootArguments<'_>,
) -> Result<RootValue, Failure> {
    use RootField as F;
    match field {
        F::Cart => query::cart(call, read(arguments)?).await,
        F::CartCompletionAttempt => attempt::find(call, read(arguments)?).await,
        F::Collection | F::CollectionByHandle => Ok(catalogue::collection(call, &read(arguments)?)),
        F::Collections => catalogue::collections(call, &whole(arguments)?),
        F::DeliveryPromise => Ok(promise::promised(call, &read(arguments)?)),
        F::Localization => Ok(RootValue::Localization(call.context.country.clone())),
        F::Node => Ok(catalogue::node(call, &read(arguments)?)),
        F::Nodes => catalogue::nodes(call, &read(arguments)?),
        F::PaymentSettings => Ok(RootValue::PaymentSettings),
        F::Product | F::ProductByHandle => Ok(catalogue::product(call, &read(arguments)?)),
        F::ProductTags => catalogue::tags(call, &whole(arguments)?),
        F::ProductTypes => catalogue::types(call, &whole(arguments)?),
        F::Products => catalogue::products(call, &whole(arguments)?),
        F::Shop => Ok(RootValue::Shop),
        F::SubscriptionPolicy => Ok(RootValue::SubscriptionPolicy),
        F::ApplePaySessionCreate => apple_pay::create_session(call, read(arguments)?).await,
        // Boxed, because these futures are large and rarely used: otherwise every request would reserve their size.
        F::PaypalTokenCreate => Box::pin(paypal::create_token(call, read(arguments)?)).await,
        F::PaypalBuyerDetailsFetch => Box::pin(paypal::fetch_details(call, read(arguments)?)).await,
        F::CartCompletionAttemptGiveUp => Box::pin(attempt::give_up(call, read(arguments)?)).await,
        F::CartClone => clone::clone(call, read(arguments)?).await,
        F::CartCreate => create::create(call, read(arguments)?).await,
        F::CartLinesAdd => lines::add(call, read(arguments)?).await,
        F::CartLinesUpdate => lines::update(call, read(arguments)?).await,
        F::CartLinesRemove => lines::remove(call, read(arguments)?).await,
        F::CartAttributesUpdate => attributes::update(call, read(arguments)?).await,
        F::CartNoteUpdate => attributes::update_note(call, read(arguments)?).await,
        F::CartDiscountCodesUpdate => {
            attributes::update_discount_codes(call, read(arguments)?).await
        }
        F::CartGiftCardCodesAdd => gift_cards::add(call, read(arguments)?).await,
        F::CartGiftCardCodesUpdate => gift_cards::update(call, read(arguments)?).await,
        F::CartGiftCardCodesRemove => gift_cards::remove(call, read(arguments)?).await,
        F::CartMetafieldsSet => metafields::set(call, read(arguments)?).await,
        F::CartMetafieldDelete => metafields::delete(call, read(arguments)?).await,
        F::CartBuyerIdentityUpdate => buyer::update(call, read(arguments)?).await,
        F::CartBillingAddressUpdate => buyer::update_billing_address(call, read(arguments)?).await,
        F::CartRemovePersonalData => buyer::remove_personal_data(call, read(arguments)?).await,
        F::CartDeliveryAddressesAdd => delivery::add_addresses(call, read(arguments)?).await,
        F::CartDeliveryAddressesReplace => {
            delivery::replace_addresses(call, read(arguments)?).await
        }
        F::CartDeliveryAddressesUpdate => delivery::update_addresses(call, read(arguments)?).await,
        F::CartDeliveryAddressesRemove => delivery::remove_addresses(call, read(arguments)?).await,
        F::CartSelectedDeliveryOptionsUpdate => {
            delivery::select_options(call, read(arguments)?).await
        }
        F::CartPaymentUpdate => Box::pin(payment::update(call, read(arguments)?)).await,
        F::CartPrepareForCompletion => complete::prepare(call, read(arguments)?).await,
        F::CartSubmitForCompletion => Box::pin(complete::submit(call, read(arguments)?)).await,
    }
}

fn read<T: DeserializeOwned>(arguments: RootArguments<'_>) -> Result<T, Failure> {
    input::read(arguments).map_err(|error| unread(&error))
}

/// The arguments as JSON.
fn whole(arguments: RootArguments<'_>) -> Result<JsonMap, Failure> {
    arguments.parse_raw().map_err(|error| unread(&error))
}

/// Reports arguments that the schema accepts but the types do not, which is a bug in the server. The logged message
/// names types, never values.
fn unread(error: &serde_json::Error) -> Failure {
    let kind = error.classify();
    tracing::error!(?kind, "arguments do not fit the operation's types");
    Failure::Internal
}
