//! Code that the commands share. It depends on no command.

mod arguments;
mod error;
pub(super) mod logging;
mod moment;
pub(super) mod output;
mod shop;
mod time;

pub(super) use arguments::{ConfigFile, Listing};
pub(super) use error::CliError;
pub(super) use moment::{parse_moment, parse_time};
pub(super) use output::pretty;
pub(super) use shop::{existing_shop, existing_store, load};
pub(super) use time::{local_time, now};
