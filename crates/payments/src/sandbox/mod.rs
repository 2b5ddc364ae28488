//! The sandbox gateway's client. Like a real gateway, the sandbox is always called over HTTP, wherever it runs.

mod client;
mod http;
mod ledger;
mod notification;
mod settings;

pub use client::SandboxGateway;
pub use notification::SIGNATURE_HEADER;
pub use settings::{SandboxError, SandboxSettings};
