//! Limits the size of a document after its fragments are spread. Fragments in fragments make a small document
//! exponentially large, so this check runs before validation or anything else follows them.

use super::Rejection;
use apollo_compiler::ExecutableDocument;
use apollo_compiler::Name;
use apollo_compiler::executable::{Selection, SelectionSet};
use std::collections::HashMap;

/// Fields and fragments of all operations and fragments, each counted as often as it is spread. Documents of real
/// clients have some hundreds.
const MAX_SELECTIONS: usize = 30_000;
/// Later walks recurse this deeply.
const MAX_NESTING: usize = 250;

/// Refuses a document that spreads too far. Cycles are left to validation.
pub(super) fn check(document: &ExecutableDocument) -> Result<(), Rejection> {
    let mut spread = Spread {
        document,
        fragments: HashMap::new(),
        nesting: 0,
    };
    let mut total = 0_usize;
    for operation in document.operations.iter() {
        let size = spread.set(&operation.selection_set)?;
        total = total.saturating_add(size.selections);
    }
    for name in document.fragments.keys() {
        let size = spread.fragment(name)?;
        total = total.saturating_add(size.selections);
    }
    if total > MAX_SELECTIONS {
        let message = format!(
            "with its fragments spread, the document has {total} fields and fragments; at most {MAX_SELECTIONS} are allowed"
        );
        return Err(Rejection::of(&message, "DOCUMENT_TOO_LARGE"));
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Size {
    selections: usize,
    nesting: usize,
}

struct Spread<'d> {
    document: &'d ExecutableDocument,
    /// `None` while the fragment is being measured, which marks a cycle.
    fragments: HashMap<&'d Name, Option<Size>>,
    nesting: usize,
}

impl<'d> Spread<'d> {
    fn set(&mut self, set: &'d SelectionSet) -> Result<Size, Rejection> {
        if set.selections.is_empty() {
            return Ok(Size::default());
        }
        self.nesting += 1;
        self.within(0)?;
        let mut size = Size::default();
        for selection in &set.selections {
            let inner = match selection {
                Selection::Field(field) => self.set(&field.selection_set),
                Selection::InlineFragment(fragment) => self.set(&fragment.selection_set),
                Selection::FragmentSpread(spread) => self.fragment(&spread.fragment_name),
            }?;
            size.selections = size
                .selections
                .saturating_add(1)
                .saturating_add(inner.selections);
            size.nesting = size.nesting.max(inner.nesting + 1);
        }
        self.nesting -= 1;
        Ok(size)
    }

    fn fragment(&mut self, name: &'d Name) -> Result<Size, Rejection> {
        if let Some(known) = self.fragments.get(name) {
            let size = known.unwrap_or_default();
            self.within(size.nesting)?;
            return Ok(size);
        }
        let Some(fragment) = self.document.fragments.get(name) else {
            return Ok(Size::default());
        };
        self.fragments.insert(name, None);
        let size = self.set(&fragment.selection_set)?;
        self.fragments.insert(name, Some(size));
        Ok(size)
    }

    fn within(&self, nesting: usize) -> Result<(), Rejection> {
        if self.nesting + nesting > MAX_NESTING {
            let message = format!(
                "with its fragments expanded, the document is more than {MAX_NESTING} fields and fragments deep"
            );
            return Err(Rejection::of(&message, "QUERY_TOO_DEEP"));
        }
        Ok(())
    }
}
