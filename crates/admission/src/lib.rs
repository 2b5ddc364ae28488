//! Admission: how much work runs at the same time, by priority, and when refused clients retry.
//!
//! A gate admits a bounded amount of work and has no queue in front of it. Admitted work queues inside, for the store's
//! writer or for a processor. Both serve in order of arrival, so the number of pieces inside determines the waiting
//! time.
//! The gate refuses further work at once, with a retry delay at the measured pace.
//!
//! Work of a lower priority may use a smaller share of a gate. So there is always room for a buyer who pays, however
//! many
//! others browse. Priorities do not reorder the queue inside: waiting is short there, and no work starves.

mod gate;
mod pace;
mod priority;

pub use gate::{Gate, Permit, Refusal};
pub use priority::Priority;

use std::sync::Arc;
use std::time::Instant;

/// The gates for requests. Attempts have a gate of their own.
#[derive(Clone)]
pub struct Admission {
    pub work: Arc<Gate>,
    /// Exchanges of a wallet's token at the gateway: slow, but they use no processor of this machine.
    pub exchanges: Arc<Gate>,
    /// Webhooks, which anybody can send: small gates of their own, so that they take no place from buyers who pay, and a
    /// flood in the name of one provider none from the others'. A provider sends a refused one again.
    pub paypal_webhooks: Arc<Gate>,
    pub amazon_webhooks: Arc<Gate>,
    /// Signatures of wallets' buttons, which anybody can request: each occupies a processor.
    pub signatures: Arc<Gate>,
}

/// Webhooks of one provider that are verified and stored at the same time.
const WEBHOOKS: usize = 8;
/// Buttons that are signed at the same time.
const SIGNATURES: usize = 8;

impl Admission {
    #[must_use]
    pub fn new(requests: usize, exchanges: usize) -> Self {
        Self {
            work: Arc::new(Gate::new(requests)),
            exchanges: Arc::new(Gate::new(exchanges)),
            paypal_webhooks: Arc::new(Gate::new(WEBHOOKS)),
            amazon_webhooks: Arc::new(Gate::new(WEBHOOKS)),
            signatures: Arc::new(Gate::new(SIGNATURES)),
        }
    }

    /// How many webhooks were refused since the last call, of all providers.
    #[must_use]
    pub fn take_refused_webhooks(&self) -> u64 {
        let gates = [&self.paypal_webhooks, &self.amazon_webhooks];
        gates.iter().map(|gate| gate.take_refused_count()).sum()
    }
}

/// When a request must be answered. The edge sets it before it reads the body, so the time for the body counts.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(pub Instant);
