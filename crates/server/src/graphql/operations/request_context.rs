//! What an operation works with.

use super::Failure;
use crate::app::App;
use crate::carts::Carts;
use crate::graphql::context::BuyerContext;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use zkratka_admission::{Deadline, Permit, Priority, Refused};

/// Everything an operation works with.
pub(in crate::graphql) struct RequestContext<'c> {
    pub(in crate::graphql) app: &'c App,
    pub(in crate::graphql) context: BuyerContext,
    deadline: Deadline,
    place: Mutex<Place>,
    refused: OnceLock<Refused>,
}

/// A place among the requests that are worked on.
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

    pub(super) fn enter(&self, priority: Priority) -> Result<(), Refused> {
        let permit = self.app.admission.work.enter(priority, self.deadline.0)?;
        *self.place() = Place {
            priority,
            permit: Some(permit),
        };
        Ok(())
    }

    /// The same for whoever has gone out.
    pub(super) fn come_in(&self) -> Result<(), Failure> {
        let priority = self.place().priority;
        self.enter(priority).map_err(|refused| self.busy(refused))
    }

    /// Gives the place back: the work is done, or goes on elsewhere. Whoever waits for the gateway keeps nobody out.
    pub(super) fn leave(&self) {
        self.place().permit.take();
    }

    /// A place among those who wait for somebody outside, instead of the one among those who are worked on.
    pub(super) fn go_out(&self) -> Result<Permit, Failure> {
        let exchange = self.step_out(Priority::Paying);
        exchange.map_err(|refused| self.busy(refused))
    }

    /// What is asked of somebody outside, from such a place. Payments find room beside it.
    pub(super) async fn outside<T>(
        &self,
        asked: impl Future<Output = T> + Send,
    ) -> Result<T, Refused> {
        let _exchange = self.step_out(Priority::Shopping)?;
        Ok(asked.await)
    }

    fn step_out(&self, priority: Priority) -> Result<Permit, Refused> {
        let exchange = self.app.admission.exchanges.enter_if_room(priority)?;
        self.leave();
        Ok(exchange)
    }

    /// Turned away after it had been let in.
    pub(super) fn busy(&self, refused: Refused) -> Failure {
        self.turn_away(refused);
        Failure::Busy
    }

    /// Notes when to come again.
    pub(super) fn turn_away(&self, refused: Refused) {
        // The first word holds: one answer has room for one.
        let _known = self.refused.set(refused);
    }

    /// When to come again, for work that was turned away after it had been let in.
    pub(in crate::graphql) fn refused(&self, priority: Priority) -> Refused {
        self.refused
            .get()
            .copied()
            .unwrap_or_else(|| self.app.admission.work.refuse(priority))
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
