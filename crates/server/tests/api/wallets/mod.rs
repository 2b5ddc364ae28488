//! Paying with Google Pay through the front door.

mod independent;
mod purchase;
mod refused;
mod reuse;
mod support;
