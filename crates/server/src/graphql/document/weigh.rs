//! How deep and how costly a document is, in one walk: each fragment is weighed once, however often it is used.

use super::{DocumentLimits, Rejected};
use apollo_compiler::ExecutableDocument;
use apollo_compiler::Name;
use apollo_compiler::executable::{Field, OperationType, Selection, SelectionSet, Value};
use apollo_compiler::validation::Valid;
use std::collections::HashMap;

/// Operations in one document at most.
const MAX_OPERATIONS: usize = 20;
/// Root fields of one operation at most: every mutation is a write of its own.
const MAX_ROOT_FIELDS: u64 = 10;
/// Aliases in one document at most.
const MAX_ALIASES: u64 = 60;
/// What a list without page size counts as.
const PLAIN_LIST: u64 = 4;

/// What a selection set weighs.
#[derive(Clone, Copy, Default)]
struct Weight {
    depth: usize,
    cost: u64,
    fields: u64,
}

/// Refuses a document that asks for too much.
pub(super) fn weigh(
    document: &Valid<ExecutableDocument>,
    limits: DocumentLimits,
) -> Result<(), Rejected> {
    if document.operations.len() > MAX_OPERATIONS {
        let message = format!("the document has more than {MAX_OPERATIONS} operations");
        return Err(Rejected::of(&message, "TOO_MANY_OPERATIONS"));
    }
    let mut scale = Scale {
        document,
        page: limits.page,
        fragments: HashMap::new(),
        aliases: 0,
    };
    for operation in document.operations.iter() {
        let weight = scale.selection_set(&operation.selection_set);
        // Introspection is bounded by its own check, and harmless: the schema is no secret.
        let introspection = operation.is_introspection(document);
        if !introspection && weight.depth > limits.depth {
            let message = format!(
                "the operation is {} fields deep; at most {} are allowed",
                weight.depth, limits.depth
            );
            return Err(Rejected::of(&message, "QUERY_TOO_DEEP"));
        }
        if weight.cost > limits.cost {
            let message = format!(
                "the operation costs {}; at most {} is allowed (a field costs 1, times the size of its lists)",
                weight.cost, limits.cost
            );
            return Err(Rejected::of(&message, "MAX_COST_EXCEEDED"));
        }
        if operation.operation_type == OperationType::Mutation && weight.fields > MAX_ROOT_FIELDS {
            let message = format!("at most {MAX_ROOT_FIELDS} mutations are done in one operation");
            return Err(Rejected::of(&message, "TOO_MANY_ROOT_FIELDS"));
        }
    }
    if scale.aliases > MAX_ALIASES {
        let message = format!("the document has more than {MAX_ALIASES} aliases");
        return Err(Rejected::of(&message, "TOO_MANY_ALIASES"));
    }
    Ok(())
}

struct Scale<'doc> {
    document: &'doc Valid<ExecutableDocument>,
    page: u64,
    /// Validation has made sure that fragments do not contain themselves.
    fragments: HashMap<&'doc Name, Weight>,
    aliases: u64,
}

impl<'doc> Scale<'doc> {
    fn selection_set(&mut self, set: &'doc SelectionSet) -> Weight {
        set.selections
            .iter()
            .map(|selection| self.selection(selection))
            .fold(Weight::default(), Weight::beside)
    }

    fn selection(&mut self, selection: &'doc Selection) -> Weight {
        match selection {
            Selection::Field(field) => self.field(field),
            Selection::InlineFragment(fragment) => self.selection_set(&fragment.selection_set),
            Selection::FragmentSpread(spread) => {
                if let Some(&known) = self.fragments.get(&spread.fragment_name) {
                    return known;
                }
                let Some(fragment) = self.document.fragments.get(&spread.fragment_name) else {
                    return Weight::default();
                };
                let weight = self.selection_set(&fragment.selection_set);
                self.fragments.insert(&spread.fragment_name, weight);
                weight
            }
        }
    }

    fn field(&mut self, field: &'doc Field) -> Weight {
        if field.alias.is_some() {
            self.aliases += 1;
        }
        let within = self.selection_set(&field.selection_set);
        let times = self.times(field);
        Weight {
            depth: within.depth + 1,
            cost: within.cost.saturating_mul(times).saturating_add(1),
            fields: 1,
        }
    }

    /// How often what is within a field is answered.
    fn times(&self, field: &Field) -> u64 {
        let paged = field
            .definition
            .arguments
            .iter()
            .any(|argument| argument.name == "first");
        if paged && field.definition.ty.is_named() {
            return self.page_size(field);
        }
        // The parts of a page were counted where its size is known.
        let part_of_page = matches!(field.name.as_str(), "edges" | "nodes");
        if field.definition.ty.is_list() && !part_of_page {
            PLAIN_LIST
        } else {
            1
        }
    }

    fn page_size(&self, field: &Field) -> u64 {
        let size = |name: &str| match field.specified_argument_by_name(name).map(AsRef::as_ref) {
            Some(Value::Int(number)) => number.as_str().parse().ok(),
            // A variable may be anything.
            _ => None,
        };
        let size: Option<u64> = size("first").or_else(|| size("last"));
        size.map_or(self.page, |size| size.min(self.page)).max(1)
    }
}

impl Weight {
    fn beside(self, other: Self) -> Self {
        Self {
            depth: self.depth.max(other.depth),
            cost: self.cost.saturating_add(other.cost),
            fields: self.fields.saturating_add(other.fields),
        }
    }
}
