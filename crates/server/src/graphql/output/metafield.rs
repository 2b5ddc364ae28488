//! `Metafield`, and the answers of the metafield mutations.

use super::cart::CartObject;
use super::object::{count, leaf, moment, object, texts};
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::gids;
use crate::graphql::value::Value;
use apollo_compiler::response::{JsonMap, JsonValue};
use zkratka_commerce::cart::{Metafield, MetafieldKey};
use zkratka_ids::CartToken;

struct MetafieldObject<'v> {
    app: &'v App,
    view: &'v CartView,
    metafield: &'v Metafield,
}

object!(MetafieldObject<'_>, "Metafield", |this, arguments| {
    "createdAt" => moment(this.metafield.created_at)?,
    "description" => Value::Null,
    "id" => leaf(gids::metafield(&this.view.token(), &this.metafield.namespace, &this.metafield.key)),
    "key" => leaf(this.metafield.key.as_str()),
    "namespace" => leaf(this.metafield.namespace.as_str()),
    "parentResource" => Value::object(CartObject { app: this.app, view: this.view }),
    "type" => leaf(this.metafield.kind.as_str()),
    "updatedAt" => moment(this.metafield.updated_at)?,
    "value" => leaf(this.metafield.value.as_str()),
});

/// Finds the metafield with the arguments `key` and `namespace`.
pub(super) fn metafield<'a>(cart: &'a CartObject<'_>, arguments: &JsonMap) -> Value<'a> {
    let text = |name: &str| arguments.get(name).and_then(JsonValue::as_str);
    let found = text("key").and_then(|key| cart.view.cart.metafield(text("namespace"), key));
    Value::nullable(found.map(|metafield| MetafieldObject {
        app: cart.app,
        view: cart.view,
        metafield,
    }))
}

/// Finds the metafield for each of the argument `identifiers`; null for each that does not exist.
pub(super) fn metafields<'a>(cart: &'a CartObject<'_>, arguments: &JsonMap) -> Value<'a> {
    let nothing = JsonMap::new();
    let each = identifiers(arguments);
    Value::list(each.map(|identifier| metafield(cart, identifier.as_object().unwrap_or(&nothing))))
}

/// Returns null for each of the argument `identifiers`, for objects that have no metafields.
pub(super) fn no_metafields<'a>(arguments: &JsonMap) -> Value<'a> {
    Value::list(identifiers(arguments).map(|_| Value::Null))
}

fn identifiers(arguments: &JsonMap) -> impl Iterator<Item = &JsonValue> {
    let given = arguments.get("identifiers").and_then(JsonValue::as_array);
    given.into_iter().flatten()
}

/// An error of a metafield to store or to delete.
#[derive(Debug)]
pub(in crate::graphql) struct MetafieldError {
    /// A value of the error's enumeration.
    pub(in crate::graphql) code: &'static str,
    /// The position in the list of metafields.
    pub(in crate::graphql) position: Option<usize>,
    /// The path of the input field.
    pub(in crate::graphql) field: Vec<String>,
    /// The message, in Czech.
    pub(in crate::graphql) message: String,
}

/// The result of `cartMetafieldsSet`.
#[derive(Debug)]
pub(in crate::graphql) struct MetafieldsPayload {
    /// The cart and the keys of the stored metafields; `None` if nothing was stored.
    kept: Option<(Box<CartView>, Vec<MetafieldKey>)>,
    errors: Vec<MetafieldError>,
}

impl MetafieldsPayload {
    /// The metafields were stored.
    pub(in crate::graphql) fn kept(view: Box<CartView>, keys: Vec<MetafieldKey>) -> Self {
        Self {
            kept: Some((view, keys)),
            errors: Vec::new(),
        }
    }

    /// The list of metafields was empty.
    pub(in crate::graphql) const fn nothing() -> Self {
        Self {
            kept: None,
            errors: Vec::new(),
        }
    }

    /// Nothing was stored, because of these errors.
    pub(in crate::graphql) const fn refused(errors: Vec<MetafieldError>) -> Self {
        Self { kept: None, errors }
    }
}

pub(super) struct MetafieldsObject<'v> {
    pub(super) app: &'v App,
    pub(super) payload: &'v MetafieldsPayload,
}

object!(MetafieldsObject<'_>, "CartMetafieldsSetPayload", |this, arguments| {
    "metafields" => match &this.payload.kept {
        Some((view, keys)) => {
            let found = keys.iter();
            let found = found.filter_map(|key| view.cart.metafield(Some(&key.namespace), &key.key));
            Value::list(found.map(|metafield| {
                Value::object(MetafieldObject { app: this.app, view, metafield })
            }))
        }
        None if this.payload.errors.is_empty() => Value::list(Vec::new()),
        None => Value::Null,
    },
    "userErrors" => Value::list(this.payload.errors.iter().map(|error| {
        Value::object(ErrorObject { type_name: "MetafieldsSetUserError", error })
    })),
});

/// The result of `cartMetafieldDelete`.
#[derive(Debug)]
pub(in crate::graphql) enum DeletedPayload {
    Deleted {
        cart: CartToken,
        key: MetafieldKey,
    },
    /// Nothing was deleted.
    Refused(MetafieldError),
}

pub(super) struct DeletedObject<'v> {
    pub(super) payload: &'v DeletedPayload,
}

object!(DeletedObject<'_>, "CartMetafieldDeletePayload", |this, arguments| {
    "deletedId" => match this.payload {
        DeletedPayload::Deleted { cart, key } => leaf(gids::metafield(cart, &key.namespace, &key.key)),
        DeletedPayload::Refused(_) => Value::Null,
    },
    "userErrors" => {
        let error = match this.payload {
            DeletedPayload::Deleted { .. } => None,
            DeletedPayload::Refused(error) => Some(error),
        };
        Value::list(error.map(|error| {
            Value::object(ErrorObject { type_name: "MetafieldDeleteUserError", error })
        }))
    },
});

struct ErrorObject<'v> {
    type_name: &'static str,
    error: &'v MetafieldError,
}

object!(ErrorObject<'_>, |this| this.type_name, |this, arguments| {
    "code" => leaf(this.error.code),
    "elementIndex" => this.error.position.map_or(Value::Null, count),
    "field" => texts(this.error.field.iter().cloned()),
    "message" => leaf(this.error.message.as_str()),
});
