//! The outside world, emulated, for `mode = "test"`: the sandbox payment gateway with its hosted fields, its bank's
//! challenge page and its ledger. It is always talked to over HTTP, as a real gateway would be.

pub mod gateway;
