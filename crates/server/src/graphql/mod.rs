//! The cart API: GraphQL over HTTP, schema first.
//!
//! A request goes through [`http`] (who may ask, how big), [`zkratka_graphql_engine::document`] (parsed, validated and weighed once, then kept),
//! [`execute`] (root fields one after the other, then the walk of what they answered), [`operations`] (one function
//! per root field, which calls [`crate::carts`] or [`zkratka_attempts`]) and [`output`] (what each type's fields say).

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

pub(crate) use http::allow_origin;
pub use http::endpoint;
pub(crate) use subject_path::path_within;
pub(crate) use user_error::cart_error_code;
