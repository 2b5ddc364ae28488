//! Tests of an order's life.

mod actions;
mod contest;
mod elsewhere;
mod gateway;
mod order;
mod properties;
mod transfers;
