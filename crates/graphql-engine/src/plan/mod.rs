//! Plans: the fields of an operation, flat, with fragments merged, types resolved and literal arguments coerced.
//! A plan is compiled once per document and walked once per request. `@skip`, `@include` and `@defer` can depend on
//! variables; then there is a plan for each combination of their values.
//!
//! apollo-compiler's executor runs the rare cases: introspection, more than a few such variables, null as the value of
//! one, and documents with large plans. Both give the same responses; a test compares them.

mod arguments;
mod compile;
mod raw;
mod switches;
mod variables;

pub use compile::{PlanBudget, compile};

use crate::directives::Condition;
use crate::schema::RootNumber;
use apollo_compiler::Name;
use apollo_compiler::parser::SourceSpan;
use apollo_compiler::response::JsonMap;
use arguments::PlannedArgument;
use std::collections::HashMap;
use switches::Switches;

pub use arguments::ArgumentError;
pub use raw::{RawVariables, RootArguments};
pub use variables::{Variables, VariablesError};

/// The plans of one operation, one for each combination of its switches.
pub struct Plans {
    switches: Switches,
    /// Indexed by [`Switches::number`].
    plans: Vec<Plan>,
}

impl Plans {
    /// The plan for these variables; none if a switch is null.
    #[must_use]
    pub fn with(&self, variables: &JsonMap) -> Option<&Plan> {
        self.plans.get(self.switches.number(variables)?)
    }

    /// Estimated number of fields.
    #[must_use]
    pub fn size(&self) -> usize {
        self.plans.iter().map(|plan| plan.size).sum()
    }

    /// Whether, in every plan, one root field alone uses the variable, as a whole argument.
    fn takes(&self, variable: &str) -> bool {
        self.plans.iter().all(|plan| plan.takes(variable))
    }
}

pub struct Plan {
    pub root: Selections,
    /// Whether any part is deferred.
    pub has_parts: bool,
    /// The conditions under which the operation has [`crate::SchemaFacts::deferred_argument`].
    deferred_argument_if: Vec<Condition>,
    /// Estimated number of fields.
    size: usize,
}

impl Plan {
    /// Whether the operation has [`crate::SchemaFacts::deferred_argument`] with these variables.
    #[must_use]
    pub fn has_deferred_argument(&self, variables: &JsonMap) -> bool {
        self.deferred_argument_if
            .iter()
            .any(|condition| condition.is_given(variables))
    }

    fn number_roots(&mut self, root_number: RootNumber) {
        self.root.number(root_number);
    }

    /// The root fields, those of deferred parts included. A field can occur more than once.
    #[must_use]
    pub fn roots(&self) -> Vec<&PlannedField> {
        let mut roots = Vec::new();
        self.root.collect(&mut roots);
        roots
    }

    /// Whether one root field alone uses the variable, as a whole argument.
    fn takes(&self, variable: &str) -> bool {
        let mut roots = self.root.fields.iter();
        roots.any(|field| field.takes(variable))
    }

    /// Lets root fields take variables by value if nothing else uses them. `uses` holds the uses outside of the plan.
    /// Switches are Booleans, which are cheap to copy.
    fn move_variables(&mut self, mut uses: HashMap<Name, usize>, is_input: impl Fn(&Name) -> bool) {
        self.root.count_variables(&mut uses);
        uses.retain(|name, _| is_input(name));
        let fields = self.root.fields.iter_mut();
        fields.for_each(|field| field.move_variables(&uses));
    }
}

pub struct PlannedField {
    /// The response key: the alias, or else the name.
    pub key: Name,
    /// The key as the response writes it: `"key":`.
    pub json_key: Box<str>,
    pub name: Name,
    /// The API's number of a root field; `None` for all other fields.
    pub root: Option<usize>,
    pub shape: Shape,
    /// The selections, one for each concrete type; empty for scalars.
    pub selections: Vec<Selections>,
    /// For error messages.
    pub location: Option<SourceSpan>,
    arguments: Arguments,
}

/// The selections on an object of one concrete type.
pub struct Selections {
    pub of: Name,
    /// In the order of the response.
    pub fields: Vec<PlannedField>,
    pub deferred: Vec<DeferredPart>,
}

/// A deferred part of an object.
pub struct DeferredPart {
    pub label: Option<String>,
    pub selections: Selections,
}

impl Selections {
    fn count_variables(&self, uses: &mut HashMap<Name, usize>) {
        for field in &self.fields {
            field.count_variables(uses);
        }
        for part in &self.deferred {
            part.selections.count_variables(uses);
        }
    }

    fn number(&mut self, root_number: RootNumber) {
        for field in &mut self.fields {
            field.root = root_number(&field.name);
        }
        for part in &mut self.deferred {
            part.selections.number(root_number);
        }
    }

    fn collect<'p>(&'p self, fields: &mut Vec<&'p PlannedField>) {
        fields.extend(&self.fields);
        for part in &self.deferred {
            part.selections.collect(fields);
        }
    }
}

/// The nesting of lists and non-nulls in a field's type.
pub struct Shape {
    /// Whether null is an error.
    pub non_null: bool,
    /// The shape of the items, for a list.
    pub item: Option<Box<Self>>,
}

enum Arguments {
    /// The same in every request.
    Fixed(JsonMap),
    /// At least one depends on variables.
    Open(Vec<PlannedArgument>),
}

impl PlannedField {
    #[must_use]
    pub fn of(&self, type_name: &str) -> Option<&Selections> {
        let mut selections = self.selections.iter();
        selections.find(|selections| selections.of == type_name)
    }
}
