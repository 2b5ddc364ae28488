//! Maps URLs to handlers, and applies the rules that hold for every response.

mod bodies;
mod compression;
mod edge;
mod files;
mod headers;
mod health;
mod host;
mod indexing;
#[cfg(not(feature = "sandbox"))]
mod no_sandbox;
mod plain;
mod policy;
mod reports;
mod request_id;
mod router;
#[cfg(feature = "sandbox")]
mod sandbox;
mod secrecy;
mod security_txt;
mod table;
#[cfg(test)]
mod tests;
mod wallet_host;

pub(crate) use headers::SecurityHeaders;
pub(crate) use router::router;
