//! The emulated Amazon Pay: each rule over HTTP, and Amazon's own SDK as its client.

mod access;
mod sdk;
mod sessions;
mod world;
