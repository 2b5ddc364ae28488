//! Facts about the cart API that its SDL cannot express.

use apollo_compiler::executable::Field;
use zkratka_graphql_engine::{DeferredArgument, SchemaFacts};

/// The cost of a search through the whole catalogue.
const WHOLE_CATALOGUE: u64 = 300;
/// The cost of reading a collection.
const COLLECTION: u64 = 50;

pub(super) const CART_API: SchemaFacts = SchemaFacts {
    deferred_argument: DeferredArgument {
        name: "withCarrierRates",
        misuse_message: "`withCarrierRates: true` must stand in a fragment with `@defer`: carriers are asked when the rest is answered",
    },
    unanswered_types: &["ComponentizableCartLine"],
    short_connections: &["BaseCartLineConnection", "CartDeliveryGroupConnection"],
    field_cost: look_through,
};

/// The cost of a field itself. A list of products, tags or types requires reading the whole catalogue or a collection,
/// however short the page.
fn look_through(field: &Field) -> u64 {
    let arguments = &field.definition.arguments;
    let searches = arguments.iter().any(|argument| argument.name == "query");
    match field.name.as_str() {
        "productTags" | "productTypes" => WHOLE_CATALOGUE,
        "products" if searches => WHOLE_CATALOGUE,
        "products" => COLLECTION,
        _ => 1,
    }
}
