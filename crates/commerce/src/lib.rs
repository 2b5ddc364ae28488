//! The shop's rules as pure functions: no I/O, no clock, no randomness. The caller passes in time and identifiers.

pub mod account;
pub mod address;
pub mod attempt;
pub mod bundle;
pub mod cart;
pub mod cart_changes;
pub mod catalogue;
pub mod company;
pub mod completion;
pub mod consent;
pub mod contact_key;
pub mod decimal;
pub mod delivery;
pub mod discount;
pub mod download;
pub mod error;
#[cfg(test)]
mod fixtures;
pub mod gift_card;
pub mod hex;
pub mod ids;
pub mod market;
pub mod merchant;
pub mod money;
pub mod order;
pub mod order_event;
pub mod order_life;
pub mod payment;
pub mod pricing;
#[cfg(test)]
mod properties;
pub mod redaction;
pub mod refund;
pub mod rules;
pub mod selling_plan;
pub mod stock;
pub mod subject;
pub mod tax;
pub mod time;
pub mod transfer;
pub mod unpaid_orders;
