//! Why a call of an emulated provider did not succeed.

use crate::gateway::LedgerError;

/// An unsuccessful call; its transaction is undone. `R` is the provider's refusal.
pub(crate) enum CallError<R> {
    Refused(R),
    Broken(LedgerError),
}

impl<R> From<rusqlite::Error> for CallError<R> {
    fn from(error: rusqlite::Error) -> Self {
        Self::Broken(error.into())
    }
}

impl<R> From<LedgerError> for CallError<R> {
    fn from(error: LedgerError) -> Self {
        Self::Broken(error)
    }
}
