//! HTTP: which address is answered by what, and what holds for every answer.

mod admit;
mod bodies;
mod client;
mod edge;
mod headers;
mod health;
mod host;
mod page_policy;
mod plain;
mod request_id;
mod router;
pub(crate) mod same_site;
mod sandbox;
mod secrecy;
mod serve;
mod share;
mod stall;

pub use client::Client;
pub use headers::SecurityHeaders;
pub use router::{Sandboxes, router};
pub(crate) use serve::{Limits, WRITE_PATIENCE, serve};
