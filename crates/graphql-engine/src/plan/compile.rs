//! From a validated operation to its plan.

use super::arguments::{self, BadArgument};
use super::switches::{Setting, Switches};
use super::{Deferred, Plan, PlannedField, Plans, Selections, Shape};
use crate::ApiSchema;
use crate::directives::{Condition, deferred_argument, label};
use apollo_compiler::ast::Type;
use apollo_compiler::collections::IndexMap;
use apollo_compiler::executable::{DirectiveList, Field, Operation, Selection, SelectionSet};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{ExecutableDocument, Name, Node};
use std::collections::HashSet;

/// The operation has something that the other executor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unplanned;

impl From<BadArgument> for Unplanned {
    fn from(_: BadArgument) -> Self {
        Self
    }
}

/// How much of a document may be read for its plans, in all operations and settings, one after the other: a selection
/// counts one, every time that it is come by. Most documents need some hundreds.
const EFFORT: usize = 50_000;
/// A literal is copied into every plan; so many bytes of it count as much as a selection.
const LITERAL_BYTES: usize = 64;

/// What is left of it for a document.
pub struct Effort(usize);

impl Default for Effort {
    fn default() -> Self {
        Self(EFFORT)
    }
}

impl Effort {
    fn spend(&mut self, effort: usize) -> Result<(), Unplanned> {
        let left = self.0.checked_sub(effort);
        // Once it does not suffice, nothing is left.
        self.0 = left.unwrap_or_default();
        left.map(|_| ()).ok_or(Unplanned)
    }
}

/// The operation's plans, unless the other executor must do it.
pub fn compile(
    schema: &ApiSchema,
    document: &ExecutableDocument,
    operation: &Operation,
    effort: &mut Effort,
) -> Option<Plans> {
    let switches = Switches::of(document, operation)?;
    let settings = switches.settings();
    let plans = settings.map(|setting| {
        let compiler = Compiler {
            schema,
            document,
            setting,
            effort,
            size: 0,
            has_parts: false,
            deferred_argument_if: Vec::new(),
        };
        compiler.plan(operation).ok()
    });
    let plans = plans.collect::<Option<_>>()?;
    Some(Plans { switches, plans })
}

struct Compiler<'d> {
    schema: &'d ApiSchema,
    document: &'d ExecutableDocument,
    setting: Setting<'d>,
    effort: &'d mut Effort,
    size: usize,
    has_parts: bool,
    deferred_argument_if: Vec<Condition>,
}

/// What was found in selections.
#[derive(Default)]
struct Found<'d> {
    /// Fields by the name under which they are answered.
    fields: IndexMap<&'d Name, Vec<&'d Field>>,
    /// What comes later, with its label.
    deferred: Vec<(Option<&'d str>, &'d SelectionSet)>,
    /// Fragments whose fields are among these: a second time they would say the same.
    fragments: HashSet<&'d Name>,
}

impl<'d> Compiler<'d> {
    /// The plan of an operation.
    fn plan(mut self, operation: &'d Operation) -> Result<Plan, Unplanned> {
        let root = self.selections(operation.object_type(), &[&operation.selection_set])?;
        let mut plan = Plan {
            root,
            has_parts: self.has_parts,
            deferred_argument_if: self.deferred_argument_if,
            size: self.size,
        };
        let schema = &self.schema.schema;
        let is_input = |name: &Name| {
            let mut variables = operation.variables.iter();
            let variable = variables.find(|variable| variable.name == *name);
            variable.is_some_and(|variable| {
                let kind = variable.ty.inner_named_type();
                schema.get_input_object(kind).is_some()
            })
        };
        plan.take_variables(arguments::in_directives(&operation.directives), is_input);
        plan.number_roots(self.schema.root_number);
        let introspects =
            |field: &&PlannedField| matches!(field.name.as_str(), "__schema" | "__type");
        if plan.roots().iter().any(introspects) {
            return Err(Unplanned);
        }
        Ok(plan)
    }

