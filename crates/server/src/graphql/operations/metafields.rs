//! `cartMetafieldsSet`, `cartMetafieldDelete`: metafields that apps store with a cart.

use super::respond::{faults_only, index};
use super::{Failure, RequestContext};
use crate::carts::{CartReference, CartView, Change};
use crate::graphql::input::{Id, MetafieldDeleteInput, MetafieldInput, OwnedMetafieldInput};
use crate::graphql::messages;
use crate::graphql::output::{DeletedPayload, MetafieldError, MetafieldsPayload, RootValue};
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::cart::{
    Cart, MetafieldFault, MetafieldKey, NewMetafield, remove_metafield, set_metafields,
};
use zkratka_commerce::error::Fault;

/// Maximum number of metafields in one call.
const MAX_AT_ONCE: usize = 25;

#[derive(Deserialize)]
pub(super) struct SetArguments {
    metafields: Vec<OwnedMetafieldInput>,
}

/// A fault of one entry in a list of metafields.
pub(super) struct EntryFault {
    position: usize,
    member: &'static str,
    fault: MetafieldFault,
}

impl EntryFault {
    /// The error as `cartCreate` reports it.
    pub(super) fn of_new_cart(&self) -> UserError {
        let field = ["input", "metafields", &index(self.position), self.member];
        UserError::new(
            "INVALID_METAFIELDS",
            &field,
            messages::metafield(self.fault),
        )
    }

    fn of_metafields(&self) -> MetafieldError {
        let code = match self.fault {
            MetafieldFault::Blank => "BLANK",
            MetafieldFault::TooShort => "TOO_SHORT",
            MetafieldFault::TooLong => "TOO_LONG",
            MetafieldFault::InvalidType => "INVALID_TYPE",
            MetafieldFault::InvalidKey | MetafieldFault::InvalidValue => "INVALID_VALUE",
        };
        MetafieldError {
            code,
            position: Some(self.position),
            field: vec![
                "metafields".to_owned(),
                index(self.position),
                self.member.to_owned(),
            ],
            message: messages::metafield(self.fault).to_owned(),
        }
    }
}

/// Reads a list of metafields, or returns all its faults.
pub(super) fn read_metafields(
    inputs: Vec<MetafieldInput>,
) -> Result<Vec<NewMetafield>, Vec<EntryFault>> {
    let (mut read, mut faults) = (Vec::with_capacity(inputs.len()), Vec::new());
    for (position, input) in inputs.into_iter().enumerate() {
        match NewMetafield::read(&input.key, input.kind, input.value) {
            Ok(metafield) => read.push(metafield),
            Err((member, fault)) => faults.push(EntryFault {
                position,
                member: member.as_str(),
                fault,
            }),
        }
    }
    if faults.is_empty() {
        Ok(read)
    } else {
        Err(faults)
    }
}

/// `cartMetafieldsSet`
pub(super) async fn set(
    call: &RequestContext<'_>,
    arguments: SetArguments,
) -> Result<RootValue, Failure> {
    let refused = |errors| Ok(RootValue::Metafields(MetafieldsPayload::refused(errors)));
    let given = arguments.metafields;
    if given.len() > MAX_AT_ONCE {
        let message = messages::TOO_MANY_METAFIELDS;
        return refused(vec![error(
            "LESS_THAN_OR_EQUAL_TO",
            None,
            &["metafields"],
            message,
        )]);
    }
    let Some(owner) = given.first().map(|first| first.owner_id.clone()) else {
        return Ok(RootValue::Metafields(MetafieldsPayload::nothing()));
    };
    if let Some(other) = given.iter().position(|entry| entry.owner_id != owner) {
        return refused(vec![invalid_owner(other, messages::ONE_METAFIELD_OWNER)]);
    }
    let inputs: Vec<_> = given.into_iter().map(|entry| entry.metafield).collect();
    let keys: Vec<_> = inputs
        .iter()
        .map(|input| MetafieldKey::read(&input.key))
        .collect();
    let metafields = match read_metafields(inputs) {
        Ok(metafields) => metafields,
        Err(faults) => {
            return refused(faults.iter().map(EntryFault::of_metafields).collect());
        }
    };
    let now = call.app.clock.now();
    let changed = change(call, &owner, |cart| set_metafields(cart, &metafields, now)).await?;
    match changed {
        Ok(view) if view.faults.is_empty() => {
            Ok(RootValue::Metafields(MetafieldsPayload::kept(view, keys)))
        }
        Ok(view) => {
            let fault = |fault: &Fault| {
                let message = UserError::of(fault, &[]).message;
                error("LESS_THAN_OR_EQUAL_TO", None, &["metafields"], &message)
            };
            refused(view.faults.iter().map(fault).collect())
        }
        Err(message) => refused(vec![invalid_owner(0, message)]),
    }
}

#[derive(Deserialize)]
pub(super) struct DeleteArguments {
    input: MetafieldDeleteInput,
}

/// `cartMetafieldDelete`
pub(super) async fn delete(
    call: &RequestContext<'_>,
    arguments: DeleteArguments,
) -> Result<RootValue, Failure> {
    let MetafieldDeleteInput { key, owner_id } = arguments.input;
    let key = MetafieldKey::read(&key);
    let refused = |code, field, message| {
        let error = error(code, None, &["input", field], message);
        Ok(RootValue::Deleted(DeletedPayload::Refused(error)))
    };
    match change(call, &owner_id, |cart| remove_metafield(cart, &key)).await? {
        Ok(view) if view.faults.is_empty() => {
            let payload = DeletedPayload::Deleted {
                cart: view.token(),
                key,
            };
            Ok(RootValue::Deleted(payload))
        }
        Ok(_) => refused("METAFIELD_DOES_NOT_EXIST", "key", messages::NO_METAFIELD),
        Err(message) => refused("INVALID_OWNER", "ownerId", message),
    }
}

/// Changes the cart that owns the metafields, or returns the message that says why it cannot be changed.
async fn change(
    call: &RequestContext<'_>,
    owner: &Id,
    change: impl Fn(&mut Cart) -> Vec<Fault> + Send + Sync,
) -> Result<Result<Box<CartView>, &'static str>, Failure> {
    let Some(reference) = CartReference::from_gid(&owner.0) else {
        return Ok(Err(messages::NO_CART));
    };
    let carts = call.carts();
    let changed = carts.change(&reference, |cart, _, _| faults_only(change(cart)));
    Ok(match changed.await? {
        Change::Cart(view) => Ok(view),
        Change::Completing(_) => Err(messages::CART_COMPLETING),
        Change::Completed(_) => Err(messages::CART_COMPLETED),
        Change::Missing => Err(messages::NO_CART),
    })
}

fn invalid_owner(position: usize, message: &str) -> MetafieldError {
    let field = ["metafields", &index(position), "ownerId"];
    error("INVALID_OWNER", Some(position), &field, message)
}

fn error(
    code: &'static str,
    position: Option<usize>,
    field: &[&str],
    message: &str,
) -> MetafieldError {
    MetafieldError {
        code,
        position,
        field: field.iter().map(|&part| part.to_owned()).collect(),
        message: message.to_owned(),
    }
}
