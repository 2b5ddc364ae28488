//! Checks the use of `@defer` (unique labels, none at the root of a mutation) and of arguments that only a deferred
//! fragment may have.

use super::Rejection;
use crate::ApiSchema;
use crate::directives::{Condition, deferred, deferred_argument};
use apollo_compiler::ExecutableDocument;
use apollo_compiler::Name;
use apollo_compiler::executable::{
    DirectiveList, Field, Operation, OperationType, Selection, SelectionSet, Value,
};
use apollo_compiler::response::JsonMap;
use std::collections::HashSet;

const CODE: &str = "GRAPHQL_VALIDATION_FAILED";
/// Variables that conditions of `@defer` may use in one document. The walk visits each fragment once for each set of
/// them, so the number must be small.
const MAX_VARIABLES: usize = 4;

/// A use of the deferred argument, with the conditions of the deferred fragments around it.
struct ArgumentUse {
    condition: Condition,
    parts: Vec<Condition>,
}

/// Uses of the deferred argument, by operation.
#[derive(Default)]
pub(super) struct Deferral {
    /// Uses that variables can put outside of a deferred fragment.
    conditional: Vec<(Option<Name>, Vec<ArgumentUse>)>,
    /// The error message for a use outside of a deferred fragment.
    misuse_message: &'static str,
    /// The conditions under which an operation has the argument.
    conditions: Vec<(Option<Name>, Vec<Condition>)>,
}

impl Deferral {
    pub(super) fn check(
        schema: &ApiSchema,
        document: &ExecutableDocument,
    ) -> Result<Self, Rejection> {
        labels(document)?;
        let mut all = Self {
            misuse_message: schema.facts.deferred_argument.misuse_message,
            ..Self::default()
        };
        for operation in document.operations.iter() {
            if operation.operation_type == OperationType::Mutation {
                no_deferred_root(document, &operation.selection_set, &mut HashSet::new())?;
            }
            let mut walk = Walk {
                schema,
                document,
                parts: Vec::new(),
                seen: HashSet::new(),
                uses: Vec::new(),
            };
            walk.set(&operation.selection_set);
            let always = |condition: &Condition| *condition == Condition::Always;
            if walk
                .uses
                .iter()
                .any(|found| always(&found.condition) && found.parts.is_empty())
            {
                return Err(all.misuse());
            }
            let conditions = walk.uses.iter().map(|found| found.condition.clone());
            all.conditions
                .push((operation.name.clone(), conditions.collect()));
            walk.uses.retain(|found| !found.parts.iter().any(always));
            if !walk.uses.is_empty() {
                all.conditional.push((operation.name.clone(), walk.uses));
            }
        }
        Ok(all)
    }

    fn misuse(&self) -> Rejection {
        Rejection::of(self.misuse_message, CODE)
    }

    pub(super) fn has_argument(&self, operation: &Operation, variables: &JsonMap) -> bool {
        let mut operations = self.conditions.iter();
        let found = operations.find(|(name, _)| *name == operation.name);
        let mut conditions = found.into_iter().flat_map(|(_, conditions)| conditions);
        conditions.any(|condition| condition.is_given(variables))
    }

    /// Refuses an operation that, with these variables, has the argument outside of a deferred fragment.
    pub(super) fn admit(
        &self,
        operation: &Operation,
        variables: &JsonMap,
    ) -> Result<(), Rejection> {
        let mut conditional = self.conditional.iter();
        let uses = conditional.find(|(name, _)| *name == operation.name);
        let uses = uses.map_or(&[][..], |(_, uses)| uses.as_slice());
        let at_once = |found: &ArgumentUse| {
            found.condition.is_given(variables)
                && !found.parts.iter().any(|part| part.holds(variables))
        };
        if uses.iter().any(at_once) {
            return Err(self.misuse());
        }
        Ok(())
    }
}

struct Walk<'d> {
    schema: &'d ApiSchema,
    document: &'d ExecutableDocument,
    /// Conditions of the enclosing deferred fragments.
    parts: Vec<Condition>,
    /// Fragments already walked, with the conditions around them: a fragment that is spread often is walked once.
    seen: HashSet<(&'d Name, Vec<Condition>)>,
    uses: Vec<ArgumentUse>,
}

