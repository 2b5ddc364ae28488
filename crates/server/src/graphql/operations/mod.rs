//! One function per root field.

mod addresses;
mod attempt;
mod attributes;
mod buyer;
mod catalogue;
mod clone;
mod complete;
mod create;
mod delivery;
mod gift_cards;
mod lines;
mod metafields;
mod payment;
mod query;
mod respond;

use super::context::BuyerContext;
use super::input;
use super::output::RootValue;
use super::value::Fault;
use crate::app::App;
use crate::carts::Carts;
use apollo_compiler::response::JsonMap;
use serde::de::DeserializeOwned;
use zkratka_store::StoreError;

/// Everything an operation works with.
pub(super) struct Call<'c> {
    pub(super) app: &'c App,
    pub(super) context: BuyerContext,
}

impl<'c> Call<'c> {
    fn carts(&self) -> Carts<'c> {
        Carts::new(self.app)
    }
}

/// Why a root field has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The store's queue is full.
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
    call: &Call<'_>,
    name: &str,
    arguments: JsonMap,
) -> Result<RootValue, Fault> {
    Ok(dispatch(call, name, arguments).await?)
}

async fn dispatch(call: &Call<'_>, name: &str, arguments: JsonMap) -> Result<RootValue, Failure> {
    match name {
        "cart" => query::cart(call, read(arguments)?).await,
        "cartCompletionAttempt" => attempt::status(call, read(arguments)?).await,
        "collection" | "collectionByHandle" => Ok(catalogue::collection(call, &read(arguments)?)),
        "collections" => catalogue::collections(call, &arguments),
        "node" => Ok(catalogue::node(call, &read(arguments)?)),
        "nodes" => catalogue::nodes(call, &read(arguments)?),
        "paymentSettings" => Ok(RootValue::PaymentSettings),
        "product" | "productByHandle" => Ok(catalogue::product(call, &read(arguments)?)),
        "productTags" => catalogue::tags(call, &arguments),
        "productTypes" => catalogue::types(call, &arguments),
        "products" => catalogue::products(call, &arguments),
        "shop" => Ok(RootValue::Shop),
        "subscriptionPolicy" => Ok(RootValue::SubscriptionPolicy),
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
        "cartPaymentUpdate" => payment::update(call, read(arguments)?).await,
        "cartPrepareForCompletion" => complete::prepare(call, read(arguments)?).await,
        "cartSubmitForCompletion" => complete::submit(call, read(arguments)?).await,
        _ => {
            tracing::error!(name, "a root field of the schema has no operation");
            Err(Failure::Internal)
        }
    }
}

fn read<T: DeserializeOwned>(arguments: JsonMap) -> Result<T, Failure> {
    input::read(arguments).map_err(|error| {
        // The schema admitted what the types do not: the message names types, never values.
        let kind = error.classify();
        tracing::error!(?kind, "arguments do not fit the operation's types");
        Failure::Internal
    })
}
