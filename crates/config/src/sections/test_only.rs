//! Wallets that only test mode can offer.

use crate::reader::{Reader, Reported};

/// Ends the reading of such a wallet's section, after every key was read. `Ok(None)`: it is disabled, so it may be incomplete.
/// `why`: the fault in live mode.
pub(super) fn unless_live<T>(
    reader: &Reader<'_>,
    enabled: bool,
    live: bool,
    why: &str,
    settings: Option<T>,
) -> Result<Option<T>, Reported> {
    if !enabled {
        return Ok(None);
    }
    if live {
        reader.fault("enabled", why);
        return Err(Reported);
    }
    settings.map(Some).ok_or(Reported)
}