impl<'d> Walk<'d> {
    fn set(&mut self, set: &'d SelectionSet) {
        for selection in &set.selections {
            match selection {
                Selection::Field(field) => self.field(field),
                Selection::InlineFragment(fragment) => {
                    self.within(&fragment.directives, |walk| {
                        walk.set(&fragment.selection_set);
                    });
                }
                Selection::FragmentSpread(spread) => {
                    self.within(&spread.directives, |walk| {
                        walk.spread(&spread.fragment_name);
                    });
                }
            }
        }
    }

    fn spread(&mut self, name: &'d Name) {
        let document = self.document;
        if let Some(fragment) = document.fragments.get(name)
            && self.seen.insert((name, self.parts.clone()))
        {
            self.set(&fragment.selection_set);
        }
    }

    fn within(&mut self, directives: &DirectiveList, walk: impl FnOnce(&mut Self)) {
        let around = self.parts.clone();
        self.parts.extend(deferred(directives));
        // Sorted, since order does not matter. A part that is always deferred needs no other condition.
        self.parts.sort();
        self.parts.dedup();
        if self.parts.contains(&Condition::Always) {
            self.parts = vec![Condition::Always];
        }
        walk(self);
        self.parts = around;
    }

    fn field(&mut self, field: &'d Field) {
        if let Some(condition) = deferred_argument(self.schema, field) {
            let parts = self.parts.clone();
            self.uses.push(ArgumentUse { condition, parts });
        }
        self.set(&field.selection_set);
    }
}

/// Mutations run in order, so no root field of a mutation can be deferred.
fn no_deferred_root<'d>(
    document: &'d ExecutableDocument,
    set: &'d SelectionSet,
    seen: &mut HashSet<&'d Name>,
) -> Result<(), Rejection> {
    for selection in &set.selections {
        let fragment = match selection {
            Selection::Field(_) => continue,
            Selection::InlineFragment(fragment) => Some(&fragment.selection_set),
            Selection::FragmentSpread(spread) => {
                let fragment = document.fragments.get(&spread.fragment_name);
                let fragment = fragment.filter(|_| seen.insert(&spread.fragment_name));
                fragment.map(|fragment| &fragment.selection_set)
            }
        };
        if deferred(selection.directives()).is_some() {
            let message = "`@defer` must not stand at the root of a mutation";
            return Err(Rejection::of(message, CODE));
        }
        if let Some(set) = fragment {
            no_deferred_root(document, set, seen)?;
        }
    }
    Ok(())
}

