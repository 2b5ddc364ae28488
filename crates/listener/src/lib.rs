//! Accepts connections: limits their number and their time, and identifies the client at the other end.

mod client;
mod client_network;
mod forwarded;
mod serve;
mod share;
mod stall;

pub use client::{Client, Peer};
pub use client_network::client_network;
pub use serve::{Limits, WRITE_TIMEOUT, serve};
