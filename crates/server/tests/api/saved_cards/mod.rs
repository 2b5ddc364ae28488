//! Tests cards that buyers have saved in the shop's own wallet.

mod confirmed;
mod orders;
mod saving;
mod support;
