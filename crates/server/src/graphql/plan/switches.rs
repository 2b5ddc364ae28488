//! Variables that decide what an operation asks for: each way in which they can stand has a plan of its own.

use crate::graphql::document::{Condition, deferred};
use apollo_compiler::executable::{
    Directive, DirectiveList, Operation, Selection, SelectionSet, Value,
};
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::{ExecutableDocument, Name};
use std::collections::HashSet;

/// Switches of one operation that are planned for: more would be many plans, of which a client uses few.
const MAX_SWITCHES: usize = 4;

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Switch {
    /// Of `@skip` or `@include`.
    Wanted(Name),
    /// Of `@defer`.
    Deferred(Name),
}

/// Those of an operation.
#[derive(Debug, Default)]
pub(super) struct Switches(Vec<Switch>);

impl Switches {
    /// None where there are too many.
    pub(super) fn of(document: &ExecutableDocument, operation: &Operation) -> Option<Self> {
        let mut switches = Self::default();
        let mut fragments = HashSet::new();
        let mut open: Vec<&SelectionSet> = vec![&operation.selection_set];
        while let Some(set) = open.pop() {
            for selection in &set.selections {
                switches.note(selection.directives());
                match selection {
                    Selection::Field(field) => open.push(&field.selection_set),
                    Selection::InlineFragment(fragment) => open.push(&fragment.selection_set),
                    Selection::FragmentSpread(spread) => {
                        let name = &spread.fragment_name;
                        let fragment = document.fragments.get(name);
                        let fragment = fragment.filter(|_| fragments.insert(name));
                        open.extend(fragment.map(|fragment| &fragment.selection_set));
                    }
                }
            }
            if switches.0.len() > MAX_SWITCHES {
                return None;
            }
        }
        Some(switches)
    }

    fn note(&mut self, directives: &DirectiveList) {
        let conditions = ["skip", "include"].into_iter();
        let conditions = conditions.filter_map(|name| directives.get(name));
        let variables = conditions.filter_map(|directive| match condition(directive) {
            Some(Value::Variable(name)) => Some(Switch::Wanted(name.clone())),
            _ => None,
        });
        let parts = match deferred(directives) {
            Some(Condition::Variable(name)) => Some(Switch::Deferred(name)),
            _ => None,
        };
        for switch in variables.chain(parts) {
            if !self.0.contains(&switch) {
                self.0.push(switch);
            }
        }
    }

    /// Every way in which they can stand, each at its number.
    pub(super) fn settings(&self) -> impl Iterator<Item = Setting<'_>> {
        (0..1 << self.0.len()).map(|number| Setting {
            switches: self,
            number,
        })
    }

    /// The number of the way in which these variables put them; none where what decides is null.
    pub(super) fn number(&self, variables: &JsonMap) -> Option<usize> {
        let switches = self.0.iter().enumerate();
        let set = switches.map(|(place, switch)| {
            let is_on = match switch {
                Switch::Wanted(name) => {
                    variables.get(name.as_str()).and_then(JsonValue::as_bool)?
                }
                Switch::Deferred(name) => Condition::Variable(name.clone()).holds(variables),
            };
            Some(usize::from(is_on) << place)
        });
        set.sum()
    }
}

/// One way in which the switches of an operation can stand.
#[derive(Clone, Copy)]
pub(super) struct Setting<'s> {
    switches: &'s Switches,
    number: usize,
}

impl Setting<'_> {
    /// Whether something with these directives is asked for.
    pub(super) fn wants(self, directives: &DirectiveList) -> bool {
        let says = |name: &str| {
            directives
                .get(name)
                .and_then(|directive| match condition(directive)? {
                    Value::Boolean(value) => Some(*value),
                    Value::Variable(name) => Some(self.is_on(&Switch::Wanted(name.clone()))),
                    _ => None,
                })
        };
        says("skip") != Some(true) && says("include") != Some(false)
    }

    /// Whether a fragment with these directives comes later.
    pub(super) fn defers(self, directives: &DirectiveList) -> bool {
        deferred(directives).is_some_and(|condition| match condition {
            Condition::Always => true,
            Condition::Variable(name) => self.is_on(&Switch::Deferred(name)),
        })
    }

    fn is_on(self, switch: &Switch) -> bool {
        let place = self.switches.0.iter().position(|known| known == switch);
        place.is_some_and(|place| self.number & (1 << place) != 0)
    }
}

fn condition(directive: &Directive) -> Option<&Value> {
    directive
        .specified_argument_by_name("if")
        .map(AsRef::as_ref)
}
