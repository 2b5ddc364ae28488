//! Configuration: one TOML file, checked whole before anything starts.

mod model;

pub use model::*;
