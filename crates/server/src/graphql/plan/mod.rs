//! What an operation asks for, laid out flat: fragments merged, types settled, arguments coerced as far as they can be.
//! Made once per document, walked once per request.
//!
//! What is rare stays with apollo-compiler's own executor ([`super::execute`]): introspection, and `@skip` or `@include`
//! by variable. The two give the same answers; a test compares them.

mod arguments;
mod compile;

pub(super) use compile::compile;

use apollo_compiler::Name;
use apollo_compiler::parser::SourceSpan;
use apollo_compiler::response::JsonMap;
use arguments::PlannedArgument;

pub(super) use arguments::BadArgument;

/// An operation laid out.
pub(super) struct Plan {
    /// The fields of the root, in order.
    pub(super) roots: Vec<PlannedField>,
    /// Name of the root's type.
    pub(super) root_type: Name,
    /// How many fields it has in all.
    pub(super) size: usize,
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
    pub(super) fn of(&self, type_name: &str) -> Option<&[Self]> {
        let selections = self.selections.iter();
        let mut matching = selections.filter(|selections| selections.of == type_name);
        matching
            .next()
            .map(|selections| selections.fields.as_slice())
    }
}
