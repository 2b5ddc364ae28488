//! Compiles a validated operation to its plans.

use super::arguments::{self, ArgumentError};
use super::switches::{Combination, Switches};
use super::{DeferredPart, Plan, PlannedField, Plans, Selections, Shape};
use crate::ApiSchema;
use crate::directives::{Condition, deferred_argument, label};
use apollo_compiler::ast::Type;
use apollo_compiler::collections::IndexMap;
use apollo_compiler::executable::{DirectiveList, Field, Operation, Selection, SelectionSet};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{ExecutableDocument, Name, Node};
use std::collections::HashSet;

/// The planner does not support the operation, or it is too large. The library's executor runs it instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnsupportedOperation;

impl From<ArgumentError> for UnsupportedOperation {
    fn from(_: ArgumentError) -> Self {
        Self
    }
}

/// Selections that the planner may visit in one document, over all operations and combinations; a repeated visit counts
/// again. Most documents need some hundreds.
const PLAN_BUDGET: usize = 50_000;
/// Every plan copies the literals. This many bytes count as one selection.
const LITERAL_BYTES: usize = 64;

/// The remaining budget of a document.
pub struct PlanBudget(usize);

impl Default for PlanBudget {
    fn default() -> Self {
        Self(PLAN_BUDGET)
    }
}

impl PlanBudget {
    fn spend(&mut self, amount: usize) -> Result<(), UnsupportedOperation> {
        let left = self.0.checked_sub(amount);
        // An exhausted budget stays exhausted, so the planner gives up at once on later operations.
        self.0 = left.unwrap_or_default();
        left.map(|_| ()).ok_or(UnsupportedOperation)
    }
}

/// The plans of an operation; none if the library's executor must run it.
pub fn compile(
    schema: &ApiSchema,
    document: &ExecutableDocument,
    operation: &Operation,
    budget: &mut PlanBudget,
) -> Option<Plans> {
    let switches = Switches::of(document, operation)?;
    let combinations = switches.combinations();
    let plans = combinations.map(|combination| {
        let compiler = Compiler {
            schema,
            document,
            combination,
            budget,
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
    combination: Combination<'d>,
    budget: &'d mut PlanBudget,
    size: usize,
    has_parts: bool,
    deferred_argument_if: Vec<Condition>,
}

/// The result of the specification's `CollectFields`.
#[derive(Default)]
struct CollectedFields<'d> {
    /// By response key.
    fields: IndexMap<&'d Name, Vec<&'d Field>>,
    /// Deferred fragments, with their labels.
    deferred: Vec<(Option<&'d str>, &'d SelectionSet)>,
    /// Fragments whose fields are already collected: a second spread adds nothing.
    fragments: HashSet<&'d Name>,
}

impl<'d> Compiler<'d> {
    fn plan(mut self, operation: &'d Operation) -> Result<Plan, UnsupportedOperation> {
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
        plan.move_variables(arguments::in_directives(&operation.directives), is_input);
        plan.number_roots(self.schema.root_number);
        let introspects =
            |field: &&PlannedField| matches!(field.name.as_str(), "__schema" | "__type");
        if plan.roots().iter().any(introspects) {
            return Err(UnsupportedOperation);
        }
        Ok(plan)
    }

    /// Plans selections on an object of type `of`.
    fn selections(
        &mut self,
        of: &Name,
        sets: &[&'d SelectionSet],
    ) -> Result<Selections, UnsupportedOperation> {
        self.size += 1;
        let mut found = CollectedFields::default();
        for set in sets {
            self.collect(of, set, &mut found)?;
        }
        let fields = found.fields.into_iter();
        let fields = fields.map(|(key, fields)| self.field(key, &fields));
        let fields = fields.collect::<Result<_, _>>()?;
        let deferred = found.deferred.into_iter();
        let deferred = deferred.map(|(label, set)| {
            Ok::<_, UnsupportedOperation>(DeferredPart {
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
        found: &mut CollectedFields<'d>,
    ) -> Result<(), UnsupportedOperation> {
        for selection in &set.selections {
            self.budget.spend(1)?;
            if !self.combination.selects(selection.directives()) {
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
                    let is_new = self.combination.defers(directives)
                        || found.fragments.insert(&spread.fragment_name);
                    if is_new && self.applies(fragment.type_condition(), of) {
                        self.fragment(of, directives, &fragment.selection_set, found)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Merges a fragment into the selection around it, or defers it.
    fn fragment(
        &mut self,
        of: &Name,
        directives: &'d DirectiveList,
        set: &'d SelectionSet,
        found: &mut CollectedFields<'d>,
    ) -> Result<(), UnsupportedOperation> {
        if !self.combination.defers(directives) {
            return self.collect(of, set, found);
        }
        self.has_parts = true;
        found.deferred.push((label(directives), set));
        Ok(())
    }

    fn field(
        &mut self,
        key: &Name,
        fields: &[&'d Field],
    ) -> Result<PlannedField, UnsupportedOperation> {
        let Some(&field) = fields.first() else {
            return Err(UnsupportedOperation);
        };
        let literals = field.arguments.iter().filter_map(Node::location);
        let literals: usize = literals.map(|literal| literal.node_len()).sum();
        let copied = literals / LITERAL_BYTES;
        self.budget.spend(copied)?;
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
            // GraphQL names need no JSON escapes.
            json_key: format!("\"{key}\":").into(),
            name: field.name.clone(),
            root: None,
            shape: Shape::of(&field.definition.ty),
            selections,
            location: field.name.location(),
            arguments: arguments::plan(&self.schema.schema, field)?,
        })
    }

    /// The concrete types of a field's values; none for scalars.
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

    /// Whether a fragment on `condition` applies to an object of type `of`.
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
