//! Documents: parsed, validated and weighed once, then kept.

mod cache;
mod deferral;
mod introspection;
mod kitchen;
mod prepare;
mod spread;
mod weigh;

pub(super) use cache::DocumentCache;
pub(super) use deferral::{Condition, carrier_rates, deferred, label};
pub(super) use kitchen::Kitchen;
pub(super) use prepare::Document;
pub(super) use weigh::never_answered;

use apollo_compiler::response::GraphQLError;

/// What a document may ask for.
#[derive(Clone, Copy, Debug)]
pub(super) struct DocumentLimits {
    /// Greatest depth.
    pub(super) depth: usize,
    /// Greatest cost: a field costs one, times the size of the lists it stands in.
    pub(super) cost: u64,
    /// No list of a cart is longer than this, whatever `first` says.
    pub(super) page: u64,
}

/// A document that is not executed.
#[derive(Debug)]
pub(super) struct Rejected(pub(super) Vec<GraphQLError>);
