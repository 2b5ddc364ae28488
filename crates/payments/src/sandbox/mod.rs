//! The sandbox gateway's client. Like a real gateway, the sandbox is always called over HTTP, wherever it runs.

mod client;
mod ledger;
mod notification;

pub use client::{SandboxError, SandboxGateway, SandboxSettings};
pub use notification::SIGNATURE_HEADER;
