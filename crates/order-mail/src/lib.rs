//! Tells buyers by e-mail what happens to their orders and accounts, and that sold-out goods can be bought again. It receives order events as
//! the merchant's endpoints do, so each e-mail waits in the store until an SMTP server has taken it. Stock alerts and codes to
//! sign in wait there too.

mod account_mail;
mod buyers;
mod codes;
mod goods;
mod letter;
mod message;
mod post;
mod qr;
mod receiver;
mod receivers;
mod render;
mod shop;
mod stock_alerts;
mod strangers;
#[cfg(test)]
mod tests;

pub use account_mail::{AccountMail, AccountMailRun};
pub use buyers::{Buyers, Unwritten};
pub use codes::NoCards;
pub use message::MessageError;
pub use post::PostError;
pub use receivers::{ReceiverError, account_mail, receivers, stock_alerts, subscribers};
pub use render::Renderer;
pub use shop::ShopFacts;
pub use stock_alerts::{AlertRun, Restocked, StockAlertMail};
pub use strangers::Strangers;
