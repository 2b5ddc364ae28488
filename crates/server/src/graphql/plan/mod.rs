//! What an operation asks for, laid out flat: fragments merged, types settled, arguments coerced as far as they can be.
//! Made once per document, walked once per request. Where variables decide what is asked for (`@skip`, `@include`,
//! `@defer`), there is a plan for each way in which they can stand.
//!
//! What is rare stays with apollo-compiler's own executor ([`super::execute`]): introspection, more than a few such
//! variables, those that are null, and documents of which plans would be large. The two give the same answers; a test
//! compares them.

mod arguments;
mod compile;
mod straight;
mod switches;
mod variables;

pub(super) use compile::{Effort, compile};

use super::document::Condition;
use apollo_compiler::Name;
use apollo_compiler::parser::SourceSpan;
use apollo_compiler::response::JsonMap;
use arguments::PlannedArgument;
use std::collections::HashMap;
use switches::Switches;

pub(super) use arguments::BadArgument;
pub(super) use straight::{Given, RootArguments};
pub(super) use variables::{Unfit, Variables};

/// An operation laid out, once for each way in which its switches can stand.
pub(super) struct Plans {
    switches: Switches,
    /// Each at the number of its way.
    plans: Vec<Plan>,
}

impl Plans {
    /// The plan for these variables; none where what decides is null.
    pub(super) fn with(&self, variables: &JsonMap) -> Option<&Plan> {
        self.plans.get(self.switches.number(variables)?)
    }

    /// About how large they are, in fields.
    pub(super) fn size(&self) -> usize {
        self.plans.iter().map(|plan| plan.size).sum()
    }

    /// Whether, whatever is asked for, one field of the root is alone in using a variable, as a whole argument.
    fn take(&self, variable: &str) -> bool {
        self.plans.iter().all(|plan| plan.takes(variable))
    }
}

/// An operation laid out.
pub(super) struct Plan {
    /// What is asked of the root.
    pub(super) root: Selections,
    /// Whether some of it may come later.
    pub(super) has_parts: bool,
    /// When carrier rates are asked for.
    rates_if: Vec<Condition>,
    /// About how large it is, in fields.
    size: usize,
}

impl Plan {
    /// Whether it asks for carrier rates with these variables.
    pub(super) fn wants_rates(&self, variables: &JsonMap) -> bool {
        self.rates_if
            .iter()
            .any(|condition| condition.is_given(variables))
    }

    /// The fields of the root, also of its parts that come later. A field may be there more than once.
    pub(super) fn roots(&self) -> Vec<&PlannedField> {
        let mut roots = Vec::new();
        self.root.collect(&mut roots);
        roots
    }

    /// Whether one field of the root is alone in using a variable, as a whole argument.
    fn takes(&self, variable: &str) -> bool {
        let mut roots = self.root.fields.iter();
        roots.any(|field| field.takes(variable))
    }

    /// Lets the fields of the root take the variables that nothing else uses; these uses are outside the plan. Switches
    /// are Booleans, which are not worth taking.
    fn take_variables(&mut self, mut uses: HashMap<Name, usize>, is_input: impl Fn(&Name) -> bool) {
        self.root.count_variables(&mut uses);
        uses.retain(|name, _| is_input(name));
        let fields = self.root.fields.iter_mut();
        fields.for_each(|field| field.take_variables(&uses));
    }
}

/// A field to be answered.
pub(super) struct PlannedField {
    /// Under which name it is answered.
    pub(super) key: Name,
    /// The same as it stands in the answer: `"key":`.
    pub(super) json_key: Box<str>,
    /// Its name in the schema.
    pub(super) name: Name,
    /// What it may be.
    pub(super) shape: Shape,
    /// What is asked of it, by its concrete type; empty for scalars.
    pub(super) selections: Vec<Selections>,
    /// Where it stands in the document.
    pub(super) location: Option<SourceSpan>,
    arguments: Arguments,
}

/// What is asked of an object of one type.
pub(super) struct Selections {
    /// The type.
    pub(super) of: Name,
    /// The fields, in order.
    pub(super) fields: Vec<PlannedField>,
    /// What comes later.
    pub(super) deferred: Vec<Deferred>,
}

/// What is asked of an object in a part that comes later.
pub(super) struct Deferred {
    /// What the client calls the part.
    pub(super) label: Option<String>,
    /// What is in it.
    pub(super) selections: Selections,
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

    fn collect<'p>(&'p self, fields: &mut Vec<&'p PlannedField>) {
        fields.extend(&self.fields);
        for part in &self.deferred {
            part.selections.collect(fields);
        }
    }
}

/// Whether a field may be null, and whether it is a list.
pub(super) struct Shape {
    /// Whether null is a fault.
    pub(super) non_null: bool,
    /// What the items are, of a list.
    pub(super) item: Option<Box<Self>>,
}

enum Arguments {
    /// The same in every request.
    Fixed(JsonMap),
    /// Some depend on variables.
    Open(Vec<PlannedArgument>),
}

impl PlannedField {
    /// What is asked of an object of this type.
    pub(super) fn of(&self, type_name: &str) -> Option<&Selections> {
        let mut selections = self.selections.iter();
        selections.find(|selections| selections.of == type_name)
    }
}
