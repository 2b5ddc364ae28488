//! Admission: how much the shop takes on at the same time, who goes first, and what is said to whom it turns away.
//!
//! A gate lets in so much work and no more; nobody waits before it. What is inside is the queue: it waits for the
//! store's writer or for a processor, both of which are first come, first served, so its length is the waiting time.
//! Beyond that everybody is told at once when to come again, at the pace at which work was really done.
//!
//! Less important work may fill less of a gate, so that there is always room for a shopper who pays, however many
//! others are looking around: a sale that is about to happen is worth more than one that may. There is no second queue
//! by importance: within the gate waiting is short, and nobody starves.

mod gate;
mod pace;
mod priority;

pub use gate::{Gate, Permit, Refused};
pub use priority::Priority;

use std::sync::Arc;
use std::time::Instant;

/// The gates that requests pass; attempts have one of their own.
#[derive(Clone)]
pub struct Admission {
    /// Requests that are worked on.
    pub work: Arc<Gate>,
    /// Wallets' tokens that the gateway is exchanging: slow, and none of this machine's work.
    pub exchanges: Arc<Gate>,
}

impl Admission {
    /// Gates of these sizes.
    #[must_use]
    pub fn new(requests: usize, exchanges: usize) -> Self {
        Self {
            work: Arc::new(Gate::new(requests)),
            exchanges: Arc::new(Gate::new(exchanges)),
        }
    }
}

/// Until when a request must be answered; put into every request by the edge. Whatever time its body took counts.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(pub Instant);
