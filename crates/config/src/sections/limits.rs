//! Reads `[limits]`.

use crate::model::Limits;
use crate::reader::Reader;
use std::time::Duration;

/// The limits of a cart in `[limits]`.
pub(crate) struct CartLimits {
    pub(crate) lines: usize,
    pub(crate) quantity: u32,
}

pub(crate) fn limits(reader: &Reader<'_>) -> Option<(Limits, CartLimits)> {
    let body_bytes = reader.number("body_bytes", 1024..=16_777_216);
    let body_memory = reader.number("body_memory", 1_048_576..=17_179_869_184);
    let body = reader.number("body_seconds", 1..=600);
    let request = reader.number("request_seconds", 1..=600);
    let header = reader.number("header_seconds", 1..=600);
    let connections = reader.number("connections", 1..=100_000);
    let requests = reader.number("requests", 1..=100_000);
    let attempts = reader.number("attempts", 1..=100_000);
    let lines = reader.number("cart_lines", 1..=500);
    let quantity = reader.number("line_quantity", 1..=1_000_000);
    let query_depth = reader.number("query_depth", 1..=64);
    let query_cost = reader.number("query_cost", 1..=1_000_000);
    let documents = reader.number("cached_documents", 1..=100_000);
    let document_bytes = reader.number("cached_document_bytes", 1024..=1_073_741_824);
    let limits = Limits {
        body_bytes: usize::try_from(body_bytes?).ok()?,
        body_memory: usize::try_from(body_memory?).ok()?,
        body_timeout: Duration::from_secs(body?),
        request_timeout: Duration::from_secs(request?),
        header_timeout: Duration::from_secs(header?),
        connections: usize::try_from(connections?).ok()?,
        requests: usize::try_from(requests?).ok()?,
        attempts: usize::try_from(attempts?).ok()?,
        query_depth: usize::try_from(query_depth?).ok()?,
        query_cost: query_cost?,
        cached_documents: usize::try_from(documents?).ok()?,
        cached_document_bytes: usize::try_from(document_bytes?).ok()?,
    };
    let cart = CartLimits {
        lines: usize::try_from(lines?).ok()?,
        quantity: u32::try_from(quantity?).ok()?,
    };
    Some((limits, cart))
}
