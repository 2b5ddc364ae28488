//! GraphQL over HTTP: who may ask, how big, and in which form.

mod access;
mod answer;
mod body;
mod cors;
mod handler;
mod request_id;

pub use handler::routes;
