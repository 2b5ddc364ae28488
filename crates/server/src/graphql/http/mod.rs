//! GraphQL over HTTP: access, limits, and the format of requests and responses.

mod access;
mod answer;
mod body;
mod cors;
mod handler;
mod keyed;
mod parts;

pub(crate) use access::has_token;
pub(crate) use cors::{allow_origin, preflight};
pub use handler::endpoint;
