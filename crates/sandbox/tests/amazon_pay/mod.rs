//! The emulated Amazon Pay: each rule over HTTP, and Amazon's own SDK as its client.

mod access;
mod charges;
mod notifications;
mod pages;
mod permissions;
mod sdk;
mod sessions;
mod simulations;
mod world;
