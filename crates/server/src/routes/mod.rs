//! Which address is answered by what, and what holds for every answer.

mod admit;
mod bodies;
mod compression;
mod edge;
mod files;
mod headers;
mod health;
mod host;
mod page_policy;
mod plain;
mod request_id;
mod router;
mod sandbox;
mod secrecy;

pub(crate) use headers::SecurityHeaders;
pub(crate) use router::{Sandboxes, router};
