//! `cartAttributesUpdate`, `cartNoteUpdate`, `cartDiscountCodesUpdate`.

use super::code_attempts::CodeAttempts;
use super::lines::attributes;
use super::respond::{Mutation, faults_only};
use super::{Failure, RequestContext};
use crate::graphql::input::{AttributeInput, Id};
use crate::graphql::output::RootValue;
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::cart::{set_attributes, set_discount_codes, set_note};
use zkratka_commerce::company::number_faults;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttributesArguments {
    attributes: Vec<AttributeInput>,
    cart_id: Id,
}

/// `cartAttributesUpdate`
pub(super) async fn update(
    call: &RequestContext<'_>,
    arguments: AttributesArguments,
) -> Result<RootValue, Failure> {
    let given = attributes(arguments.attributes);
    let mutation = Mutation {
        call,
        payload: "CartAttributesUpdatePayload",
        cart: arguments.cart_id,
    };
    mutation
        .change(
            move |cart, _, rules| {
                let address = cart.billing_address.as_ref();
                let address = address.or(cart.delivery_address.as_ref());
                let country = address.and_then(|address| address.country.as_deref());
                let wrong = number_faults(&given, rules.company_fields, country);
                if !wrong.is_empty() {
                    return faults_only(wrong);
                }
                faults_only(set_attributes(cart, given.clone()))
            },
            |fault| UserError::of(fault, &["attributes"]),
        )
        .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NoteArguments {
    cart_id: Id,
    note: String,
}

/// `cartNoteUpdate`
pub(super) async fn update_note(
    call: &RequestContext<'_>,
    arguments: NoteArguments,
) -> Result<RootValue, Failure> {
    let note = Some(arguments.note).filter(|note| !note.is_empty());
    let mutation = Mutation {
        call,
        payload: "CartNoteUpdatePayload",
        cart: arguments.cart_id,
    };
    mutation
        .change(
            move |cart, _, _| faults_only(set_note(cart, note.clone())),
            |fault| UserError::of(fault, &["note"]),
        )
        .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiscountCodesArguments {
    cart_id: Id,
    discount_codes: Vec<String>,
}

/// `cartDiscountCodesUpdate`
pub(super) async fn update_discount_codes(
    call: &RequestContext<'_>,
    arguments: DiscountCodesArguments,
) -> Result<RootValue, Failure> {
    let codes = arguments.discount_codes;
    let code_attempts = CodeAttempts::of(call, Some(&arguments.cart_id));
    let refusal = code_attempts.refusal_of_discounts(&arguments.cart_id, &codes);
    let refusal = refusal.await?;
    let mutation = Mutation {
        call,
        payload: "CartDiscountCodesUpdatePayload",
        cart: arguments.cart_id,
    };
    if let Some(refusal) = refusal {
        return mutation.refuse(vec![refusal]).await;
    }
    let answer = mutation
        .change(
            move |cart, _, _| faults_only(set_discount_codes(cart, codes.clone())),
            |fault| UserError::of(fault, &["discountCodes"]),
        )
        .await?;
    call.tell_pending(answer, &["discountCodes"]).await
}
