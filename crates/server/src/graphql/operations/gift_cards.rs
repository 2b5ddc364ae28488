//! `cartGiftCardCodesAdd`, `cartGiftCardCodesUpdate`, `cartGiftCardCodesRemove`. The shop takes no gift cards: a code is
//! answered with a warning and not kept, so a cart never has one.

use super::respond::{Mutation, index};
use super::{Call, Failure};
use crate::graphql::input::Id;
use crate::graphql::messages;
use crate::graphql::output::{RootValue, Warning};
use crate::graphql::user_error::UserError;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodesArguments {
    cart_id: Id,
    gift_card_codes: Vec<String>,
}

/// `cartGiftCardCodesAdd`
pub(super) async fn add(call: &Call<'_>, arguments: CodesArguments) -> Result<RootValue, Failure> {
    take(call, "CartGiftCardCodesAddPayload", arguments).await
}

/// `cartGiftCardCodesUpdate`
pub(super) async fn update(
    call: &Call<'_>,
    arguments: CodesArguments,
) -> Result<RootValue, Failure> {
    take(call, "CartGiftCardCodesUpdatePayload", arguments).await
}

async fn take(
    call: &Call<'_>,
    payload: &'static str,
    arguments: CodesArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload,
        cart: arguments.cart_id,
    };
    if arguments.gift_card_codes.is_empty() {
        return mutation.refuse(Vec::new()).await;
    }
    mutation.warn(Warning::PaymentsGiftCardsUnavailable).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveArguments {
    applied_gift_card_ids: Vec<Id>,
    cart_id: Id,
}

/// `cartGiftCardCodesRemove`
pub(super) async fn remove(
    call: &Call<'_>,
    arguments: RemoveArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartGiftCardCodesRemovePayload",
        cart: arguments.cart_id,
    };
    let unknown = |position| {
        let field = ["appliedGiftCardIds", &index(position)];
        UserError::new("INVALID", &field, messages::NO_APPLIED_GIFT_CARD)
    };
    let errors = (0..arguments.applied_gift_card_ids.len()).map(unknown);
    mutation.refuse(errors.collect()).await
}
