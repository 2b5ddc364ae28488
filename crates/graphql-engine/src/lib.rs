//! GraphQL documents: parsed, validated and costed once, then kept, with a plan for each operation. What a field answers
//! is somebody else's business: this crate knows the schema it is given, and no commerce.

mod directives;
pub mod document;
pub mod plan;
mod schema;
#[cfg(test)]
mod test_schema;

pub use schema::{ApiSchema, DeferredArgument, RootNumber, SchemaError, SchemaFacts};

// Tests plan against the facts of the cart API, which name this crate from outside.
#[cfg(test)]
extern crate self as zkratka_graphql_engine;
