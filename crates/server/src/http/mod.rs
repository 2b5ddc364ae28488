//! The listener, and what a request says of who sends it.

mod client;
mod page_origin;
pub(crate) mod same_site;
mod serve;
mod share;
mod stall;

pub use client::Client;
pub(crate) use client::Peer;
pub(crate) use page_origin::{AskingPage, OwnPage};
pub(crate) use serve::{Limits, WRITE_PATIENCE, serve};
