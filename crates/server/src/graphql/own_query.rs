//! A query of our own: a page carries what its script would ask for first. The code that answers the API answers it, without
//! a request.

use super::caller::Caller;
use super::document::{Document, DocumentLimits};
use super::execute::{Executed, execute};
use super::plan::Given;
use super::schema::ApiSchema;
use crate::admission::Deadline;
use crate::app::SharedApp;
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;

/// It is ours: nobody can make it heavier than it was built.
const UNLIMITED: DocumentLimits = DocumentLimits {
    depth: usize::MAX,
    cost: u64::MAX,
    page: 1,
};

/// A query that was prepared when the shop was started.
pub(crate) struct OwnQuery {
    schema: &'static ApiSchema,
    document: Arc<Document>,
}

impl OwnQuery {
    /// Prepares the query; none when it does not fit the schema, which the log then tells.
    pub(crate) fn prepare(text: &str) -> Option<Self> {
        let schema = ApiSchema::shared().ok()?;
        let Ok(document) = Document::prepare(schema, text, UNLIMITED) else {
            tracing::error!("a page's own query does not fit the API");
            return None;
        };
        Some(Self {
            schema,
            document: Arc::new(document),
        })
    }

    /// What the API answers as `data`; none when it cannot now, or not without faults.
    pub(crate) async fn ask(&self, app: &SharedApp, variables: &Value) -> Option<Value> {
        let variables = variables.to_string();
        let given: Given<'_> = serde_json::from_str(&variables).ok()?;
        let executed = execute(
            app,
            self.schema,
            &self.document,
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
}
