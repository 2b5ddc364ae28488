//! What a cookie of a browser is stored as.

/// A random id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicketId(pub [u8; 16]);

/// The id and the SHA-256 of the secret in a cookie. The secret itself is nowhere but in the browser.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    pub id: TicketId,
    pub secret_hash: [u8; 32],
}
