//! Tells buyers by e-mail what happens to their orders. It receives order events as the merchant's endpoints do, so each
//! e-mail waits in the store until an SMTP server has taken it.

mod buyers;
mod goods;
mod letter;
mod message;
mod post;
mod receiver;
mod render;
mod shop;
#[cfg(test)]
mod tests;

pub use buyers::{Buyers, Unwritten};
pub use message::MessageError;
pub use post::{Post, PostError};
pub use receiver::{MailReceiver, subscriber};
pub use render::Renderer;
pub use shop::ShopFacts;
