//! The cart API: GraphQL over HTTP, schema first.
//!
//! A request passes through these modules in order:
//!
//! - [`http`] checks access and size.
//! - [`zkratka_graphql_engine::document`] parses, validates and costs a document once, and caches it.
//! - [`execute`] runs the root fields one after the other, and then writes the answer.
//! - [`operations`] has one function for each root field, which calls [`crate::carts`] or [`zkratka_attempts`].
//! - [`output`] returns the values of each type's fields.

mod arguments;
mod caller;
mod codes;
mod context;
mod execute;
mod gids;
mod http;
mod input;
mod messages;
mod operations;
mod output;
pub(crate) mod own_query;
mod root_field;
mod schema;
mod schema_facts;
mod subject_path;
mod user_error;
mod value;

pub use http::endpoint;
pub(crate) use http::{allow_origin, has_token, preflight};
pub(crate) use subject_path::path_within;
pub(crate) use user_error::cart_error_code;
