//! GraphQL over HTTP: access, limits, and the format of requests and responses.

mod access;
mod answer;
mod body;
mod cors;
mod handler;
mod keyed;
mod parts;

pub(crate) use cors::allow_origin;
pub use handler::endpoint;