/// Labels identify the parts of a response, so each is a literal and unique.
fn labels(document: &ExecutableDocument) -> Result<(), Rejection> {
    let (mut known, mut variables) = (HashSet::new(), HashSet::new());
    let operations = document
        .operations
        .iter()
        .map(|operation| &operation.selection_set);
    let fragments = document
        .fragments
        .values()
        .map(|fragment| &fragment.selection_set);
    let mut open: Vec<&SelectionSet> = operations.chain(fragments).collect();
    while let Some(set) = open.pop() {
        for selection in &set.selections {
            let given = selection.directives().get("defer");
            let given = given.and_then(|directive| directive.specified_argument_by_name("label"));
            let is_new = match given.map(AsRef::as_ref) {
                None | Some(Value::Null) => true,
                Some(Value::String(label)) => known.insert(label.as_str()),
                Some(_) => false,
            };
            if !is_new {
                let message = "a label of `@defer` must be a literal, and unique";
                return Err(Rejection::of(message, CODE));
            }
            if let Some(Condition::Variable(name)) = deferred(selection.directives()) {
                variables.insert(name);
            }
            match selection {
                Selection::Field(field) => open.push(&field.selection_set),
                Selection::InlineFragment(fragment) => open.push(&fragment.selection_set),
                Selection::FragmentSpread(_) => {}
            }
        }
    }
    if variables.len() > MAX_VARIABLES {
        let message = format!("more than {MAX_VARIABLES} variables control `@defer`");
        return Err(Rejection::of(&message, CODE));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::document::{Document, DocumentLimits};
    use apollo_compiler::response::JsonValue;
    use apollo_compiler::response::serde_json_bytes::json;

    const LIMITS: DocumentLimits = DocumentLimits {
        depth: 16,
        cost: 100_000,
        page: 100,
    };

    /// Validates a document, then admits it with these variables.
    fn admitted(text: &str, variables: &JsonValue) -> Result<(), String> {
        let schema = crate::test_schema::api();
        let message = |rejected: Rejection| rejected.0[0].message.clone();
        let document = Document::prepare(&schema, text, LIMITS).map_err(message)?;
        let variables = variables.as_object().unwrap();
        let name = None;
        let (operation, _) = document.operation(name).map_err(message)?;
        document.admit(operation, variables).map_err(message)
    }

    #[test]
    fn carrier_rates_need_a_deferred_fragment() {
        let rates = "deliveryGroups(first: 1, withCarrierRates: true) { nodes { id } }";
        let by_variable = "deliveryGroups(first: 1, withCarrierRates: $rates) { nodes { id } }";
        let yes = json!({ "rates": true, "later": true });
        let no = json!({ "rates": false, "later": false });
        let at_once = json!({ "rates": true, "later": false });
        for (selection, variables, passes) in [
            (rates.to_owned(), &yes, false),
            (rates.replace("true", "false"), &yes, true),
            (format!("... @defer {{ {rates} }}"), &yes, true),
            (format!("... @defer(if: false) {{ {rates} }}"), &yes, false),
            (format!("... @defer {{ ... {{ {rates} }} }}"), &yes, true),
            (format!("... @defer(if: $later) {{ {rates} }}"), &yes, true),
            (
                format!("... @defer(if: $later) {{ {rates} }}"),
                &at_once,
                false,
            ),
            (by_variable.to_owned(), &yes, false),
            (by_variable.to_owned(), &no, true),
            (
                format!("... @defer(if: $later) {{ {by_variable} }}"),
                &no,
                true,
            ),
            (
                format!("... @defer(if: $later) {{ {by_variable} }}"),
                &at_once,
                false,
            ),
            (format!("... @defer {{ {by_variable} }}"), &at_once, true),
            (format!("... @defer {{ id }} {rates}"), &yes, false),
        ] {
            // Validation demands that every variable is used.
            let text = format!(
                "query ($rates: Boolean!, $later: Boolean!) {{
                  cart(id: \"x\") {{ {selection} }} shop {{ id @skip(if: $rates) name @skip(if: $later) }} }}"
            );
            assert_eq!(
                admitted(&text, variables).is_ok(),
                passes,
                "{selection} {variables:?}"
            );
        }
        let fragment =
            "fragment Rates on Cart { deliveryGroups(withCarrierRates: true) { nodes { id } } }";
        for (spread, passes) in [
            ("...Rates @defer", true),
            ("...Rates", false),
            ("...Rates @defer ...Rates", false),
        ] {
            let text = format!("{{ cart(id: \"x\") {{ {spread} }} }} {fragment}");
            assert_eq!(admitted(&text, &json!({})).is_ok(), passes, "{spread}");
        }
    }

    #[test]
    fn mutations_are_not_deferred() {
        let update = "cartNoteUpdate(cartId: \"x\", note: \"\")";
        for (text, passes) in [
            (
                format!("mutation {{ ... @defer {{ {update} {{ cart {{ id }} }} }} }}"),
                false,
            ),
            (
                format!(
                    "mutation {{ ... on Mutation {{ ...M @defer }} }} fragment M on Mutation {{ {update} {{ cart {{ id }} }} }}"
                ),
                false,
            ),
            (
                format!("mutation {{ {update} {{ ... @defer {{ cart {{ id }} }} }} }}"),
                true,
            ),
            ("{ ... @defer { shop { id } } }".to_owned(), true),
        ] {
            assert_eq!(admitted(&text, &json!({})).is_ok(), passes, "{text}");
        }
    }

    #[test]
    fn labels_are_unique_literals() {
        for (text, passes) in [
            (
                "{ shop { ... @defer(label: \"a\") { id } ... @defer(label: \"b\") { name } } }",
                true,
            ),
            (
                "{ shop { ... @defer(label: \"a\") { id } ... @defer(label: \"a\") { name } } }",
                false,
            ),
            ("{ shop { ... @defer { id } ... @defer { name } } }", true),
            (
                "query ($a: String) { shop { ... @defer(label: $a) { id } } }",
                false,
            ),
        ] {
            assert_eq!(admitted(text, &json!({})).is_ok(), passes, "{text}");
        }
    }
}
