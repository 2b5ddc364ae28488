//! What the fields of each type say. One object per type; none of them waits for anything.

mod address;
mod buyer;
mod cart;
mod completion;
mod connection;
mod cost;
mod delivery;
mod line;
mod object;
mod payload;
mod product;
mod root;
mod shop;
mod variant;

pub(super) use completion::{
    AttemptStatus, CodedError, PrepareResult, PreparedPayload, SubmitPayload, SubmitResult,
};
pub(super) use payload::{Payload, Warning};
pub(super) use root::RootValue;
