//! Measures depth and cost of a document in one walk. Each fragment is costed once, however often it is spread.

use super::{DocumentLimits, Rejection};
use crate::ApiSchema;
use crate::directives::deferred;
use apollo_compiler::ExecutableDocument;
use apollo_compiler::Name;
use apollo_compiler::executable::{Field, OperationType, Selection, SelectionSet, Value};
use apollo_compiler::validation::Valid;
use std::collections::HashMap;

const MAX_OPERATIONS: usize = 20;
/// Per operation: every root field of a mutation is a separate write.
const MAX_ROOT_FIELDS: u64 = 10;
/// Per document.
const MAX_ALIASES: u64 = 60;
/// Longest page of any list, and most ids of one lookup.
const MAX_PAGE: u64 = 250;
/// Assumed length of a list without a page size.
const PLAIN_LIST: u64 = 4;

#[derive(Clone, Copy, Default)]
struct Cost {
    depth: usize,
    points: u64,
    fields: u64,
}

/// Refuses a document above the limits.
pub(super) fn query_cost(
    schema: &ApiSchema,
    document: &Valid<ExecutableDocument>,
    limits: DocumentLimits,
) -> Result<(), Rejection> {
    if document.operations.len() > MAX_OPERATIONS {
        let message = format!("the document has more than {MAX_OPERATIONS} operations");
        return Err(Rejection::of(&message, "TOO_MANY_OPERATIONS"));
    }
    let mut scale = CostMeter {
        schema,
        document,
        page: limits.page,
        fragments: HashMap::new(),
        aliases: 0,
    };
    for operation in document.operations.iter() {
        let cost = scale.selection_set(&operation.selection_set);
        // `introspection` limits its size, and the schema is public.
        let introspection = operation.is_introspection(document);
        if !introspection && cost.depth > limits.depth {
            let message = format!(
                "the operation is {} fields deep; at most {} are allowed",
                cost.depth, limits.depth
            );
            return Err(Rejection::of(&message, "QUERY_TOO_DEEP"));
        }
        if cost.points > limits.cost {
            let message = format!(
                "the operation costs {}; at most {} is allowed (a field costs 1, and so does a part that comes later, times the size of the lists)",
                cost.points, limits.cost
            );
            return Err(Rejection::of(&message, "MAX_COST_EXCEEDED"));
        }
        if operation.operation_type == OperationType::Mutation && cost.fields > MAX_ROOT_FIELDS {
            let message =
                format!("at most {MAX_ROOT_FIELDS} mutations are allowed in one operation");
            return Err(Rejection::of(&message, "TOO_MANY_ROOT_FIELDS"));
        }
    }
    if scale.aliases > MAX_ALIASES {
        let message = format!("the document has more than {MAX_ALIASES} aliases");
        return Err(Rejection::of(&message, "TOO_MANY_ALIASES"));
    }
    Ok(())
}

struct CostMeter<'doc> {
    schema: &'doc ApiSchema,
    document: &'doc Valid<ExecutableDocument>,
    page: u64,
    /// Memo. Validation ensures that fragments do not contain themselves.
    fragments: HashMap<&'doc Name, Cost>,
    aliases: u64,
}

impl<'doc> CostMeter<'doc> {
    fn selection_set(&mut self, set: &'doc SelectionSet) -> Cost {
        set.selections
            .iter()
            .map(|selection| self.selection(selection))
            .fold(Cost::default(), Cost::beside)
    }

    /// A deferred part costs one more field, even if it is empty.
    fn selection(&mut self, selection: &'doc Selection) -> Cost {
        let mut cost = self.selected(selection);
        if deferred(selection.directives()).is_some() {
            cost.points = cost.points.saturating_add(1);
        }
        cost
    }

    fn selected(&mut self, selection: &'doc Selection) -> Cost {
        match selection {
            Selection::Field(field) => self.field(field),
            Selection::InlineFragment(fragment) => {
                if fragment
                    .type_condition
                    .as_ref()
                    .is_some_and(|name| self.schema.never_answers(name))
                {
                    return Cost::default();
                }
                self.selection_set(&fragment.selection_set)
            }
            Selection::FragmentSpread(spread) => {
                if let Some(&known) = self.fragments.get(&spread.fragment_name) {
                    return known;
                }
                let Some(fragment) = self.document.fragments.get(&spread.fragment_name) else {
                    return Cost::default();
                };
                let cost = if self.schema.never_answers(fragment.type_condition()) {
                    Cost::default()
                } else {
                    self.selection_set(&fragment.selection_set)
                };
                self.fragments.insert(&spread.fragment_name, cost);
                cost
            }
        }
    }

    fn field(&mut self, field: &'doc Field) -> Cost {
        if field.alias.is_some() {
            self.aliases += 1;
        }
        let within = self.selection_set(&field.selection_set);
        let times = self.times(field);
        Cost {
            depth: within.depth + 1,
            points: within.points.saturating_mul(times).saturating_add((self
                .schema
                .facts
                .field_cost)(
                field
            )),
            fields: 1,
        }
    }

