//! Code that the commands share. It depends on no command.

mod arguments;
mod error;
pub mod logging;
mod moment;
pub mod output;
mod shop;
mod time;

pub use arguments::{ConfigFile, Listing};
pub use error::CliError;
pub use moment::{parse_moment, parse_time};
pub use output::pretty;
pub use shop::{existing_shop, existing_store, load};
pub use time::{local_time, now};
