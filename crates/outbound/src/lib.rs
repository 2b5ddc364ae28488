//! The HTTP client for calls to other servers. TLS uses ring and trusts the machine's certificate authorities. It uses
//! no proxy and follows no redirect. Callers set the deadlines. A cache of what those servers answered.

mod answer_cache;
mod body;
mod client;

pub use answer_cache::AnswerCache;
pub use body::{BodyError, whole};
pub use client::{HttpClient, NoAnswer, SetupError};
