//! The server behind the buttons: the cart API, the pages, the checkout, and the `zkratka` command.

pub mod app;
pub mod attempts;
pub mod carts;
pub mod clock;
pub mod config;
pub mod decimal;
pub mod graphql;
pub mod ids;
pub mod texts;
