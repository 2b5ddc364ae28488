//! Tests the command itself: its exit codes, its output and the files it leaves.

#[cfg(test)]
mod address;
#[cfg(test)]
mod amazon_check;
#[cfg(test)]
mod apple_check;
#[cfg(test)]
mod apple_token;
#[cfg(test)]
mod attempts;
#[cfg(test)]
mod config;
#[cfg(test)]
mod events;
#[cfg(test)]
mod feeds;
#[cfg(test)]
mod gift_cards;
#[cfg(test)]
mod import;
#[cfg(test)]
mod meta_check;
#[cfg(test)]
mod meta_container;
#[cfg(test)]
#[path = "../../../wallets/tests/support/mod.rs"]
mod minted;
#[cfg(test)]
mod modes;
#[cfg(test)]
mod named_goods;
#[cfg(test)]
mod old_cards;
#[cfg(test)]
mod orders;
#[cfg(test)]
mod personal_data;
#[cfg(test)]
mod production;
#[cfg(test)]
mod reconcile;
#[cfg(test)]
mod serve;
#[cfg(test)]
mod support;
#[cfg(test)]
mod token;
