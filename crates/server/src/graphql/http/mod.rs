//! GraphQL over HTTP: who may ask, how big, and in which form.

mod access;
mod answer;
mod body;
mod cors;
mod handler;
mod parts;

pub(crate) use cors::allow_origin;
pub use handler::endpoint;
