//! What an operation asks for, laid out flat: fragments merged, types settled, arguments coerced as far as they can be.
//! Made once per document, walked once per request. Where variables decide what is asked for (`@skip`, `@include`,
//! `@defer`), there is a plan for each way in which they can stand.
//!
//! What is rare stays with apollo-compiler's own executor: introspection, more than a few such
//! variables, those that are null, and documents of which plans would be large. The two give the same answers; a test
//! compares them.

mod arguments;
mod compile;
mod straight;
mod switches;
mod variables;

pub use compile::{Effort, compile};

use crate::directives::Condition;
use crate::schema::RootNumber;
use apollo_compiler::Name;
use apollo_compiler::parser::SourceSpan;
use apollo_compiler::response::JsonMap;
use arguments::PlannedArgument;
use std::collections::HashMap;
use switches::Switches;

pub use arguments::BadArgument;
pub use straight::{Given, RootArguments};
pub use variables::{Unfit, Variables};

/// An operation laid out, once for each way in which its switches can stand.
pub struct Plans {
    switches: Switches,
    /// Each at the number of its way.
    plans: Vec<Plan>,
}

impl Plans {
    /// The plan for these variables; none where what decides is null.
    #[must_use]
    pub fn with(&self, variables: &JsonMap) -> Option<&Plan> {
        self.plans.get(self.switches.number(variables)?)
    }

    /// About how large they are, in fields.
    #[must_use]
    pub fn size(&self) -> usize {
        self.plans.iter().map(|plan| plan.size).sum()
    }

    /// Whether, whatever is asked for, one field of the root is alone in using a variable, as a whole argument.
    fn take(&self, variable: &str) -> bool {
        self.plans.iter().all(|plan| plan.takes(variable))
    }
}

/// An operation laid out.
pub struct Plan {
    /// What is asked of the root.
    pub root: Selections,
    /// Whether some of it may come later.
    pub has_parts: bool,
    /// When it has the argument of [`crate::SchemaFacts::deferred_argument`].
    deferred_argument_if: Vec<Condition>,
    /// About how large it is, in fields.
    size: usize,
}

impl Plan {
    /// Whether it has the argument of [`crate::SchemaFacts::deferred_argument`] with these variables.
    #[must_use]
    pub fn has_deferred_argument(&self, variables: &JsonMap) -> bool {
        self.deferred_argument_if
            .iter()
            .any(|condition| condition.is_given(variables))
    }

    /// Gives the fields of the root the API's numbers.
    fn number_roots(&mut self, root_number: RootNumber) {
        self.root.number(root_number);
    }

    /// The fields of the root, also of its parts that come later. A field may be there more than once.
    #[must_use]
    pub fn roots(&self) -> Vec<&PlannedField> {
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
pub struct PlannedField {
    /// Under which name it is answered.
    pub key: Name,
    /// The same as it stands in the answer: `"key":`.
    pub json_key: Box<str>,
    /// Its name in the schema.
    pub name: Name,
    /// The API's number of a root field; none of any other.
    pub root: Option<usize>,
    /// What it may be.
    pub shape: Shape,
    /// What is asked of it, by its concrete type; empty for scalars.
    pub selections: Vec<Selections>,
    /// Where it stands in the document.
    pub location: Option<SourceSpan>,
    arguments: Arguments,
}

/// What is asked of an object of one type.
pub struct Selections {
    /// The type.
    pub of: Name,
    /// The fields, in order.
    pub fields: Vec<PlannedField>,
    /// What comes later.
    pub deferred: Vec<Deferred>,
}

/// What is asked of an object in a part that comes later.
pub struct Deferred {
    /// What the client calls the part.
    pub label: Option<String>,
    /// What is in it.
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

/// Whether a field may be null, and whether it is a list.
pub struct Shape {
    /// Whether null is a fault.
    pub non_null: bool,
    /// What the items are, of a list.
    pub item: Option<Box<Self>>,
}

enum Arguments {
    /// The same in every request.
    Fixed(JsonMap),
    /// Some depend on variables.
    Open(Vec<PlannedArgument>),
}

impl PlannedField {
    /// What is asked of an object of this type.
    #[must_use]
    pub fn of(&self, type_name: &str) -> Option<&Selections> {
        let mut selections = self.selections.iter();
        selections.find(|selections| selections.of == type_name)
    }
}
