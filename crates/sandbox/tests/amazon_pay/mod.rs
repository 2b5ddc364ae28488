//! The emulated Amazon Pay: each rule over HTTP, and as its clients Amazon's own SDK and the shop's gateway.

mod access;
mod binding;
mod button;
mod charges;
mod gateway;
mod line;
mod notifications;
mod notified;
mod pages;
mod permissions;
mod sdk;
mod sessions;
mod simulations;
mod subscriptions;
mod world;
