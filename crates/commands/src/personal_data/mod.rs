//! `zkratka orders redact` and `zkratka orders export`

mod arguments;
mod export;
mod redact;

pub(super) use arguments::{OrderExport, OrderRedact};
pub(super) use export::run as export;
pub(super) use redact::run as redact;
