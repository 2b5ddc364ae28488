//! E-mail syntax.

use crate::error::FaultCode;

/// What is wrong with an e-mail address, if anything.
#[must_use]
pub fn email_fault(_email: &str) -> Option<FaultCode> {
    unimplemented!()
}