    /// What these selections ask of an object of this type.
    fn selections(
        &mut self,
        of: &Name,
        sets: &[&'d SelectionSet],
    ) -> Result<Selections, Unplanned> {
        self.size += 1;
        let mut found = Found::default();
        for set in sets {
            self.collect(of, set, &mut found)?;
        }
        let fields = found.fields.into_iter();
        let fields = fields.map(|(key, fields)| self.field(key, &fields));
        let fields = fields.collect::<Result<_, _>>()?;
        let deferred = found.deferred.into_iter();
        let deferred = deferred.map(|(label, set)| {
            Ok::<_, Unplanned>(Deferred {
                label: label.map(str::to_owned),
                selections: self.selections(of, &[set])?,
            })
        });
        Ok(Selections {
            of: of.clone(),
            fields,
            deferred: deferred.collect::<Result<_, _>>()?,
        })
    }

    fn collect(
        &mut self,
        of: &Name,
        set: &'d SelectionSet,
        found: &mut Found<'d>,
    ) -> Result<(), Unplanned> {
        for selection in &set.selections {
            self.effort.spend(1)?;
            if !self.setting.wants(selection.directives()) {
                continue;
            }
            match selection {
                Selection::Field(field) => {
                    let key = field.response_key();
                    found.fields.entry(key).or_default().push(field);
                }
                Selection::InlineFragment(fragment) => {
                    let condition = fragment.type_condition.as_ref();
                    if condition.is_none_or(|condition| self.applies(condition, of)) {
                        let directives = &fragment.directives;
                        self.fragment(of, directives, &fragment.selection_set, found)?;
                    }
                }
                Selection::FragmentSpread(spread) => {
                    let fragment = self.document.fragments.get(&spread.fragment_name);
                    let Some(fragment) = fragment else { continue };
                    let directives = &spread.directives;
                    let is_new = self.setting.defers(directives)
                        || found.fragments.insert(&spread.fragment_name);
                    if is_new && self.applies(fragment.type_condition(), of) {
                        self.fragment(of, directives, &fragment.selection_set, found)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A fragment is part of what it stands in, or comes later.
    fn fragment(
        &mut self,
        of: &Name,
        directives: &'d DirectiveList,
        set: &'d SelectionSet,
        found: &mut Found<'d>,
    ) -> Result<(), Unplanned> {
        if !self.setting.defers(directives) {
            return self.collect(of, set, found);
        }
        self.has_parts = true;
        found.deferred.push((label(directives), set));
        Ok(())
    }

    fn field(&mut self, key: &Name, fields: &[&'d Field]) -> Result<PlannedField, Unplanned> {
        let Some(&field) = fields.first() else {
            return Err(Unplanned);
        };
        let literals = field.arguments.iter().filter_map(Node::location);
        let literals: usize = literals.map(|literal| literal.node_len()).sum();
        let copied = literals / LITERAL_BYTES;
        self.effort.spend(copied)?;
        self.size += 1 + copied;
        self.deferred_argument_if
            .extend(deferred_argument(self.schema, field));
        let sets: Vec<_> = fields.iter().map(|field| &field.selection_set).collect();
        let mut selections = Vec::new();
        for of in self.possible_types(field.definition.ty.inner_named_type()) {
            selections.push(self.selections(&of, &sets)?);
        }
        Ok(PlannedField {
            key: key.clone(),
            // A name needs no escaping.
            json_key: format!("\"{key}\":").into(),
            name: field.name.clone(),
            root: None,
            shape: Shape::of(&field.definition.ty),
            selections,
            location: field.name.location(),
            arguments: arguments::plan(&self.schema.schema, field)?,
        })
    }

    /// The concrete types that a field of this type can answer; none for scalars.
    fn possible_types(&self, name: &Name) -> Vec<Name> {
        let all: Vec<Name> = match self.schema.schema.types.get(name) {
            Some(ExtendedType::Object(_)) => vec![name.clone()],
            Some(ExtendedType::Union(union)) => union
                .members
                .iter()
                .map(|member| member.name.clone())
                .collect(),
            Some(ExtendedType::Interface(_)) => {
                let implementers = self.schema.implementers.get(name);
                implementers.map_or_else(Vec::new, |known| known.objects.iter().cloned().collect())
            }
            _ => Vec::new(),
        };
        all.into_iter()
            .filter(|name| !self.schema.never_answers(name))
            .collect()
    }

    /// Whether a fragment on `condition` says anything about an object of type `of`.
    fn applies(&self, condition: &Name, of: &Name) -> bool {
        match self.schema.schema.types.get(condition) {
            Some(ExtendedType::Object(_)) => condition == of,
            Some(ExtendedType::Union(union)) => union.members.contains(of),
            Some(ExtendedType::Interface(_)) => {
                let implementers = self.schema.implementers.get(condition);
                implementers.is_some_and(|known| known.objects.contains(of))
            }
            _ => false,
        }
    }
}

impl Shape {
    fn of(ty: &Type) -> Self {
        match ty {
            Type::Named(_) | Type::NonNullNamed(_) => Self {
                non_null: ty.is_non_null(),
                item: None,
            },
            Type::List(item) | Type::NonNullList(item) => Self {
                non_null: ty.is_non_null(),
                item: Some(Box::new(Self::of(item))),
            },
        }
    }
}
