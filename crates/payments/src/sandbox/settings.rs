use std::time::Duration;

#[derive(Clone)]
pub struct SandboxSettings {
    /// Such as `http://127.0.0.1:8090`.
    pub base_url: String,
    /// The shared secret: authenticates every call, and signs notifications.
    pub secret: String,
    /// The limit of one call.
    pub deadline: Duration,
}

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The address is malformed.
    #[error("'{0}' is not the address of a gateway: write e.g. http://127.0.0.1:8090")]
    Address(String),
    /// The HTTP client cannot be created.
    #[error("the HTTP client cannot be set up: {0}")]
    Client(String),
}
