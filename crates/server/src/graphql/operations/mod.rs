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
use super::value::Fault;
use apollo_compiler::response::JsonMap;
use serde::de::DeserializeOwned;
use zkratka_admission::{Priority, Refused};
use zkratka_graphql_engine::plan::RootArguments;
use zkratka_store::StoreError;

pub(super) use request_context::RequestContext;

/// Why a root field has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// There is no room for it now, here or in the store.
    Busy,
    /// A fault of ours; it was logged where it happened.
    Internal,
    /// An argument that no answer fits; says why.
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

/// Does what a root field asks for.
pub(super) async fn resolve(
    call: &RequestContext<'_>,
    name: &str,
    arguments: RootArguments<'_>,
) -> Result<RootValue, Fault> {
    let priority = priority_of(name);
    let refused = match call.enter(priority) {
        Ok(()) => {
            let value = dispatch(call, name, arguments).await;
            call.leave();
            match value {
                Err(Failure::Busy) => call.refused(priority),
                value => return Ok(value?),
            }
        }
        Err(refused) => refused,
    };
    turned_away(call, name, refused)
}

/// Who pays goes first.
fn priority_of(name: &str) -> Priority {
    match name {
        "applePaySessionCreate"
        | "paypalTokenCreate"
        | "paypalBuyerDetailsFetch"
        | "cartPaymentUpdate"
        | "cartPrepareForCompletion"
        | "cartSubmitForCompletion"
        | "cartCompletionAttempt" => Priority::Paying,
        "cartCreate" => Priority::Browsing,
        name if name.starts_with("cart") => Priority::Shopping,
        _ => Priority::Browsing,
    }
}

/// Says when to come again: in the answer, where it has words for it.
fn turned_away(
    call: &RequestContext<'_>,
    name: &str,
    refused: Refused,
) -> Result<RootValue, Fault> {
    match name {
        "cartPrepareForCompletion" => Ok(complete::prepare_later(call, refused)),
        "cartSubmitForCompletion" => Ok(complete::submit_later(call, refused)),
        _ => {
            call.turn_away(refused);
            Err(Fault(Fault::BUSY))
        }
    }
}

async fn dispatch(
    call: &RequestContext<'_>,
    name: &str,
    arguments: RootArguments<'_>,
) -> Result<RootValue, Failure> {
    match name {
        "cart" => query::cart(call, read(arguments)?).await,
        "cartCompletionAttempt" => attempt::status(call, read(arguments)?).await,
        "collection" | "collectionByHandle" => Ok(catalogue::collection(call, &read(arguments)?)),
        "collections" => catalogue::collections(call, &whole(arguments)?),
        "deliveryPromise" => Ok(promise::promised(call, &read(arguments)?)),
        "localization" => Ok(RootValue::Localization(call.context.country.clone())),
        "node" => Ok(catalogue::node(call, &read(arguments)?)),
        "nodes" => catalogue::nodes(call, &read(arguments)?),
        "paymentSettings" => Ok(RootValue::PaymentSettings),
        "product" | "productByHandle" => Ok(catalogue::product(call, &read(arguments)?)),
        "productTags" => catalogue::tags(call, &whole(arguments)?),
        "productTypes" => catalogue::types(call, &whole(arguments)?),
        "products" => catalogue::products(call, &whole(arguments)?),
        "shop" => Ok(RootValue::Shop),
        "subscriptionPolicy" => Ok(RootValue::SubscriptionPolicy),
        "applePaySessionCreate" => apple_pay::create_session(call, read(arguments)?).await,
        // In boxes stand those that wait for somebody outside: their size need not be everybody's.
        "paypalTokenCreate" => Box::pin(paypal::create_token(call, read(arguments)?)).await,
        "paypalBuyerDetailsFetch" => Box::pin(paypal::fetch_details(call, read(arguments)?)).await,
        "cartClone" => clone::clone(call, read(arguments)?).await,
        "cartCreate" => create::create(call, read(arguments)?).await,
        "cartLinesAdd" => lines::add(call, read(arguments)?).await,
        "cartLinesUpdate" => lines::update(call, read(arguments)?).await,
        "cartLinesRemove" => lines::remove(call, read(arguments)?).await,
        "cartAttributesUpdate" => attributes::update(call, read(arguments)?).await,
        "cartNoteUpdate" => attributes::update_note(call, read(arguments)?).await,
        "cartDiscountCodesUpdate" => {
            attributes::update_discount_codes(call, read(arguments)?).await
        }
        "cartGiftCardCodesAdd" => gift_cards::add(call, read(arguments)?).await,
        "cartGiftCardCodesUpdate" => gift_cards::update(call, read(arguments)?).await,
        "cartGiftCardCodesRemove" => gift_cards::remove(call, read(arguments)?).await,
        "cartMetafieldsSet" => metafields::set(call, read(arguments)?).await,
        "cartMetafieldDelete" => metafields::delete(call, read(arguments)?).await,
        "cartBuyerIdentityUpdate" => buyer::update(call, read(arguments)?).await,
        "cartBillingAddressUpdate" => buyer::update_billing_address(call, read(arguments)?).await,
        "cartRemovePersonalData" => buyer::remove_personal_data(call, read(arguments)?).await,
        "cartDeliveryAddressesAdd" => delivery::add_addresses(call, read(arguments)?).await,
        "cartDeliveryAddressesReplace" => delivery::replace_addresses(call, read(arguments)?).await,
        "cartDeliveryAddressesUpdate" => delivery::update_addresses(call, read(arguments)?).await,
        "cartDeliveryAddressesRemove" => delivery::remove_addresses(call, read(arguments)?).await,
        "cartSelectedDeliveryOptionsUpdate" => {
            delivery::select_options(call, read(arguments)?).await
        }
        "cartPaymentUpdate" => Box::pin(payment::update(call, read(arguments)?)).await,
        "cartPrepareForCompletion" => complete::prepare(call, read(arguments)?).await,
        "cartSubmitForCompletion" => Box::pin(complete::submit(call, read(arguments)?)).await,
        _ => {
            tracing::error!(name, "a root field of the schema has no operation");
            Err(Failure::Internal)
        }
    }
}

fn read<T: DeserializeOwned>(arguments: RootArguments<'_>) -> Result<T, Failure> {
    input::read(arguments).map_err(|error| unread(&error))
}

/// The same as JSON.
fn whole(arguments: RootArguments<'_>) -> Result<JsonMap, Failure> {
    arguments.whole().map_err(|error| unread(&error))
}

/// The schema admitted what the types do not: the message names types, never values.
fn unread(error: &serde_json::Error) -> Failure {
    let kind = error.classify();
    tracing::error!(?kind, "arguments do not fit the operation's types");
    Failure::Internal
}
