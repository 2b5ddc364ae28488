//! Runs the root fields of an operation in order. Each root field is an operation of its own.

use super::{Run, library};
use crate::carts::CartView;
use crate::graphql::operations::{self, RequestContext};
use crate::graphql::output::RootValue;
use crate::graphql::root_field::RootField;
use crate::graphql::value::Fault;
use apollo_compiler::request::RequestError;
use apollo_compiler::response::JsonMap;
use zkratka_graphql_engine::plan::{ArgumentError, Plan};

/// The results of the root fields, by their names in the answer.
pub(super) struct RootValues(Vec<(String, Result<RootValue, Fault>)>);

impl RootValues {
    /// The carts in the results. A cart that occurs several times is returned once, in its last state.
    pub(super) fn last_views_mut(&mut self) -> impl Iterator<Item = &mut CartView> {
        let mut seen = Vec::new();
        let values = self.0.iter_mut().rev();
        let views = values.filter_map(|(_, value)| value.as_mut().ok()?.view_mut());
        views.filter(move |view| {
            let key = view.cart.key;
            let is_last = !seen.contains(&key);
            seen.push(key);
            is_last
        })
    }

    /// The result of the root field with this name in the answer.
    pub(super) fn get(&self, key: &str) -> Result<&RootValue, Fault> {
        let mut matching = self.0.iter().filter(|(known, _)| known == key);
        match matching.next() {
            Some((_, Ok(value))) => Ok(value),
            Some((_, Err(fault))) => Err(*fault),
            None => Err(Fault(Fault::INTERNAL)),
        }
    }
}

/// Runs the root fields of a plan. Returns `None` if the shop was too busy for the first one.
pub(super) async fn by_plan<'r>(
    run: &mut Run<'r>,
    call: &RequestContext<'_>,
    plan: &'r Plan,
) -> Option<RootValues> {
    let roots = plan.roots();
    let mut values: Vec<(String, _)> = Vec::with_capacity(roots.len());
    for field in roots {
        // A field that is requested both immediately and deferred runs once.
        let is_known = values.iter().any(|(known, _)| *known == *field.key);
        // The only root field without a number is `__typename`.
        let Some(root) = field.root.and_then(RootField::numbered) else {
            continue;
        };
        if is_known {
            continue;
        }
        let schema = &run.schema.schema;
        let value = match field.root_arguments(schema, &mut run.variables) {
            Ok(arguments) => operations::resolve(call, root, arguments).await,
            Err(ArgumentError) => Err(Fault(ArgumentError::MESSAGE)),
        };
        if values.is_empty() && is_busy(&value) {
            return None;
        }
        values.push((field.key.as_str().to_owned(), value));
    }
    Some(RootValues(values))
}

/// Runs the root fields that apollo-compiler's executor finds. Returns `None` if the shop was too busy for the first
/// one.
pub(super) async fn by_library(
    run: &Run<'_>,
    call: &RequestContext<'_>,
) -> Result<Option<RootValues>, RequestError> {
    let mut values = Vec::new();
    for field in library::root_fields(run)? {
        let value = operations::resolve(call, field.root, field.arguments.into()).await;
        if values.is_empty() && is_busy(&value) {
            return Ok(None);
        }
        values.push((field.key, value));
    }
    Ok(Some(RootValues(values)))
}

fn is_busy(value: &Result<RootValue, Fault>) -> bool {
    matches!(value, Err(Fault(Fault::BUSY)))
}

/// A root field to run.
pub(super) struct RootCall {
    /// Its name in the answer.
    pub(super) key: String,
    pub(super) root: RootField,
    pub(super) arguments: JsonMap,
}