    /// How often the response repeats the fields within `field`.
    fn times(&self, field: &Field) -> u64 {
        let paged = field
            .definition
            .arguments
            .iter()
            .any(|argument| argument.name == "first");
        if paged && field.definition.ty.is_named() {
            return self.page_size(field);
        }
        if field.name == "nodes" && !field.arguments.is_empty() {
            return MAX_PAGE;
        }
        // `edges` and `nodes` repeat nothing: the connection around them already counted its page.
        let part_of_page = matches!(field.name.as_str(), "edges" | "nodes");
        if field.definition.ty.is_list() && !part_of_page {
            PLAIN_LIST
        } else {
            1
        }
    }

    fn page_size(&self, field: &Field) -> u64 {
        let size = |name: &str| match field.specified_argument_by_name(name).map(AsRef::as_ref) {
            Some(Value::Int(number)) => number.as_str().parse().ok(),
            // The variable's value is not known yet: assume the longest page.
            _ => None,
        };
        let size: Option<u64> = size("first").or_else(|| size("last"));
        let short = self.schema.facts.short_connections;
        let longest = if short.contains(&field.definition.ty.inner_named_type().as_str()) {
            self.page
        } else {
            MAX_PAGE
        };
        size.map_or(longest, |size| size.min(longest)).max(1)
    }
}

impl Cost {
    fn beside(self, other: Self) -> Self {
        Self {
            depth: self.depth.max(other.depth),
            points: self.points.saturating_add(other.points),
            fields: self.fields.saturating_add(other.fields),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most frequent document of public clients: Hydrogen's cart query, with its page sizes.
    const PUBLIC: &str = "
        query ($id: ID!, $lines: Int, $country: CountryCode = ZZ) @inContext(country: $country) {
          cart(id: $id) { ...Cart }
        }
        fragment Money on MoneyV2 { currencyCode amount }
        fragment Variant on ProductVariant {
          id availableForSale compareAtPrice { ...Money } price { ...Money } requiresShipping title
          image { id url altText width height } product { handle title id vendor }
          selectedOptions { name value }
        }
        fragment Cost on CartLineCost {
          totalAmount { ...Money } amountPerQuantity { ...Money }
          compareAtAmountPerQuantity { ...Money }
        }
        fragment Line on CartLine {
          id quantity attributes { key value } cost { ...Cost } merchandise { ...Variant }
        }
        fragment Component on ComponentizableCartLine {
          id quantity attributes { key value } cost { ...Cost } merchandise { ...Variant }
          lineComponents { ...Line }
        }
        fragment Cart on Cart {
          id checkoutUrl totalQuantity updatedAt note attributes { key value }
          appliedGiftCards { id lastCharacters amountUsed { ...Money } }
          buyerIdentity { countryCode email phone customer { id email firstName lastName displayName } }
          lines(first: $lines) { nodes { ...Line } nodes { ...Component } }
          cost { subtotalAmount { ...Money } totalAmount { ...Money } totalDutyAmount { ...Money } totalTaxAmount { ...Money } }
          discountCodes { code applicable }
        }";

    fn cost(text: &str) -> Cost {
        let schema = crate::test_schema::api();
        let document =
            ExecutableDocument::parse_and_validate(&schema.schema, text, "test").unwrap();
        let mut scale = CostMeter {
            schema: &schema,
            document: &document,
            page: 100,
            fragments: HashMap::new(),
            aliases: 0,
        };
        let operation = document.operations.get(None).unwrap();
        scale.selection_set(&operation.selection_set)
    }

    #[test]
    fn a_list_counts_as_often_as_it_is_long() {
        let lines = |size: &str| {
            let text = format!("{{ cart(id: 1) {{ lines({size}) {{ nodes {{ id }} }} }} }}");
            cost(&text).points
        };
        // The cart, its lines, and two fields for each of five lines.
        assert_eq!(lines("first: 5"), 12);
        assert_eq!(lines("last: 7"), 16);
        assert_eq!(
            lines("first: 250"),
            202,
            "a cart has no more than 100 lines here"
        );
        assert_eq!(lines("reverse: true"), 202);
        assert_eq!(lines("first: 0"), 4);
        assert_eq!(cost("{ cart(id: 1) { attributes { key } } }").points, 6);
    }

    /// Documents of off-the-shelf clients pass the default limits.
    #[test]
    fn public_documents_are_within_the_usual_limits() {
        let public = cost(PUBLIC);
        assert!(public.points < USUAL_COST, "{}", public.points);
        assert!(public.depth <= 8, "{}", public.depth);
    }

    /// Default of the setting `query_cost`.
    const USUAL_COST: u64 = 10_000;
}
