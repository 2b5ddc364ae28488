//! Finds out from which client, site and page a request comes.

mod client_address;
mod fixed_length;
mod page_origin;
pub(crate) mod same_site;

pub(crate) use client_address::ClientAddress;
pub(crate) use fixed_length::FixedLength;
pub(crate) use page_origin::{AskingPage, OwnPage};
