//! The sandbox gateway's client. The gateway is always talked to over HTTP, as a real one would be, wherever it runs.

mod client;
mod notification;

pub use client::{SandboxError, SandboxGateway, SandboxSettings};
pub use notification::SIGNATURE_HEADER;
