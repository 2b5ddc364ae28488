//! Finds out from which site and page a request comes.

mod page_origin;
pub(crate) mod same_site;

pub(crate) use page_origin::{AskingPage, OwnPage};
