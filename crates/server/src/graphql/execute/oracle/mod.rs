//! Compares plans with apollo-compiler's own executor, on random documents.
//!
//! That executor does not support `@defer`. The test compares the initial part with the executor's answer to the
//! document without deferred fragments. For each label, it compares the parts with the fields that the executor's
//! answer gains if only that `@defer` is removed. Errors are compared, too. Introspection is not compared, because the
//! library itself answers it.

mod parts;
mod shop;

use super::roots::RootValues;
use super::{Run, library, roots, walk};
use crate::RunningServer;
use crate::graphql::context::BuyerContext;
use crate::graphql::operations::RequestContext;
use crate::graphql::schema::api_schema;
use apollo_compiler::request::coerce_variable_values;
use apollo_compiler::response::JsonMap;
use apollo_compiler::validation::Valid;
use parts::{compare, errors, read, together};
use serde_json::Value;
use shop::{cart, shop};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use zkratka_admission::Deadline;
use zkratka_graphql_engine::ApiSchema;
use zkratka_graphql_engine::document::{Document, DocumentLimits};
use zkratka_testing::documents::{Generator, whole, with_one, without_later};

const LIMITS: DocumentLimits = DocumentLimits {
    depth: 64,
    cost: u64::MAX,
    page: 100,
};

/// How many documents were compared, and how many of them had errors or deferred parts.
#[derive(Debug, Default)]
struct Counts {
    documents: u32,
    with_errors: u32,
    in_parts: u32,
    in_parts_with_errors: u32,
    /// The number of deferred fragments, each compared by itself.
    labels: u32,
    labels_with_errors: u32,
    /// The number of documents for each combination of the variables that control `@skip`, `@include` and `@defer`.
    settings: HashMap<[bool; 3], u32>,
}

/// A document, as a client sends it and without its deferred fragments.
struct Compared<'c> {
    server: &'c RunningServer,
    schema: &'c ApiSchema,
    text: &'c str,
    document: Document,
    first: Document,
    variables: Valid<JsonMap>,
}

impl<'c> Compared<'c> {
    /// Returns `None` if the document is invalid, which happens if fields of the same name have different types.
    fn new(
        server: &'c RunningServer,
        schema: &'c ApiSchema,
        text: &'c str,
        given: &JsonMap,
    ) -> Option<Self> {
        let document = Document::prepare(schema, &whole(text), LIMITS).ok()?;
        let first = Document::prepare(schema, &without_later(text), LIMITS).unwrap();
        let (operation, _) = document.operation(None).unwrap();
        let variables = coerce_variable_values(&schema.schema, operation, given).unwrap();
        Some(Self {
            server,
            schema,
            text,
            document,
            first,
            variables,
        })
    }

    fn run<'r>(&'r self, document: &'r Document) -> Run<'r> {
        Run {
            shown: crate::localized_shop::LocalizedShop::in_country(self.server.app(), None),
            schema: self.schema,
            document: document.executable(),
            operation: document.operation(None).unwrap().0,
            variables: JsonMap::clone(&self.variables).into(),
        }
    }

    fn by_library(&self, document: &Document, values: &RootValues) -> Value {
        let answer = library::answer(&self.run(document), values).unwrap();
        serde_json::from_slice(&answer).unwrap()
    }

    fn compare_parts(
        &self,
        first: &Value,
        later: &[Value],
        values: &RootValues,
        seen: &mut Counts,
    ) {
        for (label, text) in with_one(self.text) {
            let labelled = later.iter().filter(|part| part["label"] == label.as_str());
            let parts: Vec<Value> = labelled.cloned().collect();
            let document = Document::prepare(self.schema, &text, LIMITS).unwrap();
            let theirs = self.by_library(&document, values);
            compare(first, &parts, &theirs);
            seen.labels += 1;
            seen.labels_with_errors += u32::from(!errors(&theirs).is_empty());
        }
    }

    async fn compare(&self, seen: &mut Counts) {
        let text = self.text;
        let (_, plans) = self.document.operation(None).unwrap();
        let plan = plans.and_then(|plans| plans.with(&self.variables));
        let plan = plan.unwrap_or_else(|| panic!("no plan for {text}"));
        let mut run = self.run(&self.document);
        let ours = plan.roots().into_iter();
        for (ours, theirs) in ours.zip(library::root_fields(&run).unwrap()) {
            assert_eq!(ours.key.as_str(), theirs.key, "{text}");
            if let Ok(arguments) = ours.arguments(&self.schema.schema, &run.variables.coerced) {
                assert_eq!(*arguments, theirs.arguments, "{text}");
            }
        }
        let deadline = Deadline(Instant::now() + Duration::from_mins(1));
        let call = RequestContext::new(self.server.app(), BuyerContext::default(), deadline);
        let values = roots::by_plan(&mut run, &call, plan).await.unwrap();
        let (first, later) = read(&walk::answer(&run, plan, &values));
        assert_eq!(first, self.by_library(&self.first, &values), "{text}");
        let theirs = self.by_library(&self.document, &values);
        let together = together(&first, &later);
        if errors(&theirs).is_empty() {
            assert_eq!(together, theirs, "{text}");
        }
        if errors(&first).is_empty() {
            self.compare_parts(&first, &later, &values, seen);
        }
        let in_parts = u32::from(!later.is_empty());
        let with_errors = u32::from(!errors(&theirs).is_empty());
        seen.documents += 1;
        seen.with_errors += with_errors;
        seen.in_parts += in_parts;
        seen.in_parts_with_errors += in_parts * with_errors;
    }
}

#[tokio::test]
async fn plans_answer_as_the_library_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = shop(folder.path()).await;
    let cart = cart(&server).await;
    let schema = api_schema().unwrap();
    let mut seen = Counts::default();
    for seed in 1..=600 {
        let mut generator = Generator::new(schema, &cart, seed);
        let (text, given) = (generator.document(), generator.variables());
        if let Some(compared) = Compared::new(&server, schema, &text, &given) {
            compared.compare(&mut seen).await;
            *seen.settings.entry(generator.switches).or_default() += 1;
        }
    }
    server.stop().await;
    let enough = seen.documents > 400
        && seen.with_errors > 25
        && seen.in_parts > 25
        && seen.in_parts_with_errors > 5
        && seen.labels > 100
        && seen.labels_with_errors > 3
        && seen.settings.len() == 8
        && seen.settings.values().all(|&documents| documents > 5);
    assert!(enough, "{seen:?}");
}
