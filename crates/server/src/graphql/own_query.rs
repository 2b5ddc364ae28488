//! Runs the server's own query for a page. The page carries the data that its script would otherwise request first. The
//! same code answers the query and the API.

use super::caller::Caller;
use super::execute::{Executed, execute};
use crate::app::SharedApp;
use crate::graphql::schema::api_schema;
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;
use zkratka_admission::Deadline;
use zkratka_graphql_engine::document::{Document, DocumentLimits};
use zkratka_graphql_engine::plan::RawVariables;

/// No limits: the query is the server's own, so no client can make it more expensive.
const UNLIMITED: DocumentLimits = DocumentLimits {
    depth: usize::MAX,
    cost: u64::MAX,
    page: 1,
};

/// Prepares a query at start-up. Returns `None` and logs an error if the query does not match the schema.
pub(crate) fn prepare(text: &str) -> Option<Arc<Document>> {
    let prepared = Document::prepare(api_schema().ok()?, text, UNLIMITED);
    let Ok(document) = prepared else {
        tracing::error!("a page's own query does not match the API");
        return None;
    };
    Some(Arc::new(document))
}

/// Returns the `data` of the API's answer; `None` if the API is busy or the answer has errors.
pub(crate) async fn ask(
    app: &SharedApp,
    query: &Arc<Document>,
    variables: &Value,
) -> Option<Value> {
    let variables = variables.to_string();
    let given: RawVariables<'_> = serde_json::from_str(&variables).ok()?;
    let executed = execute(
        app,
        api_schema().ok()?,
        query,
        None,
        given,
        Deadline(Instant::now() + app.config.limits.request_timeout),
        Caller::default(),
    )
    .await;
    let Executed::Answer(answer) = executed else {
        return None;
    };
    let mut answer: Value = serde_json::from_slice(&answer).ok()?;
    match answer.get("errors") {
        Some(_) => None,
        None => answer.get_mut("data").map(Value::take),
    }
}
