//! Which site a request comes from.

mod page_origin;
pub(crate) mod same_site;

pub(crate) use page_origin::{AskingPage, OwnPage};
