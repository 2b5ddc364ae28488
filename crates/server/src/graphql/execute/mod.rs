//! Executes a document. First the root fields run one after the other, and may wait for the store or the gateway. Then
//! the walk writes the answer from their results, and never waits.
//!
//! The walk follows the operation's plan ([`walk`]). If the operation has no plan, apollo-compiler's own executor walks
//! it ([`library`]).

mod later;
mod library;
#[cfg(test)]
mod oracle;
mod roots;
mod walk;

pub(super) use later::Later;

use super::caller::Caller;
use super::context::BuyerContext;
use super::operations::RequestContext;
use super::value::Fault;
use crate::app::SharedApp;
use crate::localized_shop::LocalizedShop;
use apollo_compiler::ExecutableDocument;
use apollo_compiler::executable::{Operation, Selection};
use apollo_compiler::parser::SourceSpan;
use apollo_compiler::request::RequestError;
use apollo_compiler::response::{GraphQLError, ResponseDataPathSegment};
use apollo_compiler::validation::Valid;
use std::sync::Arc;
use zkratka_admission::{Deadline, Priority, Refusal};
use zkratka_graphql_engine::ApiSchema;
use zkratka_graphql_engine::document::{Document, Rejection};
use zkratka_graphql_engine::plan::{RawVariables, Variables, VariablesError};
use zkratka_idempotency::KeyError;

/// The result of an execution.
pub(super) enum Executed {
    /// An answer with data and possibly field errors, as JSON.
    Answer(Vec<u8>),
    /// An answer in parts, because the client has deferred some fields. All parts are ready.
    Parts(Vec<Vec<u8>>),
    /// The first part of an answer, and the last part, which is not ready yet.
    First(Vec<u8>, Later),
    Rejected(Rejection),
    /// Nothing was executed, because the value of a variable is not valid JSON.
    Malformed(serde_json::Error),
    /// The shop is too busy. Nothing was executed, so the client can repeat the request unchanged.
    Busy(Refusal),
}

struct Run<'r> {
    shown: LocalizedShop<'r>,
    schema: &'r ApiSchema,
    document: &'r Valid<ExecutableDocument>,
    operation: &'r Operation,
    variables: Variables<'r>,
}

pub(super) async fn execute(
    app: &SharedApp,
    schema: &'static ApiSchema,
    document: &Arc<Document>,
    operation_name: Option<&str>,
    variables: RawVariables<'_>,
    deadline: Deadline,
    caller: Caller,
) -> Executed {
    let (operation, plans) = match document.operation(operation_name) {
        Ok(found) => found,
        Err(rejected) => return Executed::Rejected(rejected),
    };
    if let Some(keyed) = &caller.keyed
        && !creates_one_cart(operation)
    {
        keyed.refuse(KeyError::NotSupported);
        return Executed::Rejected(Rejection(Vec::new()));
    }
    let executable = document.executable();
    let unfit = |error: &RequestError| Executed::Rejected(unfit(error, executable));
    let variables = match Variables::of(&schema.schema, operation, plans, variables) {
        Ok(variables) => variables,
        Err(VariablesError::Malformed(error)) => return Executed::Malformed(error),
        Err(VariablesError::Rejected(error)) => return unfit(&error),
    };
    if let Err(rejected) = document.admit(operation, &variables.coerced) {
        return Executed::Rejected(rejected);
    }
    let plan = plans.and_then(|plans| plans.with(&variables.coerced));
    let variables = match plan {
        Some(_) => variables,
        None => match variables.parse_raw() {
            Ok(variables) => variables,
            Err(error) => return Executed::Malformed(error),
        },
    };
    let mut context = BuyerContext::of(operation, &variables.coerced);
    context.caller = caller;
    let mut run = Run {
        shown: LocalizedShop::in_country(app, context.country.as_deref()),
        schema,
        document: executable,
        operation,
        variables,
    };
    let call = RequestContext::new(app, context, deadline);
    let busy = || Executed::Busy(call.refused(Priority::Browsing));
    let answered = match plan {
        Some(plan) => match roots::by_plan(&mut run, &call, plan).await {
            Some(values) => {
                let mut parts = walk::answer(&run, plan, &values);
                if let [first, last] = parts.as_mut_slice()
                    && plan.has_deferred_argument(&run.variables.coerced)
                {
                    let (first, last) = (std::mem::take(first), std::mem::take(last));
                    let waiting = later::Waiting {
                        app: Arc::clone(app),
                        schema,
                        document: Arc::clone(document),
                        operation: operation.name.clone(),
                        variables: run.variables.coerced.clone(),
                        values,
                        known: last,
                    };
                    return Executed::First(first, waiting.answer());
                }
                return match (plan.has_parts, parts.pop()) {
                    (false, Some(only)) => Executed::Answer(only),
                    (_, last) => {
                        parts.extend(last);
                        Executed::Parts(parts)
                    }
                };
            }
            None => return busy(),
        },
        None => match roots::by_library(&run, &call).await {
            Ok(Some(mut values)) => {
                if document.has_deferred_argument(operation, &run.variables.coerced) {
                    later::quote(app, &mut values).await;
                }
                library::answer(&run, &values)
            }
            Ok(None) => return busy(),
            Err(error) => Err(error),
        },
    };
    match answered {
        Ok(answer) => Executed::Answer(answer),
        Err(error) => unfit(&error),
    }
}

/// Whether an idempotency key can stand for this operation.
fn creates_one_cart(operation: &Operation) -> bool {
    let selected = &operation.selection_set.selections;
    matches!(&selected[..], [Selection::Field(field)] if field.name == "cartCreate")
}

/// Rejects an operation whose variables do not fit the document.
fn unfit(error: &RequestError, document: &ExecutableDocument) -> Rejection {
    let mut error = error.to_graphql_error(&document.sources);
    error.extensions.insert("code", "BAD_USER_INPUT".into());
    Rejection(vec![error])
}

/// The error of a field, as the client receives it.
fn field_error(
    run: &Run<'_>,
    fault: Fault,
    location: Option<SourceSpan>,
    path: Vec<ResponseDataPathSegment>,
) -> GraphQLError {
    let mut error = GraphQLError::new(fault.0, location, &run.document.sources);
    error.path = path;
    error.extensions.insert("code", fault.code().into());
    error
}
