//! `cartLinesAdd`, `cartLinesUpdate`, `cartLinesRemove`.

use super::respond::{Mutation, index};
use super::{Failure, RequestContext};
use crate::graphql::input::{
    AttributeInput, CartLineInput, CartLineParentInput, CartLineUpdateInput, Edit, Id,
};
use crate::graphql::messages;
use crate::graphql::output::RootValue;
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::cart::Attribute;
use zkratka_commerce::cart_changes::{
    LineInput, LineUpdate, ParentReference, PlanChange, add_lines, remove_lines, update_lines,
};
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::ids::{LineId, SellingPlanId};
use zkratka_commerce::subject::{LinePart, Subject};
use zkratka_ids::gid;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddArguments {
    cart_id: Id,
    lines: Vec<CartLineInput>,
}

/// `cartLinesAdd`
pub(super) async fn add(
    call: &RequestContext<'_>,
    arguments: AddArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartLinesAddPayload",
        cart: arguments.cart_id,
    };
    let lines = match line_inputs(arguments.lines, &["lines"]) {
        Ok(lines) => lines,
        Err(errors) => return mutation.refuse(errors).await,
    };
    mutation
        .change(
            move |cart, catalogue, rules| add_lines(cart, &lines, catalogue, rules),
            |fault| UserError::of(fault, &["lines"]),
        )
        .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdateArguments {
    cart_id: Id,
    lines: Vec<CartLineUpdateInput>,
}

/// `cartLinesUpdate`
pub(super) async fn update(
    call: &RequestContext<'_>,
    arguments: UpdateArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartLinesUpdatePayload",
        cart: arguments.cart_id,
    };
    let updates = match collect(arguments.lines, line_update) {
        Ok(updates) => updates,
        Err(errors) => return mutation.refuse(errors).await,
    };
    mutation
        .change(
            move |cart, catalogue, rules| update_lines(cart, &updates, catalogue, rules),
            |fault| UserError::of(fault, &["lines"]),
        )
        .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveArguments {
    cart_id: Id,
    line_ids: Vec<Id>,
}

/// `cartLinesRemove`
pub(super) async fn remove(
    call: &RequestContext<'_>,
    arguments: RemoveArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartLinesRemovePayload",
        cart: arguments.cart_id,
    };
    let ids = collect(arguments.line_ids, |position, id| {
        line_id(&id, &["lineIds", &index(position)])
    });
    let ids = match ids {
        Ok(ids) => ids,
        Err(errors) => return mutation.refuse(errors).await,
    };
    mutation
        .change(
            move |cart, _, _| remove_lines(cart, &ids),
            |fault| UserError::of(fault, &["lineIds"]),
        )
        .await
}

/// Reads new lines. The errors' paths are below `prefix`.
pub(super) fn line_inputs(
    inputs: Vec<CartLineInput>,
    prefix: &[&str],
) -> Result<Vec<LineInput>, Vec<UserError>> {
    collect(inputs, |position, input| {
        let place = index(position);
        let at = |name| [prefix, &[place.as_str(), name]].concat();
        let plan = input.selling_plan_id.as_ref();
        let selling_plan = plan
            .map(|id| selling_plan(id, &at("sellingPlanId")))
            .transpose()?;
        let parent = input.parent.map(|parent| {
            parent_reference(&parent).map_err(|(code, part)| {
                UserError::of(&Fault::of(code, Subject::Line(position, part)), prefix)
            })
        });
        let Some(variant) = gid::parse_variant(&input.merchandise_id.0) else {
            return Err(no_merchandise(&at("merchandiseId")));
        };
        Ok(LineInput {
            variant,
            quantity: input.quantity.unwrap_or(1),
            attributes: attributes(input.attributes.unwrap_or_default()),
            selling_plan,
            parent: parent.transpose()?,
        })
    })
}

/// Reads the reference to a parent line. The client must give the line or the merchandise, but not both.
fn parent_reference(input: &CartLineParentInput) -> Result<ParentReference, (FaultCode, LinePart)> {
    let (found, part) = match (&input.line_id, &input.merchandise_id) {
        (Some(id), None) => {
            let line = gid::parse_line(&id.0);
            (line.map(ParentReference::Line), LinePart::ParentLine)
        }
        (None, Some(id)) => {
            let variant = gid::parse_variant(&id.0);
            (
                variant.map(ParentReference::Variant),
                LinePart::ParentMerchandise,
            )
        }
        _ => {
            let invalid = FaultCode::ParentLineInvalidReference;
            return Err((invalid, LinePart::Parent));
        }
    };
    found.ok_or((FaultCode::ParentLineNotFound, part))
}

fn line_update(position: usize, input: CartLineUpdateInput) -> Result<LineUpdate, UserError> {
    let position = index(position);
    let at = |name| ["lines", position.as_str(), name];
    let selling_plan = match &input.selling_plan_id {
        Edit::Keep => PlanChange::Keep,
        Edit::Clear => PlanChange::Once,
        Edit::Set(id) => PlanChange::Under(selling_plan(id, &at("sellingPlanId"))?),
    };
    let variant = match &input.merchandise_id {
        None => None,
        Some(id) => match gid::parse_variant(&id.0) {
            None => return Err(no_merchandise(&at("merchandiseId"))),
            variant => variant,
        },
    };
    Ok(LineUpdate {
        id: line_id(&input.id, &at("id"))?,
        quantity: input.quantity,
        variant,
        attributes: input.attributes.map(attributes),
        selling_plan,
    })
}

pub(super) fn attributes(inputs: Vec<AttributeInput>) -> Vec<Attribute> {
    let attribute = |input: AttributeInput| Attribute {
        key: input.key,
        value: input.value,
    };
    inputs.into_iter().map(attribute).collect()
}

/// Reads every item of a list, or returns the errors of all items.
fn collect<I, O>(
    inputs: Vec<I>,
    read: impl Fn(usize, I) -> Result<O, UserError>,
) -> Result<Vec<O>, Vec<UserError>> {
    let mut outputs = Vec::with_capacity(inputs.len());
    let mut errors = Vec::new();
    for (position, input) in inputs.into_iter().enumerate() {
        match read(position, input) {
            Ok(output) => outputs.push(output),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(outputs)
    } else {
        Err(errors)
    }
}

fn line_id(id: &Id, field: &[&str]) -> Result<LineId, UserError> {
    gid::parse_line(&id.0)
        .ok_or_else(|| UserError::new("INVALID_MERCHANDISE_LINE", field, messages::NO_LINE))
}

fn no_merchandise(field: &[&str]) -> UserError {
    UserError::new("MerchandiseIdInvalid", field, messages::NO_MERCHANDISE)
}

fn selling_plan(id: &Id, field: &[&str]) -> Result<SellingPlanId, UserError> {
    gid::parse_selling_plan(&id.0).ok_or_else(|| {
        UserError::new(
            "SELLING_PLAN_NOT_APPLICABLE",
            field,
            messages::NO_SELLING_PLAN,
        )
    })
}
