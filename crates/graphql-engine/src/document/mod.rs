//! Documents: parsed, validated and costed once, then kept.

mod cache;
mod deferral;
mod introspection;
mod limiter;
mod prepare;
mod query_cost;
mod spread;

pub use cache::DocumentCache;
pub use limiter::PrepareLimiter;
pub use prepare::Document;

use apollo_compiler::response::GraphQLError;

/// What a document may ask for.
#[derive(Clone, Copy, Debug)]
pub struct DocumentLimits {
    /// Greatest depth.
    pub depth: usize,
    /// Greatest cost: a field costs one, times the size of the lists it stands in.
    pub cost: u64,
    /// No short connection of the schema is longer than this, whatever `first` says.
    pub page: u64,
}

/// A document that is not executed.
#[derive(Debug)]
pub struct Rejected(pub Vec<GraphQLError>);
