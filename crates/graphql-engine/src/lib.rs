//! GraphQL documents: parsed, validated and costed once, then cached with a plan for each operation. The crate knows
//! the schema it is given and no commerce: its caller resolves the fields.

mod directives;
pub mod document;
pub mod plan;
mod processor_limiter;
mod schema;
#[cfg(test)]
mod test_schema;

pub use processor_limiter::{ProcessorLimiter, ProcessorPermit};
pub use schema::{ApiSchema, DeferredArgument, RootNumber, SchemaError, SchemaFacts};

// The tests share the cart API's facts, which name this crate from outside.
#[cfg(test)]
extern crate self as zkratka_graphql_engine;
