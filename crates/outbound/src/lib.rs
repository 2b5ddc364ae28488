//! Calls to servers of others. TLS with ring; the machine's own certificate authorities are trusted. No proxy, no redirect.
//! Deadlines are the callers' own.

mod body;
mod caller;

pub use body::{Unreadable, whole};
pub use caller::{Caller, NoAnswer, NotCallable};
