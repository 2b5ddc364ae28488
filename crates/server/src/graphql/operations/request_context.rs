//! The context in which the operations of a request run.

use super::Failure;
use crate::app::App;
use crate::carts::Carts;
use crate::graphql::context::BuyerContext;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use zkratka_abuse::{RateLimitKey, RateLimiter};
use zkratka_admission::{Deadline, Permit, Priority, Refusal};

pub(in crate::graphql) struct RequestContext<'c> {
    pub(in crate::graphql) app: &'c App,
    pub(in crate::graphql) context: BuyerContext,
    deadline: Deadline,
    place: Mutex<Place>,
    refused: OnceLock<Refusal>,
}

/// A request's place in the admission gate.
struct Place {
    priority: Priority,
    permit: Option<Permit>,
}

impl<'c> RequestContext<'c> {
    pub(in crate::graphql) fn new(app: &'c App, context: BuyerContext, deadline: Deadline) -> Self {
        Self {
            app,
            context,
            deadline,
            place: Mutex::new(Place {
                priority: Priority::Browsing,
                permit: None,
            }),
            refused: OnceLock::new(),
        }
    }

    pub(super) fn carts(&self) -> Carts<'c> {
        Carts::new(self.app).consenting(self.context.consent)
    }

    pub(super) fn enter(&self, priority: Priority) -> Result<(), Refusal> {
        let permit = self.app.admission.work.enter(priority, self.deadline.0)?;
        *self.place() = Place {
            priority,
            permit: Some(permit),
        };
        Ok(())
    }

    /// Takes a place in the admission gate again, at the priority of the place that was given up.
    pub(super) fn reenter_gate(&self) -> Result<(), Failure> {
        let priority = self.place().priority;
        self.enter(priority).map_err(|refused| self.busy(refused))
    }

    /// Gives up the place, because the work is done or continues elsewhere. A request that waits for the gateway then
    /// blocks no other.
    pub(super) fn leave(&self) {
        self.place().permit.take();
    }

    /// The key of the client's address.
    pub(super) fn rate_limit_key(&self) -> Option<RateLimitKey> {
        self.context.caller.address.map(RateLimitKey::at)
    }

    /// Like [`Self::start_exchange`], for a call to a wallet's provider. Each address may cause a limited number of them.
    pub(super) fn call_provider(&self) -> Result<Permit, Failure> {
        let taken = self.app.count_provider_call(self.context.caller.address);
        taken.map_err(|after| self.busy(Refusal { after }))?;
        self.start_exchange()
    }

    /// Counts one call from the client's address.
    pub(super) fn take_from(&self, limiter: &RateLimiter) -> Result<(), Failure> {
        let who: Vec<_> = self.rate_limit_key().into_iter().collect();
        let taken = limiter.take(&who, self.app.clock.now());
        taken.map_err(|after| self.busy(Refusal { after }))
    }

    /// Exchanges the place in the admission gate for a place among the requests that wait for an external service.
    /// Fails if there is none free.
    pub(super) fn start_exchange(&self) -> Result<Permit, Failure> {
        let exchange = self.step_out(Priority::Paying);
        exchange.map_err(|refused| self.busy(refused))
    }

    /// Waits for an external service with such a place. Its lower priority leaves places free for payments.
    pub(super) async fn outside<T>(
        &self,
        asked: impl Future<Output = T> + Send,
    ) -> Result<T, Refusal> {
        let _exchange = self.step_out(Priority::Shopping)?;
        Ok(asked.await)
    }

    fn step_out(&self, priority: Priority) -> Result<Permit, Refusal> {
        let exchange = self.app.admission.exchanges.enter_if_room(priority)?;
        self.leave();
        Ok(exchange)
    }

    /// Fails because the shop is busy, after the operation had already been admitted.
    pub(super) fn busy(&self, refused: Refusal) -> Failure {
        self.turn_away(refused);
        Failure::Busy
    }

    /// Stores when the client should retry.
    pub(super) fn turn_away(&self, refused: Refusal) {
        // An answer can carry one time only, so the first one is kept.
        let _known = self.refused.set(refused);
    }

    /// When the client should retry, for an operation that had already been admitted.
    pub(in crate::graphql) fn refused(&self, priority: Priority) -> Refusal {
        self.refused
            .get()
            .copied()
            .unwrap_or_else(|| self.app.admission.work.refuse(priority))
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
