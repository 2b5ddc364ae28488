//! What the gateway's parts share.

use super::ledger::{Ledger, SCHEMA};
use super::settings::GatewaySettings;
use crate::file::LedgerError;
use crate::movements;
use std::sync::Arc;
use tokio::sync::Notify;

/// The gateway. Cheap to clone.
#[derive(Clone)]
pub struct Gateway {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) settings: GatewaySettings,
    pub(super) ledger: Ledger,
    /// Something is to be delivered.
    pub(super) outbox: Notify,
}

impl Gateway {
    /// Opens the ledger, or makes it.
    pub fn open(settings: GatewaySettings) -> Result<Self, LedgerError> {
        let ledger = Ledger::open(&settings.ledger, &[SCHEMA, movements::SCHEMA].concat())?;
        Ok(Self {
            inner: Arc::new(Inner {
                settings,
                ledger,
                outbox: Notify::new(),
            }),
        })
    }
}
