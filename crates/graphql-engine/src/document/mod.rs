//! Documents: parsed, validated and costed once, then cached.

mod cache;
mod deferral;
mod documents;
mod introspection;
mod prepare;
mod query_cost;
mod spread;

pub use cache::DocumentCache;
pub use documents::{Documents, Unavailable};
pub use prepare::Document;

use apollo_compiler::response::GraphQLError;

#[derive(Clone, Copy, Debug)]
pub struct DocumentLimits {
    pub depth: usize,
    /// A field costs one, multiplied by the sizes of the lists around it.
    pub cost: u64,
    /// Length of the schema's short connections, whatever `first` requests.
    pub page: u64,
}

/// The errors for which a document is not executed.
#[derive(Debug)]
pub struct Rejection(pub Vec<GraphQLError>);
