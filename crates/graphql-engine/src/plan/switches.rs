//! Switches: the variables that decide which fields an operation selects. Each combination of their values has a plan
//! of its own.

use crate::directives::{Condition, deferred};
use apollo_compiler::executable::{
    Directive, DirectiveList, Operation, Selection, SelectionSet, Value,
};
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::{ExecutableDocument, Name, Node};
use std::collections::HashSet;

/// Per operation. The number of plans doubles with each switch, and a client uses few of them.
const MAX_SWITCHES: usize = 4;

#[derive(Debug)]
struct Switch {
    name: Name,
    /// Whether `@skip` or `@include` uses the variable; otherwise only `@defer` does.
    selects: bool,
}

/// The switches of one operation.
#[derive(Debug, Default)]
pub(super) struct Switches(Vec<Switch>);

impl Switches {
    /// None if there are too many.
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
        for name in ["skip", "include"] {
            if let Some(Value::Variable(name)) = directives.get(name).and_then(condition) {
                self.add(name, true);
            }
        }
        if let Some(Condition::Variable(name)) = deferred(directives) {
            self.add(&name, false);
        }
    }

    fn add(&mut self, name: &Name, selects: bool) {
        match self.0.iter_mut().find(|known| known.name == *name) {
            Some(known) => known.selects |= selects,
            None => self.0.push(Switch {
                name: name.clone(),
                selects,
            }),
        }
    }

    /// Every combination of values, in the order of [`Self::number`].
    pub(super) fn combinations(&self) -> impl Iterator<Item = Combination<'_>> {
        (0..1 << self.0.len()).map(|number| Combination {
            switches: self,
            number,
        })
    }

    /// The number of the combination in these variables; none if a variable of `@skip` or `@include` is null.
    pub(super) fn number(&self, variables: &JsonMap) -> Option<usize> {
        let switches = self.0.iter().enumerate();
        let set = switches.map(|(place, switch)| {
            let given = variables.get(switch.name.as_str());
            let is_on = match given.and_then(JsonValue::as_bool) {
                Some(is_on) => is_on,
                None if switch.selects => return None,
                // `@defer` without a value defers.
                None => true,
            };
            Some(usize::from(is_on) << place)
        });
        set.sum()
    }
}

/// One combination of the switches' values.
#[derive(Clone, Copy)]
pub(super) struct Combination<'s> {
    switches: &'s Switches,
    number: usize,
}

impl Combination<'_> {
    /// Whether `@skip` and `@include` select the field or fragment.
    pub(super) fn selects(self, directives: &DirectiveList) -> bool {
        let says = |name: &str| match directives.get(name).and_then(condition)? {
            Value::Boolean(value) => Some(*value),
            Value::Variable(name) => Some(self.is_on(name)),
            _ => None,
        };
        says("skip") != Some(true) && says("include") != Some(false)
    }

    /// Whether a fragment with these directives is deferred.
    pub(super) fn defers(self, directives: &DirectiveList) -> bool {
        deferred(directives).is_some_and(|condition| match condition {
            Condition::Always => true,
            Condition::Variable(name) => self.is_on(&name),
        })
    }

    fn is_on(self, variable: &Name) -> bool {
        let mut switches = self.switches.0.iter();
        let place = switches.position(|known| known.name == *variable);
        place.is_some_and(|place| self.number & (1 << place) != 0)
    }
}

fn condition(directive: &Node<Directive>) -> Option<&Value> {
    directive
        .specified_argument_by_name("if")
        .map(AsRef::as_ref)
}
