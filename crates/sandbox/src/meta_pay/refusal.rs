//! Refusals of the emulated sheet.

pub use crate::refusal::Refusal;
