//! What the fuzz targets share: a running shop, an outside world that answers anything, and documents by grammar.

pub mod amazon;
pub mod apple;
pub mod document;
pub mod meta;
pub mod outside;
pub mod paypal;
pub mod request;
pub mod shop;
pub mod token;
