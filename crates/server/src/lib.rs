//! The server behind the buttons: the cart API, the pages, the checkout, and the `zkratka` command.

// Fail points stop the server between two steps of a payment. In a release build, anyone who can set an environment
// variable could trigger them.
#[cfg(all(feature = "fail-points", not(debug_assertions)))]
compile_error!(
    "fail points are for tests: build without the feature `fail-points`, or without a release profile"
);

pub mod app;
pub mod carts;
pub mod cli;
mod feeds;
mod gateway;
pub mod gift_cards;
pub mod graphql;
pub mod http;
mod localized_shop;
pub mod pages;
mod routes;
mod sandbox;
mod server;
mod stopping;
mod tasks;

pub use sandbox::SandboxError;
pub use server::{Overrides, RunningServer, Server, StartError};
pub use zkratka_order_mail::ReceiverError;
