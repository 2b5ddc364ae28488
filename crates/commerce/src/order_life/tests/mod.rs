//! Tests of an order's life.

mod actions;
mod attention;
mod contest;
mod elsewhere;
mod entries;
mod gateway;
mod order;
mod properties;
mod transfers;
