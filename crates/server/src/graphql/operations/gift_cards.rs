//! `cartGiftCardCodesAdd`, `cartGiftCardCodesUpdate`, `cartGiftCardCodesRemove`. A code is not kept after it is looked
//! up. The cart keeps the card's id.

use super::code_attempts::CodeAttempts;
use super::respond::{Mutation, faults_only, index};
use super::{Failure, RequestContext};
use crate::graphql::gids;
use crate::graphql::input::Id;
use crate::graphql::messages;
use crate::graphql::output::{RootValue, Warning};
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::cart::{add_gift_cards, remove_gift_cards};
use zkratka_commerce::gift_card::{CartGiftCard, GiftCardId};
use zkratka_gift_cards::{CodeLookup, look_up};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodesArguments {
    cart_id: Id,
    gift_card_codes: Vec<String>,
}

/// Maximum number of codes in one input, because each costs a query to the store.
const MAX_CODES: usize = 25;

/// `cartGiftCardCodesAdd`
pub(super) async fn add(
    call: &RequestContext<'_>,
    arguments: CodesArguments,
) -> Result<RootValue, Failure> {
    put(call, "CartGiftCardCodesAddPayload", arguments, false).await
}

/// `cartGiftCardCodesUpdate`
pub(super) async fn update(
    call: &RequestContext<'_>,
    arguments: CodesArguments,
) -> Result<RootValue, Failure> {
    put(call, "CartGiftCardCodesUpdatePayload", arguments, true).await
}

/// Adds the cards to the cart. If `instead` is true, they replace the cart's cards.
async fn put(
    call: &RequestContext<'_>,
    payload: &'static str,
    arguments: CodesArguments,
    instead: bool,
) -> Result<RootValue, Failure> {
    let code_attempts = CodeAttempts::of(call, Some(&arguments.cart_id));
    let mutation = Mutation {
        call,
        payload,
        cart: arguments.cart_id,
    };
    let codes = arguments.gift_card_codes;
    if !call.app.config.payments.gift_cards {
        if codes.is_empty() {
            return mutation.refuse(Vec::new()).await;
        }
        return mutation.warn(Warning::PaymentsGiftCardsUnavailable).await;
    }
    let cards = match cards_of(&code_attempts, call, &codes, &["giftCardCodes"]).await? {
        Ok(cards) => cards,
        Err(errors) => return mutation.refuse(errors).await,
    };
    mutation
        .change(
            move |cart, _, _| {
                if instead {
                    cart.gift_cards.clear();
                }
                faults_only(add_gift_cards(cart, &cards))
            },
            |fault| UserError::of(fault, &["giftCardCodes"]),
        )
        .await
}

/// Returns the cards of these codes, or an error for each code without a usable card. The errors' paths are below
/// `prefix`.
pub(super) async fn cards_of(
    code_attempts: &CodeAttempts<'_>,
    call: &RequestContext<'_>,
    codes: &[String],
    prefix: &[&str],
) -> Result<Result<Vec<CartGiftCard>, Vec<UserError>>, Failure> {
    let (mut cards, mut errors) = (Vec::new(), Vec::new());
    for (position, text) in codes.iter().enumerate() {
        // Check the limit before each code, so that a list of codes reveals no more than the same number of requests
        // would.
        if let Some(refusal) = code_attempts.refusal(prefix) {
            return Ok(Err(vec![refusal]));
        }
        let looked = if position < MAX_CODES {
            let app = call.app;
            let (ring, currency) = (&app.config.gift_card_codes, app.rules.currency);
            look_up(&*app.store, ring, text, currency, app.clock.now()).await?
        } else {
            CodeLookup::Unknown
        };
        let (code, message) = match looked {
            CodeLookup::Card(card) => {
                cards.push(card);
                continue;
            }
            CodeLookup::Empty => ("PAYMENT_METHOD_NOT_APPLICABLE", messages::EMPTY_GIFT_CARD),
            CodeLookup::Void => ("PAYMENT_METHOD_NOT_APPLICABLE", messages::VOID_GIFT_CARD),
            CodeLookup::Unpaid => ("PAYMENT_METHOD_NOT_APPLICABLE", messages::UNPAID_GIFT_CARD),
            CodeLookup::Withheld => (
                "PAYMENT_METHOD_NOT_APPLICABLE",
                messages::WITHHELD_GIFT_CARD,
            ),
            CodeLookup::Unknown => {
                code_attempts.count(text);
                ("INVALID", messages::UNKNOWN_GIFT_CARD)
            }
        };
        let place = index(position);
        let field: Vec<_> = prefix.iter().copied().chain([place.as_str()]).collect();
        errors.push(UserError::new(code, &field, message));
        if position >= MAX_CODES {
            break;
        }
    }
    Ok(if errors.is_empty() {
        Ok(cards)
    } else {
        Err(errors)
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveArguments {
    applied_gift_card_ids: Vec<Id>,
    cart_id: Id,
}

/// `cartGiftCardCodesRemove`
pub(super) async fn remove(
    call: &RequestContext<'_>,
    arguments: RemoveArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartGiftCardCodesRemovePayload",
        cart: arguments.cart_id,
    };
    let ids = arguments.applied_gift_card_ids.iter();
    // A malformed id counts as the id of a card that is not on the cart.
    let ids: Vec<_> = ids
        .map(|id| gids::parse_gift_card(&id.0).unwrap_or(GiftCardId(0)))
        .collect();
    mutation
        .change(
            move |cart, _, _| faults_only(remove_gift_cards(cart, &ids)),
            |fault| UserError {
                field: UserError::of(fault, &["appliedGiftCardIds"]).field,
                ..UserError::new("INVALID", &[], messages::NO_APPLIED_GIFT_CARD)
            },
        )
        .await
}
