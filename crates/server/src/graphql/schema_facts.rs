//! What the cart API knows of itself and its SDL cannot say.

use apollo_compiler::executable::Field;
use zkratka_graphql_engine::{DeferredArgument, SchemaFacts};

/// What looking through the catalogue counts as.
const WHOLE_CATALOGUE: u64 = 300;
/// What looking through a collection counts as.
const COLLECTION: u64 = 50;

/// The cart API.
pub(super) const CART_API: SchemaFacts = SchemaFacts {
    deferred_argument: DeferredArgument {
        name: "withCarrierRates",
        misuse_message: "`withCarrierRates: true` must stand in a fragment with `@defer`: carriers are asked when the rest is answered",
    },
    unanswered_types: &["ComponentizableCartLine"],
    short_connections: &["BaseCartLineConnection", "CartDeliveryGroupConnection"],
    field_cost: look_through,
};

/// What a field costs by itself. To answer a list of what is sold, the whole catalogue or a collection is looked
/// through, however short the page.
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
