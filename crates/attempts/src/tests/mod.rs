//! Tests of the driver with the real store and a scripted gateway.

mod gateway;
mod giving_up;
mod names;
mod notifications;
mod refunds;
mod resuming;
mod shop;
mod submitting;
mod transfers;
